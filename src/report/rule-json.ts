import type { Rule } from '../core/rule.ts';

/** A rule as data: everything but its code. */
export function ruleJson(rule: Rule): object {
  const { id, since, severity, confidence, scope, needs, changes = [], withoutPlan = false, over = [] } = rule;
  const { docs, options = {}, messages, examples } = rule;
  return {
    id,
    since,
    severity,
    confidence,
    scope,
    needs,
    changes,
    withoutPlan,
    over,
    docs,
    options,
    messages,
    examples,
  };
}
