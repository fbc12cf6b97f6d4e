import { listedAs } from '../../src/lint/replacements.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import {
  createdBefore,
  optimizedObstacle,
  ownerOf,
  clustersListing,
  clustersNamed,
  listedHosts,
  listedString,
  projectKnowsToken,
} from '../../src/facts/query.ts';
import { classifyHost } from '../../src/classify/classify-host.ts';
import type { DeclaredCluster } from '../../src/config/config.ts';
import type { ClusterFacts, Facts } from '../../src/facts/facts.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { clusterIn, endpoint, factsOf, GROUP, record } from '../support/facts-fixture.ts';

function find(facts: Facts, host: string, port: number | null = null): string | undefined {
  return ownerOf(facts, { host, port, class: classifyHost(host, 'host', ATLAS) }).cluster?.name;
}

describe('ownerOf', () => {
  const direct = (port: number): Record<string, unknown> => ({
    privateEndpoint: [endpoint({ direct: `mongodb://pl-0-us-east-1.qz7xt.mongodb.net:${port}/?ssl=true` })],
  });
  const born = {
    standard: 'mongodb://ac-m3n4p5q-shard-00-00.qz7xt.mongodb.net:27017/?replicaSet=atlas-w4xyz1-shard-0',
    standardSrv: 'mongodb+srv://aspen.qz7xt.mongodb.net',
  };
  const facts = factsOf(
    record({ name: 'Willow', strings: direct(1024) }),
    record({ name: 'aspen', strings: { ...born, ...direct(1027) } }),
    record({ name: 'willow', token: 'hk2pz', more: { groupId: '70c0ffee000000000000bb02' } }),
  );

  it('finds the cluster that lists the host, in any case', () => {
    expect(find(facts, 'WILLOW.QZ7XT.mongodb.net')).toBe('Willow');
    expect(find(facts, 'willow.hk2pz.mongodb.net')).toBe('willow');
    expect(find(facts, 'willow.qz7xt.mongodb.net.')).toBe('Willow');
  });

  it('finds it by name and token when the host is not listed', () => {
    expect(find(facts, 'willow-pri.qz7xt.mongodb.net')).toBe('Willow');
    expect(find(facts, 'willow-shard-00-05.hk2pz.mongodb.net')).toBe('willow');
    expect(find(facts, 'willow.zzzzz.mongodb.net')).toBeUndefined();
    expect(find(facts, 'wilow.qz7xt.mongodb.net')).toBeUndefined();
  });

  it('finds it by the id of its nodes or of its replica set', () => {
    expect(find(facts, 'ac-m3n4p5q-shard-00-00.qz7xt.mongodb.net')).toBe('aspen');
    expect(find(facts, 'ac-m3n4p5q-shard-00-07.qz7xt.mongodb.net')).toBe('aspen');
    const alone = factsOf(record({ name: 'aspen' }));
    expect(find(alone, 'atlas-w4xyz1-shard-00-01.qz7xt.mongodb.net')).toBe('aspen');
  });

  it('tells clusters that share an endpoint host apart by the port', () => {
    expect(find(facts, 'pl-0-us-east-1.qz7xt.mongodb.net', 1024)).toBe('Willow');
    expect(find(facts, 'pl-0-us-east-1.qz7xt.mongodb.net', 1027)).toBe('aspen');
    expect(find(facts, 'pl-0-us-east-1.qz7xt.mongodb.net')).toBeUndefined();
    expect(clustersListing(facts, 'pl-0-us-east-1.qz7xt.mongodb.net')).toHaveLength(2);
  });

  it('is not confused by a record that lists a host and port twice', () => {
    const twice = {
      ...direct(1024),
      awsPrivateLink: { 'vpce-0aa11': 'mongodb://pl-0-us-east-1.qz7xt.mongodb.net:1024/?tls=true' },
    };
    const two = factsOf(record({ name: 'willow', strings: twice }), record({ name: 'aspen', strings: direct(1027) }));
    expect(find(two, 'pl-0-us-east-1.qz7xt.mongodb.net', 1024)).toBe('willow');
  });

  it('finds a long name by the part that hosts show', () => {
    const long = factsOf(
      record({
        name: 'analytics-warehouse-europe',
        strings: { standardSrv: 'mongodb+srv://analytics-warehouse-eur.qz7xt.mongodb.net' },
      }),
    );
    expect(find(long, 'analytics-warehouse-eur-pri.qz7xt.mongodb.net')).toBe('analytics-warehouse-europe');
  });

  it('takes any token for a cluster that only the config describes, unless a record has it', () => {
    const declarations = buildFacts([{ file: 'f.json', value: record({ name: 'aspen' }) }], {
      projects: [{ clusters: { maple: {} } }],
    }).facts;
    expect(find(declarations, 'maple.zzzzz.mongodb.net')).toBe('maple');
    expect(find(declarations, 'maple-j7k8m.azure.mongodb.net')).toBe('maple');
  });

  it('takes a known token for a cluster that is being created', () => {
    const creating = factsOf(record({ name: 'aspen' }), { name: 'newest', groupId: GROUP, connectionStrings: {} });
    expect(find(creating, 'newest.qz7xt.mongodb.net')).toBe('newest');
    expect(find(creating, 'newest.zzzzz.mongodb.net')).toBeUndefined();
  });

  it('knows the hosts of the metrics discovery', () => {
    const target = {
      targets: ['ac-x9y8z7w-shard-00-00.qz7xt.mongodb.net:27018'],
      labels: { cl_name: 'aspen', group_id: GROUP },
    };
    const scraped = factsOf(record({ name: 'aspen' }), [target]);
    expect(find(scraped, 'ac-x9y8z7w-shard-00-00.qz7xt.mongodb.net')).toBe('aspen');
  });

  it('tells thousands of clusters apart', () => {
    const many = factsOf(
      Array.from({ length: 3000 }, (_, at) => record({ name: `c${at}`, strings: direct(1024 + at) })),
    );
    for (let at = 0; at < 3000; at++)
      expect(many.clusters[at]?.name).toBe(find(many, 'pl-0-us-east-1.qz7xt.mongodb.net', 1024 + at));
  });
});

describe('what a record lists', () => {
  const facts = factsOf(record({ strings: { privateSrv: 'mongodb+srv://willow-pri.qz7xt.mongodb.net' } }));
  const cluster = facts.clusters[0]!;

  it('knows tokens, hosts and strings', () => {
    expect(projectKnowsToken(facts, 'QZ7XT')).toBe(true);
    expect(projectKnowsToken(facts, 'zzzzz')).toBe(false);
    expect(listedHosts(cluster)).toHaveLength(5);
    expect(listedAs(cluster, 'private').map(({ text }) => text)).toEqual([
      'mongodb+srv://willow-pri.qz7xt.mongodb.net',
    ]);
    expect(listedAs(cluster, 'optimized')).toEqual([]);
    expect(listedString(cluster, 'Willow-pri.qz7xt.mongodb.net')?.kind).toBe('private');
  });

  it('names clusters as a plan does', () => {
    expect(clustersNamed(facts, 'willow')).toEqual([cluster]);
    expect(clustersNamed(facts, 'WILLOW')).toEqual([cluster]);
    expect(clustersNamed(facts, '*')).toEqual([cluster]);
    expect(clustersNamed(facts, 'aspen')).toEqual([]);
  });
});

describe('createdBefore', () => {
  const zone = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Pacific/Kiritimati';
  });
  afterAll(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const made = (createDate: string): ClusterFacts => clusterIn(record({ more: { createDate } }));

  it.each([
    ['2020-11-02T23:59:59Z', true],
    ['2020-11-03T00:00:00Z', false],
    ['2020-11-03T00:30:00+01:00', true],
    ['2020-11-02T23:30:00-01:00', false],
    ['2020-11-02T23:59:59', true],
    ['2020-11-03T00:00:00', false],
  ])('compares %s with 3 November 2020 in UTC', (date, before) => {
    expect(createdBefore(made(date), '2020-11-03')).toBe(before);
  });

  it('is unknown without a date that can be read', () => {
    expect(createdBefore(made('last spring'), '2020-11-03')).toBeUndefined();
  });
});

describe('optimizedObstacle', () => {
  const off = { regionalizedPrivateEndpoints: { value: false, source: 'x' } };
  const on = { regionalizedPrivateEndpoints: { value: true, source: 'x' } };
  const unknown = { regionalizedPrivateEndpoints: undefined };
  const two = [
    ['AWS', 'US_EAST_1'],
    ['AWS', 'EU_WEST_1'],
  ] as const;
  const sharded = (shape: Parameters<typeof record>[0] = {}): ClusterFacts =>
    clusterIn(record({ type: 'SHARDED', ...shape }));
  const hand = (words: DeclaredCluster): ClusterFacts =>
    buildFacts([], { projects: [{ clusters: { maple: words } }] }).facts.clusters[0]!;

  it('is given for a sharded cluster in one AWS region, whatever the project does', () => {
    for (const version of ['5', '5.0.14', '10.0'])
      expect(optimizedObstacle(sharded({ more: { mongoDBVersion: version } }), off)).toBeNull();
    for (const project of [off, on, unknown]) expect(optimizedObstacle(sharded(), project)).toBeNull();
  });

  it.each([
    ['not-sharded', clusterIn(record())],
    ['not-aws', sharded({ regions: [['AZURE', 'US_EAST_2']] })],
    ['version-below-5', sharded({ more: { mongoDBVersion: '4.4.29' } })],
    ['multi-region-without-regionalized-endpoints', sharded({ regions: two })],
    [
      'not-dedicated',
      clusterIn({ name: 'fern', providerSettings: { providerName: 'SERVERLESS', backingProviderName: 'AWS' } }),
    ],
    ['not-aws', hand({ provider: ['gcp'] })],
  ])('is refused: %s', (reason, cluster) => {
    expect(optimizedObstacle(cluster, off)).toEqual({ reason });
  });

  it('needs the mode of the endpoints for several regions', () => {
    expect(optimizedObstacle(sharded({ regions: two }), on)).toBeNull();
    expect(optimizedObstacle(sharded({ regions: two }), unknown)).toEqual({
      missing: ['regionalized private endpoints (regionalMode)'],
    });
  });

  it('names what is missing', () => {
    expect(optimizedObstacle(hand({ sharded: true }), unknown)).toEqual({
      missing: ['provider of the cluster', 'database version', 'regions of the cluster'],
    });
    expect(optimizedObstacle(hand({ sharded: true }), on)).toEqual({
      missing: ['provider of the cluster', 'database version'],
    });
    expect(optimizedObstacle(hand({}), off)).toEqual({
      missing: ['cluster type', 'provider of the cluster', 'database version', 'regions of the cluster'],
    });
  });
});
