import { acceptedBy, clusterNameOf, type ChangeName, type PlannedChange } from '../config/plan.ts';
import { daysBetween } from '../config/forms.ts';
import { eachProject, howToKnow, notKnown, TRANSIENT, type ClusterFacts, type FactName } from '../facts/facts.ts';
import type { UncheckedPlaces } from '../lint/finding.ts';
import { settledBy } from '../lint/suppressions.ts';
import { nearestName } from '../text/edit-distance.ts';
import { grouped } from '../text/source.ts';
import { tokenCommand } from './commands.ts';
import { acceptFiles, distinctPlaces, named, open, refused } from './steps.ts';
import type { OpenPoint, PlanPlace, PlanVerdict, Step, Steps } from './steps.ts';
import { openStrings } from './reads.ts';
import { adminApi } from './procedures/admin-api.ts';
import { cloudProvider } from './procedures/cloud-provider.ts';
import { leaveLegacyHostnames } from './procedures/leave-legacy-hostnames.ts';
import { multiRegion } from './procedures/multi-region.ts';
import { portMappedEndpoints } from './procedures/port-mapped-endpoints.ts';
import { customDns, disablePeeringOnly, regionalizedEndpoints } from './procedures/settings.ts';
import { shard } from './procedures/shard.ts';
import { isOfApi, planSubject } from './subject.ts';
import type { PlanInput, PlanSubject, Procedure, UnreadFile, UsedString } from './subject.ts';

const PROCEDURES: { readonly [C in ChangeName]: Procedure<C> } = {
  'multi-region': multiRegion,
  'disable-peering-only': disablePeeringOnly,
  'cloud-provider': cloudProvider,
  'regionalized-endpoints': regionalizedEndpoints,
  shard,
  'custom-dns': customDns,
  'port-mapped-endpoints': portMappedEndpoints,
  'admin-api': adminApi,
  'leave-legacy-hostnames': leaveLegacyHostnames,
};

/** What a kind of change has of its own. Its functions take the subject of this very change. */
const procedureOf = ({ change }: PlannedChange): Procedure<ChangeName> =>
  PROCEDURES[change] as unknown as Procedure<ChangeName>;

export type PlanEntry = Readonly<ReturnType<typeof judgeChange>>;

/** Decides the verdict of one planned change and creates its runbook. Pure. */
export function judgeChange(input: PlanInput) {
  const subject = planSubject(input);
  const { change, facts, found } = subject;
  const contradiction = stringBesideNone(subject);
  if (contradiction) throw input.contradicted(contradiction);
  // Those that the plan's own entry does not settle.
  const blocking = subject.breaking.filter(({ finding }) => settledBy(change, finding) === undefined);
  const { about, steps, isMade = false } = procedureOf(change).runbook(subject);
  const old = subject.clusters.filter(({ readAt, isDeclared }) => !readAt && !isDeclared).map(({ source }) => source);
  const undated = old.length === 0 ? '' : ` The date of ${[...new Set(old)].slice(0, 3).join(', ')} is not known.`;
  // A baseline, a comment or a suppression is about `check`; the plan has an entry of its own.
  const accepted = blocking.flatMap(({ finding, place }) => {
    const settle = `In the plan entry: "accept": { ${JSON.stringify(finding.id)}: "<reason>" }`;
    return finding.suppressed ? [refused('Accepted for `connlint check` only.', settle, [place])] : [];
  });
  const open = [...openPoints(subject, isMade), ...accepted];
  const isBlocked = blocking.length > 0 || open.some(({ blocks }) => blocks);
  const verdict: PlanVerdict = isBlocked ? 'blocked' : open.length > 0 ? 'undecided' : 'ready';
  return {
    change: change.change,
    // By its name in the config or by its id; `null` where nothing names it.
    project: facts.of.key,
    // As the plan names it, `*` for all; `null` for a change of the project.
    cluster: clusterNameOf(change),
    plan: change,
    verdict,
    // The last step that breaks strings or cannot be undone, or why there is none: one sentence.
    about: `${about}${undated}`,
    strings: found.map(({ finding }) => finding),
    blocking: blocking.map(({ finding }) => finding),
    open,
    steps: withToken(flat(steps), subject),
    notCounted: subject.notCounted,
  };
}

const flat = (steps: Steps): Step[] =>
  steps.flatMap((one) => (one === false ? [] : 'title' in one ? [one] : flat(one)));

function withToken(steps: readonly Step[], subject: PlanSubject): readonly Step[] {
  const first = steps.find(({ commands }) => commands.some((line) => line.startsWith('curl ')));
  return steps.map((one) => (one === first ? { ...one, commands: [tokenCommand(subject), ...one.commands] } : one));
}

/** Everything that keeps a change from being ready besides strings that break, each once. */
function openPoints(subject: PlanSubject, isMade: boolean): readonly OpenPoint[] {
  const { refusals } = procedureOf(subject.change);
  const needed = needs(subject, isMade).map((fact) => ({ missing: fact, places: [] }));
  return [
    ...(refusals?.(subject) ?? []).filter((one) => one !== false),
    ...doubtsAbout(subject),
    // What programs read makes no difference to a change that is made.
    ...missing(subject, isMade ? needed : [...needed, ...subject.unknown]),
    ...(isMade ? [] : [...openOrNoStrings(subject), ...unread(subject), ...subject.outside]),
  ];
}

function openOrNoStrings(subject: PlanSubject): readonly OpenPoint[] {
  const { mayBreak, spares } = procedureOf(subject.change);
  const isSpared = spares && !subject.clusters.some((cluster) => isConcerned(cluster, subject));
  const open = mayBreak ? openStrings(subject, (string) => mayBreak(string, subject), isSpared) : [];
  return open.length > 0 || subject.change.strings ? open : withoutString(subject);
}

const isConcerned = (cluster: ClusterFacts, subject: PlanSubject): boolean =>
  procedureOf(subject.change).concerns?.(cluster, subject) ?? true;

const CORRECT = 'Correct or remove one of the two.';

/** Why nothing irreversible may rest on the facts. Those without a date are not in doubt: see `readAt`. */
export function doubtsAbout({ clusters, facts, age }: Pick<PlanSubject, 'clusters' | 'facts' | 'age'>): OpenPoint[] {
  const dates = clusters.length > 0 ? [...facts.dates, ...clusters.map(({ readAt }) => readAt)] : [];
  const bySource = new Map(dates.flatMap((date) => (date ? [[date.source, date.value] as const] : [])));
  return [
    ...clusters.flatMap(({ conflicts }) => [...new Set(conflicts)].map((message) => open(`${message}.`, CORRECT))),
    ...clusters.flatMap(({ name, stateName = '', source }) => {
      const message = `Cluster "${name}" is in the state ${stateName} in ${source}.`;
      const settle = 'Read the record again when that has ended: `connlint pull`.';
      return TRANSIENT.has(stateName) ? [open(message, settle)] : [];
    }),
    ...[...bySource].flatMap(([source, value]) => {
      const days = daysBetween(value.slice(0, 10), age.today);
      const message = `The facts in ${source} are ${days} days old, more than \`maxFactAge\` (${age.maxFactAge}).`;
      return days > age.maxFactAge ? [open(message, 'Read them again: `connlint pull`.')] : [];
    }),
  ];
}

/** One point per fact, with the places whose rules lack it. */
const missing = (subject: PlanSubject, lacking: readonly Pick<UncheckedPlaces, 'missing' | 'places'>[]): OpenPoint[] =>
  [...grouped(lacking, (one) => one.missing)].flatMap(([fact, same]) => {
    const found = same.flatMap(({ places }) => places);
    const all = distinctPlaces(found.map(({ file, line, column }) => ({ file, line, column, from: null, to: null })));
    const conflict = conflictAbout(fact, subject);
    if (conflict) return [open(conflict.message, CORRECT, all)];
    const words = notKnown(fact);
    const isOfCall = fact === 'API version of a call';
    const places = isOfCall ? all.filter(({ file }) => !Object.hasOwn(acceptedBy(subject.change), file)) : all;
    if (isOfCall && places.length === 0) return [];
    const settle = isOfCall ? acceptFiles(places) : howToKnow(fact);
    const names = fact === 'cluster record' ? subject.facts.clusters.map(({ name }) => name) : [];
    const near = nearestName(clusterNameOf(subject.change) ?? '', names);
    const meant = near === null ? '' : ` Did you mean "${near}"?`;
    return [open(`${words[0]!.toUpperCase()}${words.slice(1)}.${meant}`, settle, places)];
  });

/** A setting that two sources contradict each other about is not known. */
const conflictAbout = (fact: FactName, { facts }: PlanSubject) =>
  facts.notices.find(
    ({ code, message }) => code === 'fact-conflict' && howToKnow(fact).includes(`"${message.split(' ', 1)[0]!}"`),
  );

/** What a change needs besides what its rules ask for; each only where it decides something. */
function needs(subject: PlanSubject, isMade: boolean): readonly FactName[] {
  const { change, clusters, facts } = subject;
  const name = clusterNameOf(change);
  const isForAll = name === '*' || (name === null && change.change !== 'admin-api' && !isMade);
  const { toggles, needs: own } = procedureOf(change);
  const isWhole = eachProject(facts).every(({ known }) => known.has('clusters'));
  const all: readonly (FactName | false)[] = [
    clusters.length === 0 && (name !== null || isForAll) && 'cluster record',
    isForAll && !isWhole && clusters.length > 0 && 'complete list of clusters',
    ...(toggles && conflictAbout(toggles, subject) ? [toggles] : []),
    ...(own?.(subject) ?? []),
  ];
  return all.filter((one) => one !== false);
}

/** A string of the change's clusters, if the plan states that there is none. */
function stringBesideNone(subject: PlanSubject): PlanPlace | null {
  if (!subject.change.strings || withoutString(subject).length > 0) return null;
  const shown = seenStrings(subject).find(
    ({ string }) => isOfApi(string) || (string.kind !== 'external' && string.kind !== 'templated-unknown'),
  );
  return shown?.place ?? null;
}

const seenStrings = ({ change, used }: PlanSubject): readonly UsedString[] =>
  used.filter(
    ({ string, own, file }) =>
      file.role !== 'test' && (change.change === 'admin-api' ? isOfApi(string) : own && !isOfApi(string)),
  );

/** A tree without a string of the cluster shows nothing: the strings may be in secrets, or in another repository. */
function withoutString(subject: PlanSubject): OpenPoint[] {
  const { change, clusters } = subject;
  const seen = seenStrings(subject);
  const settle = 'In the plan entry: "strings": { "none": "<reason>" }';
  if (change.change === 'admin-api')
    return seen.length > 0 ? [] : [open('No call of the Administration API was found.', settle)];
  const names = new Set(seen.flatMap(({ cluster }) => cluster?.name ?? []));
  const without = clusters
    .filter((cluster) => isConcerned(cluster, subject) && !names.has(cluster.name))
    .map(({ name }) => name);
  if (without.length === 0 && seen.length + clusters.length > 0) return [];
  const name = clusterNameOf(change);
  const whose = name === null || name === '*' ? without : [name];
  return [open(`No connection string${whose.length > 0 ? ` of ${named(whose)}` : ''} was found.`, settle)];
}

/** Files that no rule judged and that have strings of the cluster, or may. */
function unread(subject: PlanSubject): OpenPoint[] {
  const { unread: files, change } = subject;
  const { mayBreak } = procedureOf(change);
  const isOpen = ({ part, seen }: UnreadFile): boolean =>
    !part || seen === null || seen.strings.some((one) => mayBreak?.(one, subject) ?? true);
  const left = files.filter((one) => !Object.hasOwn(acceptedBy(change), one.file) && isOpen(one));
  return [...grouped(left, ({ reason }) => reason)].map(([reason, same]) => {
    const places = same.map(({ file, part }) => ({ file, line: 1, column: 1, ...part, from: null, to: null }));
    const count = same.length === 1 ? '1 file was' : `${same.length} files were`;
    return open(`${count} not judged (${reason}).`, acceptFiles(places), places);
  });
}
