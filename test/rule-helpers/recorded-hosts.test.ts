import { describe, expect, it } from 'vitest';
import type { Facts } from '../../src/facts/facts.ts';
import { inventoryChecker } from '../../src/rule-helpers/recorded-hosts.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { lineIndex } from '../../src/text/source.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { factsOf, record } from '../support/facts-fixture.ts';

const T = 'qz7xt.mongodb.net';
const private3 = [0, 1, 2].map((node) => `willow-shard-00-0${node}-pri.${T}:27017`).join(',');
const facts = factsOf(
  record({ strings: { private: `mongodb://${private3}/?ssl=true`, privateSrv: `mongodb+srv://willow-pri.${T}` } }),
  record({ name: 'Alder' }),
);

function checked(text: string, known: Facts = facts) {
  const checker = inventoryChecker(known, ATLAS);
  checker.add('a.env', findStrings({ path: 'a.env', text }, ATLAS), lineIndex(text));
  return checker.result();
}
const faults = (text: string, known?: Facts): string[] =>
  checked(text, known).unknown.map(
    ({ line, column, host, port, token, why, nearest }) =>
      `${line}:${column} ${host}:${port ?? ''} ${token} ${why} ${nearest?.cluster ?? '-'}`,
  );

describe('hosts of the code and records', () => {
  it.each<[text: string, ...faults: string[]]>([
    [`A=mongodb+srv://willow.${T}/x`],
    [`A=mongodb+srv://WILLOW.${T}/x`],
    [`A=1\nB=mongodb+srv://u:p@wilow.${T}/x`, `2:21 wilow.${T}: qz7xt no-cluster willow`],
    [`A=mongodb+srv://birch.${T}/x`, `1:17 birch.${T}: qz7xt no-cluster -`],
    [`A=mongodb+srv://willow-pl-0.${T}/x`, `1:17 willow-pl-0.${T}: qz7xt not-listed willow`],
    [`A=mongodb+srv://alder-pri.${T}/x`, `1:17 alder-pri.${T}: qz7xt not-listed Alder`],
    [`A=mongodb://willow-shard-00-07.${T}:27017/x`],
    [`A=mongodb+srv://birch.other.mongodb.net/x`],
    [`A=mongodb+srv://cluster0.mongodb.net/x`],
  ])('%s', (text, ...expected) => {
    expect(faults(text)).toEqual(expected);
  });

  it('report the string of a record that was probably meant', () => {
    expect(checked(`A=mongodb+srv://wilow.${T}/x`).unknown[0]!.nearest).toEqual({
      text: `mongodb+srv://willow.${T}`,
      cluster: 'willow',
      source: 'facts/0.json',
    });
  });

  it('report endpoint nodes that no record lists', () => {
    const direct = `mongodb://pl-0-us-east-1.${T}:1024/?ssl=true`;
    const known = factsOf(record({ strings: { privateEndpoint: [{ connectionString: direct }] } }));
    expect(faults(`A=mongodb://pl-9-us-east-1.${T}:1024/x`, known)).toEqual([
      `1:13 pl-9-us-east-1.${T}:1024 qz7xt no-endpoint -`,
    ]);
    expect(checked(`A=mongodb://pl-0-us-east-1.${T}:1024/x`, known)).toMatchObject({ unknown: [], unused: [] });
    // If several clusters share a host, all are used.
    const shared = factsOf(
      record({ strings: { privateEndpoint: [{ connectionString: direct }] } }),
      record({ name: 'alder', strings: { privateEndpoint: [{ connectionString: direct }] } }),
    );
    expect(checked(`A=mongodb://pl-0-us-east-1.${T}:1024/x`, shared).unused).toEqual([]);
  });

  it('count hosts, projects without records and records that nothing names', () => {
    const text = `A=mongodb+srv://birch.x9k2p.mongodb.net\nB=mongodb+srv://elm.a3f7q.mongodb.net\nC=mongodb://oak.x9k2p.mongodb.net,willow.${T}/x\n`;
    expect(checked(text)).toEqual({
      hosts: 4,
      unknown: [],
      elsewhere: [
        { token: 'a3f7q', places: 1 },
        { token: 'x9k2p', places: 2 },
      ],
      unused: [{ cluster: 'Alder', source: 'facts/1.json' }],
      strayTargets: [],
    });
    expect(checked('').unused.map(({ cluster }) => cluster)).toEqual(['willow', 'Alder']);
    expect(
      checked('', { ...facts, clusters: facts.clusters.map((one) => ({ ...one, generation: 'hand' })) }).unused,
    ).toEqual([]);
  });
});

describe('hosts that metrics discovery names', () => {
  const target = (host: string, port: number, cluster: string | null) =>
    ({ host, port, cluster: cluster ?? undefined, groupId: undefined, source: 'discovery.json' }) as never;
  const known: Facts = {
    ...facts,
    discovery: [
      target(`willow-shard-00-00.${T}`, 27017, 'willow'),
      target(`willow-shard-00-05.${T}`, 27017, 'WILLOW'),
      target(`z-shard-00-00.${T}`, 27017, 'birch'),
      target(`b-shard-00-00.${T}`, 27017, null),
      target(`z-shard-00-00.${T}`, 27017, 'birch'),
    ],
  };
  it.each<[host: string, ...faults: string[]]>([
    [`willow-shard-00-00.${T}:27017`],
    [`willow-shard-00-05.${T}:27017`],
    [`WILLOW-shard-00-05.${T}:27017`],
    [`willow-shard-00-09.${T}:27017`, `1:13 willow-shard-00-09.${T}:27017 qz7xt no-target -`],
    // Discovery was requested for other ports, names or clusters.
    [`willow-shard-00-09.${T}:27016`],
    [`willow-shard-00-09.${T}`],
    [`willow-shard-00-09-pri.${T}:27017`],
    [`alder-shard-00-09.${T}:27017`],
  ])('mongodb://%s', (host, ...expected) => {
    const found = faults(`A=mongodb://${host}/x`, known).map((one) => one.replace(/ \S+$/, ' -'));
    expect(found).toEqual(expected);
  });

  it('but no record has are reported once each, in order', () => {
    expect(checked('', known).strayTargets).toEqual([
      { host: `b-shard-00-00.${T}`, cluster: null, source: 'discovery.json' },
      { host: `z-shard-00-00.${T}`, cluster: 'birch', source: 'discovery.json' },
    ]);
  });
});
