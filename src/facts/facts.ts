import facts from './fact-names.json' with { type: 'json' };
import type { HostClass } from '../classify/classify-host.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { Provider } from '../classify/service.ts';
import type { ClusterRecord } from './cluster-record.ts';

/** What fact files and the config say of the project and its clusters. All else is `undefined`, never guessed. */

/** A value and, for people, its source: `facts/orders.json` or `config: projects.shop.peeringOnly`. */
export type Known<T> = { readonly value: T; readonly source: string } | undefined;

export type Tier = 'dedicated' | 'flex' | 'free' | 'serverless';
export interface Region {
  /** `null` if the config names a region without a provider. */
  readonly provider: Provider | null;
  /** The provider's spelling, the same for equal regions: `us-east-1`, `eastus2`, `us-east1`. */
  readonly region: string;
  /** As the source spells it: `US_EAST_1`. */
  readonly name: string;
}

export interface ListedHost {
  /** Lower-cased. */
  readonly host: string;
  readonly port: number | null;
}

export interface ListedString {
  /** Its field: `connectionStrings.privateEndpoint[0].srvConnectionString`. */
  readonly field: string;
  readonly text: string;
  readonly form: 'srv' | 'direct';
  /** `legacy` for a standard string that still has the hyphen. Such a record does not prove a replacement. */
  readonly kind: Extract<Kind, 'standard' | 'private' | 'private-endpoint' | 'optimized' | 'legacy'>;
  readonly hosts: readonly ListedHost[];
  /** What the name of the first host says. */
  readonly class: HostClass;
  /** Index in `endpoints` of the cluster. */
  readonly endpoint: number | null;
}

export interface ClusterFacts extends ClusterRecord {
  readonly source: string;
  /** True if only the config describes it. */
  readonly isDeclared: boolean;
  /** When the record was read from the service, ISO 8601. Only files of `pull` say it. */
  readonly readAt: Known<string>;
}

export interface ProjectFacts {
  /** "Connect via Peering Only" (`privateIpMode`). */
  readonly peeringOnly?: Known<boolean>;
  readonly customDnsOnAws?: Known<boolean>;
  readonly regionalizedPrivateEndpoints?: Known<boolean>;
  /** Whether a provider has a working peering connection. `isPeered` in `build.ts` defines the evidence. */
  readonly peering?: Readonly<Partial<Record<Provider, boolean>>>;
  /** Where the peering connections of a provider work. `undefined` if one is unknown. */
  readonly peeringRegions?: Readonly<Partial<Record<Provider, readonly Region[] | undefined>>>;
}

export interface EndpointService {
  readonly id: string | undefined;
  readonly provider: Provider;
  readonly region: Region | undefined;
  /** Endpoints attached to the service. `undefined` if the source does not list them. */
  readonly endpointIds: readonly string[] | undefined;
  /** Whether a service on Google Cloud is port-mapped (`portMappingEnabled`, off if missing). */
  readonly portMapping: boolean | undefined;
  readonly status: string | undefined;
}

/** Lists that, if complete, prove what the project does not have. Peers and endpoint services are listed per provider. */
export type AskedList = `${'peers' | 'endpointServices'} ${Provider}` | 'clusters' | 'containers' | 'flexClusters';

export interface DiscoveryTarget extends ListedHost {
  readonly cluster: string | undefined;
  readonly groupId: string | undefined;
  readonly labels: Readonly<Record<string, string>>;
}

export interface FactNotice {
  readonly code: 'fact-conflict' | 'fact-empty' | 'fact-incomplete' | 'fact-without-project';
  readonly file: string;
  /** One sentence, without credentials. */
  readonly message: string;
}

/** States in which the strings of a cluster are about to appear or to disappear. */
export const TRANSIENT: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETED']);

/** Why facts cannot be used: a configuration error (exit code 2). */
export type FactProblem = Readonly<Record<'file' | 'message' | 'hint', string>>;

/** The facts of one project, or all clusters of several: a fact of one of these does not decide for another. */
export interface Facts {
  /** `key`: printed, and accepted by `--project`: the name in the config, otherwise the id, or `null` without both. */
  readonly of: { readonly key: string | null; readonly groupId?: string | undefined };
  /** The projects, sorted by key. Empty for the facts of a single project. */
  readonly projects: readonly Facts[];
  readonly clusters: readonly ClusterFacts[];
  readonly project: ProjectFacts;
  /** The newest date of each setting and list in files that `pull` wrote. */
  readonly dates: readonly Known<string>[];
  /** `undefined` if no source lists endpoint services, empty if the project has none. */
  readonly endpoints?: readonly EndpointService[] | undefined;
  readonly discovery: readonly DiscoveryTarget[];
  readonly notices: readonly FactNotice[];
  /** The project's lists that are complete, and its settings that are known. */
  readonly known: ReadonlySet<string>;
}

/** The facts of each project; of a single project, the facts themselves. */
export const eachProject = (facts: Facts): readonly Facts[] => (facts.projects.length > 0 ? facts.projects : [facts]);

export const NO_FACTS: Facts = {
  of: { key: null },
  projects: [],
  clusters: [],
  project: {},
  discovery: [],
  notices: [],
  known: new Set(),
  dates: [],
};

/** What people write for a fact that a rule may need, in the project or the cluster, or how else they provide it. */
const FACTS: Record<FactName, Partial<Record<'project' | 'cluster' | 'pull' | 'how' | 'missing', string>>> = facts;

export type FactName = keyof typeof facts;

export const notKnown = (fact: FactName) => FACTS[fact].missing ?? `the ${fact.replace(/ \(.*\)$/, '')} is not known`;

/** How to provide a fact, as one sentence. */
export function howToKnow(fact: FactName): string {
  const { cluster, pull, how } = FACTS[fact];
  const project = cluster === undefined ? FACTS[fact].project : `"clusters": { "<name>": { ${cluster} } }`;
  return how ?? 'Run `connlint pull`, or '.concat(pull ?? `in the project: ${project}`);
}
