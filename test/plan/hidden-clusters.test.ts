import { describe, expect, it } from 'vitest';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const till = clusterRecord('till');
const grid = clusterRecord('till', { type: 'SHARDED' });
const two = { change: 'multi-region', cluster: 'till', regions: ['US_EAST_1', 'EU_WEST_1'] };
const shard = { change: 'shard', cluster: 'till' };
const toGcp = { change: 'cloud-provider', cluster: 'till', to: 'gcp' };
const old = clusterRecord('till', { provider: 'AZURE', regions: ['US_EAST_2'], created: '2019-02-03T04:05:06Z' });
const mapped = { change: 'port-mapped-endpoints', cluster: 'till' };
const google = clusterRecord('till', { provider: 'GCP', regions: ['CENTRAL_US'] });

/** A string whose cluster a program fills in may be of the change's cluster. */
describe('a string of an unknown cluster of the project', () => {
  it.each<[uri: string, change: object, record: object, verdict: string]>([
    ['mongodb+srv://${h}.h6j2m.mongodb.net/x?replicaSet=rs', shard, till, 'undecided'],
    [
      'mongodb://${h}-shard-00-00.h6j2m.mongodb.net:27017,${h}-shard-00-01.h6j2m.mongodb.net:27017/x',
      shard,
      till,
      'undecided',
    ],
    ['mongodb+srv://${h}.h6j2m.mongodb.net/x', shard, till, 'ready'],
    ['mongodb+srv://${h}-pl-1.h6j2m.mongodb.net/x', two, grid, 'undecided'],
    ['mongodb+srv://${h}-pl-0-lb.h6j2m.mongodb.net/x', two, grid, 'undecided'],
    ['mongodb+srv://${h}.h6j2m.mongodb.net/x', two, grid, 'ready'],
    ['mongodb+srv://${h}.h6j2m.mongodb.net/x', toGcp, old, 'undecided'],
    ['mongodb+srv://${h}.h6j2m.mongodb.net/x', toGcp, till, 'ready'],
    ['mongodb+srv://${h}-pl-0.h6j2m.mongodb.net/x', mapped, google, 'undecided'],
  ])('%s, %j', (uri, change, record, verdict) => {
    const text = `const a = '${uri}';\n`.replaceAll("'", '`');
    const own = 'mongodb+srv://till.h6j2m.mongodb.net/t';
    const base = {
      clusters: [record],
      endpoints: [],
      config: { plan: [change], projects: [{ regionalizedPrivateEndpoints: false }] },
    };
    const entry = entryOf({
      ...base,
      files: record === old ? { 'b.js': text } : { 'a.env': `URI=${own}\n`, 'b.js': text },
    });
    expect(entry.verdict).toBe(verdict);
    if (verdict === 'undecided') {
      expect(entry.reasons.flatMap(({ unchecked = [] }) => unchecked.map(({ place }) => place.file))).toContain('b.js');
      const told = entryOf({
        ...base,
        files: { 'a.env': `URI=${own}\n`, 'b.js': text },
        config: { ...base.config, external: { h: 'shop' }, projects: [{ clusters: { shop: { provider: 'aws' } } }] },
      });
      if (record !== old) expect(told.verdict).toBe('ready');
    }
  });
});
