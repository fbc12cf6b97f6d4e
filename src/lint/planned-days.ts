import { isMissingFact, type MissingFact, type RuleContext, type RuleProblem } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';
import { inRound, planRounds } from './plan-rounds.ts';

/** A result with the setup that reports it. */
export interface DatedResult<R> {
  readonly setup: RuleSetup;
  readonly result: R;
}

/**
 * The results of a rule. What only a planned change with a later day breaks is a warning until that day, whatever the
 * rule: the rule runs again without those changes, and what it then reports as an error remains one.
 */
export function withPlannedDays<R extends RuleProblem | MissingFact>(
  setup: RuleSetup,
  context: RuleContext,
  runOnce: (context: RuleContext) => readonly R[],
): readonly DatedResult<R>[] {
  const run = (one: RuleContext): readonly R[] => {
    const rounds = planRounds(one.plan);
    if (rounds.length === 1) return runOnce(one);
    const results = rounds.flatMap((round) => runOnce(inRound(one, round)));
    return [...new Map(results.map((result) => [keyOf(result), result])).values()];
  };
  const results = run(context);
  // Most rules find nothing in most strings.
  if (results.length === 0) return [];
  const { changes = [] } = setup.rule;
  const due = context.plan.filter(
    ({ change, by }) => by === undefined || by <= context.today || !changes.includes(change),
  );
  if (setup.fixed || due.length === context.plan.length) return results.map((result) => ({ setup, result }));
  const severity = (result: R): string =>
    isMissingFact(result) ? '' : (setup.severity ?? result.severity ?? setup.rule.severity);
  // A rule that runs for its changes only need not look at the plan.
  const runsNow = setup.rule.withoutPlan === true || due.some(({ change }) => changes.includes(change));
  const now = runsNow ? run({ ...context, plan: due }).filter((result) => severity(result) === 'error') : [];
  const certain = new Set(now.map(keyOf));
  const later = { ...setup, severity: 'warning' as const };
  return results.map((result) => ({
    setup: severity(result) === 'error' && !certain.has(keyOf(result)) ? later : setup,
    result,
  }));
}

const keyOf = (result: RuleProblem | MissingFact): string =>
  JSON.stringify([
    'file' in result ? result.file : '',
    isMissingFact(result) ? result.missing : result.message,
    result.at,
  ]);
