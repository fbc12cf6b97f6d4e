import { ATLAS } from '../classify/service.ts';

/** What an invented cluster of a rule's examples is like; everything else is as in most records. */
export interface ExampleTraits {
  /** In the API's spelling; one node region for each. AWS in `US_EAST_1` when missing. */
  readonly regions?: readonly (readonly [provider: 'AWS' | 'AZURE' | 'GCP', region: string])[];
  readonly sharded?: boolean;
  /** True when the record lists the private strings of a peering connection. */
  readonly peered?: boolean;
  /** What stands between the name and the token in the SRV string of each endpoint: `pl-0`, `pl-0-us-east-1`. */
  readonly endpoints?: readonly string[];
  /** True when the record lists an optimized string beside each of them. */
  readonly optimized?: boolean;
}

const NODES = ['00', '01', '02'];

/** A cluster record in the shape of the administration API's answer, fictional, for the examples of a rule. */
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
