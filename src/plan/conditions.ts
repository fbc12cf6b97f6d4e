import type { FoundString } from '../classify/found-string.ts';
import type { PlannedChange } from '../config/plan.ts';
import { isDeployed } from '../config/roles.ts';
import type { ClusterFacts } from '../facts/facts.ts';
import { isMultiRegion } from '../facts/query.ts';
import { externalEntry, hostPlaceholders } from './external-reads.ts';
import { STRING_KINDS } from './relevance.ts';
import { named } from './steps.ts';
import { clusterNameOf } from './subject.ts';
import type { Condition, PlanSubject } from './subject.ts';
import { nearestName } from '../text/edit-distance.ts';
import { refusals } from './refusals.ts';

/**
 * A missing answer is never a yes: without a string that was seen, with one that could not be judged, or against what a
 * fact says, no change is ready.
 * @param earlier changes that the config plans before this one
 */
export function conditionsOf(subject: PlanSubject, earlier: readonly PlannedChange[]): readonly Condition[] {
  return [
    ...refusals(subject, earlier),
    ...disputed(subject),
    ...unseen(subject),
    ...withoutHost(subject),
    ...outside(subject),
    ...misnamed(subject),
    ...newerCalls(subject),
  ];
}

/** Contradicting answers do not count. */
function disputed({ change, clusters }: PlanSubject): Condition[] {
  if (change.change === 'admin-api') return [];
  const disputed = new Set(clusters.flatMap(({ conflicts }) => conflicts));
  return [...disputed].map((text) => undecided(`${text}. Correct or remove one of the two.`));
}

const API_KINDS: ReadonlySet<string> = new Set(['admin-api-v1', 'admin-api-v2', 'media-type']);

const isOfApi = ({ kind }: FoundString): boolean => API_KINDS.has(kind);

/** What decides; the same plan may list strings of tests and documents. */
const WHERE = 'in product code, configuration or infrastructure';

/** A tree without a string of the cluster shows nothing: the strings may be in secrets, or in another repository. */
function unseen(subject: PlanSubject): Condition[] {
  const { change } = subject;
  // A test may run against nothing that is deployed.
  const seen = subject.seen.filter((one) => one.isUse && isDeployed(one.role));
  if (change.strings) return [];
  if (change.change === 'admin-api') {
    const calls = seen.some(({ string }) => isOfApi(string));
    return calls ? [] : [undecided(`No call of the Administration API was found ${WHERE}.`)];
  }
  const strings = seen.filter(({ string, own }) => own && STRING_KINDS.has(string.kind));
  const names = new Set(strings.flatMap(({ cluster }) => cluster?.name ?? []));
  const concerned = subject.clusters.filter((cluster) => isConcerned(change, cluster));
  const without = concerned.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  if (strings.length > 0 && without.length === 0) return [];
  const name = clusterNameOf(change);
  const missing = without.length > 0 || name === null || name === '*' ? without : [name];
  const whose = missing.length > 0 ? ` of ${named(missing)}` : '';
  const advice = 'If its strings are elsewhere, check them by hand and add `"strings": {"none": "<reason>"}`.';
  return [undecided(`No connection string${whose} was found ${WHERE}.${meant(subject)} ${advice}`)];
}

/** A cluster without record and strings may be misspelt. */
function meant({ change, clusters, facts, otherNames }: PlanSubject): string {
  const name = clusterNameOf(change);
  if (name === null || clusters.length > 0) return '';
  const near = nearestName(name, [...facts.clusters.map((one) => one.name), ...otherNames]);
  return near === null ? '' : ` Did you mean "${near}"?`;
}

/** Whether the change may break strings of the cluster; of a change that names its cluster, it always is. */
function isConcerned(change: PlannedChange, cluster: ClusterFacts): boolean {
  switch (change.change) {
    case 'disable-peering-only':
      return mayHaveLegacyName(cluster) && !runsOnAws(cluster);
    case 'leave-legacy-hostnames':
      return mayHaveLegacyName(cluster);
    case 'custom-dns':
      return !change.enabled && cluster.listed.some(({ kind }) => kind === 'private') && !runsOffAws(cluster);
    case 'regionalized-endpoints':
      return cluster.listed.some(({ endpoint }) => endpoint !== null) && isMultiRegion(cluster) !== false;
    case 'admin-api':
      return false;
    case 'multi-region':
    case 'cloud-provider':
    case 'shard':
    case 'port-mapped-endpoints':
      return true;
  }
}

/** Hostnames changed for clusters created from 31 March 2020 on (vendor FAQ on connection changes, 2026-08). */
function mayHaveLegacyName({ createdAt }: ClusterFacts): boolean {
  return createdAt === undefined || createdAt.value < '2020-03-31';
}

function runsOnAws({ providers }: ClusterFacts): boolean {
  return providers?.value.every((provider) => provider === 'aws') ?? false;
}

function runsOffAws({ providers }: ClusterFacts): boolean {
  return providers !== undefined && !providers.value.includes('aws');
}

function withoutHost({ hidden }: PlanSubject): Condition[] {
  if (hidden.length === 0) return [];
  const strings = hidden.length === 1 ? '1 string was' : `${hidden.length} strings were`;
  const unchecked = hidden.map(({ string, place }) => ({ place, message: whyHidden(string) }));
  return [{ ...undecided(`${strings} not checked: the host is not visible.`), unchecked }];
}

function whyHidden(string: FoundString): string {
  const names = [...new Set(hostPlaceholders(string).flatMap(({ name }) => name ?? []))];
  if (names.length === 0) return 'The host is not visible. Check the value: `connlint classify <string>`.';
  return `${named(names)} ${names.length === 1 ? 'is' : 'are'} not set in this tree. Add ${externalEntry(names)}.`;
}

/** A string in a secret or a variable changes with its cluster like any other. */
function outside({ reads }: PlanSubject): Condition[] {
  if (reads.length === 0) return [];
  const strings = reads.length === 1 ? '1 string comes' : `${reads.length} strings come`;
  const names = named([...new Set(reads.map(({ name }) => name))]);
  const unchecked = reads.map(({ name, place }) => ({
    place,
    message: `The value of ${name} is not in this tree. Add ${externalEntry([name])}, or name its value under \`inventory.values\`.`,
  }));
  return [{ ...undecided(`${strings} from outside the tree, with no known value: ${names}.`), unchecked }];
}

/** A move to an older version undoes what the newer one brought, which no rule checks. */
function newerCalls({ change, used }: PlanSubject): Condition[] {
  if (change.change !== 'admin-api') return [];
  const dates = used.flatMap(({ string, place }) =>
    string.kind === 'media-type' ? (/\d{4}-\d{2}-\d{2}/.exec(place.from ?? '') ?? []) : [],
  );
  const latest = dates.sort().at(-1);
  if (latest === undefined || latest <= change.to) return [];
  return [
    undecided(`Calls use version ${latest}, which is newer than ${change.to}. Plan a move to ${latest} or later.`),
  ];
}

/** A misspelt name settles nothing. */
function misnamed({ misnamed, facts }: PlanSubject): Condition[] {
  return misnamed.map(({ name, cluster }) => {
    const near = nearestName(cluster, [...facts.clusters.map((one) => one.name), 'not-service']);
    const advice = near === null ? 'Add its record, or correct the name.' : `Did you mean "${near}"?`;
    return undecided(`\`external\` gives ${name} the cluster "${cluster}", which is not known. ${advice}`);
  });
}

function undecided(message: string): Condition {
  return { verdict: 'undecided', message };
}
