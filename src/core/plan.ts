import type { ChangeName, PlannedChange } from './config-plan.ts';
import type { Finding, Unknown } from './finding.ts';
import { missingFor } from './plan-needs.ts';
import { clusterNameOf, subjectOf } from './plan-subject.ts';
import type { PlanInput, UnreadFile } from './plan-subject.ts';
import { procedureOf } from './procedure-table.ts';
import { firstSteps } from './procedures/first-steps.ts';
import type { FactName } from './rule.ts';
import type { Step } from './step.ts';

/**
 * `blocked`: an error is left. `undecided`: none is, but a fact is missing or a file was not looked at. `ready`: neither.
 * Warnings and accepted findings never decide.
 */
export type PlanVerdict = 'ready' | 'blocked' | 'undecided';

/** One planned change, judged. */
export interface PlanEntry {
  readonly change: ChangeName;
  /** As the plan names it, `*` for all; `null` for a change of the project. */
  readonly cluster: string | null;
  readonly plan: PlannedChange;
  readonly verdict: PlanVerdict;
  /** Names of the clusters concerned, as far as they are known. */
  readonly clusters: readonly string[];
  /** Findings of the rules that judge this change, with those that were accepted. */
  readonly strings: readonly Finding[];
  /** What is to be done, in this order. */
  readonly steps: readonly Step[];
  readonly missing: readonly FactName[];
  /** Files that were not looked at, and that may hold strings of the service. */
  readonly unread: readonly UnreadFile[];
  /** Where rules lacked a fact. */
  readonly unknown: readonly Unknown[];
}

/** Judges one planned change and says how to go about it. Pure. */
export function judgeChange(input: PlanInput): PlanEntry {
  const subject = subjectOf(input);
  const { change, findings, unknown } = subject;
  const { unread } = input;
  const missing = [...new Set([...missingFor(subject), ...unknown.map((entry) => entry.missing)])];
  return {
    change: change.change,
    cluster: clusterNameOf(change),
    plan: change,
    verdict: verdictOf(findings, missing.length + unread.length),
    clusters: subject.clusters.map(({ name }) => name),
    strings: findings,
    steps: [...firstSteps(subject, missing, unread), ...procedureOf(subject)],
    missing,
    unread,
    unknown,
  };
}

/** @param open how much is not known that may decide */
function verdictOf(findings: readonly Finding[], open: number): PlanVerdict {
  if (findings.some(({ severity, suppressed }) => severity === 'error' && suppressed === null)) return 'blocked';
  return open > 0 ? 'undecided' : 'ready';
}

/** The exit code of a run: 1 when a change is blocked, or undecided unless that is allowed; 0 otherwise. */
export function planExitCode(entries: readonly PlanEntry[], allowUndecided: boolean): 0 | 1 {
  return entries.some(({ verdict }) => verdict === 'blocked' || (verdict === 'undecided' && !allowUndecided)) ? 1 : 0;
}
