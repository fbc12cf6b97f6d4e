import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lintText } from '../../src/index.ts';
import type { FactInput } from '../../src/facts/build.ts';

/** The random data of one project. */
interface Drawn {
  readonly peeringOnly: boolean | null;
  readonly customDnsOnAws: boolean | null;
  readonly regionalizedPrivateEndpoints: boolean | null;
  readonly provider: 'AWS' | 'AZURE' | 'GCP';
  readonly sharded: boolean;
  readonly created: string;
  readonly listed: boolean;
  readonly peered: boolean;
  readonly endpoint: boolean;
  readonly regions: number;
  readonly planned: boolean;
}

const flag = fc.constantFrom(true, false, null);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  peeringOnly: flag,
  customDnsOnAws: flag,
  regionalizedPrivateEndpoints: flag,
  provider: fc.constantFrom('AWS' as const, 'AZURE' as const, 'GCP' as const),
  sharded: fc.boolean(),
  created: fc.constantFrom('2019-05-06T00:00:00Z', '2020-06-18T00:00:00Z', '2024-01-02T00:00:00Z'),
  listed: fc.boolean(),
  peered: fc.boolean(),
  endpoint: fc.boolean(),
  regions: fc.integer({ min: 1, max: 2 }),
  planned: fc.boolean(),
});

const REGIONS = {
  AWS: ['US_EAST_1', 'EU_WEST_1'],
  AZURE: ['US_EAST_2', 'EUROPE_WEST'],
  GCP: ['CENTRAL_US', 'WESTERN_EUROPE'],
};

interface Named {
  readonly groupId: string;
  readonly cluster: string;
  readonly token: string;
  /** A name that both projects have. */
  readonly shared: string;
}

const ONE: Named = { groupId: '65c1a00000000000000a0001', cluster: 'wharf', token: 'k4j5h', shared: 'orders' };
const TWO: Named = { groupId: '65c1a00000000000000b0002', cluster: 'barge', token: 'm2n3p', shared: 'orders' };

function factsFile({ groupId, cluster, token, shared }: Named, facts: Drawn): FactInput {
  const record = (name: string, isListed: boolean): unknown => ({
    name,
    groupId,
    clusterType: facts.sharded ? 'SHARDED' : 'REPLICASET',
    createDate: facts.created,
    mongoDBMajorVersion: '8.0',
    connectionStrings: isListed
      ? {
          standardSrv: `mongodb+srv://${name}.${token}.mongodb.net`,
          ...(facts.peered && { privateSrv: `mongodb+srv://${name}-pri.${token}.mongodb.net` }),
          ...(facts.endpoint && {
            privateEndpoint: [{ srvConnectionString: `mongodb+srv://${name}-pl-0.${token}.mongodb.net` }],
          }),
        }
      : {},
    replicationSpecs: [
      {
        regionConfigs: REGIONS[facts.provider]
          .slice(0, facts.regions)
          .map((regionName) => ({ providerName: facts.provider, regionName })),
      },
    ],
  });
  const { peeringOnly, customDnsOnAws, regionalizedPrivateEndpoints } = facts;
  return {
    file: `facts/${cluster}.json`,
    value: {
      connlintFacts: 1,
      pulledAt: '2026-11-01',
      project: { groupId, peeringOnly, customDnsOnAws, regionalizedPrivateEndpoints },
      // One cluster with strings shows the token of the project.
      clusters: [record(cluster, true), record(shared, facts.listed)],
      peers: facts.peered ? [{ providerName: facts.provider, status: 'AVAILABLE', containerId: 'c1' }] : [],
      endpointServices: [],
    },
  };
}

/** Strings of every kind, one per line, to both clusters of a project. */
function textOf({ cluster, token, shared }: Named): string {
  const label = (name: string): readonly string[] => [
    `mongodb+srv://${name}.${token}.mongodb.net/a`,
    `mongodb+srv://${name}-pri.${token}.mongodb.net/a`,
    `mongodb+srv://${name}-pl-0.${token}.mongodb.net/a`,
    `mongodb+srv://${name}-pl-1.${token}.mongodb.net/a`,
    `mongodb+srv://${name}-pl-0-lb.${token}.mongodb.net/a`,
    `mongodb+srv://${name}-${token}.azure.mongodb.net/a`,
    `mongodb+srv://${name}-${token}.mongodb.net/a`,
    `mongodb://${name}-shard-00-00.${token}.mongodb.net:27017,${name}-shard-00-01.${token}.mongodb.net:27017/a?tls=true&replicaSet=x`,
  ];
  return [...label(cluster), ...label(shared), ...label('unknown')].map((uri, at) => `S${at}=${uri}\n`).join('');
}

const CHANGES = (name: Named): readonly object[] => [
  { change: 'disable-peering-only' },
  { change: 'multi-region', cluster: name.shared, regions: ['EU_WEST_1', 'US_EAST_2'] },
  { change: 'regionalized-endpoints', enabled: true },
  { change: 'custom-dns', enabled: true },
  { change: 'cloud-provider', cluster: name.cluster, to: 'gcp' },
];

function planOf(name: Named, facts: Drawn): readonly object[] {
  return facts.planned ? CHANGES(name).map((change) => ({ ...change, project: name.groupId })) : [];
}

/** The findings of a text without their ids, which are those of the whole file. */
function reported(text: string, facts: readonly FactInput[], plan: readonly object[]): string {
  const config = { plan, overrides: [{ files: '**', network: 'peered' }] };
  const { findings, unknown } = lintText(text, { path: 'app.env', facts, config, today: '2026-11-20' });
  return JSON.stringify({ findings, unknown }, null, 1);
}

describe('facts and plans of two projects', () => {
  it('give the same findings for a string as those of its own project, in either order', () => {
    fc.assert(
      fc.property(drawn, drawn, (one, two) => {
        const own = factsFile(ONE, one);
        const other = factsFile(TWO, two);
        const plans = [...planOf(ONE, one), ...planOf(TWO, two)];
        for (const [name, alone, plan] of [
          [ONE, own, planOf(ONE, one)],
          [TWO, other, planOf(TWO, two)],
        ] as const) {
          const expected = reported(textOf(name), [alone], plan);
          assert.equal(reported(textOf(name), [own, other], plans), expected);
          assert.equal(reported(textOf(name), [other, own], plans), expected);
        }
        const both = textOf(ONE) + textOf(TWO);
        assert.equal(reported(both, [own, other], plans), reported(both, [other, own], plans));
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
