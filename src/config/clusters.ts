import { noStringsSchema, PROVIDER } from './plan.ts';
import { flag, type MapSchema, record, type RecordSchema, type TextSchema, textSchema, texts } from './values.ts';
import type { Provider } from '../classify/service.ts';

/** Facts about a cluster that the config declares because no fact file contains them. */
export interface DeclaredCluster {
  readonly provider?: readonly Provider[];
  /** As written: `US_EAST_1` or `us-east-1`. */
  readonly regions?: readonly string[];
  readonly sharded?: boolean;
  /** ISO 8601, date or date and time. */
  readonly createdAt?: string;
  /** Database version as far as it is known: `8`, `8.0`, `8.0.5`. */
  readonly version?: string;
  readonly clusterType?: ClusterType;
  /** Whether the cluster ever had the older, non-optimized endpoint string, which it then keeps permanently. */
  readonly everLegacy?: boolean;
  /** The project's token in hostnames. */
  readonly token?: string;
  /** `M30`, `free`, `flex`, `serverless` or `dedicated`, as written. */
  readonly tier?: string;
  readonly connectionStrings?: DeclaredStrings;
  /** Why no string of the cluster is in the tree: someone checked. */
  readonly strings?: { readonly none: string };
}

/** As in the cluster record of the Admin API. */
interface DeclaredStrings {
  readonly standard?: string;
  readonly standardSrv?: string;
  readonly private?: string;
  readonly privateSrv?: string;
  readonly awsPrivateLink?: Readonly<Record<string, string>>;
  readonly awsPrivateLinkSrv?: Readonly<Record<string, string>>;
  readonly privateEndpoint?: readonly DeclaredEndpoint[];
}

interface DeclaredEndpoint {
  readonly connectionString?: string;
  readonly srvConnectionString?: string;
  readonly srvShardOptimizedConnectionString?: string;
  readonly type?: string;
  readonly endpoints?: readonly {
    readonly endpointId?: string;
    readonly providerName?: Provider;
    readonly region?: string;
  }[];
}

export const CLUSTER_TYPES = ['REPLICASET', 'SHARDED', 'GEOSHARDED'] as const;
export type ClusterType = (typeof CLUSTER_TYPES)[number];

function stringsSchema(): RecordSchema {
  const string: TextSchema = { kind: 'text', format: 'uri' };
  const byEndpoint: MapSchema = { kind: 'map', keys: 'name', values: string };
  return record('Its connection strings, as in the cluster record of the API.', {
    standard: string,
    standardSrv: string,
    private: string,
    privateSrv: string,
    awsPrivateLink: byEndpoint,
    awsPrivateLinkSrv: byEndpoint,
    privateEndpoint: {
      kind: 'list',
      items: record('The strings of one endpoint.', {
        connectionString: string,
        srvConnectionString: string,
        srvShardOptimizedConnectionString: string,
        type: textSchema('MONGOD or MONGOS.', 'name'),
        endpoints: {
          kind: 'list',
          items: record('An endpoint.', {
            endpointId: textSchema('Its id.', 'sentence'),
            providerName: PROVIDER,
            region: textSchema('Its region.', 'region'),
          }),
        },
      }),
    },
  });
}

export const clustersSchema = (): MapSchema => ({
  kind: 'map',
  name: 'clusters',
  docs: 'Facts about clusters by name, if no fact file contains them.',
  keys: 'name',
  default: {},
  values: record('Known facts about this cluster.', {
    provider: { kind: 'list', docs: 'Cloud provider, or a list of them.', items: PROVIDER, orOne: true, min: 1 },
    regions: texts('Regions with nodes.', 'region'),
    sharded: flag('Whether it is a sharded cluster.'),
    createdAt: textSchema('Day of creation.', 'time'),
    version: { ...textSchema('Version of the database.', 'name'), orNumber: true },
    clusterType: { kind: 'word', docs: 'As in the API.', noun: 'cluster type', words: CLUSTER_TYPES },
    everLegacy: flag('Whether it ever had the older endpoint string that is not optimized.'),
    token: textSchema("The project's label in hostnames.", 'token'),
    tier: textSchema('Tier, such as M30 or flex.', 'name'),
    connectionStrings: stringsSchema(),
    strings: noStringsSchema(),
  }),
});
