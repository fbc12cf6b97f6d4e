import { describe, expect, it } from 'vitest';
import { missing, nodes, plan, repaired, rulesOf, twoRegions } from '../support/planned.ts';
import type { Setup } from '../support/planned.ts';

describe('strings that no plan concerns', () => {
  const everything = plan(
    twoRegions('*'),
    { change: 'disable-peering-only' },
    { change: 'cloud-provider', cluster: '*', to: 'azure' },
    { change: 'regionalized-endpoints' },
    { change: 'shard', cluster: '*' },
    { change: 'custom-dns' },
    { change: 'port-mapped-endpoints', cluster: '*' },
    { change: 'leave-legacy-hostnames' },
  );

  it.each([
    'mongodb://localhost:27017/app',
    'mongodb://db0.corp.example:27017,db1.corp.example:27017/app?replicaSet=rs0',
    'mongodb+srv://cluster0.mongodb.net/test',
    'mongodb+srv://my-store.mongodb.net/test',
    'mongodb+srv://<cluster>.mongodb.net/test',
    'mongodb+srv://${USER}:${PASS}@${HOST}/app',
    'mongodb://pl-1-us-east-1.example.com:1024,pl-1-us-east-1.example.com:1025/app',
    'mongodb://archive-g1nxq.a.query.mongodb.net/?tls=true',
  ])('%s', (text) => {
    expect(rulesOf(text, { config: everything })).toEqual([]);
  });

  it('changes of other clusters', () => {
    const others = plan(
      twoRegions('other'),
      { change: 'cloud-provider', cluster: 'other', to: 'azure' },
      { change: 'shard', cluster: 'other' },
      { change: 'port-mapped-endpoints', cluster: 'other' },
    );
    for (const text of [
      'mongodb+srv://orders-pl-1.ab123.mongodb.net/o?replicaSet=rs0',
      'mongodb+srv://orders-pl-0-lb.ab123.mongodb.net/o',
      'mongodb+srv://orders-pri.ab123.gcp.mongodb.net/o',
      `mongodb://${nodes('orders', 27017)}/o`,
    ]) {
      expect(rulesOf(text, { config: others })).toEqual([]);
      expect(missing(text, { config: others })).toEqual([]);
    }
  });
});

describe('further regions', () => {
  it('an optimized string without the setting may fail, and the setting is missing', () => {
    const setup = { config: plan(twoRegions('orders')) };
    const text = 'mongodb+srv://orders-pl-0-lb.ab123.mongodb.net/o';
    expect(rulesOf(text, setup)).toEqual(['multi-region-optimized-string']);
    expect(missing(text, setup)).toEqual([
      'change-refused: private endpoint services',
      'multi-region-optimized-string: regionalized private endpoints (regionalMode)',
    ]);
  });

  it('an index that the program fills in is missing', () => {
    const setup = { config: plan(twoRegions('orders', { regionalizedPrivateEndpoints: false })) };
    const text = 'mongodb+srv://orders-pl-${NTH}.ab123.mongodb.net/o';
    expect(missing(text, setup)).toContain('multi-region-endpoint-index: index of the endpoint');
  });

  it('the Legacy SRV string is that of index 0 when there are several endpoints', () => {
    const endpoint = (index: number): object => ({
      srvConnectionString: `mongodb+srv://orders-pl-${index}.ab123.mongodb.net`,
      srvShardOptimizedConnectionString: `mongodb+srv://orders-pl-${index}-lb.ab123.mongodb.net`,
    });
    const setup = {
      config: plan(twoRegions('orders', { regionalizedPrivateEndpoints: false })),
      facts: { 'o.json': { name: 'orders', connectionStrings: { privateEndpoint: [endpoint(1), endpoint(0)] } } },
    };
    expect(
      repaired(
        'mongodb+srv://orders-pl-1-lb.ab123.mongodb.net/o',
        'multi-region-optimized-string',
        setup,
        'suggestion',
      ),
    ).toBe('mongodb+srv://orders-pl-0.ab123.mongodb.net/o');
  });

  it('a list of endpoint hosts of index 1 becomes the listed list of index 0', () => {
    const list = (index: number): string =>
      [1024, 1025].map((port) => `pl-${index}-us-east-1.ab123.mongodb.net:${port + 10 * index}`).join(',');
    const setup = {
      config: plan(twoRegions('orders')),
      facts: {
        'o.json': {
          name: 'orders',
          connectionStrings: {
            privateEndpoint: [
              { connectionString: `mongodb://${list(0)}` },
              { connectionString: `mongodb://${list(1)}` },
            ],
          },
        },
      },
    };
    const text = `mongodb://${list(1)}/o?tls=true`;
    expect(rulesOf(text, setup).sort()).toEqual(['direct-list/multi-region', 'multi-region-endpoint-index']);
    expect(repaired(text, 'multi-region-endpoint-index', setup, 'suggestion')).toBe(`mongodb://${list(0)}/o?tls=true`);
  });

  it('a region that only a provider of another cloud has is not on AWS', () => {
    const text = 'mongodb+srv://orders-pl-0-lb.ab123.mongodb.net/o';
    const to = (region: string): Setup => ({
      config: plan(twoRegions('orders', { regions: ['US_EAST_1', region], regionalizedPrivateEndpoints: true })),
    });
    for (const region of ['EUROPE_NORTH', 'westeurope', 'EASTERN_US', 'us-east4']) {
      expect(rulesOf(text, to(region)), region).toEqual(['multi-region-optimized-string']);
    }
    for (const region of ['EU_WEST_1', 'ap-south-1', 'US_WEST_2'])
      expect(rulesOf(text, to(region)), region).toEqual([]);
  });

  it('lists become the SRV string of the same class', () => {
    const setup = {
      config: plan(twoRegions('orders')),
      facts: {
        'o.json': {
          name: 'orders',
          connectionStrings: {
            standardSrv: 'mongodb+srv://orders.ab123.mongodb.net',
            privateSrv: 'mongodb+srv://orders-pri.ab123.mongodb.net',
          },
        },
      },
    };
    const text = (mark: string): string =>
      `mongodb://u:p@orders-shard-00-00${mark}.ab123.mongodb.net:27017,orders-shard-00-01${mark}.ab123.mongodb.net:27017/o?tls=true`;
    const after = (mark: string): string | undefined =>
      repaired(text(mark), 'direct-list/multi-region', setup, 'suggestion');
    expect(after('')).toBe('mongodb+srv://u:p@orders.ab123.mongodb.net/o?tls=true');
    expect(after('-pri')).toBe('mongodb+srv://u:p@orders-pri.ab123.mongodb.net/o?tls=true');
  });
});

describe('regionalized endpoints', () => {
  it('a sharded cluster in one region is concerned once a plan gives it another', () => {
    const clusters = { profiles: { sharded: true, regions: ['us-east-1'] } };
    const text = 'mongodb+srv://profiles-pl-0.ab123.mongodb.net/p';
    const on = { change: 'regionalized-endpoints', enabled: true };
    expect(rulesOf(text, { config: { ...plan(on), projects: [{ clusters }] } })).toEqual([]);
    expect(rulesOf(text, { config: { ...plan(on, twoRegions('profiles')), projects: [{ clusters }] } })).toEqual([
      'regional-mode-string-change',
    ]);
  });

  it('names that exist only afterwards are in order', () => {
    const config = {
      ...plan({ change: 'regionalized-endpoints', enabled: true }),
      projects: [{ clusters: { profiles: { sharded: true, regions: ['US_EAST_1', 'EU_WEST_1'] } } }],
    };
    expect(rulesOf('mongodb+srv://profiles-pl-0-us-east-1.ab123.mongodb.net/p', { config })).toEqual([]);
  });

  it('without a record nothing is said but what is missing', () => {
    const config = plan({ change: 'regionalized-endpoints', enabled: true });
    const text = 'mongodb+srv://profiles-pl-0.ab123.mongodb.net/p';
    expect(rulesOf(text, { config })).toEqual([]);
    expect(missing(text, { config })).toEqual([
      'change-refused: cluster record',
      'regional-mode-string-change: cluster record',
    ]);
  });
});
