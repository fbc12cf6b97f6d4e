import type { ChangeName, PlannedChange } from './config-plan.ts';
import { howToKnow } from './fact-advice.ts';
import type { Finding, Unknown } from './finding.ts';
import { distanceNearest } from './nearest.ts';
import { missingFor } from './plan-needs.ts';
import { clusterNameOf, subjectOf, usedOf } from './plan-subject.ts';
import type { PlanInput, PlanSubject } from './plan-subject.ts';
import { procedureOf } from './procedure-table.ts';
import type { FactName } from './rule.ts';
import type { Step } from './step.ts';

/**
 * `blocked`: an error is left. `undecided`: none is, but a fact is missing. `ready`: neither. Warnings and accepted
 * findings never decide.
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
  /** Where rules lacked a fact. */
  readonly unknown: readonly Unknown[];
}

/** Judges one planned change and says how to go about it. Pure. */
export function judgeChange(input: PlanInput): PlanEntry {
  const subject = subjectOf(input);
  const { change, findings, unknown } = subject;
  const missing = [...new Set([...missingFor(subject), ...unknown.map((entry) => entry.missing)])];
  return {
    change: change.change,
    cluster: clusterNameOf(change),
    plan: change,
    verdict: verdictOf(findings, missing),
    clusters: subject.clusters.map(({ name }) => name),
    strings: findings,
    steps: [...learn(subject, missing), ...lookByHand(subject), ...procedureOf(subject)],
    missing,
    unknown,
  };
}

function verdictOf(findings: readonly Finding[], missing: readonly FactName[]): PlanVerdict {
  if (findings.some(({ severity, suppressed }) => severity === 'error' && suppressed === null)) return 'blocked';
  return missing.length > 0 ? 'undecided' : 'ready';
}

/** What cannot be judged comes first: the steps behind it may change with the facts. */
function learn(subject: PlanSubject, missing: readonly FactName[]): Step[] {
  if (missing.length === 0) return [];
  const list = missing.map((fact) => `${fact}: ${howToKnow(fact)}`).join('; ');
  const places = subject.unknown.flatMap((entry) => entry.places);
  const distinct = new Map(places.map((place) => [`${place.file}:${place.line}:${place.column}`, place]));
  return [
    {
      title: 'Get the missing facts and plan again',
      detail: `${list}.${otherName(subject)}`,
      places: [...distinct.values()].map((place) => ({ ...place, from: null, to: null, proven: false })),
      command: missing.some((fact) => howToKnow(fact).includes(PULL)) ? PULL : null,
    },
  ];
}

/** A record that is missing may only be misspelt. */
function otherName({ change, clusters, facts }: PlanSubject): string {
  const name = clusterNameOf(change);
  if (name === null || clusters.length > 0 || facts.clusters.length === 0) return '';
  const near = distanceNearest(
    name,
    facts.clusters.map((cluster) => cluster.name),
  );
  return ` No record is named "${name}"${near === null ? '.' : `; is "${near}" meant?`}`;
}

const PULL = 'connlint inventory pull';

/** A host that comes from a variable may be one that this change concerns: nothing here can tell. */
function lookByHand(subject: PlanSubject): Step[] {
  if (subject.change.change === 'admin-api') return [];
  const hidden = usedOf(subject, 'templated-unknown');
  if (hidden.length === 0) return [];
  return [
    {
      title: 'Look by hand at the strings whose host is not visible',
      detail:
        'Their host comes from a variable or a template. Find where it is set and judge the value: connlint classify <string>.',
      places: hidden.map(({ place }) => place),
      command: null,
    },
  ];
}

/** The exit code of a run: 1 when a change is blocked, or undecided unless that is allowed; 0 otherwise. */
export function planExitCode(entries: readonly PlanEntry[], allowUndecided: boolean): 0 | 1 {
  return entries.some(({ verdict }) => verdict === 'blocked' || (verdict === 'undecided' && !allowUndecided)) ? 1 : 0;
}
