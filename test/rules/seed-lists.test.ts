import { describe, expect, it } from 'vitest';
import { runExample } from '../support/run-example.ts';

const NODE = 'gable-shard-00-00.k4j5h.mongodb.net:27017';
const LIST = `${NODE},gable-shard-00-01.k4j5h.mongodb.net:27017`;
const facts = {
  'gable.json': {
    name: 'gable',
    connectionStrings: {
      standard: `mongodb://${LIST}/?ssl=true&authSource=admin&replicaSet=atlas-x1y2z3-shard-0`,
      standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net',
    },
  },
};

const namesIn = (path: string, text: string): string[] =>
  runExample({ files: { [path]: text }, facts })
    .findings.filter(({ rule }) => rule === 'replica-set-name')
    .map(({ line, column }) => `${line}:${column}`);

describe('a name and a slash in front of hosts', () => {
  it.each([
    ['a.sh', `mongodump --host rs0/${LIST} --db shop\n`, '1:18'],
    ['a.sh', `mongodump -h "rs0/${NODE}"\n`, '1:15'],
    ['a.sh', `mongo \\\n  --host=rs0/${LIST} shop\n`, '2:10'],
    ['a.py', `run(["mongodump", "--host", "rs0/${NODE}"])\n`, '1:30'],
    ['pod.yaml', `args:\n  - mongodump\n  - --host\n  - rs0/${NODE}\n`, '4:5'],
    ['a.properties', `mongodb.hosts=rs0/${NODE}\n`, '1:15'],
    ['a.yaml', `mongo:\n  seeds:\n    - rs0/${NODE}\n`, '3:7'],
    ['.env', `MONGO_REPLICA_SET=rs0/${NODE}\n`, '1:19'],
    ['a.py', `nodes = "rs0/${LIST}"\n`, '1:10'],
  ])('is that of a replica set in %s: %s', (path, text, place) => {
    expect(namesIn(path, text)).toEqual([place]);
  });

  it.each([
    ['a.sh', `sed -i 's/${NODE}/db.corp.example:27017/' .env\n`],
    ['a.sh', `sed -i "s/${LIST}/$NEW/" .env\n`],
    ['a.pl', `$u =~ s/gable.k4j5h.mongodb.net/db.corp.example/;\n`],
    ['a.sh', `cp certs/gable-shard-00-00.k4j5h.mongodb.net /etc/ssl/\ngrep -r foo hosts/${NODE}\n`],
    ['a.sh', `mongodump --out dump/gable-shard-00-00.k4j5h.mongodb.net\ncurl --host kv/${NODE}\n`],
    ['a.py', `p = "backup/gable-shard-00-00.k4j5h.mongodb.net"\nimg = "registry/gable.k4j5h.mongodb.net:27017"\n`],
    ['a.yaml', `path: metrics/${NODE}\nkey: kv/${NODE}\nport: tcp/gable.k4j5h.mongodb.net:27017\n`],
    ['a.yaml', `hosts: certs/gable-shard-00-00.k4j5h.mongodb.net\n`],
  ])('is any path in %s: %s', (path, text) => {
    expect(namesIn(path, text)).toEqual([]);
  });
});
