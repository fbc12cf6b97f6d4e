import type { Family, Kind } from '../classify/host-shapes.ts';
import type { Provider } from '../classify/service.ts';

/**
 * What is known about the project and its clusters besides the text that is linted. Everything comes from fact files or
 * from the config; what neither says is `undefined`, never guessed.
 */

export interface Sourced<T> {
  readonly value: T;
  /** For people: `facts/orders.json` or `config: clusters.orders`. */
  readonly source: string;
}
export type Known<T> = Sourced<T> | undefined;

export type ClusterType = 'REPLICASET' | 'SHARDED' | 'GEOSHARDED';
export type Tier = 'dedicated' | 'flex' | 'free' | 'serverless';
/** The shape in which a record was read. `hand`: from the config only. */
export type Generation =
  'v1.0' | '2023-02-01' | '2024-08-05' | 'flex' | 'serverless' | 'terraform' | 'hand' | 'unknown';

export interface Region {
  /** `null` when the config names a region without a provider. */
  readonly provider: Provider | null;
  /** The provider's spelling, equal for equal regions: `us-east-1`, `eastus2`, `us-east1`. */
  readonly region: string;
  /** As the source spells it: `US_EAST_1`. */
  readonly name: string;
}

export interface EndpointRef {
  readonly endpointId: string | undefined;
  readonly provider: Provider | null;
  readonly region: Region | undefined;
}

/** One entry of `connectionStrings.privateEndpoint`: the strings for one endpoint, or for one in each region. */
export interface EndpointStrings {
  readonly connectionString: string | undefined;
  /** What the field says. It may hold the optimized string: the host decides, see `optimizedSrv` and `legacySrv`. */
  readonly srv: string | undefined;
  readonly optimizedSrv: string | undefined;
  readonly type: string | undefined;
  readonly endpoints: readonly EndpointRef[];
}

/** The record's own strings, verbatim, without user information and secret options. */
export interface ClusterStrings {
  readonly standard: string | undefined;
  readonly standardSrv: string | undefined;
  readonly private: string | undefined;
  readonly privateSrv: string | undefined;
  readonly endpoints: readonly EndpointStrings[];
  /** Endpoint id → string; deprecated by the vendor, AWS only. */
  readonly awsPrivateLink: Readonly<Record<string, string>>;
  readonly awsPrivateLinkSrv: Readonly<Record<string, string>>;
}

export interface ListedHost {
  /** Lower-cased. */
  readonly host: string;
  readonly port: number | null;
}

/** A string of the record with what it is. */
export interface ListedString {
  /** Where it stands: `connectionStrings.privateEndpoint[0].srvConnectionString`. */
  readonly field: string;
  readonly text: string;
  readonly form: 'srv' | 'direct';
  /** `legacy` for a standard string that still has the hyphen: such a record proves no way out of it. */
  readonly kind: Extract<Kind, 'standard' | 'private' | 'private-endpoint' | 'optimized' | 'legacy'>;
  readonly family: Family;
  readonly hosts: readonly ListedHost[];
  /** Index in `strings.endpoints`. */
  readonly endpoint: number | null;
}

export interface ClusterFacts {
  readonly name: string;
  /** What hosts show of the name: its first 23 characters, lower-cased (naming limits, vendor documentation, 2026-08). */
  readonly label: string;
  readonly groupId: string | undefined;
  readonly source: string;
  readonly generation: Generation;
  readonly stateName: string | undefined;
  readonly clusterType: Known<ClusterType>;
  /** Follows from `clusterType`; a global cluster is sharded (API reference, clusters, 2026-08). */
  readonly sharded: Known<boolean>;
  /** Providers of machines, also below a Free, Flex or serverless cluster (`backingProviderName`; API reference, 2026-08). */
  readonly providers: Known<readonly Provider[]>;
  /** Every region that holds a node, over all zones and shards, each once. */
  readonly regions: Known<readonly Region[]>;
  /** More than one region; regions of two providers are two. */
  readonly multiRegion: Known<boolean>;
  readonly multiCloud: Known<boolean>;
  /**
   * ISO 8601 in UTC. Host names changed for clusters made from 31 March 2020 on, and moving to another provider keeps the
   * string of clusters made from 3 November 2020 on (vendor FAQ on connection changes, 2026-08).
   */
  readonly createdAt: Known<string>;
  /** `8.0.5`, or only `8.0` when the record gives no more. */
  readonly version: Known<string>;
  /** Told by who runs the machines; see `fact-placement.ts`. */
  readonly tier: Known<Tier>;
  /**
   * Whether the cluster ever had the older, not optimized endpoint string. It keeps that string for good, as *Legacy SRV
   * Connection*; one that never had it must ask support before it becomes multi-region (vendor documentation on optimized
   * connection strings, 2026-08).
   */
  readonly everLegacy: Known<boolean>;
  readonly strings: ClusterStrings;
  /** All of `strings`, each text once. */
  readonly listed: readonly ListedString[];
  /** The load-balanced endpoint SRV, in whatever field it stands. */
  readonly optimizedSrv: string | undefined;
  /** The endpoint SRV that is not load-balanced. */
  readonly legacySrv: string | undefined;
  /** The project's DNS tokens that its strings show; empty when no string is known. */
  readonly tokens: readonly string[];
  /** Further first parts of its hosts: the id of nodes and of the replica set (`ac-x1y2z3a`, `atlas-ab12cd`). */
  readonly aliases: readonly string[];
  /** True where the config says that no string of it stands in the tree. */
  readonly declaresNoStrings?: true;
}

export interface ProjectFacts {
  /** "Connect via Peering Only" (`privateIpMode`). */
  readonly peeringOnly: Known<boolean>;
  readonly customDnsOnAws: Known<boolean>;
  readonly regionalizedPrivateEndpoints: Known<boolean>;
  /** Providers with a working peering connection; see `fact-project.ts` for what proves one. */
  readonly peering: Known<readonly Provider[]>;
  /** Regions with a working peering connection, off GCP, where one serves all; `undefined` when one of them is not known. */
  readonly peeringRegions: Known<readonly Region[]>;
  /** Providers with a provisioned network container; clusters alone can provision one. */
  readonly containers: Known<readonly Provider[]>;
  /** True when an endpoint service on Google Cloud uses the port-mapped architecture (`portMappingEnabled`, off when unset). */
  readonly portMapping: Known<boolean>;
}

export interface EndpointService {
  readonly id: string | undefined;
  readonly provider: Provider;
  readonly region: Region | undefined;
  /** Endpoints attached to the service; `undefined` when the source does not tell. */
  readonly endpointIds: readonly string[] | undefined;
  /** Further regions of AWS from which endpoints may reach the service. */
  readonly remoteRegions: readonly Region[];
  readonly portMapping: boolean | undefined;
  readonly status: string | undefined;
  readonly source: string;
}

export interface DiscoveryTarget extends ListedHost {
  readonly cluster: string | undefined;
  readonly groupId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly source: string;
}

export interface FactNotice {
  readonly code: 'fact-conflict' | 'fact-unmatched-cluster' | 'fact-empty' | 'fact-incomplete' | 'fact-without-project';
  readonly file: string;
  /** One sentence, never with a credential. */
  readonly message: string;
}

/** Why facts cannot be used as they are: a configuration error (exit code 2). */
export interface FactProblem {
  readonly file: string;
  readonly message: string;
  /** What to do. */
  readonly hint: string;
}

/**
 * The facts of one project; where several are known, `projects` has the facts of each, and the whole has their clusters and
 * scrape targets but no setting: no fact of one project decides for another.
 */
export interface Facts {
  /** Which project this is. */
  readonly of: ProjectName;
  /** The projects in the order of their keys; empty for the facts of one. */
  readonly projects: readonly Facts[];
  readonly clusters: readonly ClusterFacts[];
  readonly project: ProjectFacts;
  /** `undefined` when no source tells about endpoint services; an empty list when there are none. */
  readonly endpoints: Known<readonly EndpointService[]>;
  readonly discovery: readonly DiscoveryTarget[];
  readonly notices: readonly FactNotice[];
  /** True when at least one cluster comes from a file. */
  readonly hasRecords: boolean;
  /** Sources that are known to list every cluster of their project. */
  readonly wholeLists: readonly string[];
  /** When `inventory pull` wrote the file. */
  readonly pulledAt: Known<string>;
}

/** Of a project that nothing is known of. */
export const NO_FACTS: Facts = {
  of: { key: null, name: undefined, groupId: undefined },
  projects: [],
  clusters: [],
  project: {
    peeringOnly: undefined,
    customDnsOnAws: undefined,
    regionalizedPrivateEndpoints: undefined,
    peering: undefined,
    peeringRegions: undefined,
    containers: undefined,
    portMapping: undefined,
  },
  endpoints: undefined,
  discovery: [],
  notices: [],
  hasRecords: false,
  wholeLists: [],
  pulledAt: undefined,
};

/** A project as people and records name it. */
export interface ProjectName {
  /** Shown, and accepted by `--project`: the name in the config, else the id; `null` where nothing names it. */
  readonly key: string | null;
  readonly name: string | undefined;
  readonly groupId: string | undefined;
}

/** A fact that a rule can lack, in the words in which a report asks for it. */
export type FactName =
  | 'cluster record'
  | 'complete list of clusters'
  | 'provider of the cluster'
  | 'creation date of the cluster'
  | 'regions of the cluster'
  | 'cluster type'
  | 'database version'
  | 'tier of the cluster'
  | 'peering-only mode (privateIpMode)'
  | 'custom DNS on AWS (awsCustomDNS)'
  | 'regionalized private endpoints (regionalMode)'
  | 'peering connections'
  | 'private endpoint services'
  | 'where the code of this file runs (overrides: network)'
  | 'driver version'
  | 'version data of the administration API';
