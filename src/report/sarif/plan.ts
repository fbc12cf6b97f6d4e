import type { PlanEntry } from '../../plan/plan.ts';
import { grounds, planParts } from '../plan/summary.ts';
import { verdictSarif, type VerdictResult, type VerdictRule, type VerdictView } from './verdict.ts';

const RULE: VerdictRule = {
  id: 'planned-change',
  name: 'PlannedChange',
  what: 'A planned change is not ready: strings in use stop working, or a fact is missing.',
  todo: 'Follow the runbook: `connlint plan`.',
};

/**
 * The changes that are not ready, at the code that manages them, else at `home`: the places of their strings are
 * findings of the repositories that contain them.
 */
export function planSarif(
  entries: readonly PlanEntry[],
  open: readonly string[],
  view: VerdictView & { readonly home: string },
): string {
  const at = (file: string, message: string, level: VerdictResult['level']): VerdictResult => ({
    rule: RULE.id,
    level,
    message,
    file: view.fromRoot(file),
  });
  const changes = entries.flatMap((entry) => {
    if (entry.verdict === 'ready') return [];
    const file = entry.steps.find(({ managedBy }) => managedBy !== null)?.managedBy?.file ?? view.home;
    const message = `${planParts(entry).join(' ')} is ${entry.verdict}: ${grounds(entry)}`;
    return [at(file, message, entry.verdict === 'blocked' ? 'error' : 'warning')];
  });
  return verdictSarif([RULE], [...changes, ...open.map((message) => at(view.home, message, 'warning'))], view);
}
