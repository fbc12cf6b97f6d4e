import { describe, expect, it } from 'vitest';
import { applied } from '../support/run-example.ts';
import { found, missing, nodes, plan, repaired, rulesOf } from '../support/planned.ts';
import type { Setup } from '../support/planned.ts';

describe('another provider', () => {
  const config = plan({ change: 'cloud-provider', cluster: 'orders', to: 'aws' });

  it('asks for provider and age of a standard string', () => {
    const text = 'mongodb+srv://orders.ab123.mongodb.net/o';
    expect(missing(text, { config })).toEqual([
      'provider-change: creation date of the cluster',
      'provider-change: provider of the cluster',
    ]);
    const since = (createdAt: string): Setup => ({
      config: { ...config, projects: [{ clusters: { orders: { createdAt } } }] },
    });
    expect(missing(text, since('2019-01-01'))).toEqual(['provider-change: provider of the cluster']);
    expect(missing(text, since('2022-01-01'))).toEqual([]);
  });

  it('the day of 3 November 2020 begins at midnight in UTC', () => {
    const made = (createDate: string): string[] =>
      rulesOf('mongodb+srv://orders.ab123.mongodb.net/o', {
        config,
        facts: {
          'o.json': {
            name: 'orders',
            createDate,
            replicationSpecs: [{ regionConfigs: [{ providerName: 'AZURE', regionName: 'EUROPE_WEST' }] }],
          },
        },
      });
    expect(made('2020-11-02T23:59:59Z')).toEqual(['provider-change/legacy']);
    expect(made('2020-11-03T00:00:00Z')).toEqual([]);
  });

  it('a legacy name on AWS is only a legacy name', () => {
    const clusters = { orders: { provider: 'aws' } };
    const toGcp = plan({ change: 'cloud-provider', cluster: 'orders', to: 'gcp' });
    expect(
      rulesOf('mongodb+srv://orders-ab123.mongodb.net/o', { config: { ...toGcp, projects: [{ clusters }] } }),
    ).toEqual(['legacy-host']);
  });

  it('peering-only reports first where both match', () => {
    const both = plan({ change: 'cloud-provider', cluster: '*', to: 'aws' }, { change: 'disable-peering-only' });
    expect(rulesOf('mongodb+srv://orders-ab123.gcp.mongodb.net/o', { config: both })).toEqual([
      'peering-only-legacy-host',
    ]);
  });
});

describe('sharding', () => {
  const facts = {
    'g.json': {
      name: 'grid',
      clusterType: 'SHARDED',
      connectionStrings: { standard: `mongodb://${nodes('grid', 27016, 2)}/?ssl=true` },
    },
  };

  it('list and option are fixed each for itself; the database stays', () => {
    const text = `mongodb://${nodes('grid', 27017)}/g?replicaSet=grid-shard-0&tls=true`;
    const findings = found(text, { facts });
    expect(findings.map(({ rule }) => rule)).toEqual(['shard-conversion-options', 'shard-conversion-options']);
    const edits = findings.flatMap(({ fix }) => fix?.edits ?? []);
    expect(applied(`URI=${text}\n`, { title: '', edits })).toBe(
      `URI=mongodb://${nodes('grid', 27016, 2)}/g?tls=true\n`,
    );
  });

  it('before the conversion the SRV string is offered', () => {
    const setup = {
      config: plan({ change: 'shard', cluster: '*' }),
      facts: {
        'g.json': {
          name: 'grid',
          clusterType: 'REPLICASET',
          connectionStrings: { standardSrv: 'mongodb+srv://grid.ab123.mongodb.net' },
        },
      },
    };
    const text = `mongodb://${nodes('grid', 27017)}/g`;
    expect(rulesOf(text, setup)).toEqual(['shard-conversion-options']);
    expect(repaired(text, 'shard-conversion-options', setup, 'suggestion')).toBe(
      'mongodb+srv://grid.ab123.mongodb.net/g',
    );
  });

  it('an option alone goes with its question mark', () => {
    const text = 'mongodb+srv://grid.ab123.mongodb.net/g?replicaSet=rs0';
    expect(repaired(text, 'shard-conversion-options', { facts })).toBe('mongodb+srv://grid.ab123.mongodb.net/g');
  });
});

describe('legacy names', () => {
  const facts = {
    'r.json': {
      name: 'reader',
      connectionStrings: {
        standard:
          'mongodb://reader-shard-00-00.ab123.mongodb.net:27017,reader-shard-00-01.ab123.mongodb.net:27017/?ssl=true',
        standardSrv: 'mongodb+srv://reader.ab123.mongodb.net',
        privateEndpoint: [{ srvConnectionString: 'mongodb+srv://reader-pl-0.ab123.mongodb.net' }],
      },
    },
  };

  it('one node stays one node', () => {
    const text = 'mongodb://reader-shard-00-01-ab123.mongodb.net:27017/?directConnection=true';
    expect(repaired(text, 'legacy-host', { facts })).toBe(
      'mongodb://reader-shard-00-01.ab123.mongodb.net:27017/?directConnection=true',
    );
    expect(repaired('reader-shard-00-00-ab123.mongodb.net', 'legacy-host', { facts })).toBe(
      'reader-shard-00-00.ab123.mongodb.net',
    );
  });

  it('an endpoint name becomes the one that is listed', () => {
    expect(repaired('mongodb+srv://reader-pl-0-ab123.mongodb.net/r', 'legacy-host', { facts })).toBe(
      'mongodb+srv://reader-pl-0.ab123.mongodb.net/r',
    );
    expect(repaired('mongodb+srv://reader-pl-1-ab123.mongodb.net/r', 'legacy-host', { facts })).toBeUndefined();
  });

  it('the mark of an optimized name moves before the dot', () => {
    expect(repaired('mongodb+srv://reader-pl-0-ab123-lb.mongodb.net/r', 'legacy-host', {}, 'suggestion')).toBe(
      'mongodb+srv://reader-pl-0-lb.ab123.mongodb.net/r',
    );
  });

  it('with the plan to leave them, every rule that reports one is an error', () => {
    const leave = { change: 'leave-legacy-hostnames' };
    const severities = (text: string, ...more: object[]): string[] =>
      found(text, { config: plan(leave, ...more) }).map(({ severity }) => severity);
    expect(severities('mongodb+srv://reader-ab123.mongodb.net/r')).toEqual(['error']);
    expect(severities('mongodb+srv://reader-ab123.mongodb.net/r', { change: 'disable-peering-only' })).toEqual([
      'error',
    ]);
  });
});

describe('custom DNS on AWS', () => {
  const text = 'mongodb+srv://orders.ab123.mongodb.net/o';
  const project = { customDnsOnAws: true, peering: ['aws'] };

  it('what the config says of the network counts before the peering connection', () => {
    const runsIn = (network: string): string[] =>
      rulesOf(text, { config: { overrides: [{ files: ['**'], network }], projects: [{ ...project }] } });
    expect(runsIn('peered')).toEqual(['standard-string-in-peered-network/aws']);
    expect(runsIn('public')).toEqual([]);
    expect(runsIn('private-endpoint')).toEqual([]);
    expect(rulesOf(text, { config: { projects: [{ ...project }] } })).toEqual([
      'standard-string-in-peered-network/aws',
    ]);
  });

  it('is silent while the setting is off or to be turned off', () => {
    expect(rulesOf(text, { config: { projects: [{ ...project, customDnsOnAws: false }] } })).toEqual([]);
    expect(
      rulesOf(text, { config: { ...plan({ change: 'custom-dns', enabled: false }), projects: [{ ...project }] } }),
    ).toEqual([]);
  });

  it('asks for peering connections where a plan depends on them', () => {
    expect(missing(text, { config: plan({ change: 'custom-dns' }) })).toEqual([
      'standard-string-in-peered-network: peering connections',
    ]);
  });
});

describe('port-mapped endpoints', () => {
  const config = plan({ change: 'port-mapped-endpoints', cluster: '*' });

  it('node names still say pl', () => {
    expect(rulesOf('mongodb://pl-0-us-east1-gcp.ab123.mongodb.net:1024/l?tls=true', { config })).toEqual([]);
  });

  it('names whose number a program fills in say pl', () => {
    const text = 'u = f"mongodb+srv://ledgers-pl-{n}.ab123.gcp.mongodb.net/l"';
    expect(rulesOf(text, { config })).toEqual(['endpoint-architecture']);
    expect(rulesOf(text.replace('-pl-', '-psc-'), { config })).toEqual([]);
  });

  it('an unknown provider is a warning and a missing fact', () => {
    const text = 'mongodb+srv://ledgers-pl-0.ab123.mongodb.net/l';
    expect(found(text, { config }).map(({ rule, severity }) => `${rule} ${severity}`)).toEqual([
      'endpoint-architecture warning',
    ]);
    expect(missing(text, { config })).toEqual(['endpoint-architecture: provider of the cluster']);
  });
});
