import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildFacts } from '../../src/facts/build.ts';
import { vanishedStrings } from '../../src/facts/vanished-strings.ts';
import { FIXTURES } from '../support/cli.ts';

const factsOf = (...records: object[]): ReturnType<typeof buildFacts>['facts'] =>
  buildFacts([{ file: 'facts.json', value: records }]).facts;
const record = (strings: object, name = 'till'): object => ({
  name,
  clusterType: 'REPLICASET',
  connectionStrings: strings,
});

/** Every record of the fixtures. */
const RECORDS = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /facts[\\/]clusters\.json$/.test(path))
  .map((path) => readFileSync(join(FIXTURES, path), 'utf8'));

/** The strings of a record, without our reader. */
const stringsIn = (json: string): Set<string> =>
  new Set([...json.matchAll(/"(mongodb(?:\+srv)?:\/\/[^"]+)"/g)].map(([, text]) => text!));

describe('vanishedStrings', () => {
  it('names each string that is missing later, for every pair of records of the fixtures', () => {
    expect(RECORDS.length).toBeGreaterThan(3);
    for (const before of RECORDS) {
      for (const after of RECORDS) {
        const [old, young] = [before, after].map(
          (json) => buildFacts([{ file: 'a.json', value: JSON.parse(json) }]).facts,
        );
        const left = stringsIn(after);
        const expected = [...stringsIn(before)].filter((text) => !left.has(text));
        expect(
          vanishedStrings(old!, young!)
            .map(({ text }) => text)
            .sort(),
        ).toEqual(expected.sort());
      }
    }
  });

  it('compares the nodes of direct strings with their ports', () => {
    const endpoint = (port: number): object => ({
      privateEndpoint: [
        { connectionString: `mongodb://pl-0-us-east-1.b1n2m.mongodb.net:${port}/?ssl=true`, type: 'MONGOD' },
      ],
    });
    expect(vanishedStrings(factsOf(record(endpoint(1024))), factsOf(record(endpoint(1027))))).toEqual([
      {
        project: null,
        cluster: 'till',
        field: 'connectionStrings.privateEndpoint[0].connectionString',
        text: 'mongodb://pl-0-us-east-1.b1n2m.mongodb.net:1024/?ssl=true',
        kind: 'private-endpoint',
        form: 'direct',
        hosts: ['pl-0-us-east-1.b1n2m.mongodb.net'],
        lost: [{ host: 'pl-0-us-east-1.b1n2m.mongodb.net', port: 1024 }],
        lostReplicaSet: null,
        successors: ['mongodb://pl-0-us-east-1.b1n2m.mongodb.net:1027/?ssl=true'],
      },
    ]);
  });

  it('distinguishes a string with more nodes from one whose replica set is gone', () => {
    const node = (at: number): string => `till-shard-00-0${at}.b1n2m.mongodb.net:27017`;
    const direct = (nodes: string, replicaSet: string): object => ({
      standard: `mongodb://${nodes}/?ssl=true${replicaSet}`,
    });
    const before = factsOf(record(direct(node(0), '&replicaSet=atlas-a-shard-0')));
    const [grown] = vanishedStrings(
      before,
      factsOf(record(direct(`${node(0)},${node(1)}`, '&replicaSet=atlas-a-shard-0'))),
    );
    expect(grown).toMatchObject({ lost: [], lostReplicaSet: null });
    const [sharded] = vanishedStrings(before, factsOf(record(direct(node(0), ''))));
    expect(sharded).toMatchObject({ lost: [], lostReplicaSet: 'atlas-a-shard-0' });
  });

  it('takes a string that moves to a renamed cluster for the same', () => {
    const strings = { standardSrv: 'mongodb+srv://till.b1n2m.mongodb.net' };
    expect(vanishedStrings(factsOf(record(strings)), factsOf(record(strings, 'counter')))).toEqual([]);
  });
});
