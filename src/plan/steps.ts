import WORDS from './procedures/words.json' with { type: 'json' };
import { distinct, type Position } from '../text/source.ts';
import type { ClusterFacts, ListedString } from '../facts/facts.ts';
import type { Provider } from '../classify/service.ts';
import { shown } from '../classify/shown.ts';
import { filled } from '../text/shown-name.ts';
import { fieldOf } from '../iac/attribute-strings.ts';
import { listedFor } from '../lint/recorded.ts';
import { listedAs } from '../lint/replacements.ts';
import { succeedsAfterwards } from '../lint/suppressions.ts';
import type { PlannedFinding, PlanSubject, Runbook } from './subject.ts';
import { pingsOf, planCommand, pull } from './commands.ts';

const COMMON = WORDS['every-change'];

/** What happens with the step that the verdict is about: nothing breaks, something does, or something is not known. */
export type PlanVerdict = 'ready' | 'blocked' | 'undecided';

export interface PlanPlace extends Position {
  readonly file: string;
  /** The current string, redacted; `null` where no string is. */
  readonly from: string | null;
  /** The same string after the replacement that its finding offers; `null` without one. */
  readonly to: string | null;
  /** Of a file in a clone below the working directory. */
  readonly repository?: string | undefined;
  /** Of the file; missing where no file says who owns what. */
  readonly owners?: readonly string[] | undefined;
}

/** What keeps a change from being ready besides strings that break. */
export type OpenPoint = Readonly<ReturnType<ReturnType<typeof point>>>;

/** `blocks`: the service refuses the change, or strings stop working. `settle`: the one command or line that settles it. */
const point =
  (blocks: boolean) =>
  (message: string, settle: string, places: readonly PlanPlace[] = []) => ({ message, places, settle, blocks });

/** What was not judged, or is not known. */
export const open = point(false);
/** What the service refuses, or what stops working. */
export const refused = point(true);

/** What fails until the change is complete, unless the plan has a downtime. */
export const unlessDown = (downtime: string | undefined, words: string, places: readonly PlanPlace[], kind = open) =>
  downtime === undefined && places.length > 0 && kind(words, 'In the plan entry: "downtime": "<reason>"', places);

/** One line that settles all files of a point. */
export function acceptFiles(places: readonly PlanPlace[]): string {
  const files = new Set(places.map(({ file }) => `${JSON.stringify(file)}: "<reason>"`));
  return `Check by hand, then in the plan entry: "accept": { ${[...files].join(', ')} }`;
}

/** The code that owns a cluster or a setting, and would put it back. */
export interface ManagedBy {
  readonly tool: 'terraform' | 'pulumi' | 'operator' | 'cloudformation';
  readonly file: string;
  readonly attribute: string;
}

/** One step of a runbook. Steps are carried out in order, and none may be left out. */
export interface Step {
  /** `change` is the planned change itself. */
  readonly kind: 'prepare' | 'replace' | 'deploy' | 'verify' | 'change' | 'clean';
  readonly title: string;
  /** Sentences for the person who does it. */
  readonly detail: string;
  readonly places: readonly PlanPlace[];
  readonly commands: readonly string[];
  /** How to undo it, `null` if there is nothing to undo. A `change` without it cannot be undone. */
  readonly undo: string | null;
  /** The project role that the step needs (API reference, 2026-08); `null` if none. */
  readonly role: string | null;
  readonly managedBy: ManagedBy | null;
  /** The detail for a step in code that manages the resource: `{attribute}`, `{file}`. */
  readonly inCode?: string;
}

/** Steps as a procedure writes them: one that does not apply is `false`. */
export type Steps = readonly (Step | false | Steps)[];

/** A string or a finding that does not count, and why. */
export interface NotCounted extends Pick<PlanPlace, 'file' | 'line' | 'column' | 'repository'> {
  /** The string in the form that is printed, or the id of the rule if the finding is not about a string. */
  readonly text: string;
  readonly reason: string;
}

export const distinctPlaces = <P extends Pick<PlanPlace, 'file' | 'line' | 'column'>>(places: readonly P[]): P[] =>
  distinct(places, ({ file, line, column }) => `${file}:${line}:${column}`);

/** Nothing is left to do, so that nothing breaks later. */
export const made = (about: string, steps: Steps = []): Runbook => ({ about, steps, isMade: true });

/** `"a"`, `"a", "b" and "c"`. */
export function named(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.join(', ').replace(/, (?=[^ ]*$)/, ' and ');
}

/** A step. Unless its words say otherwise, it prepares the change and has no places, commands or undo. */
export function step(words: Pick<Step, 'title'> & Partial<Step>, names: Readonly<Record<string, string>> = {}): Step {
  const { kind = 'prepare', title, detail = '', commands = [], undo } = words;
  const isRead = commands.some((line) => /^(?:connlint pull|curl) /.test(line));
  const role = kind === 'change' ? 'Project Owner' : isRead ? 'Project Read Only' : null;
  const said = {
    title: filled(title, names),
    detail: filled(detail, names).trim(),
    undo: undo ? filled(undo, names) : null,
  };
  return { kind, places: [], commands, role, managedBy: null, ...words, ...said };
}

export const readStep = (
  subject: PlanSubject,
  words: Pick<Step, 'title' | 'detail'>,
  names?: Readonly<Record<string, string>>,
): Step => step({ ...words, commands: [pull(subject)] }, names);

/** The role that may also set up endpoints and peering (vendor documentation, 2026-11). */
export const NETWORK = 'Project Owner or Project Network Access Manager';

/** Puts the new strings into the code and deploys them. `commands` read strings that exist only after the change. */
export function replaceSteps(
  subject: PlanSubject,
  found: readonly PlannedFinding[],
  words: Pick<Step, 'title' | 'detail'> & Readonly<{ from?: string; after?: string; commands?: readonly string[] }>,
): Steps {
  const { title, detail, from = ' from where the applications run', after, commands = [] } = words;
  const places = replacements(found);
  if (places.length === 0) return [];
  const pinged = newPings(subject, found, places);
  return [
    step({ kind: 'replace', title, detail, places, commands, undo: 'Restore the previous strings.' }),
    pinged.length > 0 && step({ kind: 'verify', ...COMMON.pings, commands: pinged }, { from }),
    deployStep(after),
  ];
}

export const deployStep = (more = ''): Step => step({ kind: 'deploy', ...COMMON.deploy }, { more });

/** The record has the string behind an attribute, which the code shows nowhere. */
function newPings({ profile }: PlanSubject, found: readonly PlannedFinding[], places: readonly PlanPlace[]): string[] {
  const attributes = found.flatMap(({ string, cluster, place }) => {
    const field = fieldOf(/\w{1,80}$/.exec(place.to ?? '')?.[0] ?? '').field;
    if (!string?.attribute || !cluster || !field) return [];
    return listedFor(cluster, { ...string.attribute, field })?.text ?? [];
  });
  const written = places.flatMap(({ to }) =>
    to !== null && /[:.]/.test(to) && !/^(?:data\.)?mongodbatlas_|connection_?strings/i.test(to) ? [to] : [],
  );
  return pingsOf([...written, ...attributes], profile);
}

/** The plan must be ready before a step that breaks strings or cannot be undone. */
export const gateStep = ({ change }: PlanSubject, before: string): Step =>
  step({ kind: 'verify', ...COMMON.gate, commands: [planCommand(change)] }, { before });

/** Fetches the facts after the change, and reaches the clusters by one string of each kind in use that stays, and by legacy names. */
export function verifyAfter(subject: PlanSubject, detail: string, kinds?: readonly ListedString['kind'][]): Step {
  const { profile, clusters, used, breaking } = subject;
  const gone = new Set(breaking.map(({ string }) => string));
  const stay = used.flatMap(({ string }) => (gone.has(string) ? [] : string));
  const wanted = kinds ?? LISTED.filter((kind) => stay.some((string) => string.kind === kind));
  const strings = clusters.flatMap((cluster) => wanted.flatMap((kind) => listedAs(cluster, kind)[0]?.text ?? []));
  const legacy = stay.filter(({ kind, name }) => kind === 'legacy' && name === null).map(shown);
  const commands = [pull(subject), 'connlint check', ...pingsOf([...strings, ...legacy], profile)];
  return step({ kind: 'verify', title: 'Verify after the change', detail, commands });
}

const LISTED = ['standard', 'legacy', 'private', 'private-endpoint', 'optimized'] as const;

/** The places of these findings, with the replacement of each. Of several for one place, the first with an answer. */
export function replacements(found: readonly PlannedFinding[]): readonly PlanPlace[] {
  const ofString = ({ string, place }: PlannedFinding): unknown =>
    string && place.to !== null ? `${place.file}:${string.range.offset}:${place.to}` : place;
  const places = distinct(found, ofString).map(({ place }) => place);
  return distinctPlaces([...places.filter(({ to }) => to !== null), ...places]);
}

/** A replacement that no record lists does not resolve before the change. */
export const isLate = ({ finding, place: { to }, cluster }: PlannedFinding): boolean =>
  succeedsAfterwards(finding) &&
  (to === null || !cluster?.listed.some(({ hosts }) => hosts.some(({ host }) => to.includes(host))));

export function afterwards(subject: PlanSubject): OpenPoint | false {
  const places = distinctPlaces(subject.breaking.filter(isLate).map(({ place }) => place));
  return unlessDown(subject.change.downtime, 'The new strings exist only after the change.', places, refused);
}

/** Free and Flex clusters have one region and one replica set (vendor documentation, cluster tiers, 2026-08). */
const sharedNames = ({ clusters }: PlanSubject): string[] =>
  clusters.filter(({ tier }) => tier !== undefined && tier !== 'dedicated').map(({ name }) => name);

export function notDedicated(subject: PlanSubject): OpenPoint | false {
  const names = sharedNames(subject);
  const message = `The service refuses the change: ${named(names)} is not a dedicated cluster.`;
  return names.length > 0 && refused(message, 'Upgrade it first, or correct the plan.');
}

/** Nothing is to be done for a change of such clusters only. */
export function impossible(subject: PlanSubject): Runbook | null {
  const names = sharedNames(subject);
  const isFor = names.length > 0 && names.length === subject.clusters.length;
  return isFor ? made(`Not possible: ${named(names)} is not a dedicated cluster.`) : null;
}

/** Hostnames changed for clusters created from 31 March 2020 on (vendor FAQ on connection changes, 2026-08). */
export const mayBeLegacy = ({ createdAt, listed }: ClusterFacts): boolean =>
  createdAt === undefined || createdAt < '2020-03-31' || listed.some(({ kind }) => kind === 'legacy');

/** True if all clusters of the project are known, and none of them is on one of these providers. */
export const hasNoneOn = (own: readonly Provider[], { clusters, facts }: Pick<PlanSubject, 'clusters' | 'facts'>) =>
  clusters.length > 0 &&
  facts.known.has('clusters') &&
  clusters.every(({ providers }) => providers && !providers.some((one) => own.includes(one)));
