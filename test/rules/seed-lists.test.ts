import { expect, it } from 'vitest';
import { rowsOf } from '../support/rows.ts';
import { runExample } from '../support/run-example.ts';

const LIST = 'gable-shard-00-00.k4j5h.mongodb.net:27017,gable-shard-00-01.k4j5h.mongodb.net:27017';
const standard = `mongodb://${LIST}/?ssl=true&authSource=admin&replicaSet=atlas-x1y2z3-shard-0`;
const facts = { 'gable.json': { name: 'gable', connectionStrings: { standard } } };

/** Texts with a name and a slash in front of hosts, and where the name is that of a replica set. */
const rows = rowsOf<{ readonly path: string; readonly text: string; readonly found: string[] }>('seed-lists.jsonl');

it.each(rows)('knows the name of a replica set in front of hosts from a path: $path $text', ({ path, text, found }) => {
  const { findings } = runExample({ files: { [path]: text }, facts });
  const own = findings.filter(({ rule }) => rule === 'replica-set-name');
  expect(own.map(({ line, column }) => `${line}:${column}`)).toEqual(found);
});
