import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import type { Facts } from '../../src/facts/facts.ts';
import { isMultiCloud } from '../../src/facts/query.ts';
import { factsOf, record } from '../support/facts-fixture.ts';

function withHand(declarations: Parameters<typeof buildFacts>[1], ...values: readonly unknown[]): Facts {
  const inputs = values.map((value, at) => ({ file: `facts/${at}.json`, value }));
  const { facts, problems } = buildFacts(inputs, declarations);
  expect(problems).toEqual([]);
  return facts;
}

const codes = (facts: Facts): readonly string[] => facts.notices.map(({ code }) => code);

describe('two records of one cluster', () => {
  it('become one, the second filling what the first lacks', () => {
    const bare = { name: 'willow', stateName: 'IDLE', connectionStrings: {} };
    const facts = factsOf(bare, record());
    expect(facts.clusters).toHaveLength(1);
    expect(facts.clusters[0]).toMatchObject({
      source: 'facts/0.json',
      version: '7.0.9',
      tokens: ['qz7xt'],
    });
    expect(facts.notices).toEqual([]);
  });

  it('are reported when they differ, and the first is used', () => {
    const more = {
      createDate: '2024-01-01',
      connectionStrings: { standardSrv: 'mongodb+srv://willow.zz9xt.mongodb.net' },
    };
    const facts = factsOf(
      record({ type: 'SHARDED' }),
      record({ type: 'GEOSHARDED', regions: [['AWS', 'EU_WEST_1']], more }),
    );
    expect(facts.clusters).toHaveLength(1);
    expect(facts.clusters[0]?.clusterType).toBe('SHARDED');
    const said = facts.notices.map(({ message }) => message);
    expect(said).toEqual([
      expect.stringContaining('clusterType is SHARDED in facts/0.json but GEOSHARDED in facts/1.json'),
      expect.stringContaining('regions is US_EAST_1 in facts/0.json but EU_WEST_1 in facts/1.json'),
      expect.stringContaining('createdAt is 2022-03-04'),
      expect.stringContaining('different connection strings'),
    ]);
    expect(new Set(codes(facts))).toEqual(new Set(['fact-conflict']));
  });

  it('stay two in two projects', () => {
    const facts = factsOf(record(), record({ token: 'hk2pz', more: { groupId: '70c0ffee000000000000bb02' } }));
    expect(facts.clusters).toHaveLength(2);
    expect(facts.notices).toEqual([]);
  });
});

describe('words of the config', () => {
  it('are used alone without a file', () => {
    const facts = withHand({
      projects: [
        {
          peeringOnly: true,
          customDnsOnAws: false,
          peering: ['azure', 'gcp'],
          clusters: {
            Harvest: {
              provider: ['azure'],
              regions: ['eastus2', 'EUROPE_WEST'],
              sharded: false,
              createdAt: '2020-06-18',
              version: '6',
            },
          },
        },
      ],
    });
    expect(facts.project.peeringOnly).toEqual({ value: true, source: 'config: project.peeringOnly' });
    expect(facts.project.peering).toEqual({ aws: false, azure: true, gcp: true });
    expect(facts.clusters[0]).toMatchObject({
      label: 'harvest',
      isDeclared: true,
      sharded: false,
      createdAt: '2020-06-18T00:00:00.000Z',
      version: '6',
      tokens: [],
    });
    expect(facts.clusters[0]?.regions?.map(({ region }) => region)).toEqual(['eastus2', 'westeurope']);
    expect(facts.notices).toEqual([]);
  });

  it('learn the provider from a region that only one spells so', () => {
    const [cluster] = withHand({
      projects: [{ clusters: { harvest: { regions: ['us-east-1', 'us-east1'] } } }],
    }).clusters;
    expect(cluster?.providers).toEqual(['aws', 'gcp']);
    expect(isMultiCloud(cluster!)).toBe(true);
  });

  it('fill what a record lacks, without a word when both agree', () => {
    const facts = withHand(
      {
        projects: [
          {
            clusters: {
              WILLOW: {
                sharded: false,
                version: '7.0',
                regions: ['us-east-1'],
                createdAt: '2022-03-04',
                provider: ['aws'],
              },
            },
          },
        ],
      },
      record(),
    );
    expect(facts.clusters).toHaveLength(1);
    expect(facts.notices).toEqual([]);
  });

  it('give way to a record that says otherwise, and that is reported', () => {
    const facts = withHand(
      { projects: [{ clusters: { willow: { sharded: true, createdAt: '2020-01-01' } } }] },
      record(),
    );
    expect(facts.clusters[0]?.sharded).toBe(false);
    expect(facts.notices.map(({ message }) => message)).toEqual([
      'Cluster "willow": sharded is false in facts/0.json but true in config: clusters.willow.',
      expect.stringContaining('createdAt'),
    ]);
  });

  it('leave a setting unknown that an answer contradicts', () => {
    const { facts } = buildFacts([{ file: 'privateIpMode.json', value: { enabled: false } }], {
      projects: [{ peeringOnly: true }],
    });
    expect(facts.project.peeringOnly).toBeUndefined();
    expect(facts.notices).toMatchObject([{ code: 'fact-conflict', file: 'privateIpMode.json' }]);
  });

  it('add peerings that no answer could have listed', () => {
    const peer = { providerName: 'AZURE', containerId: 'c', resourceGroupName: 'rg', status: 'AVAILABLE' };
    const facts = withHand({ projects: [{ peering: ['gcp', 'azure'] }] }, [peer]);
    expect(facts.project.peering).toEqual({ aws: false, azure: true, gcp: true });
    expect(facts.notices).toEqual([]);
  });

  it('may give tier, token and strings as the record would', () => {
    const tiers = ['M0', 'm5', 'M40_NVME', 'R50', 'flex', 'something'].map(
      (tier) => withHand({ projects: [{ clusters: { maple: { tier } } }] }).clusters[0]?.tier,
    );
    expect(tiers).toEqual(['free', 'flex', 'dedicated', 'dedicated', 'flex', undefined]);
    const connectionStrings = {
      standardSrv: 'mongodb+srv://app:Canary-41@maple.hk2pz.mongodb.net',
      privateEndpoint: [{ srvConnectionString: 'mongodb+srv://maple-pl-0.hk2pz.mongodb.net', type: 'MONGOS' }],
    };
    const facts = withHand({ projects: [{ clusters: { maple: { token: 'QZ7XT', connectionStrings } } }] });
    expect(facts.clusters[0]).toMatchObject({ tokens: ['qz7xt', 'hk2pz'] });
    expect(facts.clusters[0]?.listed[1]?.text).toBe('mongodb+srv://maple-pl-0.hk2pz.mongodb.net');
    expect(JSON.stringify(facts)).not.toContain('Canary');
  });
});
