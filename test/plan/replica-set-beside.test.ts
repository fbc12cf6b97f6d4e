import { describe, expect, it } from 'vitest';
import { clusterRecord, entryOf } from '../support/run-plan.ts';

const SRV = 'mongodb+srv://till.h6j2m.mongodb.net/t';
const SET = 'atlas-x1y2z3-shard-0';
const [A, B] = [0, 1].map((n) => `till-shard-00-0${n}.h6j2m.mongodb.net`);
const SEEN = { 'seen.env': `URI=${SRV}\n` };
const judge = (path: string, text: string, more: Record<string, string> = {}) =>
  entryOf({
    files: { ...SEEN, ...more, [path]: text },
    clusters: [clusterRecord('till')],
    config: { plan: [{ change: 'shard', cluster: 'till' }] },
  });

describe('the conversion to a sharded cluster', () => {
  it.each<[path: string, text: string]>([
    ['a.js', `new MongoClient(\n  '${SRV}',\n  {\n    maxPoolSize: 5,\n    replicaSet: '${SET}',\n  },\n);\n`],
    ['b.js', `const uri = '${SRV}';\nconst options = { replicaSet: '${SET}' };\nnew MongoClient(uri, options);\n`],
    ['a.ts', `await mongoose.connect('${SRV}', { replicaSet: process.env.SET });\n`],
    ['a.py', `MongoClient(\n    "${SRV}",\n    replicaset="${SET}",\n)\n`],
    ['b.py', `URI = "${SRV}?" + urlencode({"replicaSet": "${SET}"})\n`],
    ['a.rb', `Mongo::Client.new('${SRV}', :replica_set => '${SET}')\n`],
    [
      'A.java',
      `b.applyConnectionString(new ConnectionString("${SRV}"))\n  .applyToClusterSettings(c -> c.requiredReplicaSetName("${SET}"));\n`,
    ],
    [
      'A.kt',
      `b.applyConnectionString(ConnectionString("${SRV}"))\n  .applyToClusterSettings { it.requiredReplicaSetName("${SET}") }\n`,
    ],
    ['A.cs', `var s = MongoClientSettings.FromConnectionString("${SRV}");\ns.ReplicaSetName = "${SET}";\n`],
    ['a.go', `options.Client().\n\tApplyURI("${SRV}").\n\tSetReplicaSet("${SET}")\n`],
    ['a.rs', `let mut o = ClientOptions::parse("${SRV}").await?;\no.repl_set_name = Some("${SET}".to_string());\n`],
    ['a.php', `<?php new MongoDB\\Client('${SRV}', ['replicaSet' => '${SET}']);\n`],
    ['a.ex', `Mongo.start_link(url: "${SRV}", set_name: "${SET}")\n`],
    ['a.yml', `mongo:\n  uri: ${SRV}\n  replicaSet: ${SET}\n`],
    ['a.json', `{ "uri": "${SRV}", "options": { "replicaSet": "${SET}" } }\n`],
    ['application.properties', `spring.data.mongodb.uri=${SRV}\nspring.data.mongodb.replica-set-name=${SET}\n`],
    ['b.env', `MONGO_URI=${SRV}\nMONGO_REPLICA_SET=${SET}\n`],
  ])('is blocked by a replica set named beside a string: %s', (path, text) => {
    const entry = judge(path, text);
    expect([entry.verdict, entry.strings.map(({ rule, file }) => [rule, file])]).toEqual([
      'blocked',
      [['shard-conversion-options', path]],
    ]);
    expect(text.slice(entry.strings[0]?.offset, entry.strings[0]?.endOffset)).toMatch(/^(?:repl|set_name)/i);
  });

  it.each<[path: string, text: string]>([
    ['a.js', `new MongoClient('${SRV}', { replicaSet: null, tls: true });\n`],
    ['b.js', `// replicaSet: '${SET}' until May\nnew MongoClient('${SRV}', { tls: true });\n`],
    ['a.ts', `interface Options { replicaSet: string }\nexport const uri = '${SRV}';\n`],
    ['a.yml', `dev:\n  uri: mongodb://localhost:27017/t\n  replicaSet: rs0\nprod:\n  uri: ${SRV}\n`],
    ['b.yml', `kind: ReplicaSet\nspec:\n  value: ${SRV}\n`],
    ['c.yml', `targets:\n  - ${A}:27018\n  - ${B}:27018\n`],
    ['allow.txt', `${A}:27017\n`],
  ])('is not blocked by what is not an option of the string: %s', (path, text) => {
    expect(judge(path, text).verdict).toBe('ready');
  });

  it.each<[path: string, text: string]>([
    ['a.json', `{ "port": 27017, "hosts": ["${A}", "${B}"] }`],
    ['a.toml', `hosts = [\n  "${A}:27017",\n  "${B}:27017",\n]\n`],
    ['a.py', `MongoClient(\n  "${A}:27017,"\n  "${B}:27017")\n`],
    ['a.rb', `Mongo::Client.new(%w[${A}:27017 ${B}:27017])\n`],
    ['A.java', `List.of(new ServerAddress("${A}"), new ServerAddress("${B}"))\n`],
    ['A.cs', `s.Servers = new[] { new MongoServerAddress("${A}", 27017), new MongoServerAddress("${B}", 27017) };\n`],
    [
      'a.rs',
      `vec![\n  ServerAddress::Tcp { host: "${A}".into(), port: Some(27017) },\n  ServerAddress::Tcp { host: "${B}".into(), port: Some(27017) },\n]\n`,
    ],
    ['a.xml', `<hosts><host>${A}:27017</host><host>${B}:27017</host></hosts>\n`],
    ['a.js', `const hosts = [\n  '${A}:27017', // primary\n  '${B}:27017',\n];\n`],
    ['a.env', `HOSTS=${A}:27017,${B}:27017\n`],
    ['b.env', `HOSTS=${A},${B}\nREPLICA_SET=${SET}\n`],
    ['a.sh', `mongodump --host "${SET}/${A}:27017,${B}:27017" --ssl\n`],
    ['b.sh', `mongosh --host ${A} --port 27017 --tls\n`],
    ['a.yml', `mongo:\n  host: ${A}\n  port: 27017\n`],
    ['b.java', `new MongoClient(new ServerAddress("${A}", 27017))\n`],
  ])('is blocked by nodes without a scheme: %s', (path, text) => {
    const entry = judge(path, text);
    expect([entry.verdict, entry.strings[0]?.rule]).toEqual(['blocked', 'shard-conversion-options']);
  });

  it('is blocked by a replica set beside a string that comes from a variable', () => {
    const read = `new MongoClient(process.env.STORE, { replicaSet: '${SET}' });\n`;
    const entry = judge('a.js', read, { '.env': `STORE=${SRV}\n` });
    expect(entry.verdict).toBe('blocked');
    const first = entry.steps.find(({ kind }) => kind === 'replace');
    expect(first?.places).toContainEqual(expect.objectContaining({ file: 'a.js', line: 1 }));
    const other = 'mongodb+srv://shop.h6j2m.mongodb.net/s';
    expect(judge('a.js', read, { '.env': `STORE=${other}\n` }).verdict).toBe('ready');
  });
});
