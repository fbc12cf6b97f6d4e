import type { PlannedChange } from '../config/plan.ts';
import { clusterLabel } from './cluster-record.ts';
import type { ClusterFacts, EndpointService, Facts, ListedString, Region } from './facts.ts';
import { distinctRegions, equalRegions } from './regions.ts';
import { sameRegion } from '../classify/regions.ts';
import type { Provider } from '../classify/service.ts';

/** What a text shows of a host: `classifyHost` gives cluster and token. */
export interface AskedHost {
  readonly host: string;
  readonly cluster: string | null;
  readonly token: string | null;
  /** Endpoint hosts are shared by the clusters of a project; the port tells them apart. */
  readonly port?: number | null;
}

interface Index {
  /** Under `host` and under `host:port`. */
  readonly byHost: ReadonlyMap<string, readonly ClusterFacts[]>;
  readonly byLabel: ReadonlyMap<string, readonly ClusterFacts[]>;
  readonly byAlias: ReadonlyMap<string, readonly ClusterFacts[]>;
  readonly tokens: ReadonlySet<string>;
  /** Those of the config too. */
  readonly allTokens: ReadonlySet<string>;
}

/** Built on the first question and kept as long as the facts: questions come once for every host of every file. */
const indexes = new WeakMap<Facts, Index>();

function indexOf(facts: Facts): Index {
  const known = indexes.get(facts);
  if (known) return known;
  const built = buildIndex(facts);
  indexes.set(facts, built);
  return built;
}

function buildIndex(facts: Facts): Index {
  const byHost = new Map<string, ClusterFacts[]>();
  const byLabel = new Map<string, ClusterFacts[]>();
  const byAlias = new Map<string, ClusterFacts[]>();
  for (const cluster of facts.clusters) {
    for (const host of listedHosts(cluster)) add(byHost, host, cluster);
    for (const { host, port } of cluster.listed.flatMap(({ hosts }) => hosts)) {
      if (port !== null) add(byHost, `${host}:${port}`, cluster);
    }
    add(byLabel, cluster.label, cluster);
    for (const alias of cluster.aliases) add(byAlias, alias, cluster);
  }
  for (const { discovery, clusters } of facts.projects.length > 0 ? facts.projects : [facts]) {
    for (const target of discovery) {
      const named = (byLabel.get(clusterLabel(target.cluster ?? '')) ?? []).filter(
        (cluster) =>
          clusters.includes(cluster) &&
          (!cluster.groupId || !target.groupId || cluster.groupId.toLowerCase() === target.groupId),
      );
      for (const cluster of named) addTarget(byHost, target.host, cluster);
    }
  }
  return {
    byHost,
    byLabel,
    byAlias,
    tokens: new Set(facts.clusters.flatMap(({ listed, tokens }) => (listed.length > 0 ? tokens : []))),
    allTokens: new Set(facts.clusters.flatMap(({ tokens }) => tokens)),
  };
}

/** Clusters come one after the other, so one that is listed already is the last. */
function add(map: Map<string, ClusterFacts[]>, key: string, cluster: ClusterFacts): void {
  const list = map.get(key);
  if (!list) map.set(key, [cluster]);
  else if (list.at(-1) !== cluster) list.push(cluster);
}

/** A scrape target may be one of the hosts that the record lists. */
function addTarget(byHost: Map<string, ClusterFacts[]>, host: string, cluster: ClusterFacts): void {
  if (!byHost.get(host)?.includes(cluster)) add(byHost, host, cluster);
}

/** The one of a list, if it is the only one. */
function only(list: readonly ClusterFacts[]): ClusterFacts | undefined {
  return list.length === 1 ? list[0] : undefined;
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.$/, '');
}

/** Every cluster whose record (or scrape target) lists the host, whatever the port. */
export function clustersListing(facts: Facts, host: string): readonly ClusterFacts[] {
  return indexOf(facts).byHost.get(plainHost(host)) ?? [];
}

/**
 * The cluster that a host belongs to: the one that lists it, else the one whose name (or node id) and token the host
 * shows. `undefined` when there is none or no telling which.
 */
export function clusterOf(facts: Facts, asked: AskedHost): ClusterFacts | undefined {
  if (facts.projects.length > 0) {
    const project = projectOfHost(facts, asked);
    return project && clusterOf(project, asked);
  }
  if (facts.clusters.length === 0) return undefined;
  const index = indexOf(facts);
  const listing = clustersListing(facts, asked.host);
  if (listing.length > 0) {
    return only(listing) ?? only(index.byHost.get(`${plainHost(asked.host)}:${asked.port ?? ''}`) ?? []);
  }
  if (asked.cluster === null) return undefined;
  const label = clusterLabel(asked.cluster);
  return (
    byToken(index, index.byLabel.get(label) ?? [], asked.token) ??
    byToken(index, index.byAlias.get(asked.cluster.toLowerCase()) ?? [], asked.token)
  );
}

/** A cluster without strings (described in the config, or being created) takes a token that no record contradicts. */
function byToken(index: Index, named: readonly ClusterFacts[], token: string | null): ClusterFacts | undefined {
  if (token === null) return only(named);
  const proven = named.filter(({ tokens }) => tokens.includes(token.toLowerCase()));
  if (proven.length > 0) return only(proven);
  const open = named.filter(
    ({ tokens, generation }) =>
      tokens.length === 0 &&
      (generation === 'hand' || index.tokens.size === 0 || index.tokens.has(token.toLowerCase())),
  );
  return only(open);
}

/**
 * The facts of the project that a host belongs to: the one whose records list it or show its token, else the only one with a
 * cluster of its name. `undefined` for a host of a project that no fact is about, and where nothing tells which it is.
 */
export function projectOfHost(facts: Facts, asked: AskedHost): Facts | undefined {
  const all = facts.projects.length > 0 ? facts.projects : [facts];
  const token = asked.token?.toLowerCase();
  const onlyOne = (is: (project: Facts) => boolean): Facts | undefined => {
    const found = all.filter(is);
    return found.length === 1 ? found[0] : undefined;
  };
  const known = all.filter((project) => token !== undefined && tokensOf(project).has(token));
  if (known.length === 1) return known[0];
  const listing = onlyOne((project) => clustersListing(project, asked.host).length > 0);
  if (listing) return listing;
  const named = onlyOne(
    (project) => (known.length === 0 || known.includes(project)) && clusterOf(project, asked) !== undefined,
  );
  if (named) return named;
  // Of one project of which no string is known, any host may be.
  return facts.projects.length === 0 && (token === undefined || tokensOf(facts).size === 0) ? facts : undefined;
}

/** Whether a host may be of this project: it is not once the project has another token. */
export function mayBeOf(project: Facts, { token }: AskedHost): boolean {
  return token === null || tokensOf(project).size === 0 || tokensOf(project).has(token.toLowerCase());
}

function tokensOf(project: Facts): ReadonlySet<string> {
  return indexOf(project).allTokens;
}

/** The projects that a planned change is about: the one it names, else those with its cluster, else all of them. */
export function projectsOf(facts: Facts, change: PlannedChange): readonly Facts[] {
  const all = facts.projects.length > 0 ? facts.projects : [facts];
  const { project: name } = change;
  // The only project may have no name that is known.
  if (name !== undefined && (facts.projects.length > 0 || facts.of.key !== null)) {
    return all.filter((project) => isProject(project, name));
  }
  const having =
    'cluster' in change && change.cluster !== '*'
      ? all.filter((project) => clustersNamed(project, change.cluster).length > 0)
      : [];
  return having.length > 0 ? having : all;
}

/** True for a project of this name or id. */
export function isProject({ of }: Facts, name: string): boolean {
  return [of.key, of.name, of.groupId].some((one) => one?.toLowerCase() === name.toLowerCase());
}

/** The facts of the only project with a cluster of this name; those of all where several have one. */
export function projectNaming(facts: Facts, cluster: string): Facts {
  const [first, second] = facts.projects.filter((project) => clustersNamed(project, cluster).length > 0);
  return first && !second ? first : facts;
}

/** True when some record's strings show the token, so that its project is known. */
export function projectKnowsToken(facts: Facts, token: string): boolean {
  return indexOf(facts).tokens.has(token.toLowerCase());
}

/** True when every cluster of the token's project is known, so that a name that none has does not exist. */
export function knowsWholeProject({ clusters, wholeLists }: Facts, token: string): boolean {
  return clusters.some(({ tokens, source }) => tokens.includes(token.toLowerCase()) && wholeLists.includes(source));
}

/** All host names of a record's strings, lower-cased, each once. */
export function listedHosts(cluster: ClusterFacts): readonly string[] {
  return [...new Set(cluster.listed.flatMap(({ hosts }) => hosts.map(({ host }) => host)))];
}

/** The record's strings of one kind, SRV strings before direct ones of the same entry. */
export function stringsWith(cluster: ClusterFacts, kind: ListedString['kind']): readonly ListedString[] {
  return cluster.listed.filter((entry) => entry.kind === kind);
}

/** The listed string that names the host, if any. */
export function listedString(cluster: ClusterFacts, host: string): ListedString | undefined {
  const name = plainHost(host);
  return cluster.listed.find(({ hosts }) => hosts.some((entry) => entry.host === name));
}

/** Clusters of a name as the config or a plan writes it; `*` stands for all. */
export function clustersNamed(facts: Facts, name: string): readonly ClusterFacts[] {
  if (name === '*') return facts.clusters;
  const exact = facts.clusters.filter((cluster) => cluster.name === name);
  return exact.length > 0
    ? exact
    : facts.clusters.filter((cluster) => cluster.name.toLowerCase() === name.toLowerCase());
}

const GONE: ReadonlySet<string> = new Set(['FAILED', 'DELETING', 'REJECTED']);

function reaches(service: EndpointService, region: string, provider: Provider | null): boolean {
  if (provider && service.provider !== provider) return false;
  if (GONE.has(service.status ?? '') || service.endpointIds?.length === 0) return false;
  return service.region !== undefined && sameRegion(service.region.name, region, service.provider);
}

/**
 * Whether an endpoint is attached to a service in the region (either spelling); `undefined` when that is not known. A
 * service without any endpoint does not count. Records name the endpoints of their strings, though not those beside them.
 */
export function hasEndpointIn(facts: Facts, region: string, provider: Provider | null): boolean | undefined {
  if (facts.endpoints) return facts.endpoints.value.some((service) => reaches(service, region, provider));
  const isRecorded = recordedEndpoints(facts).some(
    (endpoint) =>
      (!provider || endpoint.provider === provider) && sameRegion(endpoint.region.name, region, endpoint.provider),
  );
  return isRecorded || undefined;
}

interface RecordedEndpoint {
  readonly id: string | undefined;
  readonly provider: Provider | null;
  readonly region: Region;
}

function recordedEndpoints({ clusters }: Facts): readonly RecordedEndpoint[] {
  const refs = clusters.flatMap(({ strings }) => strings.endpoints.flatMap(({ endpoints }) => endpoints));
  return refs.flatMap(({ endpointId, provider, region }) => (region ? [{ id: endpointId, provider, region }] : []));
}

/** The regions with private endpoints, and how many each has, as far as services and records tell. */
export function endpointRegions(facts: Facts): readonly { readonly region: Region; readonly count: number }[] {
  const services = (facts.endpoints?.value ?? []).filter(({ status }) => !GONE.has(status ?? ''));
  const attached = services.flatMap(({ region, endpointIds = [] }) =>
    region ? endpointIds.map((id) => ({ id, region })) : [],
  );
  const all = facts.endpoints ? attached : recordedEndpoints(facts);
  const regions = distinctRegions(all.map(({ region }) => region));
  return regions.map((region) => {
    const ids = all.filter((one) => equalRegions(one.region, region)).map(({ id }) => id);
    return { region, count: new Set(ids).size };
  });
}
