import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import type { Kind } from '../classify/host-shapes.ts';
import {
  type PlanSubject,
  type PlannedFinding,
  type Step,
  type StepKind,
  type StepPlace,
  placeKey,
  usedOf,
  withHostsOf,
} from './subject.ts';
import { newPings, pings, planCommand, PULL, TOKEN_SOURCE } from './commands.ts';
import { stringsWith } from '../facts/query.ts';
import type { FoundString } from '../classify/found-string.ts';
import { grouped } from '../text/source.ts';
import { formOf } from '../lint/string-hosts.ts';

/** The words of a step. */
export interface Words {
  readonly title: string;
  readonly detail: string;
}

export function step(
  { title, detail }: Words,
  command: string | readonly string[] | null = null,
  places: readonly StepPlace[] = [],
  kind: StepKind = 'prepare',
): Step {
  const lines = typeof command === 'string' ? [command] : (command ?? []);
  const calls = lines.some((line) => line.includes('curl '));
  return {
    kind,
    title,
    detail: calls ? `${detail} ${TOKEN_SOURCE}` : detail,
    places,
    command: lines.length > 0 ? lines.join('\n') : null,
    role: roleOf(lines),
    undo: kind === 'replace' && places.length > 0 ? 'Restore the previous strings.' : null,
    irreversible: false,
    duration: null,
    owners: [],
    managedBy: null,
  };
}

/** The role that may change clusters and settings of a project (API reference, 2026-08). */
export const OWNER = 'Project Owner';
/** The role that records and settings are read with (API reference, 2026-08). */
const READER = 'Project Read Only';

function roleOf(commands: readonly string[]): string | null {
  if (commands.some((line) => /\bcurl --request (?!GET\b)/.test(line))) return OWNER;
  return commands.some((line) => line.startsWith(PULL) || line.includes('curl ')) ? READER : null;
}

/** How a plan accepts that strings stop working before their successors exist. */
export function acceptDowntime({ change }: Pick<PlanSubject, 'change'>): string {
  return change.downtime === undefined ? 'Accept the downtime in the plan entry: `"downtime": "<reason>"`.' : '';
}

/** The words of the planned change, which is made by hand or in the code that manages what it changes. */
interface ChangeWords extends Words {
  /** In the console, or by a call. */
  readonly byHand: string;
  /** What the code must say instead. */
  readonly inCode: string;
}

/** The planned change itself. @param undo what takes it back; `null` where nothing does */
export function changeStep(
  { title, byHand, inCode, detail }: ChangeWords,
  command: string | readonly string[] | null,
  undo: string | null,
): Step {
  const words = (how: string): Words => ({ title, detail: [how, detail].filter(Boolean).join(' ') });
  const own = { role: OWNER, undo, irreversible: undo === null };
  return { ...step(words(byHand), command, [], 'change'), ...own, inCode: words(inCode).detail };
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
  const clusters = findings.flatMap(({ cluster }) => cluster ?? []);
  const unlisted = target === null ? [] : clusters.filter((cluster) => stringsWith(cluster, target).length === 0);
  if (unlisted.length === 0) return placesStep({ title, detail }, places);
  return step({ title, detail: `${detail} ${unlistedText(unlisted, target)}` }, null, places, 'replace');
}

/** Of a step without a place. */
export const NO_STRING = 'No string to replace was found in the files that were read.';

/** Replaces strings at these places, and states where the new string is not known. */
export function placesStep({ title, detail }: Words, places: readonly StepPlace[]): Step {
  const open = places.filter(({ to }) => to === null).length;
  const state =
    places.length === 0
      ? NO_STRING
      : open > 0
        ? `${withoutNew(open, places.length)} from the connect dialog of the cluster.`
        : '';
  return step({ title, detail: [detail, state].filter(Boolean).join(' ') }, null, places, 'replace');
}

function withoutNew(open: number, all: number): string {
  const of = all === 1 ? 'This place' : `${open} of ${all} places`;
  return open === 1
    ? `${of} has no new string in the facts. Copy the new string`
    : `${of} have no new string in the facts. Copy each new string`;
}

/** A record without such a string says that there is none: the connect dialog has none either. */
function unlistedText(clusters: readonly ClusterFacts[], target: Target | null): string {
  const names = [...new Set(clusters.map(({ name }) => name))];
  const how =
    target === 'private'
      ? 'Create a peering connection first (on AWS, also turn custom DNS on), or fetch the facts again.'
      : 'Fetch the facts again.';
  return `The record of ${named(names)} lists no ${target} string. ${how}`;
}

export function deployStep(more = ''): Step {
  const detail =
    'Deploy the new strings to every environment and restart the processes: a running client keeps the hosts that it resolved at its start.';
  const words = { title: 'Deploy and restart the applications', detail: more ? `${detail} ${more}` : detail };
  return { ...step(words, null, [], 'deploy'), undo: 'Deploy the previous strings.' };
}

/**
 * Judges again and reaches the clusters: by every string that these places get, and where nothing is replaced, by the
 * strings that the records list of these kinds, or of the kinds that the code uses.
 */
export function verifyStep(
  subject: PlanSubject,
  { title, detail }: VerifyWords,
  places: readonly StepPlace[] = [],
  ...kinds: readonly ListedString['kind'][]
): Step {
  const reached =
    places.length > 0
      ? newPings(
          places.map(({ to }) => to),
          subject.profile,
        )
      : pings(subject, usedClusters(subject), kinds.length > 0 ? kinds : kindsAfter(subject));
  const words = { title, detail: typeof detail === 'string' ? detail : detail(reached.length) };
  return step(words, [planCommand(subject.change), ...reached], [], 'verify');
}

interface VerifyWords {
  readonly title: string;
  /** May depend on the number of commands after the one that judges. */
  readonly detail: string | ((others: number) => string);
}

/** What shows that a change is prepared: the verdict of a command, and answers to the others. */
export function mustAnswer(others: number, from: string, nth: 'first' | 'second' = 'first'): string {
  if (others === 0) return `The ${nth === 'first' ? '' : 'second '}command must print READY.`;
  return `The ${nth} command must print READY, and the ${others === 1 ? 'next one' : 'others'} must answer${from}.`;
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

/** What a string is replaced by: the string of this kind, and of the same form, that the cluster's record lists. */
type Target = Extract<ListedString['kind'], 'standard' | 'private'>;

/**
 * The strings of these findings, each replacement once. Several rules may report one string, not all with a
 * replacement.
 */
export function replacements(findings: readonly PlannedFinding[], target: Target | null = null): readonly StepPlace[] {
  const byString = new Map<FoundString, RulePlace[]>();
  for (const one of findings) {
    if (!one.string) continue;
    const place = target === null ? one.place : withTarget(one, one.string, target);
    byString.set(one.string, [...(byString.get(one.string) ?? []), { rule: one.finding.rule, place }]);
  }
  return [...byString.values()].flatMap(answersOf);
}

interface RulePlace {
  readonly rule: string;
  readonly place: StepPlace;
}

/**
 * A rule's first answer applies to the whole string, as a later one would undo it; a part of an answer is none. A rule
 * without one goes with another's.
 */
function answersOf(found: readonly RulePlace[]): readonly StepPlace[] {
  const byRule = grouped(found, ({ rule }) => rule);
  const isWhole = (rule: string): boolean => byRule.get(rule)!.every(({ place }) => place.to !== null);
  const whole = found.find(({ rule }) => isWhole(rule));
  const places = found.map(({ rule, place }): StepPlace => {
    const answer = isWhole(rule) ? byRule.get(rule)![0] : whole;
    return { ...place, ...(answer ? answerOf(answer.place) : NO_ANSWER) };
  });
  return places.filter(
    (place, at) => places.findIndex((other) => placeKey(other) === placeKey(place) && other.to === place.to) === at,
  );
}

const NO_ANSWER = { to: null, proven: false, recorded: false };
const answerOf = ({ to, proven, recorded }: StepPlace) => ({ to, proven, recorded });

function withTarget(
  { place, cluster }: Pick<PlannedFinding, 'place' | 'cluster'>,
  string: FoundString,
  target: Target,
): StepPlace {
  const isEndpoint = string.family === 'legacy' && string.kind !== 'legacy';
  if (!cluster || isEndpoint || string.hosts.some(({ resolved }) => resolved)) return place;
  const listed = stringsWith(cluster, target).find(
    ({ form, family }) => form === formOf(string) && family === 'current',
  );
  const to = listed ? withHostsOf(string, listed) : null;
  return to !== null && (place.to === null || place.to === to) ? { ...place, to, recorded: true } : place;
}

/** Strings of these kinds: what the rules report of them; where they report none, all that the code uses. */
export function placesOf(
  subject: PlanSubject,
  kinds: readonly Kind[],
  target: Target | null = null,
): readonly StepPlace[] {
  const reported = [...subject.left, ...subject.later].filter(
    ({ finding }) => finding.kind !== null && kinds.includes(finding.kind),
  );
  if (reported.length > 0) return replacements(reported, target);
  return usedOf(subject, ...kinds).map((used) =>
    target === null ? used.place : withTarget(used, used.string, target),
  );
}

/** The kinds of strings that lead through a private network. */
export const PRIVATE_KINDS = ['private', 'private-endpoint', 'optimized'] as const satisfies Kind[];
export const ENDPOINT_KINDS = ['private-endpoint', 'optimized'] as const satisfies Kind[];

/** `"a"`, `"a" and "b"`, `"a", "b" and 3 more`. */
export function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `"${name}"`);
  const rest = names.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MAX_NAMES = 6;
