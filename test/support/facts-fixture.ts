import { buildFacts } from '../../src/facts/build.ts';
import type { ClusterFacts, Facts } from '../../src/facts/facts.ts';

/** Records of an invented project, in the formats of the Admin API. */

export const GROUP = '70c0ffee000000000000aa01';

export interface Shape {
  readonly name?: string;
  readonly token?: string;
  readonly type?: 'REPLICASET' | 'SHARDED' | 'GEOSHARDED';
  readonly regions?: readonly (readonly [provider: string, region: string])[];
  readonly strings?: Record<string, unknown>;
  readonly more?: Record<string, unknown>;
}

export function standardStrings(name: string, token: string, sharded = false): Record<string, unknown> {
  const port = sharded ? 27016 : 27017;
  const hosts = [0, 1, 2].map((node) => `${name}-shard-00-0${node}.${token}.mongodb.net:${port}`);
  const set = sharded ? '' : '&replicaSet=atlas-w4xyz1-shard-0';
  return {
    standard: `mongodb://${hosts.join(',')}/?ssl=true&authSource=admin${set}`,
    standardSrv: `mongodb+srv://${name}.${token}.mongodb.net`,
  };
}

/** A record as of 2024-08-05. */
export function record(shape: Shape = {}): Record<string, unknown> {
  const { name = 'willow', token = 'qz7xt', type = 'REPLICASET', regions = [['AWS', 'US_EAST_1']] } = shape;
  return {
    name,
    groupId: GROUP,
    clusterType: type,
    createDate: '2022-03-04T05:06:07Z',
    mongoDBMajorVersion: '7.0',
    mongoDBVersion: '7.0.9',
    stateName: 'IDLE',
    connectionStrings: { ...standardStrings(name.toLowerCase(), token, type !== 'REPLICASET'), ...shape.strings },
    replicationSpecs: [
      {
        zoneName: 'Zone 1',
        regionConfigs: regions.map(([providerName, regionName], at) => ({
          providerName,
          regionName,
          priority: 7 - at,
          electableSpecs: { instanceSize: 'M30', nodeCount: 3 },
        })),
      },
    ],
    ...shape.more,
  };
}

export interface EndpointShape {
  readonly srv?: string;
  readonly optimized?: string;
  readonly direct?: string;
  readonly id?: string;
  readonly region?: string;
  readonly provider?: string;
}

export function endpoint(shape: EndpointShape, type = 'MONGOS'): Record<string, unknown> {
  const { id = 'vpce-0aa11', region = 'US_EAST_1', provider = 'AWS' } = shape;
  return {
    ...(shape.srv && { srvConnectionString: shape.srv }),
    ...(shape.optimized && { srvShardOptimizedConnectionString: shape.optimized }),
    ...(shape.direct && { connectionString: shape.direct }),
    type,
    endpoints: [{ endpointId: id, providerName: provider, region }],
  };
}

/** Facts of files that must be readable. */
export function factsOf(...values: readonly unknown[]): Facts {
  const inputs = values.map((value, at) =>
    Array.isArray(value) && typeof value[0] === 'string'
      ? { file: value[0], value: value[1] as unknown }
      : { file: `facts/${at}.json`, value },
  );
  const { facts, problems } = buildFacts(inputs);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('\n'));
  return facts;
}

export function clusterIn(...values: readonly unknown[]): ClusterFacts {
  const [cluster] = factsOf(...values).clusters;
  if (!cluster) throw new Error('no cluster was read');
  return cluster;
}
