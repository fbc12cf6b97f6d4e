import type { PlannedChange } from '../config/plan.ts';
import { doubtsAbout } from '../facts/doubts.ts';
import type { ClusterFacts, FactName, Region } from '../facts/facts.ts';
import { eachProject } from '../facts/facts.ts';
import { howToKnow, notKnown } from '../facts/hints.ts';
import { endpointRegions, hasEndpointIn, isMultiRegion } from '../facts/query.ts';
import { distinctRegions } from '../facts/regions.ts';
import { addedRegions, moveOf, plannedRegions } from '../lint/string-hosts.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import { grouped } from '../text/source.ts';
import { nearestName } from '../text/edit-distance.ts';
import type { OpenPoint, PlanPlace } from './entry.ts';
import { openStrings } from './reads.ts';
import { ENDPOINT_KINDS, named, uses } from './steps.ts';
import { acceptedBy, clusterNameOf, distinctPlaces, usedOf } from './subject.ts';
import type { PlanSubject, UsedString } from './subject.ts';

type Change<C extends PlannedChange['change']> = Extract<PlannedChange, { change: C }>;
type RegionSubject = PlanSubject<Change<'multi-region'>>;

/** Everything that keeps a change from being ready besides strings that break, each once. */
export function openPoints(subject: PlanSubject): readonly OpenPoint[] {
  const strings = openStrings(subject);
  return [
    ...refusals(subject),
    ...doubts(subject),
    ...missing(subject),
    ...(strings.length > 0 ? strings : unseen(subject)),
    ...unread(subject),
    ...newerCalls(subject),
  ];
}

const open = (message: string, settle: string | null, places: readonly PlanPlace[] = []): OpenPoint => ({
  message,
  places,
  settle,
  blocks: false,
});
const refused = (message: string, settle: string | null = null): OpenPoint => ({
  message,
  places: [],
  settle,
  blocks: true,
});

const DOWNTIME = 'In the plan entry: "downtime": "<reason>"';

function doubts({ change, clusters, input: { age } }: PlanSubject): OpenPoint[] {
  if (change.change === 'admin-api') return [];
  const all = clusters.flatMap((cluster) => doubtsAbout(cluster, age));
  return [...new Map(all.map((one) => [one.message, one])).values()].map(({ message, settle }) =>
    open(`${message}.`, settle),
  );
}

/** One point per fact, with the places whose rules lack it. */
function missing(subject: PlanSubject): OpenPoint[] {
  const byFact = new Map<FactName, PlanPlace[]>(needs(subject).map((fact) => [fact, []]));
  for (const { missing: fact, places } of subject.unknown) {
    const own = places.map(({ file, line, column }) => ({ file, line, column, from: null, to: null }));
    byFact.set(fact, [...(byFact.get(fact) ?? []), ...own]);
  }
  return [...byFact].map(([fact, places]) => {
    const words = notKnown(fact);
    return open(`${words[0]!.toUpperCase()}${words.slice(1)}.`, howToKnow(fact), distinctPlaces(places));
  });
}

/** What a change needs besides what its rules ask for; each only where it decides something. */
function needs(subject: PlanSubject): readonly FactName[] {
  const { change, clusters, facts } = subject;
  const name = clusterNameOf(change);
  const isForAll = name === '*' || (name === null && change.change !== 'admin-api');
  const isWhole = eachProject(facts).every(({ wholeLists }) => wholeLists.length > 0);
  return [
    ...(clusters.length === 0 && (name !== null || isForAll) ? (['cluster record'] as const) : []),
    ...(isForAll && !isWhole && clusters.length > 0 ? (['complete list of clusters'] as const) : []),
    ...clusters.flatMap((cluster): readonly FactName[] => ownNeeds(change, cluster)),
    ...(change.change === 'multi-region' ? regionNeeds(subject as RegionSubject) : []),
  ];
}

function ownNeeds(change: PlannedChange, cluster: ClusterFacts): readonly FactName[] {
  switch (change.change) {
    case 'cloud-provider':
      if (!cluster.providers) return ['provider of the cluster'];
      return moveOf(cluster, null) === 'unknown' ? ['creation date of the cluster'] : [];
    case 'port-mapped-endpoints':
      return cluster.providers ? [] : ['provider of the cluster'];
    case 'regionalized-endpoints':
      return cluster.sharded || !change.enabled || (cluster.tier && cluster.tier.value !== 'dedicated')
        ? []
        : ['cluster type'];
    case 'multi-region':
    case 'shard':
    case 'custom-dns':
    case 'disable-peering-only':
    case 'leave-legacy-hostnames':
    case 'admin-api':
      return [];
  }
}

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function regionNeeds(subject: RegionSubject): readonly FactName[] {
  const { change, clusters, facts } = subject;
  if (clusters.length > 0 && clusters.every((cluster) => addedRegions(change, cluster).length === 0)) return [];
  const regions = clusters.flatMap((cluster) => plannedRegions(change, cluster));
  const hasEndpoints =
    uses(subject, ENDPOINT_KINDS) || clusters.some(({ listed }) => listed.some(({ endpoint }) => endpoint !== null));
  return [
    ...(hasEndpoints && regionalized(subject) === undefined
      ? (['regionalized private endpoints (regionalMode)'] as const)
      : []),
    ...(hasEndpoints && facts.endpoints === undefined ? (['private endpoint services'] as const) : []),
    ...(regions.some(({ provider }) => provider === null) ? (['provider of the cluster'] as const) : []),
    ...(regions.some(({ provider }) => provider === 'azure') && !facts.project.peeringOnly
      ? (['peering-only mode (privateIpMode)'] as const)
      : []),
  ];
}

const regionalized = ({ change, facts }: RegionSubject): boolean | undefined =>
  change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;

/** A tree without a string of the cluster shows nothing: the strings may be in secrets, or in another repository. */
function unseen(subject: PlanSubject): OpenPoint[] {
  return subject.change.strings ? [] : withoutString(subject);
}

/** A string of the change's clusters, if the plan states that there is none. */
export function stringBesideNone(subject: PlanSubject): PlanPlace | null {
  if (!subject.change.strings || withoutString(subject).length > 0) return null;
  const shown = seenStrings(subject).find(
    ({ string }) => isOfApi(string.kind) || (string.kind !== 'external' && string.kind !== 'templated-unknown'),
  );
  return shown?.place ?? null;
}

const seenStrings = ({ change, used }: PlanSubject): readonly UsedString[] =>
  used.filter(
    ({ string, own, file }) =>
      file.role !== 'test' && (change.change === 'admin-api' ? isOfApi(string.kind) : own && !isOfApi(string.kind)),
  );

function withoutString(subject: PlanSubject): OpenPoint[] {
  const { change, clusters } = subject;
  const seen = seenStrings(subject);
  const settle = 'In the plan entry: "strings": { "none": "<reason>" }';
  if (change.change === 'admin-api')
    return seen.length > 0 ? [] : [open('No call of the Administration API was found.', settle)];
  const names = new Set(seen.flatMap(({ cluster }) => cluster?.name ?? []));
  const without = clusters
    .filter((cluster) => isConcerned(change, cluster) && !names.has(cluster.name))
    .map(({ name }) => name);
  if (seen.length > 0 && without.length === 0) return [];
  const name = clusterNameOf(change);
  const whose = without.length > 0 || name === null || name === '*' ? without : [name];
  if (clusters.length > 0 && whose.length === 0) return [];
  const near =
    name === null || clusters.length > 0
      ? null
      : nearestName(name, [...subject.facts.clusters.map((one) => one.name), ...namesIn(subject)]);
  return [
    open(
      `No connection string${whose.length > 0 ? ` of ${named(whose)}` : ''} was found.${near === null ? '' : ` Did you mean "${near}"?`}`,
      settle,
    ),
  ];
}

const isOfApi = (kind: string): boolean => /^(?:admin-api|media-type)/.test(kind);

const namesIn = ({ input: { files } }: PlanSubject): string[] => [
  ...new Set(files.flatMap(({ strings }) => strings.flatMap(({ cluster }) => cluster ?? []))),
];

/** Whether the change may break strings of the cluster; of a change that names its cluster, it always is. */
function isConcerned(change: PlannedChange, cluster: ClusterFacts): boolean {
  const { createdAt, providers, listed } = cluster;
  // Hostnames changed for clusters created from 31 March 2020 on (vendor FAQ on connection changes, 2026-08).
  const mayBeLegacy = createdAt === undefined || createdAt.value < '2020-03-31';
  switch (change.change) {
    case 'disable-peering-only':
      return mayBeLegacy && !(providers?.value.every((provider) => provider === 'aws') ?? false);
    case 'leave-legacy-hostnames':
      return mayBeLegacy;
    case 'custom-dns':
      return (
        listed.some(({ kind }) => kind === (change.enabled ? 'standard' : 'private')) &&
        !change.enabled &&
        (providers?.value.includes('aws') ?? true)
      );
    case 'regionalized-endpoints':
      return listed.some(({ endpoint }) => endpoint !== null) && isMultiRegion(cluster) !== false;
    case 'admin-api':
      return false;
    case 'multi-region':
    case 'cloud-provider':
    case 'shard':
    case 'port-mapped-endpoints':
      return true;
  }
}

/** Files that no rule judged and that have strings of the cluster, or may. */
function unread({ unread: files, change }: PlanSubject): OpenPoint[] {
  const left = files.filter(({ file }) => !Object.hasOwn(acceptedBy(change), file));
  return [...grouped(left, ({ reason }) => reason)].map(([reason, same]) => {
    const places = same.map(({ file }) => ({ file, line: 1, column: 1, from: null, to: null }));
    const count = same.length === 1 ? '1 file was' : `${same.length} files were`;
    const settle = `Check by hand, then in the plan entry: "accept": { ${JSON.stringify(same[0]!.file)}: "<reason>" }`;
    return open(`${count} not judged (${reason}).`, settle, places);
  });
}

/** A move to an older version undoes what the newer one brought, which no rule checks. */
function newerCalls({ change, used }: PlanSubject): OpenPoint[] {
  if (change.change !== 'admin-api') return [];
  const newer = used.filter(
    ({ string, place }) =>
      string.kind === 'media-type' && (/\d{4}-\d{2}-\d{2}/.exec(place.from ?? '')?.[0] ?? '') > change.to,
  );
  if (newer.length === 0) return [];
  return [
    open(
      `Calls use a version that is newer than ${change.to}.`,
      'Plan a move to that version or a later one.',
      newer.map(({ place }) => place),
    ),
  ];
}

/** Changes that the service refuses, or that a fact contradicts. */
function refusals(subject: PlanSubject): OpenPoint[] {
  switch (subject.change.change) {
    case 'multi-region':
      return multiRegion(subject as RegionSubject);
    case 'regionalized-endpoints':
      return [...afterwards(subject), ...(subject.change.enabled ? [] : turnedOff(subject))];
    case 'port-mapped-endpoints':
      return offGoogleCloud(subject);
    case 'cloud-provider':
      return afterwards(subject);
    case 'shard':
      return endpointDowntime(subject);
    case 'custom-dns':
    case 'disable-peering-only':
    case 'leave-legacy-hostnames':
    case 'admin-api':
      return [];
  }
}

/** Rules about strings whose successors exist only after the change. */
export const succeedsAfterwards = (finding: Finding): boolean =>
  ['regional-mode-string-change', 'provider-change/legacy', 'multi-region-endpoint-index'].includes(nameOf(finding));

function afterwards({ change, breaking }: PlanSubject): OpenPoint[] {
  if (change.downtime !== undefined) return [];
  const late = breaking.filter(({ finding, place }) => succeedsAfterwards(finding) && place.to === null);
  if (late.length === 0) return [];
  return [
    {
      ...refused('The new strings exist only after the change.', DOWNTIME),
      places: distinctPlaces(late.map(({ place }) => place)),
    },
  ];
}

function multiRegion(subject: RegionSubject): OpenPoint[] {
  const { change, clusters, facts, input } = subject;
  const each = clusters.length > 0 ? clusters : [undefined];
  const added = distinctRegions(each.flatMap((cluster) => addedRegions(change, cluster)));
  const all = distinctRegions([
    ...each.flatMap((cluster) => plannedRegions(change, cluster)),
    ...clusters.flatMap((cluster) => cluster.regions?.value ?? []),
  ]);
  const contradicted = contradiction(subject);
  if (added.length === 0) return contradicted;
  const mode = facts.project.peeringOnly;
  const isLeaving = input.earlier.some((one) => one.change === 'disable-peering-only');
  const onAzure = all.some(({ provider }) => provider === 'azure');
  return [
    ...contradicted,
    ...shared(subject),
    ...(isLeaving && onAzure && mode?.value === true
      ? [
          open(
            'Peering-only mode is on until the earlier change disable-peering-only is done.',
            'Run the plan again after it.',
          ),
        ]
      : []),
    ...coverage(all, subject),
    ...severalInOneRegion(subject),
    ...renamed(subject),
    ...afterwards(subject),
  ];
}

/** The plan counts on a setting that the project does not have. */
function contradiction(subject: RegionSubject): OpenPoint[] {
  const { change, facts, input } = subject;
  const planned = change.regionalizedPrivateEndpoints;
  const known = facts.project.regionalizedPrivateEndpoints;
  if (planned === undefined || known === undefined || known.value === planned) return [];
  const state = `The plan says that regionalized private endpoints are ${onOff(planned)}, ${known.source} says ${onOff(known.value)}.`;
  const isFirst = input.earlier.some((one) => one.change === 'regionalized-endpoints' && one.enabled === planned);
  return isFirst
    ? [open(state, 'Run the plan again after the earlier change regionalized-endpoints.')]
    : [refused(state, 'Change the setting first, or correct the plan.')];
}

const onOff = (value: boolean): string => (value ? 'on' : 'off');

/** The service refuses a region without an endpoint while others have one (vendor documentation, 2026-08). */
function coverage(all: readonly Region[], { facts }: RegionSubject): OpenPoint[] {
  const states = all.map((region) => ({ region, has: hasEndpointIn(facts, region.name, region.provider) }));
  const without = states.filter(({ has }) => has === false).map(({ region }) => region.name);
  if (without.length === 0 || !states.some(({ has }) => has === true)) return [];
  return [
    refused(
      `The service refuses the change: private endpoints exist in some of the planned regions but not in ${without.join(', ')}.`,
      'Create an endpoint there first.',
    ),
  ];
}

/** Without regionalized endpoints: one endpoint per region, or several in one and none elsewhere. */
function severalInOneRegion(subject: RegionSubject): OpenPoint[] {
  const several = endpointRegions(subject.facts).filter(({ count }) => count > 1);
  if (regionalized(subject) === true || several.length === 0) return [];
  const names = several.map(({ region }) => region.name).join(', ');
  return [
    refused(`The service refuses the change: ${names} has more than one private endpoint.`, 'Remove the others first.'),
  ];
}

/** Regionalized strings name their region; what a cluster in one region has may be called otherwise after the change. */
function renamed(subject: RegionSubject): OpenPoint[] {
  if (regionalized(subject) !== true || subject.change.downtime !== undefined) return [];
  const unnamed = usedOf(subject, ...ENDPOINT_KINDS).filter(({ string }) => string.region === null);
  if (unnamed.length === 0) return [];
  return [
    open(
      'With regionalized endpoints, the new strings name their region and exist only after the change.',
      DOWNTIME,
      unnamed.map(({ place }) => place),
    ),
  ];
}

/** The setting stays on while more than one region has several endpoints (vendor documentation, 2026-08). */
function turnedOff({ facts }: PlanSubject): OpenPoint[] {
  if (facts.project.regionalizedPrivateEndpoints?.value === false) return [];
  if (!facts.endpoints)
    return [open('The private endpoint services are not known.', howToKnow('private endpoint services'))];
  const several = endpointRegions(facts).filter(({ count }) => count > 1);
  if (several.length < 2) return [];
  const names = several.map(({ region }) => region.name).join(', ');
  return [refused(`The service refuses to turn the setting off: more than one private endpoint in each of ${names}.`)];
}

function offGoogleCloud({ clusters }: PlanSubject): OpenPoint[] {
  const elsewhere = clusters.filter(({ providers }) => providers && !providers.value.includes('gcp'));
  if (elsewhere.length === 0) return [];
  return [
    refused(
      `Port-mapped endpoints exist on Google Cloud only. ${named(elsewhere.map(({ name }) => name))} is not there.`,
    ),
  ];
}

/** Private endpoints are not available during the conversion (vendor procedure, 2026-08). */
function endpointDowntime(subject: PlanSubject): OpenPoint[] {
  const { clusters, change } = subject;
  if (clusters.length > 0 && clusters.every(({ sharded }) => sharded?.value === true)) return [];
  const used = usedOf(subject, ...ENDPOINT_KINDS);
  if (change.downtime !== undefined || used.length === 0) return shared(subject);
  return [
    ...shared(subject),
    open(
      'Private endpoints are down during the conversion.',
      DOWNTIME,
      used.map(({ place }) => place),
    ),
  ];
}

/** Free and Flex clusters have one region and one replica set (vendor documentation, cluster tiers, 2026-08). */
function shared({ clusters }: PlanSubject): OpenPoint[] {
  const own = clusters.filter(({ tier }) => tier !== undefined && tier.value !== 'dedicated');
  if (own.length === 0) return [];
  return [refused(`The service refuses the change: ${named(own.map(({ name }) => name))} is not a dedicated cluster.`)];
}
