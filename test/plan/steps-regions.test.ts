import { describe, expect, it } from 'vitest';
import { at, commandsOf, inOrder, titles } from '../support/plan-steps.ts';
import { clusterRecord, endpointStrings, entryOf } from '../support/run-plan.ts';
import type { PlannedProject } from '../support/run-plan.ts';

describe('multi-region', () => {
  const project = (strings: readonly string[], extra: Partial<PlannedProject['config']> = {}): PlannedProject => ({
    files: { 'a.env': 'URI=mongodb+srv://gauge-pl-0-lb.h6j2m.mongodb.net/g\n' },
    clusters: [clusterRecord('gauge', { type: 'SHARDED', strings: endpointStrings('gauge', ...strings) })],
    config: {
      plan: [{ change: 'multi-region', cluster: 'gauge', regions: ['US_EAST_1', 'EU_WEST_1'] }],
      ...extra,
      projects: [{ regionalizedPrivateEndpoints: false }],
    },
  });

  it('switches to the Legacy SRV string, prepares the networks, and converts last', () => {
    const entry = entryOf(project(['pl-0', 'pl-0-lb']));
    inOrder(
      entry,
      'Legacy SRV',
      'Deploy',
      'private endpoint in every',
      'networks of the regions',
      'Verify before',
      'Add the region EU_WEST_1',
      'Verify after',
    );
    expect(titles(entry)).not.toContain('Open a support ticket before the conversion');
    expect(entry.steps[at(entry, 'Legacy SRV')]?.places.map(({ to }) => to)).toEqual([
      'mongodb+srv://gauge-pl-0.h6j2m.mongodb.net/g',
    ]);
  });

  it('begins with a ticket when the record has no Legacy SRV string', () => {
    const entry = entryOf(project(['pl-0-lb']));
    inOrder(entry, 'Open a support ticket', 'once support has provided one', 'Deploy', 'Add the region');
  });

  it('leaves optimized strings alone where regionalized endpoints keep them', () => {
    const plan = [
      {
        change: 'multi-region',
        cluster: 'gauge',
        regions: ['US_EAST_1', 'EU_WEST_1'],
        regionalizedPrivateEndpoints: true,
      },
    ];
    const entry = entryOf(project(['pl-0', 'pl-0-lb'], { plan }));
    expect(titles(entry).join()).not.toMatch(/Legacy SRV|networks of the regions/);
    inOrder(entry, 'Turn regionalized private endpoints on', 'Add the region');
  });

  it('begins with peering-only mode on Azure', () => {
    const entry = entryOf({
      clusters: [clusterRecord('yard', { provider: 'AZURE', regions: ['EUROPE_WEST'] })],
      config: {
        plan: [{ change: 'multi-region', cluster: 'yard', regions: ['EUROPE_WEST', 'EUROPE_NORTH'] }],
        projects: [{ peeringOnly: true }],
      },
    });
    expect(entry.verdict).toBe('blocked');
    inOrder(entry, 'Turn peering-only mode off', 'Replace strings', 'Add the region EUROPE_NORTH');
    expect(entry.steps[at(entry, 'Turn peering-only mode off')]?.command).toBe(
      'connlint plan --change disable-peering-only',
    );
  });

  it('names a VPN between providers, whose networks cannot be peered with each other', () => {
    const plan = [{ change: 'multi-region', cluster: 'gauge', regions: ['US_EAST_1', 'CENTRAL_US'] }];
    const entry = entryOf(project(['pl-0'], { plan }));
    expect(entry.steps[at(entry, 'networks of the regions')]?.detail).toContain('site-to-site VPN');
    const oneProvider = entryOf(project(['pl-0']));
    expect(oneProvider.steps[at(oneProvider, 'networks of the regions')]?.detail).not.toContain('VPN');
  });

  it('names global access for Google Cloud', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://orbit-pl-0.h6j2m.mongodb.net/o\n' },
      clusters: [clusterRecord('orbit', { provider: 'GCP', regions: ['WESTERN_EUROPE'] })],
      config: {
        plan: [{ change: 'multi-region', cluster: 'orbit', regions: ['WESTERN_EUROPE', 'CENTRAL_US'] }],
        projects: [{ regionalizedPrivateEndpoints: false }],
      },
    });
    expect(entry.steps[at(entry, 'global access')]?.detail).not.toContain('AWS and Azure');
  });
});

describe('regionalized-endpoints', () => {
  const clusters = [
    clusterRecord('gauge', {
      type: 'GEOSHARDED',
      regions: ['US_EAST_1', 'EU_WEST_1'],
      strings: endpointStrings('gauge', 'pl-0'),
    }),
    clusterRecord('till'),
  ];
  const files = { 'a.env': 'URI=mongodb+srv://gauge-pl-0.h6j2m.mongodb.net/g\n' };

  it('wants sharded clusters, then the toggle, and only then the new strings', () => {
    const entry = entryOf({ files, clusters, config: { plan: [{ change: 'regionalized-endpoints' }] } });
    expect(entry.verdict).toBe('blocked');
    inOrder(
      entry,
      'Convert or move every replica set',
      'Announce a downtime',
      'Turn regionalized private endpoints on',
      'Read the new strings',
      'Use the new strings in',
      'Deploy',
      'Verify',
    );
    expect(entry.steps[at(entry, 'Convert or move every replica set')]?.detail).toContain('"till"');
    expect(commandsOf(entry)).toMatch(
      /GET '\S+\/privateEndpoint\/regionalMode'[^]+PATCH '\S+\/privateEndpoint\/regionalMode'/,
    );
    expect(entry.steps[at(entry, 'Use the new strings')]?.places.map(({ file }) => file)).toEqual(['a.env']);
  });

  it('needs every cluster of the project, which a single record does not show', () => {
    const files = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' };
    const till = clusterRecord('till', { type: 'SHARDED' });
    const config = { plan: [{ change: 'regionalized-endpoints', enabled: true }] };
    const entry = entryOf({ files, clusters: [till], isWholeList: false, config });
    expect([entry.verdict, entry.missing]).toEqual(['undecided', ['complete list of clusters']]);
  });

  it('needs no sharded clusters to be turned off', () => {
    const entry = entryOf({
      files,
      clusters,
      config: { plan: [{ change: 'regionalized-endpoints', enabled: false }] },
    });
    expect(titles(entry)).not.toContain('Convert or move every replica set');
    expect(commandsOf(entry)).toContain('{"enabled": false}');
  });
});

describe('shard', () => {
  it('moves to SRV strings before the conversion', () => {
    const entry = entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-q1w2e3-shard-0\n' },
      clusters: [clusterRecord('till')],
      config: { plan: [{ change: 'shard', cluster: 'till' }] },
    });
    expect(entry.verdict).toBe('blocked');
    expect(entry.steps[0]?.places[0]?.to).toBe('mongodb+srv://till.h6j2m.mongodb.net/t');
    inOrder(entry, 'remove replicaSet', 'Deploy', 'Verify before', 'Convert the cluster', 'Verify after');
  });
});

describe('a change that is made already', () => {
  const files = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t?replicaSet=atlas-q1w2e3-shard-0\n' };
  const plain = { 'a.env': 'URI=mongodb+srv://till.h6j2m.mongodb.net/t\n' };

  it('is named as such: the cluster has every region of the plan', () => {
    const plan = [{ change: 'multi-region', cluster: 'till', regions: ['US_EAST_1'] }];
    const entry = entryOf({ files: plain, clusters: [clusterRecord('till')], endpoints: [], config: { plan } });
    expect(titles(entry)).toEqual(['Nothing to add: the cluster already spans US_EAST_1']);
    expect(commandsOf(entry)).toBe('');
  });

  it('is named as such: the cluster is sharded, and no step says to keep one shard', () => {
    const plan = [{ change: 'shard', cluster: 'till' }];
    const clusters = [clusterRecord('till', { type: 'SHARDED' })];
    const done = 'Nothing to convert: "till" is already sharded';
    expect(titles(entryOf({ files: plain, clusters, config: { plan } })).slice(0, 2)).toEqual([
      done,
      'Restart every client of the cluster',
    ]);
    const entry = entryOf({ files, clusters, config: { plan } });
    expect(entry.verdict).toBe('blocked');
    expect(entry.steps[0]?.places[0]?.to).toBe('mongodb+srv://till.h6j2m.mongodb.net/t');
    expect(titles(entry)[1]).toBe(done);
    expect(commandsOf(entry)).not.toContain('PATCH');
  });
});

describe('an endpoint string with another number', () => {
  const till = (part: string): object => clusterRecord('till', { strings: endpointStrings('till', 'pl-1', part) });
  const change = { change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] };
  const project = { regionalizedPrivateEndpoints: false };
  const judge = (part: string, more: object = {}) =>
    entryOf({
      files: { 'a.env': 'URI=mongodb+srv://till-pl-1.h6j2m.mongodb.net/t\n' },
      clusters: [till(part)],
      endpoints: ['US_EAST_1', 'EU_WEST_1'],
      config: { plan: [{ ...change, ...more }], projects: [{ ...project }] },
    });
  const replacedAt = (entry: ReturnType<typeof entryOf>): number =>
    entry.steps.findIndex(({ kind, places }) => kind === 'replace' && places.length > 0);

  it('is replaced after the conversion, which issues its successor', () => {
    const entry = judge('pl-1');
    const at = entry.steps.findIndex(({ kind }) => kind === 'change');
    expect([entry.verdict, replacedAt(entry) > at]).toEqual(['blocked', true]);
    expect(entry.steps[replacedAt(entry)]?.places[0]?.to).toBe('mongodb+srv://till-pl-0.h6j2m.mongodb.net/t');
    const commands = entry.steps.map(({ command }) => command ?? '');
    expect(commands.slice(0, at).join('\n')).not.toContain('mongosh');
    expect(commands.slice(at).join('\n')).toContain('mongosh mongodb+srv://till-pl-0.h6j2m.mongodb.net/');
    expect(judge('pl-1', { downtime: 'window of 6 December' }).verdict).toBe('ready');
  });
});
