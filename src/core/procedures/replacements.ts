import { stringsWith } from '../fact-query.ts';
import type { ListedString } from '../facts.ts';
import type { FoundString } from '../found.ts';
import type { Kind } from '../host-shapes.ts';
import { usedOf } from '../plan-subject.ts';
import type { PlannedFinding, PlanSubject } from '../plan-subject.ts';
import { withHostsOf } from '../replacement.ts';
import type { StepPlace } from '../step.ts';
import { formOf } from '../subject.ts';

/** What a string is replaced by: the string of this kind, and of the same form, that the cluster's record lists. */
export type Target = Extract<ListedString['kind'], 'standard' | 'private'>;

/** The strings of these findings, each replacement once. Several rules may speak of one string, not all with an answer. */
export function replacements(findings: readonly PlannedFinding[], target: Target | null = null): readonly StepPlace[] {
  const byString = new Map<FoundString, StepPlace[]>();
  for (const finding of findings) {
    if (!finding.string) continue;
    const place = target === null ? finding.place : withTarget(finding, finding.string, target);
    const known = byString.get(finding.string) ?? [];
    if (!known.some(({ to }) => to === place.to)) byString.set(finding.string, [...known, place]);
  }
  return [...byString.values()].flatMap((places) => {
    const answered = places.filter(({ to }) => to !== null);
    return answered.length > 0 ? answered : places;
  });
}

function withTarget({ place, cluster }: PlannedFinding, string: FoundString, target: Target): StepPlace {
  const isEndpoint = string.family === 'legacy' && string.kind !== 'legacy';
  if (!cluster || isEndpoint || string.hosts.some(({ resolved }) => resolved)) return place;
  const listed = stringsWith(cluster, target).find(
    ({ form, family }) => form === formOf(string) && family === 'current',
  );
  const to = listed ? withHostsOf(string, listed) : null;
  return to !== null && (place.to === null || place.to === to) ? { ...place, to, proven: true } : place;
}

/** Strings of these kinds: what the rules report of them; where they report none, all that the code uses. */
export function placesOf(
  subject: PlanSubject,
  kinds: readonly Kind[],
  target: Target | null = null,
): readonly StepPlace[] {
  const reported = subject.left.filter(({ finding }) => finding.kind !== null && kinds.includes(finding.kind));
  return reported.length > 0 ? replacements(reported, target) : usedOf(subject, ...kinds).map(({ place }) => place);
}

/** The kinds of strings that lead through a private network. */
export const PRIVATE_KINDS = ['private', 'private-endpoint', 'optimized'] as const satisfies Kind[];
export const ENDPOINT_KINDS = ['private-endpoint', 'optimized'] as const satisfies Kind[];
