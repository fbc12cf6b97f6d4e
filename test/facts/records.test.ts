import { listedAs } from '../../src/lint/replacements.ts';
import { describe, expect, it } from 'vitest';
import { isMultiCloud, isMultiRegion } from '../../src/facts/query.ts';
import { clusterIn, factsOf, GROUP, record } from '../support/facts-fixture.ts';

const names = (...values: readonly unknown[]): readonly string[] => factsOf(...values).clusters.map(({ name }) => name);

describe('where records are', () => {
  it('reads a bare record, an array and a page of results alike', () => {
    const a = record({ name: 'willow' });
    const b = record({ name: 'aspen' });
    expect(names(a)).toEqual(['willow']);
    expect(names([a, b])).toEqual(['willow', 'aspen']);
    expect(names({ links: [], results: [a, b], totalCount: 2 })).toEqual(['willow', 'aspen']);
    expect(names(a, [b])).toEqual(['willow', 'aspen']);
  });

  it('reads records with snake_case names', () => {
    const cluster = clusterIn({
      name: 'birch',
      project_id: GROUP,
      cluster_type: 'SHARDED',
      mongo_db_version: '6.0.14',
      connection_strings: { standard_srv: 'mongodb+srv://birch.qz7xt.mongodb.net' },
      replication_specs: [{ region_configs: [{ provider_name: 'GCP', region_name: 'WESTERN_EUROPE' }] }],
    });
    expect(cluster.sharded).toBe(true);
    expect(cluster.version).toBe('6.0.14');
    expect(cluster.listed[0]?.text).toBe('mongodb+srv://birch.qz7xt.mongodb.net');
    expect(cluster.regions).toEqual([{ provider: 'gcp', region: 'europe-west1', name: 'WESTERN_EUROPE' }]);
  });
});

describe('generations', () => {
  it('2024-08-05: one spec for each shard, no shard count', () => {
    const spec = record().replicationSpecs as unknown[];
    const cluster = clusterIn(record({ type: 'SHARDED', more: { replicationSpecs: [...spec, ...spec] } }));
    expect(cluster).toMatchObject({ name: 'willow', label: 'willow' });
    expect(cluster.clusterType).toBe('SHARDED');
    expect(cluster.regions).toEqual([{ provider: 'aws', region: 'us-east-1', name: 'US_EAST_1' }]);
    expect(isMultiRegion(cluster)).toBe(false);
    expect(cluster.createdAt).toBe('2022-03-04T05:06:07.000Z');
    expect(cluster.version).toBe('7.0.9');
    expect(cluster.tier).toBe('dedicated');
    expect(cluster.tokens).toEqual(['qz7xt']);
  });

  it('2023-02-01: shards counted in the spec', () => {
    const cluster = clusterIn(
      record({
        more: {
          replicationSpecs: [{ numShards: 1, regionConfigs: [{ providerName: 'AZURE', regionName: 'EUROPE_NORTH' }] }],
        },
      }),
    );
    expect(cluster.regions?.[0]).toMatchObject({ provider: 'azure', region: 'northeurope' });
  });

  it('v1.0: provider settings, a map of regions, strings at the root', () => {
    const cluster = clusterIn({
      name: 'Oldtimer',
      groupId: GROUP,
      createDate: '2019-06-01T00:00:00Z',
      mongoDBMajorVersion: '4.4',
      mongoURI: 'mongodb://oldtimer-shard-00-00-h3j4k.azure.mongodb.net:27017',
      mongoURIWithOptions:
        'mongodb://oldtimer-shard-00-00-h3j4k.azure.mongodb.net:27017/?ssl=true&authSource=admin&replicaSet=Oldtimer-shard-0',
      srvAddress: 'mongodb+srv://oldtimer-h3j4k.azure.mongodb.net',
      clusterType: 'SHARDED',
      replicationFactor: 3,
      providerSettings: { providerName: 'AZURE', regionName: 'EUROPE_WEST', instanceSizeName: 'M30' },
      replicationSpecs: [
        {
          regionsConfig: {
            EUROPE_WEST: { electableNodes: 3, readOnlyNodes: 0, analyticsNodes: 0 },
            US_EAST_2: { electableNodes: 0, readOnlyNodes: 1 },
            US_WEST: { electableNodes: 0, readOnlyNodes: 0, analyticsNodes: 0 },
          },
        },
      ],
    });
    expect(cluster.sharded).toBe(true);
    expect(cluster.providers).toEqual(['azure']);
    // The third region has no nodes.
    expect(cluster.regions?.map(({ region }) => region)).toEqual(['westeurope', 'eastus2']);
    expect(isMultiRegion(cluster)).toBe(true);
    expect(cluster.listed[0]?.text).toBe('mongodb+srv://oldtimer-h3j4k.azure.mongodb.net');
    expect(listedAs(cluster, 'legacy').map(({ form }) => form)).toEqual(['srv', 'direct']);
    expect(listedAs(cluster, 'standard')).toEqual([]);
    expect(cluster.tokens).toEqual(['h3j4k']);
    expect(cluster.aliases).toContain('oldtimer');
  });

  it('v1.0 with the oldest map only', () => {
    const cluster = clusterIn({
      name: 'moss',
      srvAddress: 'mongodb+srv://moss-h3j4k.mongodb.net',
      providerSettings: { providerName: 'AWS', instanceSizeName: 'M10' },
      replicationSpec: { US_EAST_1: { electableNodes: 3 }, EU_WEST_1: { electableNodes: 2 } },
    });
    expect(cluster.regions?.map(({ region }) => region)).toEqual(['us-east-1', 'eu-west-1']);
  });

  it('tells the tiers apart by what runs them', () => {
    const tenant = (instanceSize: string): unknown =>
      record({
        more: {
          replicationSpecs: [
            {
              regionConfigs: [
                {
                  providerName: 'TENANT',
                  backingProviderName: 'GCP',
                  regionName: 'CENTRAL_US',
                  electableSpecs: { instanceSize },
                },
              ],
            },
          ],
        },
      });
    const small = (providerName: string): unknown => ({
      name: 'fern',
      connectionStrings: { standardSrv: 'mongodb+srv://fern.qz7xt3a.mongodb.net' },
      providerSettings: { providerName, backingProviderName: 'AWS', regionName: 'US_EAST_1' },
    });
    expect(clusterIn(tenant('M0'))).toMatchObject({ tier: 'free', providers: ['gcp'] });
    expect(clusterIn(tenant('M2')).tier).toBe('flex');
    expect(clusterIn(tenant('M5')).tier).toBe('flex');
    expect(clusterIn(small('FLEX'))).toMatchObject({ tier: 'flex' });
    expect(clusterIn(small('SERVERLESS'))).toMatchObject({ tier: 'serverless' });
    expect(clusterIn(small('SERVERLESS')).sharded).toBeUndefined();
    expect(clusterIn(record()).tier).toBe('dedicated');
  });

  it('knows no more than the record contains', () => {
    const cluster = clusterIn({ name: 'seedling', stateName: 'CREATING', connectionStrings: {} });
    expect(cluster).toMatchObject({ stateName: 'CREATING', tokens: [], listed: [] });
    for (const fact of ['clusterType', 'sharded', 'providers', 'regions', 'createdAt', 'version', 'tier'] as const) {
      expect(cluster[fact], fact).toBeUndefined();
    }
  });

  it('takes a global cluster for a sharded one', () => {
    expect(clusterIn(record({ type: 'GEOSHARDED' })).sharded).toBe(true);
  });

  it('counts providers and regions over all zones', () => {
    const cluster = clusterIn(
      record({
        regions: [
          ['AWS', 'US_EAST_1'],
          ['GCP', 'EASTERN_US'],
        ],
      }),
    );
    expect(isMultiCloud(cluster)).toBe(true);
    expect(isMultiRegion(cluster)).toBe(true);
  });

  it('cuts the host label at 23 characters', () => {
    expect(clusterIn(record({ name: 'Analytics-Warehouse-Europe' })).label).toBe('analytics-warehouse-eur');
  });
});
