import { nameOf, type Finding, type UncheckedPlaces } from '../lint/finding.ts';
import type { ChangeName, PlannedChange } from '../config/plan.ts';
import {
  clusterNameOf,
  distinctPlaces,
  placeKey,
  subjectOf,
  usedOf,
  type Step,
  type StepPlace,
  type Condition,
  type PlanInput,
  type PlannedFinding,
  type UnreadFile,
  type PlanSubject,
  type Procedure,
} from './subject.ts';
import { plainId, PULL } from './commands.ts';
import { conditionsOf } from './conditions.ts';
import { NO_STRING, replacements, step } from './steps.ts';
import { firstSteps } from './first-steps.ts';
import { eachProject, type ClusterFacts, type FactName } from '../facts/facts.ts';
import { plannedRegions, moveOf } from '../lint/string-hosts.ts';
import { adminApi } from './procedures/admin-api.ts';
import { cloudProvider } from './procedures/cloud-provider.ts';
import { customDns } from './procedures/custom-dns.ts';
import { disablePeeringOnly } from './procedures/disable-peering-only.ts';
import { leaveLegacyHostnames } from './procedures/leave-legacy-hostnames.ts';
import { multiRegion } from './procedures/multi-region.ts';
import { portMappedEndpoints } from './procedures/port-mapped-endpoints.ts';
import { regionalizedEndpoints } from './procedures/regionalized-endpoints.ts';
import { shard } from './procedures/shard.ts';
import type { OwnersOf } from '../owners/codeowners.ts';

/**
 * `blocked`: an error is left, a string has to be replaced first, or the service refuses the change. `undecided`: none
 * of that, but something is not known. `ready`: everything is known, and nothing is in the way. Warnings and accepted
 * findings never decide.
 */
export type PlanVerdict = 'ready' | 'blocked' | 'undecided';

/** One planned change with its verdict. */
export interface PlanEntry {
  readonly change: ChangeName;
  /** As the plan names it, `*` for all; `null` for a change of the project. */
  readonly cluster: string | null;
  /** The project, by its name in the config or by its id; `null` where nothing names it. */
  readonly project: string | null;
  readonly plan: PlannedChange;
  readonly verdict: PlanVerdict;
  /** What else than findings and missing facts decides. */
  readonly reasons: readonly Condition[];
  /** The earlier change of the config that makes true what this one counts on. */
  readonly after: ChangeName | null;
  /** Names of the clusters concerned, as far as they are known. */
  readonly clusters: readonly string[];
  /** Findings of the rules that judge this change, with those that were accepted. */
  readonly strings: readonly Finding[];
  /** Those of them that block the change. */
  readonly blocking: readonly Finding[];
  /** The steps, in this order. */
  readonly steps: readonly Step[];
  readonly missing: readonly FactName[];
  /** Files that were not read and may contain strings of the service. */
  readonly unread: readonly UnreadFile[];
  /** Where rules lacked a fact. */
  readonly unknown: readonly UncheckedPlaces[];
}

/** Decides the verdict of one planned change and creates its runbook. Pure. */
export const judgeChange = (input: PlanInput): PlanEntry => judgeSubject(subjectOf(input), input);

/** More input of a verdict. */
type PlanScope = Pick<PlanInput, 'unread' | 'earlier' | 'gaps'>;

/** The same for a given subject, such as the joined subject of several repositories. */
export function judgeSubject(subject: PlanSubject, { unread, earlier = [], gaps = [] }: PlanScope): PlanEntry {
  const { change, findings, unknown } = subject;
  const reasons = [...conditionsOf(subject, earlier), ...gaps];
  const after = reasons.find((reason) => reason.after !== undefined)?.after ?? null;
  const asked = [...unknown.map((entry) => entry.missing), ...reasons.flatMap(({ missing = [] }) => missing)];
  const missing = [...new Set([...missingFor(subject), ...asked])];
  const steps = complete(subject, withTurningPoint(procedureOf(subject)));
  const blocking = mustMend(subject, reasons).map(({ finding }) => finding);
  return {
    change: change.change,
    cluster: clusterNameOf(change),
    project: subject.facts.of.key,
    plan: change,
    verdict: verdictOf(blocking, steps, reasons, missing.length + unread.length),
    reasons,
    after,
    clusters: subject.clusters.map(({ name }) => name),
    strings: findings,
    blocking,
    steps: [...firstSteps(subject, missing, unread), ...steps].map((one) => pullingOwn(one, subject)),
    missing,
    unread,
    unknown,
  };
}

/** Without an id, a credential for several projects fetches none. */
function pullingOwn(one: Step, { change, facts }: PlanSubject): Step {
  const id = plainId(facts.of.groupId);
  if (one.command === null || change.project === undefined || id === undefined) return one;
  return { ...one, command: one.command.replace(PULL_LINE, `${PULL} --project ${id}`) };
}

const PULL_LINE = new RegExp(`^${PULL}$`, 'm');

/** @param open how much is not known that may decide */
function verdictOf(
  blocking: readonly Finding[],
  steps: readonly Step[],
  reasons: readonly Condition[],
  open: number,
): PlanVerdict {
  const isBlocked = blocking.length > 0 || mustReplace(steps) || reasons.some(({ verdict }) => verdict === 'blocked');
  if (isBlocked) return 'blocked';
  return open > 0 || reasons.length > 0 ? 'undecided' : 'ready';
}

/** Rules about strings whose successors exist only after the change. */
const SUCCEEDS_AFTERWARDS = ['regional-mode-string-change', 'provider-change/legacy', 'multi-region-endpoint-index'];

/** The findings that block: not those that an accepted downtime or an earlier change settles. */
function mustMend({ left, change }: PlanSubject, reasons: readonly Condition[]): readonly PlannedFinding[] {
  const settled = new Set([
    ...(change.downtime === undefined ? [] : SUCCEEDS_AFTERWARDS),
    ...reasons.flatMap(({ settles = [] }) => settles),
  ]);
  return left.filter(({ finding }) => !settled.has(nameOf(finding)));
}

/** True when a step before the change lists a place to replace. */
function mustReplace(steps: readonly Step[]): boolean {
  const at = steps.findIndex(({ kind }) => kind === 'change');
  return steps.slice(0, at < 0 ? steps.length : at).some(({ kind, places }) => kind === 'replace' && places.length > 0);
}

/** Says which step is the last that can be undone. */
function withTurningPoint(steps: readonly Step[]): readonly Step[] {
  const final = steps.findIndex(({ irreversible }) => irreversible);
  // Facts that are still missing may bring steps that cannot be undone.
  const isWhole = steps.some(({ undo }) => undo !== null) && !steps.some(({ kind }) => kind === 'learn');
  if (final < 0 && !isWhole) return steps;
  const last = (final < 0 ? steps.length : final) - 1;
  const words =
    final < 0 ? 'All steps can be undone, up to this last one.' : 'This is the last step that can be undone.';
  return steps.map((one, at) => (at === last ? { ...one, detail: `${one.detail} ${words}` } : one));
}

/** Every finding is in a step: what the procedure does not fix itself comes before or after it. */
function complete(subject: PlanSubject, steps: readonly Step[]): Step[] {
  const known = new Set(steps.flatMap(({ places }) => places.map(placeKey)));
  const open = (findings: readonly PlannedFinding[]): readonly StepPlace[] =>
    placesIn(findings).filter((place) => !known.has(placeKey(place)));
  const first = open(subject.left);
  const later = open(subject.later);
  const documents = placesIn(subject.inDocuments);
  return [
    ...(first.length > 0 ? [step(MEND_FIRST, null, first, 'replace')] : []),
    ...(later.length > 0 ? steps.map((one) => withLater(one, later.length)) : steps),
    ...(later.length > 0 ? [step(MEND_LATER, null, later, 'replace')] : []),
    ...(documents.length > 0 ? [step(DOCUMENTS, null, documents, 'document')] : []),
  ];
}

const MEND_FIRST = {
  title: 'Correct what the change breaks',
  detail: 'Each of these places is a finding of this plan; `connlint explain <rule>` says what to do.',
};
const MEND_LATER = {
  title: 'Replace strings that still work but should not stay',
  detail: 'These places do not block the change. Update them when it is done.',
};
const DOCUMENTS = {
  title: 'Update documents and tests',
  detail: 'Documents, examples, comments and tests do not decide. Update them so that nobody copies an old string.',
};

/** A step without a place says where the strings are that can wait. */
function withLater(one: Step, count: number): Step {
  const places = count === 1 ? '1 place' : `${count} places`;
  const words = `No string to replace first was found. The later step "${MEND_LATER.title}" lists ${places}.`;
  return { ...one, detail: one.detail.replace(NO_STRING, words) };
}

/** One replacement for each string, whatever several rules offer. */
const placesIn = (findings: readonly PlannedFinding[]): readonly StepPlace[] =>
  distinctPlaces([
    ...replacements(findings),
    ...findings.flatMap(({ string, place }) => (string === null ? [place] : [])),
  ]);

/**
 * The exit code of a run: 1 when a change is blocked, or undecided unless that is allowed; 0 otherwise.
 * @param open number of effects that no planned change covers, which are undecided
 */
export function planExitCode(entries: readonly PlanEntry[], allowUndecided: boolean, open = 0): 0 | 1 {
  if (open > 0 && !allowUndecided) return 1;
  return entries.some(({ verdict }) => verdict === 'blocked' || (verdict === 'undecided' && !allowUndecided)) ? 1 : 0;
}

type Needs<C extends ChangeName> = (subject: PlanSubject<Extract<PlannedChange, { change: C }>>) => readonly FactName[];

/**
 * What a change needs to be judged and done besides what its rules ask for; each entry only where it decides something.
 */
const NEEDS: { readonly [C in ChangeName]: Needs<C> } = {
  'multi-region': (subject) => [...record(subject), ...endpointFacts(subject), ...peeringOnly(subject)],
  'disable-peering-only': () => [],
  'cloud-provider': (subject) => [...record(subject), ...subject.clusters.flatMap(moveFacts)],
  'regionalized-endpoints': (subject) => [
    ...record(subject),
    ...(subject.change.enabled ? subject.clusters.flatMap(typeFacts) : []),
  ],
  shard: (subject) => (subject.used.some(({ own }) => own) ? [] : record(subject)),
  'custom-dns': () => [],
  'port-mapped-endpoints': (subject) => [...record(subject), ...subject.clusters.flatMap(providerFacts)],
  'admin-api': () => [],
  'leave-legacy-hostnames': () => [],
};

/** The facts that are missing for the change itself, each once. */
export function missingFor(subject: PlanSubject): readonly FactName[] {
  const needs = NEEDS[subject.change.change] as (subject: PlanSubject) => readonly FactName[];
  return [...new Set([...needs(subject), ...everyCluster(subject)])];
}

/** A change of all clusters breaks the strings of those that no list contains, too. */
function everyCluster({ change, clusters, facts }: PlanSubject): readonly FactName[] {
  const name = clusterNameOf(change);
  const isForAll = name === null ? concernsClusters(change) : name === '*';
  if (!isForAll || eachProject(facts).every(({ wholeLists }) => wholeLists.length > 0)) return [];
  return clusters.length === 0 ? ['cluster record'] : ['complete list of clusters'];
}

/** Calls have no cluster, and with custom DNS turned on, every string keeps working. */
const concernsClusters = (change: PlannedChange): boolean =>
  change.change !== 'admin-api' && !(change.change === 'custom-dns' && change.enabled);

/** A change of a cluster that nothing is known of could as well name one that does not exist. */
function record({ clusters }: PlanSubject): readonly FactName[] {
  return clusters.length === 0 ? ['cluster record'] : [];
}

function providerFacts(cluster: ClusterFacts): readonly FactName[] {
  return cluster.providers ? [] : ['provider of the cluster'];
}

function typeFacts(cluster: ClusterFacts): readonly FactName[] {
  return cluster.sharded || (cluster.tier && cluster.tier.value !== 'dedicated') ? [] : ['cluster type'];
}

/** The age decides between the two procedures, but only off AWS. */
function moveFacts(cluster: ClusterFacts): readonly FactName[] {
  if (!cluster.providers) return ['provider of the cluster'];
  return moveOf(cluster, null) === 'unknown' ? ['creation date of the cluster'] : [];
}

type MultiRegion = PlanSubject<Extract<PlannedChange, { change: 'multi-region' }>>;

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function endpointFacts(subject: MultiRegion): readonly FactName[] {
  if (usedOf(subject, 'private-endpoint', 'optimized').length === 0) return [];
  const { change, facts } = subject;
  const regionalized = change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
  return [
    ...(regionalized === undefined ? (['regionalized private endpoints (regionalMode)'] as const) : []),
    ...(facts.endpoints === undefined ? (['private endpoint services'] as const) : []),
  ];
}

/** Peering-only mode blocks more regions on Azure only. */
function peeringOnly({ change, clusters, facts }: MultiRegion): readonly FactName[] {
  const regions = clusters.flatMap((cluster) => plannedRegions(change, cluster));
  if (regions.some(({ provider }) => provider === null)) return ['provider of the cluster'];
  const azure = regions.some(({ provider }) => provider === 'azure');
  return azure && !facts.project.peeringOnly ? ['peering-only mode (privateIpMode)'] : [];
}

/** The steps of each kind of change, in order. */
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

function procedureOf<C extends PlannedChange>(subject: PlanSubject<C>): Step[] {
  const procedure = PROCEDURES[subject.change.change] as (subject: PlanSubject<C>) => Step[];
  return procedure(subject);
}

/**
 * Plans of one config are carried out one after the other: a later one never offers another string for a place that an
 * earlier one replaces, and names the one that it waits for.
 */
export function inPlannedOrder(entries: readonly PlanEntry[]): PlanEntry[] {
  const planned = new Map<string, { readonly to: string; readonly entry: PlanEntry }>();
  return entries.map((entry) => {
    let after = entry.after;
    const settled = (place: StepPlace): StepPlace => {
      const known = planned.get(placeKey(place));
      if (place.to === null || !known || known.to === place.to || known.entry === entry) return place;
      after ??= known.entry.change;
      return { ...place, to: null, proven: false, recorded: false };
    };
    const steps = entry.steps.map((step): Step => ({ ...step, places: step.places.map(settled) }));
    for (const place of steps.flatMap(({ places }) => places)) {
      if (place.to !== null && !planned.has(placeKey(place))) planned.set(placeKey(place), { to: place.to, entry });
    }
    if (after === entry.after) return { ...entry, steps };
    const message = `The earlier change ${after ?? ''} replaces the same strings: plan this one again after it.`;
    const verdict = entry.verdict === 'ready' ? 'undecided' : entry.verdict;
    return { ...entry, steps, after, verdict, reasons: [...entry.reasons, { verdict: 'undecided', message }] };
  });
}

/**
 * Names the owners beside each place, of each step, and of each deployment those of the places that were replaced
 * before it.
 */
export function withOwners(entry: PlanEntry, ownersOf: OwnersOf): PlanEntry {
  let replaced: StepPlace[] = [];
  const steps = entry.steps.map((step): Step => {
    const places = step.places.map((place) => ({ ...place, owners: ownersOf(place.file) }));
    if (step.kind === 'replace' || isEdit(step, entry)) replaced = [...replaced, ...places];
    if (step.kind !== 'deploy') return { ...step, places, owners: union(places) };
    return { ...step, owners: union(replaced), detail: [step.detail, ...byOwner(replaced)].join(' ') };
  });
  return { ...entry, steps };
}

/** Calls that only warn are edited in the same deployment. */
const isEdit = ({ kind }: Step, { change }: PlanEntry): boolean => change === 'admin-api' && kind === 'prepare';

function union(places: readonly StepPlace[]): readonly string[] {
  return [...new Set(places.flatMap(({ owners = [] }) => owners))].sort();
}

/** Files of an owner that a sentence names. */
const MAX_FILES = 20;

/** `@shop: a.env, b.env.`, one sentence for each owner; files without an owner come last. */
function byOwner(places: readonly StepPlace[]): string[] {
  const files = new Map<string, Set<string>>();
  for (const { file, owners = [] } of places) {
    for (const owner of owners.length > 0 ? owners : ['No owner']) {
      files.set(owner, (files.get(owner) ?? new Set()).add(file));
    }
  }
  const sorted = [...files].sort(([a], [b]) => Number(a === 'No owner') - Number(b === 'No owner') || (a < b ? -1 : 1));
  return sorted.map(([owner, own]) => {
    const all = [...own].sort();
    const more = all.length > MAX_FILES ? ` and ${all.length - MAX_FILES} more` : '';
    return `${owner}: ${all.slice(0, MAX_FILES).join(', ')}${more}.`;
  });
}
