import { howToKnow } from './hints.ts';
import { eachProject } from './facts.ts';
import type { ClusterFacts, DiscoveryTarget, Facts, Known, Region, FactName } from './facts.ts';

/** A fact with its source. `value` and `source` are `null` if it is unknown. */
export interface ShownFact {
  readonly name: string;
  readonly value: string | null;
  readonly source: string | null;
}

export interface ShownCluster {
  readonly name: string;
  readonly source: string;
  readonly facts: readonly ShownFact[];
  readonly strings: readonly { readonly kind: string; readonly form: string; readonly text: string }[];
}

/** A scrape target with the data about its node from metrics discovery. */
export interface ShownTarget {
  readonly host: string;
  readonly port: number | null;
  readonly cluster: string | null;
  readonly provider: string | null;
  readonly region: string | null;
  readonly nodeType: string | null;
  readonly replicaSet: string | null;
}

/** Everything known besides the scanned text, for output. */
export interface InventoryView {
  readonly projects: readonly ProjectView[];
}

export interface ProjectView {
  readonly name: string | null;
  readonly id: string | null;
  readonly pulledAt: string | null;
  readonly project: readonly ShownFact[];
  readonly clusters: readonly ShownCluster[];
  readonly endpointServices: readonly {
    readonly provider: string;
    readonly region: string | null;
    readonly endpoints: readonly string[];
    readonly source: string;
  }[];
  readonly targets: readonly ShownTarget[];
  readonly missing: readonly { readonly fact: FactName; readonly of: readonly string[]; readonly how: string }[];
}

/** The facts for people: by project, sorted by name, with their sources. */
export function inventoryView(facts: Facts): InventoryView {
  return { projects: eachProject(facts).map(projectView) };
}

function projectView(facts: Facts): ProjectView {
  const clusters = [...facts.clusters].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    name: facts.of.name ?? null,
    id: facts.of.groupId ?? null,
    pulledAt: facts.pulledAt?.value ?? null,
    project: projectFacts(facts),
    clusters: clusters.map(shownCluster),
    endpointServices: (facts.endpoints?.value ?? []).map(({ provider, region, endpointIds, source }) => ({
      provider,
      region: region?.name ?? null,
      endpoints: endpointIds ?? [],
      source,
    })),
    targets: facts.discovery.map(shownTarget),
    missing: missingOf(facts, clusters),
  };
}

function shownTarget({ host, port, cluster, labels }: DiscoveryTarget): ShownTarget {
  return {
    host,
    port,
    cluster: cluster ?? null,
    provider: labels.provider ?? null,
    region: labels.region ?? null,
    nodeType: labels.node_type ?? null,
    replicaSet: labels.replica_set_name ?? null,
  };
}

function fact<T>(name: string, known: Known<T>, words: (value: T) => string): ShownFact {
  return { name, value: known ? words(known.value) : null, source: known?.source ?? null };
}

const onOff = (value: boolean): string => (value ? 'on' : 'off');
const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const names = (list: readonly string[]): string => (list.length === 0 ? 'none' : list.join(', '));
const regionNames = (list: readonly Region[]): string =>
  names(list.map(({ provider, name }) => (provider === null ? name : `${provider} ${name}`)));

function projectFacts({ project, endpoints }: Facts): readonly ShownFact[] {
  return [
    fact('peering-only mode', project.peeringOnly, onOff),
    fact('custom DNS on AWS', project.customDnsOnAws, onOff),
    fact('regionalized private endpoints', project.regionalizedPrivateEndpoints, onOff),
    fact('peering', project.peering, names),
    fact('network containers', project.containers, names),
    fact('port-mapped endpoints', project.portMapping, yesNo),
    fact('endpoint services', endpoints, (list) => String(list.length)),
  ];
}

function shownCluster(cluster: ClusterFacts): ShownCluster {
  return {
    name: cluster.name,
    source: cluster.source,
    facts: [
      fact('type', cluster.clusterType, (value) => value),
      fact('regions', cluster.regions, regionNames),
      fact('providers', cluster.providers, names),
      fact('tier', cluster.tier, (value) => value),
      fact('version', cluster.version, (value) => value),
      fact('created', cluster.createdAt, (value) => value.slice(0, 10)),
      fact('ever had the Legacy SRV string', cluster.everLegacy, yesNo),
    ],
    strings: cluster.listed.map(({ kind, form, text }) => ({ kind, form, text })),
  };
}

/** Missing facts that rules and plans may need. */
function missingOf(facts: Facts, clusters: readonly ClusterFacts[]): ProjectView['missing'] {
  const { project } = facts;
  const wanting = (fact: FactName, isMissing: (cluster: ClusterFacts) => boolean): readonly [FactName, string[]] => [
    fact,
    clusters.filter(isMissing).map(({ name }) => name),
  ];
  const ofClusters = [
    wanting('cluster record', ({ listed }) => listed.length === 0),
    wanting('cluster type', ({ sharded, tier }) => !sharded && (!tier || tier.value === 'dedicated')),
    wanting('provider of the cluster', ({ providers }) => !providers),
    wanting('regions of the cluster', ({ regions }) => !regions),
    wanting('creation date of the cluster', ({ createdAt }) => !createdAt),
    wanting('database version', ({ version }) => !version),
    wanting('tier of the cluster', ({ tier }) => !tier),
  ].filter(([, of]) => of.length > 0);
  const ofProject: readonly (readonly [FactName, Known<unknown>])[] = [
    ['peering-only mode (privateIpMode)', project.peeringOnly],
    ['custom DNS on AWS (awsCustomDNS)', project.customDnsOnAws],
    ['regionalized private endpoints (regionalMode)', project.regionalizedPrivateEndpoints],
    ['peering connections', project.peering],
    ['private endpoint services', facts.endpoints],
  ];
  const none: readonly (readonly [FactName, string[]])[] = clusters.length === 0 ? [['cluster record', []]] : [];
  const all = [...none, ...ofClusters, ...ofProject.flatMap(([name, known]) => (known ? [] : [[name, []] as const]))];
  return all.map(([name, of]) => ({ fact: name, of, how: howToKnow(name) }));
}

/** The result of one part. `absent`: the API has no such resource. `denied`: this credential may not read it. */
export interface PartReport {
  readonly words: string;
  readonly state: 'read' | 'absent' | 'denied' | 'not-asked';
  /** `3`, `on`, or why there is no value. */
  readonly detail: string;
  /** The API version of the answer, or `null` without one. */
  readonly version: string | null;
  /** For a missing part: what cannot be checked without it. */
  readonly cost: string;
  /** For `denied`: what to do about it. */
  readonly hint: string | null;
}
