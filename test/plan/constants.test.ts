import { expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';

const CONFIG = JSON.stringify({
  projects: [{ name: 'shop', clusters: { orders: { provider: 'AWS' } } }],
  plan: [{ change: 'shard', cluster: 'orders' }],
});
const READ =
  'from motor.motor_asyncio import AsyncIOMotorClient\nfrom app import settings\nclient = AsyncIOMotorClient(settings.DB_URL)\n';
const VALUE = 'DB_URL = "mongodb+srv://orders.ab1cd.mongodb.net/x"\n';

it.each([
  ['in the module', 'app/settings.py', 'ready'],
  ['in a module of another name', 'app/other.py', 'undecided'],
  ['in another program', 'jobs/settings.py', 'undecided'],
])('the value of a constant of another module is known %s', (_, path, verdict) => {
  withFiles({ 'connlint.config.json': CONFIG, 'app/core/connection.py': READ, [path]: VALUE }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});

it.each([
  ['undecided', VALUE + 'if PROD:\n    DB_URL = load()\n'],
  ['ready', VALUE + 'DB_URL = DB_URL.strip()\nDEBUG = load()\n'],
  ['undecided', VALUE + 'try:\n    from local import DB_URL\nexcept ImportError:\n    pass\n'],
  ['ready', `from pathlib import Path\n${VALUE}`],
])('a constant of another module is %s only if its module gives it no other value: %#', (verdict, text) => {
  withFiles({ 'connlint.config.json': CONFIG, 'app/connection.py': READ, 'app/settings.py': text }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});

const URI = 'mongodb+srv://orders.ab1cd.mongodb.net/x';

it.each([
  ['ready', `module.exports = { uri: "${URI}", redis: process.env.REDIS };\n`],
  ['undecided', `module.exports = { uri: "${URI}", ...load() };\n`],
  ['ready', `module.exports = { ...load(), uri: "${URI}" };\n`],
  ['undecided', `const cfg = { uri: "${URI}" };\nObject.assign(cfg, load());\nmodule.exports = cfg;\n`],
  ['undecided', `const cfg = { uri: "${URI}" };\nif (isLive) cfg.uri = load();\nmodule.exports = cfg;\n`],
  ['ready', `const cfg = { uri: "${URI}" };\ncfg.port = load();\nmodule.exports = cfg;\n`],
])('a member of another module is %s only if nothing replaces it: %#', (verdict, text) => {
  const use = 'const config = require("./config");\nrequire("mongoose").connect(config.uri);\n';
  withFiles({ 'connlint.config.json': CONFIG, 'app.js': use, 'config.js': text }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});

it.each([
  [
    'a.tf',
    'resource "mongodbatlas_cluster" "o" {\n  name = "orders"\n}\nlocals {\n  u = replace(mongodbatlas_cluster.o.connection_strings[0].standard_srv, "mongodb+srv://", "mongodb+srv://${var.u}:${var.p}@")\n}\n',
    'ready',
  ],
  [
    'a.py',
    'URL = "mongodb+srv://orders.ab1cd.mongodb.net/x"\nurl = URL.replace("mongodb+srv://", f"mongodb+srv://{user}:{password}@", 1)\n',
    'ready',
  ],
  ['a.py', 'url = url.replace("mongodb+srv://", f"mongodb+srv://{user}:{password}@", 1)\n', 'undecided'],
  [
    'a.py',
    'URL = "mongodb+srv://orders.ab1cd.mongodb.net/x"\nurl = f"mongodb+srv://{user}:{password}@" + host()\n',
    'undecided',
  ],
])('credentials put into a string of %s are part of that string: %#', (path, text, verdict) => {
  withFiles({ 'connlint.config.json': CONFIG, [path]: text }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});

const SET = 'orders-shard-0';

it.each([
  ['ready', 'a.sh', `URI="${URI}"\nmongodump --uri "$URI"\n`],
  ['undecided', 'a.sh', `URI="${URI}"\nread -p 'mongo? ' URI\nmongodump --uri "$URI"\n`],
  ['undecided', 'a.bat', `if "%URI%"=="" set URI=${URI}\nmongodump --uri %URI%\n`],
  ['undecided', 'a.js', `const { URI = "${URI}" } = process.env;\nrequire("mongoose").connect(URI);\n`],
  ['ready', 'a.js', `const U = { dev: "${URI}", prod: "${URI}" };\nrequire("mongoose").connect(U[env]);\n`],
  ['undecided', 'a.js', `const U = { dev: "${URI}", prod: load() };\nrequire("mongoose").connect(U[env]);\n`],
  ['undecided', 'a.py', `class S(BaseSettings):\n    mongodb_uri: str = "${URI}"\n`],
])('a value is %s only if nothing else can take its place: %s %#', (verdict, path, text) => {
  withFiles({ 'connlint.config.json': CONFIG, [path]: text }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ verdict }] });
  });
});

it.each([
  ['a.js', `const uri = "${URI}";\nconst options = { replicaSet: "${SET}" };\nmongoose.connect(uri, options);\n`],
  ['a.js', `const client = new MongoClient("${URI}");\nclient.options.replicaSet = "${SET}";\n`],
  ['a.py', `URI = "${URI}"\nKW = dict(replicaSet="${SET}")\nclient = pymongo.MongoClient(URI, **KW)\n`],
  ['.env', `MONGODB_URI=${URI}\nRS_REPLICASET=${SET}\n`],
  [
    'A.java',
    `ConnectionString cs = new ConnectionString("${URI}");\nbuilder().applyConnectionString(cs)\n  .applyToClusterSettings(b -> b.requiredReplicaSetName("${SET}"));\n`,
  ],
])('a sharded cluster takes no replica set, also one that is named apart from the string: %s %#', (path, text) => {
  withFiles({ 'connlint.config.json': CONFIG, [path]: text }, (cwd) => {
    const { stdout } = connlint(['plan', '--format', 'json'], { cwd });
    const [change] = (JSON.parse(stdout) as { changes: { strings: object[] }[] }).changes;
    const line = text.slice(0, text.indexOf(SET)).split('\n').length;
    expect(change?.strings).toMatchObject([{ rule: 'shard-conversion-options', line }]);
  });
});
