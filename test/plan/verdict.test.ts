import { describe, expect, it } from 'vitest';
import { planExitCode } from '../../src/plan/plan.ts';
import { titles } from '../support/plan-steps.ts';
import { clusterRecord, endpointStrings, entriesOf, entryOf } from '../support/run-plan.ts';

const LEGACY = {
  standardSrv: 'mongodb+srv://depot-k8d3f.azure.mongodb.net',
  privateSrv: 'mongodb+srv://depot-pri.k8d3f.azure.mongodb.net',
};
const depot = clusterRecord('depot', {
  provider: 'AZURE',
  regions: ['EUROPE_WEST'],
  created: '2019-05-01T00:00:00Z',
  strings: LEGACY,
});
const OFF = { change: 'disable-peering-only' };
const legacyEnv = { 'prod.env': 'URI=mongodb+srv://depot-k8d3f.azure.mongodb.net/stock\n' };

describe('the verdict', () => {
  it('is blocked while an error is left, and ready when it is gone', () => {
    const left = entryOf({ files: legacyEnv, clusters: [depot], config: { plan: [OFF] } });
    expect([left.verdict, left.strings.length, left.missing]).toEqual(['blocked', 1, []]);
    const gone = { 'prod.env': 'URI=mongodb+srv://depot-pri.k8d3f.azure.mongodb.net/stock\n' };
    const done = entryOf({ files: gone, clusters: [depot], config: { plan: [OFF] } });
    expect([done.verdict, done.strings, done.missing]).toEqual(['ready', [], []]);
  });

  it('is undecided when a rule lacks a fact', () => {
    const files = { 'prod.env': 'URI=mongodb+srv://depot-k8d3f.mongodb.net/stock\n' };
    const entry = entryOf({ files, config: { plan: [OFF] } });
    expect(entry.verdict).toBe('undecided');
    expect(entry.missing).toEqual(['cluster record', 'provider of the cluster']);
    expect(entry.steps[0]?.title).toContain('missing facts');
    expect(entry.steps[0]?.places).toEqual([
      { file: 'prod.env', line: 1, column: 19, from: null, to: null, proven: false, recorded: false },
    ]);
  });

  it('is blocked rather than undecided', () => {
    const files = {
      'a.env': 'URI=mongodb+srv://depot-k8d3f.azure.mongodb.net/stock\n',
      'b.env': 'URI=mongodb+srv://silo-m2n4p.mongodb.net/stock\n',
    };
    const entry = entryOf({ files, config: { plan: [OFF] } });
    expect(entry.verdict).toBe('blocked');
    expect(entry.missing).toEqual(['cluster record', 'provider of the cluster']);
  });

  it('does not rest on accepted findings, but lists them with their reason', () => {
    const files = {
      'prod.env':
        '# connlint-disable-next-line peering-only-legacy-host -- moves in May\nURI=mongodb+srv://depot-k8d3f.azure.mongodb.net/stock\n',
    };
    const entry = entryOf({ files, clusters: [depot], config: { plan: [OFF] } });
    expect(entry.verdict).toBe('ready');
    expect(entry.strings.map(({ suppressed }) => suppressed?.reason)).toEqual(['moves in May']);
    expect(entry.steps[0]?.places).toEqual([]);
  });

  it('does not rest on warnings', () => {
    const files = {
      'prod.env': 'URI=mongodb://till-shard-00-00.h6j2m.mongodb.net:27017,till-shard-00-01.h6j2m.mongodb.net:27017/t\n',
    };
    const plan = [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }];
    const entry = entryOf({ files, clusters: [clusterRecord('till')], endpoints: [], config: { plan } });
    expect(entry.strings.map(({ severity }) => severity)).toEqual(['warning']);
    expect([entry.verdict, entry.reasons]).toEqual(['ready', []]);
    expect(titles(entry).at(-1)).toBe('Replace strings that still work but should not stay');
  });

  it('decides the exit code', () => {
    const of = (verdict: 'ready' | 'blocked' | 'undecided', allow: boolean): number => {
      const [entry] = entriesOf({ config: { plan: [OFF] } });
      return planExitCode(
        [
          { ...entry!, verdict: 'ready' },
          { ...entry!, verdict },
        ],
        allow,
      );
    };
    expect([of('ready', false), of('undecided', false), of('undecided', true), of('blocked', true)]).toEqual([
      0, 1, 0, 1,
    ]);
  });
});

describe('what concerns a change', () => {
  it('leaves out strings of other clusters, of which the same rule may report for reasons of its own', () => {
    const spread = clusterRecord('spread', {
      regions: ['US_EAST_1', 'EU_WEST_1'],
      strings: endpointStrings('spread', 'pl-0'),
    });
    const files = {
      'a.env': 'A=mongodb+srv://spread-pl-1.h6j2m.mongodb.net/s\nB=mongodb+srv://till.h6j2m.mongodb.net/t\n',
    };
    const plan = [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] }];
    const entry = entryOf({
      files,
      clusters: [spread, clusterRecord('till')],
      endpoints: ['us-east-1', 'eu-west-1'],
      config: { plan },
    });
    expect([entry.verdict, entry.strings, entry.clusters]).toEqual(['ready', [], ['till']]);
    const all = entryOf({
      files,
      clusters: [spread, clusterRecord('till')],
      config: { plan: [{ ...plan[0], cluster: '*' }] },
    });
    expect([all.verdict, all.cluster, all.clusters]).toEqual(['blocked', '*', ['spread', 'till']]);
  });

  it('judges each change by itself: one rule does not silence that of another change', () => {
    const plan = [OFF, { change: 'leave-legacy-hostnames' }];
    const entries = entriesOf({
      files: legacyEnv,
      clusters: [depot],
      config: { plan, projects: [{ peeringOnly: true }] },
    });
    expect(entries.map(({ change, verdict }) => [change, verdict])).toEqual([
      ['disable-peering-only', 'blocked'],
      ['leave-legacy-hostnames', 'blocked'],
    ]);
  });

  it('places what concerns the project at its own entry of the plan', () => {
    const plan = [
      { change: 'admin-api', to: '2024-08-05' },
      { change: 'multi-region', cluster: 'depot', regions: ['EUROPE_WEST', 'EUROPE_NORTH'] },
    ];
    const config = { plan, projects: [{ peeringOnly: true }] };
    const [, entry] = entriesOf({ clusters: [depot], config });
    const [finding] = entry!.strings;
    const text = JSON.stringify({ ...config, projects: [{ inventory: { clusters: 'facts.json' } }] }, null, 2);
    expect(finding?.file).toBe('connlint.config.json');
    expect(text.slice(0, finding?.offset).split('"change"')).toHaveLength(2);
  });
});

describe('missing facts of the change itself', () => {
  const multi = (cluster: string) => ({ change: 'multi-region', cluster, regions: ['US_EAST_1', 'EU_WEST_1'] });

  it('needs the record of the cluster, and knows when its name may be misspelt', () => {
    const entry = entryOf({ clusters: [clusterRecord('ledger')], config: { plan: [multi('ledgre')] } });
    expect([entry.verdict, entry.missing]).toEqual(['undecided', ['cluster record', 'private endpoint services']]);
    expect(entry.reasons.map(({ message }) => message).join(' ')).toContain(
      'No connection string of "ledgre" was found in product code, configuration or infrastructure. Did you mean "ledger"?',
    );
  });

  it('knows a similar name from the strings of the tree', () => {
    const files = { 'a.env': 'A=mongodb+srv://ledger.h6j2m.mongodb.net/l\n' };
    const entry = entryOf({ files, config: { plan: [multi('ledgre')] } });
    expect(entry.reasons.map(({ message }) => message).join(' ')).toContain('Did you mean "ledger"?');
  });

  it('asks for endpoint services, and for the mode only where an endpoint string is used', () => {
    const clusters = [clusterRecord('ledger', { type: 'SHARDED', strings: endpointStrings('ledger', 'pl-0') })];
    const standard = { 'a.env': 'A=mongodb+srv://ledger.h6j2m.mongodb.net/l\n' };
    expect(entryOf({ files: standard, clusters, config: { plan: [multi('ledger')] } }).missing).toEqual([
      'private endpoint services',
    ]);
    const endpoint = { 'a.env': 'A=mongodb+srv://ledger-pl-0.h6j2m.mongodb.net/l\n' };
    expect(entryOf({ files: endpoint, clusters, config: { plan: [multi('ledger')] } }).missing.toSorted()).toEqual([
      'private endpoint services',
      'regionalized private endpoints (regionalMode)',
    ]);
  });

  it('asks for peering-only mode only on Azure', () => {
    const plan = [{ change: 'multi-region', cluster: 'depot', regions: ['EUROPE_WEST', 'EUROPE_NORTH'] }];
    const { missing } = entryOf({ clusters: [depot], endpoints: [], config: { plan } });
    expect(missing).toEqual(['peering-only mode (privateIpMode)']);
  });

  it('asks for the age of a cluster only off AWS', () => {
    const moved = (provider: 'AWS' | 'GCP') =>
      entryOf({
        files: { 'a.env': 'A=mongodb+srv://stage.h6j2m.mongodb.net/s\n' },
        clusters: [
          clusterRecord('stage', {
            provider,
            regions: provider === 'GCP' ? ['WESTERN_EUROPE'] : ['EU_WEST_1'],
            created: null,
          }),
        ],
        config: { plan: [{ change: 'cloud-provider', cluster: 'stage', to: 'azure' }] },
      });
    expect([moved('AWS').verdict, moved('GCP').missing]).toEqual(['ready', ['creation date of the cluster']]);
  });
});
