import { ATLAS } from '../../src/classify/service.ts';

/** Properties of an invented cluster in a rule's examples. Everything else is as in most records. */
interface ExampleTraits {
  /** In the API's spelling, with one node region each. AWS `US_EAST_1` by default. */
  readonly regions?: readonly (readonly [provider: 'AWS' | 'AZURE' | 'GCP', region: string])[];
  readonly sharded?: boolean;
  /** True if the record lists private strings for a peering connection. */
  readonly peered?: boolean;
  /** The part between name and token in the SRV string of each endpoint: `pl-0`, `pl-0-us-east-1`. */
  readonly endpoints?: readonly string[];
  /** True if the record lists an optimized string for each endpoint. */
  readonly optimized?: boolean;
}

const NODES = ['00', '01', '02'];

/** An invented cluster record in the format of the Admin API, for the examples of a rule. */
export function exampleRecord(name: string, token: string, traits: ExampleTraits = {}): unknown {
  const { regions = [['AWS', 'US_EAST_1']], sharded = false, peered = false, endpoints = [], optimized } = traits;
  const [direct, srv] = ATLAS.schemes;
  const behind = `${token}.${ATLAS.domains[0]}`;
  const port = sharded ? 27016 : 27017;
  const set = sharded ? '' : `&replicaSet=atlas-${token.padEnd(6, '0')}-shard-0`;
  const list = (mark: string): string =>
    `${direct}://${NODES.map((node) => `${name}-shard-00-${node}${mark}.${behind}:${port}`).join(',')}/?ssl=true&authSource=admin${set}`;
  return {
    name,
    clusterType: sharded ? 'SHARDED' : 'REPLICASET',
    mongoDBMajorVersion: '8.0',
    connectionStrings: {
      standard: list(''),
      standardSrv: `${srv}://${name}.${behind}`,
      ...(peered ? { private: list('-pri'), privateSrv: `${srv}://${name}-pri.${behind}` } : {}),
      privateEndpoint: endpoints.map((mark) => ({
        srvConnectionString: `${srv}://${name}-${mark}.${behind}`,
        ...(optimized ? { srvShardOptimizedConnectionString: `${srv}://${name}-${mark}-lb.${behind}` } : {}),
      })),
    },
    replicationSpecs: [{ regionConfigs: regions.map(([providerName, regionName]) => ({ providerName, regionName })) }],
  };
}
