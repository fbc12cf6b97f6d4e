import type { PlannedChange } from '../config/plan.ts';
import { clusterLabel } from './cluster-record.ts';
import { eachProject } from './facts.ts';
import type { ClusterFacts, FactName, Facts, ListedString, ProjectFacts, Region } from './facts.ts';
import { distinctRegions, equalRegions } from './regions.ts';
import { sameRegion } from '../classify/regions.ts';
import type { FoundHost } from '../classify/found-string.ts';
import { PROVIDERS, type Provider } from '../classify/service.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { addTo, oncePer, only } from '../text/source.ts';

/** What a text shows about a host. Clusters of a project share endpoint hosts, which the port distinguishes. */
type AskedHost = Pick<FoundHost, 'host' | 'port' | 'class'>;

/** Built at the first lookup and kept with the facts, because every host of every file is looked up. */
const indexOf = oncePer((facts: Facts) => {
  const byHost = new Map<string, Set<ClusterFacts>>();
  const byLabel = new Map<string, Set<ClusterFacts>>();
  for (const cluster of facts.clusters) {
    for (const { host, port } of cluster.listed.flatMap(({ hosts }) => hosts)) {
      addTo(byHost, host, cluster);
      if (port !== null) addTo(byHost, `${host}:${port}`, cluster);
    }
    for (const label of [cluster.label, ...cluster.aliases]) addTo(byLabel, label, cluster);
  }
  for (const { discovery, clusters } of eachProject(facts))
    for (const { host, cluster: name = '' } of discovery)
      for (const cluster of byLabel.get(clusterLabel(name)) ?? [])
        if (clusters.includes(cluster)) addTo(byHost, host, cluster);
  return {
    byHost,
    byLabel,
    tokens: new Set(facts.clusters.flatMap(({ listed, tokens }) => (listed.length > 0 ? tokens : []))),
    /** Including those of the config. */
    allTokens: new Set(facts.clusters.flatMap(({ tokens }) => tokens)),
  };
});

const plainHost = (host: string): string => host.toLowerCase().replace(/\.$/, '');

/** All clusters whose record (or scrape target) lists the host, with any port. */
export const clustersListing = (facts: Facts, host: string) => [...(indexOf(facts).byHost.get(plainHost(host)) ?? [])];

/** Whose a host is: by token, listed host or name. `mayBe`: the projects that may have its token. */
export function ownerOf(facts: Facts, asked: AskedHost) {
  if (facts.projects.length + facts.clusters.length === 0)
    return { project: facts, mayBe: [facts], cluster: undefined };
  const all = eachProject(facts);
  const token = asked.class.token?.toLowerCase() ?? null;
  const known = all.filter((project) => token !== null && tokensOf(project).has(token));
  const project =
    only(known) ??
    only(all.filter((one) => clustersListing(one, asked.host).length > 0)) ??
    only((known.length > 0 ? known : all).filter((one) => clusterIn(one, asked) !== undefined)) ??
    (facts.projects.length === 0 && (token === null || tokensOf(facts).size === 0) ? facts : undefined);
  if (project) return { project, mayBe: [project], cluster: clusterIn(project, asked) };
  // Where the list of the only project is complete, a token that no cluster has is another project's.
  const isPart = facts.projects.length === 0 && !facts.known.has('clusters');
  const isOpen = token === null || token.includes(PLACEHOLDER) || isPart;
  const mayBe = all.filter((one) => isOpen || tokensOf(one).size === 0 || tokensOf(one).has(token));
  return { project, mayBe, cluster: undefined };
}

const tokensOf = (project: Facts): ReadonlySet<string> => indexOf(project).allTokens;

/** The cluster of one project that lists a host, otherwise the one with its name (or node id) and token. */
function clusterIn(project: Facts, { host, port, class: { cluster, token } }: AskedHost): ClusterFacts | undefined {
  const index = indexOf(project);
  const listing = clustersListing(project, host);
  if (listing.length > 0) return only(listing) ?? only(index.byHost.get(`${plainHost(host)}:${port ?? ''}`));
  const named = cluster === null ? [] : [...(index.byLabel.get(clusterLabel(cluster)) ?? [])];
  if (token === null) return only(named);
  const proven = named.filter(({ tokens }) => tokens.includes(token.toLowerCase()));
  if (proven.length > 0) return only(proven);
  // A cluster without strings (declared in the config, or being created) accepts a token that no record contradicts.
  const isOpen = index.tokens.size === 0 || index.tokens.has(token.toLowerCase());
  return only(named.filter(({ tokens, isDeclared }) => tokens.length === 0 && (isDeclared || isOpen)));
}

/** What names a project: a planned change, or code. */
type NamedProject = Readonly<Partial<Record<'project' | 'cluster', string | undefined>>>;

/** The projects of this name or id, otherwise those with the cluster, otherwise all. */
export function projectsOf(facts: Facts, { project: name, cluster = '*' }: NamedProject): readonly Facts[] {
  const all = eachProject(facts);
  // The only project may have no known name.
  if (name !== undefined && (facts.projects.length > 0 || facts.of.key !== null))
    return all.filter(({ of }) => [of.key, of.groupId].some((one) => one?.toLowerCase() === name.toLowerCase()));
  const having = cluster === '*' ? [] : all.filter((project) => clustersNamed(project, cluster).length > 0);
  return having.length > 0 ? having : all;
}

/** The facts of the only such project, or of all projects together. */
export const projectOf = (facts: Facts, named: NamedProject): Facts => only(projectsOf(facts, named)) ?? facts;

/** True if code names another project, by its id. */
export const isOtherProject = ({ of }: Facts, groupId: string | null): boolean =>
  groupId !== null && of.groupId !== undefined && of.groupId.toLowerCase() !== groupId;

/** True if strings of a record contain the token, so that its project is known. */
export const projectKnowsToken = (facts: Facts, token: string) => indexOf(facts).tokens.has(token.toLowerCase());

/** True if every cluster of the token's project is known, so that an unlisted name does not exist. */
export const knowsWholeProject = (facts: Facts, token: string): boolean =>
  eachProject(facts).some((one) => one.known.has('clusters') && tokensOf(one).has(token.toLowerCase()));

/** Equal regions of two providers are two. `undefined` if the regions are unknown. */
export const isMultiRegion = ({ regions }: ClusterFacts): boolean | undefined => regions && regions.length > 1;

/** `undefined` if the providers are unknown. */
export const isMultiCloud = ({ providers }: ClusterFacts) => providers && providers.length > 1;

/** All hostnames in the strings of a record, in lower case, each once. */
export function listedHosts(cluster: ClusterFacts): readonly string[] {
  return [...new Set(cluster.listed.flatMap(({ hosts }) => hosts.map(({ host }) => host)))];
}

export function stringsWith({ listed }: ClusterFacts, host: string): readonly ListedString[] {
  const name = plainHost(host);
  return listed.filter(({ hosts }) => hosts.some((entry) => entry.host === name));
}

export const listedString = (cluster: ClusterFacts, host: string) => stringsWith(cluster, host)[0];

/** Clusters by a name in the config or a plan. `*` means all. */
export const clustersNamed = ({ clusters }: Facts, name: string): readonly ClusterFacts[] =>
  name === '*' ? clusters : clusters.filter((cluster) => cluster.name.toLowerCase() === name.toLowerCase());

/** The only cluster of this name, or of this `<project>/<name>`. */
export function clusterNamed(facts: Facts, name: string): ClusterFacts | undefined {
  const [cluster = '', project] = name.split('/').reverse();
  const named = project === undefined ? [facts] : projectsOf(facts, { project });
  return only(named.flatMap((one) => clustersNamed(one, cluster)));
}

/** The endpoints of a project, as services list them, else as records do; one without id if a service has no list. */
function endpointsOf({ endpoints, clusters }: Facts) {
  if (!endpoints)
    return clusters
      .flatMap((cluster) => cluster.endpoints.flat())
      .map(({ endpointId: id = '', provider, region }) => ({ id, provider, region, status: AVAILABLE }));
  return endpoints.flatMap(({ endpointIds = [null], provider, region, status = AVAILABLE }) =>
    endpointIds.map((id) => ({ id, provider, region, status })),
  );
}

/** The state of a service that carries traffic, if its record has one (API reference, 2026-08). */
const AVAILABLE = 'AVAILABLE';
const GONE: ReadonlySet<string> = new Set(['FAILED', 'DELETING', 'REJECTED']);

/** Whether every endpoint service of these providers is known. */
export const knowsEndpointsOn = ({ known }: Facts, providers: readonly Provider[] = PROVIDERS): boolean =>
  providers.every((provider) => known.has(`endpointServices ${provider}`));

/** Whether an endpoint is attached to a service in the region, `undefined` if unknown: records list not all of them. */
export function hasEndpointIn(facts: Facts, name: string, wanted: Provider | null): boolean | undefined {
  const there = endpointsOf(facts).filter(
    ({ region, provider, status }) =>
      region && status === AVAILABLE && (!wanted || provider === wanted) && sameRegion(region.name, name, provider),
  );
  if (there.some(({ id }) => id !== null)) return true;
  return there.length === 0 && knowsEndpointsOn(facts, wanted ? [wanted] : undefined) ? false : undefined;
}

/** Whether no peering serves a region. On Google Cloud one serves all (vendor documentation, 2026-08). */
export function lacksPeeringIn({ project: { peeringRegions = {} } }: Facts, region: Region): boolean | undefined {
  const lists = (['aws', 'azure'] as const)
    .filter((provider) => (region.provider ?? provider) === provider)
    .map((provider) => peeringRegions[provider]);
  if (lists.length === 0 || lists.some((own) => own?.some((one) => equalRegions(one, region)))) return false;
  return lists.includes(undefined) ? undefined : true;
}

/** The regions with more than one private endpoint, as far as services and records show. */
export function crowdedRegions(facts: Facts): readonly Region[] {
  const all = endpointsOf(facts).flatMap(({ id, region, status }) =>
    id !== null && region && !GONE.has(status) ? [{ id, region }] : [],
  );
  return distinctRegions(all.map(({ region }) => region)).filter((region) => {
    return new Set(all.filter((one) => equalRegions(one.region, region)).map(({ id }) => id)).size > 1;
  });
}

/** A change without a project belongs to that of its cluster, or to each; of several with the cluster it names one. */
export function planPerProject(plan: readonly PlannedChange[], facts: Facts) {
  const problems = plan.flatMap((change, at) => unclear(change, facts).map((problem) => ({ ...problem, at })));
  const changes = plan.flatMap((change, at) =>
    facts.projects.length === 0
      ? [{ change, at }]
      : projectsOf(facts, change).map(({ of: { key } }) => ({ change: { ...change, project: key ?? '' }, at })),
  );
  return { changes, problems };
}

function unclear(change: PlannedChange, facts: Facts) {
  const found = projectsOf(facts, change);
  const { project } = change;
  if (found.length === 0 && project !== undefined) {
    const known = eachProject(facts).flatMap(({ of }) => of.key ?? []);
    return [{ key: 'project', message: `unknown project "${project}"`, hint: `Projects: ${known.join(', ')}.` }];
  }
  if (!('cluster' in change) || change.cluster === '*' || project !== undefined || found.length < 2) return [];
  const message = `it is not clear which project has the cluster "${change.cluster}"`;
  const names = found.map(({ of }) => JSON.stringify(of.key));
  return [{ key: 'cluster', message, hint: `Add "project": ${names.join(' or ')}.` }];
}

/** Whether a cluster is older than a day (ISO 8601, in UTC). `undefined` if its creation date is unknown. */
export const createdBefore = ({ createdAt }: ClusterFacts, date: string): boolean | undefined =>
  createdAt === undefined ? undefined : createdAt < date;

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/**
 * Whether the cluster is eligible for the optimized endpoint string: sharded, on AWS, MongoDB 5.0 or later, and in one
 * region or with regionalized endpoints, of which only the AWS regions are eligible (vendor documentation on optimized
 * connection strings, 2026-08). An obstacle decides even if others are unknown. Whether an endpoint exists is not
 * checked here: the strings in the record show it. `null` for an eligible cluster.
 */
export function optimizedObstacle(cluster: ClusterFacts, project: Pick<ProjectFacts, 'regionalizedPrivateEndpoints'>) {
  const { tier, sharded, providers, version } = cluster;
  const regionalized = project.regionalizedPrivateEndpoints?.value;
  const several = isMultiRegion(cluster);
  // `8.0.5`
  const major = /^\d{1,4}(?=\.|$)/.exec(version ?? '')?.[0];
  const isApart =
    regionalized === true || several === false ? false : several && regionalized === false ? true : undefined;
  // Why there is none, whether that holds (`undefined`: unknown), and the fact that decides it.
  const all: readonly (readonly [reason: string, holds: boolean | undefined, needs: FactName])[] = [
    ['not-dedicated', tier !== undefined && tier !== 'dedicated', 'tier of the cluster'],
    ['not-sharded', not(sharded), 'cluster type'],
    ['not-aws', not(providers?.includes('aws')), 'provider of the cluster'],
    ['version-below-5', major === undefined ? undefined : Number(major) < 5, 'database version'],
    [
      'multi-region-without-regionalized-endpoints',
      isApart,
      several ? 'regionalized private endpoints (regionalMode)' : 'regions of the cluster',
    ],
  ];
  const [reason] = all.find(([, holds]) => holds === true) ?? [];
  if (reason !== undefined) return { reason };
  const missing = all.flatMap(([, holds, needs]) => (holds === undefined ? [needs] : []));
  return missing.length > 0 ? { missing } : null;
}
