import type { ListedString } from '../facts.ts';
import type { Kind } from '../host-shapes.ts';
import type { PlanSubject, PlannedFinding } from '../plan-subject.ts';
import type { Step, StepPlace } from '../step.ts';
import { pings, planCommand } from './commands.ts';
import { replacements } from './replacements.ts';
import type { Target } from './replacements.ts';

/** The words of a step. */
export interface Words {
  readonly title: string;
  readonly detail: string;
}

export function step(
  { title, detail }: Words,
  command: string | readonly string[] | null = null,
  places: readonly StepPlace[] = [],
): Step {
  const lines = typeof command === 'string' ? [command] : (command ?? []);
  return { title, detail, places, command: lines.length > 0 ? lines.join('\n') : null };
}

/**
 * Replaces strings: the places of these findings, old and new.
 * @param target the kind of string that the record lists for it, where only the kind changes
 */
export function replaceStep(
  findings: readonly PlannedFinding[],
  { title, detail }: Words,
  target: Target | null = null,
): Step {
  const places = replacements(findings, target);
  const open = places.filter(({ to }) => to === null).length;
  const state =
    places.length === 0
      ? 'Nothing is left to replace in the files that were looked at.'
      : open > 0
        ? `For ${open} of ${places.length} the facts tell no new string: take it from the connect dialog of the cluster.`
        : '';
  return step({ title, detail: [detail, state].filter(Boolean).join(' ') }, null, places);
}

export function deployStep(more = ''): Step {
  const detail =
    'Roll the new strings out to every environment and restart the processes: a running client keeps the hosts that it looked up when it started.';
  return step({ title: 'Deploy and restart the applications', detail: more ? `${detail} ${more}` : detail });
}

/** Judges again and reaches the clusters: by strings of these kinds, or of the kinds that the code uses. */
export function verifyStep(
  subject: PlanSubject,
  { title, detail }: Words,
  ...kinds: readonly ListedString['kind'][]
): Step {
  const reached = pings(subject, usedClusters(subject), kinds.length > 0 ? kinds : kindsAfter(subject));
  return step({ title, detail }, [planCommand(subject.change), ...reached]);
}

/** What the strings in use are when those that must go have gone. */
function kindsAfter({ used }: PlanSubject): readonly ListedString['kind'][] {
  const kinds = new Set(used.map(({ string }) => string.kind));
  return AFTER.flatMap(([after, now]) => (now.some((kind) => kinds.has(kind)) ? [after] : []));
}

const AFTER: readonly (readonly [after: ListedString['kind'], now: readonly Kind[]])[] = [
  ['private-endpoint', ['private-endpoint', 'optimized']],
  ['private', ['private']],
  ['standard', ['standard', 'legacy']],
];

/** The clusters of the change that the code uses; all of them when it uses none. */
export function usedClusters({ clusters, used }: PlanSubject) {
  const names = new Set(used.flatMap(({ cluster }) => cluster?.name ?? []));
  const own = clusters.filter(({ name }) => names.has(name));
  return own.length > 0 ? own : clusters;
}
