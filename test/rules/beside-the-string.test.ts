import { describe, expect, it } from 'vitest';
import { runExample } from '../support/run-example.ts';

/** A name that exists only as an SRV record. */
const SRV = 'quay.k2j4h.mongodb.net';
const JAVA = `mongodb+srv://u:***@${SRV}/books`;
const STRING = `mongodb+srv://\${U}:\${P}@${SRV}/books`;

type Files = Readonly<Record<string, string>>;
type Row = readonly [title: string, files: Files, found: readonly string[]];

const findingsIn = (files: Files): string[] =>
  runExample({ files }).findings.map(
    ({ severity, rule, reason, file, line }) => `${severity} ${reason ? `${rule}/${reason}` : rule} ${file}:${line}`,
  );

const wrongHost = (file: string, line: number): string => `error scheme-host-mismatch ${file}:${line}`;

const LARAVEL = `<?php
return ['connections' => ['mongodb' => [
  'driver' => 'mongodb',
  'host' => env('DB_HOST', '127.0.0.1'),
]]];
`;

const strapi = (host: string, srv: boolean): string => `module.exports = ({ env }) => ({
  connections: { default: { connector: 'mongoose', settings: {
    host: env('DATABASE_HOST', '${host}'),
    srv: env.bool('DATABASE_SRV', ${srv}),
    port: env.int('DATABASE_PORT', 27017),
  } } },
});
`;

const HOSTS: readonly Row[] = [
  ['defaults of reads', { 'database.js': strapi(SRV, false) }, [wrongHost('database.js', 3)]],
  ['defaults of reads with SRV', { 'database.js': strapi(SRV, true) }, []],
  [
    'an SRV switch that only the environment decides',
    { 'a.js': `module.exports = { connector: 'mongoose', host: '${SRV}', srv: env.bool('SRV', false) };\n` },
    [],
  ],
  [
    'a read of settings without SRV',
    { '.env': `DATABASE_HOST=${SRV}\n`, 'config/database.js': strapi('localhost', false) },
    [wrongHost('.env', 1)],
  ],
  [
    'a file of TypeORM',
    { 'ormconfig.json': `{\n  "type": "mongodb",\n  "host": "${SRV}",\n  "database": "books"\n}\n` },
    [wrongHost('ormconfig.json', 3)],
  ],
  ['a file of TypeORM with SRV', { 'ormconfig.json': `{ "type": "mongodb", "isSrv": true, "host": "${SRV}" }\n` }, []],
  [
    'variables of TypeORM',
    { '.env': `TYPEORM_CONNECTION=mongodb\nTYPEORM_HOST=${SRV}\nTYPEORM_PORT=27017\n` },
    [wrongHost('.env', 2)],
  ],
  ['variables of Laravel', { '.env': `DB_CONNECTION=mongodb\nDB_HOST=${SRV}\n` }, [wrongHost('.env', 2)]],
  ['the settings of Laravel', { '.env': `DB_HOST=${SRV}\n`, 'config/database.php': LARAVEL }, [wrongHost('.env', 1)]],
  [
    'variables of Laravel in an SRV string',
    {
      '.env': `DB_CONNECTION=mongodb\nDB_HOST=${SRV}\n`,
      'config/database.php': LARAVEL.replace("'host' =>", "'dsn' => 'mongodb+srv://u:' . env('DB_PW') . '@' ."),
    },
    [],
  ],
  ['variables of another database', { '.env': `DB_CONNECTION=mysql\nDB_HOST=${SRV}\nDB_PORT=3306\n` }, []],
  [
    'variables of Spring Boot',
    { 'compose.yaml': `services:\n  api:\n    environment:\n      SPRING_DATA_MONGODB_HOST: ${SRV}\n` },
    [wrongHost('compose.yaml', 4)],
  ],
  [
    'an extractor of Meltano',
    { 'meltano.yml': `extractors:\n  - name: tap-mongodb\n    config:\n      host: ${SRV}\n      database: books\n` },
    [wrongHost('meltano.yml', 4)],
  ],
  ['variables of Meltano with SRV', { '.env': `TAP_MONGODB_HOST=${SRV}\nTAP_MONGODB_SRV=true\n` }, []],
  [
    'a data source of Grafana',
    { 'a.yaml': `jsonData:\n  connectionStringScheme: standard\n  host: ${SRV}\n  database: books\n` },
    [wrongHost('a.yaml', 3)],
  ],
  [
    'a data source of Grafana with SRV',
    { 'a.yaml': `jsonData:\n  connectionStringScheme: dns_seed_list\n  host: ${SRV}\n  database: books\n` },
    [],
  ],
  [
    'a table of ClickHouse',
    { 'a.sql': `CREATE TABLE t (x String) ENGINE = MongoDB('${SRV}:27017', 'books', 't', 'u', 'p');\n` },
    [wrongHost('a.sql', 1)],
  ],
  [
    'the scheme of .NET',
    {
      'a.cs': `var s = new MongoClientSettings { Scheme = ConnectionStringScheme.MongoDBPlusSrv, Server = new MongoServerAddress("${SRV}") };\n`,
    },
    [],
  ],
  ['mongoengine', { 'a.py': `mongoengine.connect("books", host="${SRV}")\n` }, [wrongHost('a.py', 1)]],
  ['the SRV lookup of Haskell', { 'Main.hs': `main = openReplicaSetSRV' "${SRV}"\n` }, []],
  [
    'Rust',
    { 'main.rs': `let a = ServerAddress::Tcp { host: "${SRV}".into(), port: Some(27017) };\n` },
    [wrongHost('main.rs', 1)],
  ],
  [
    'a variable of the program in a string',
    {
      '.env': `MONGO_HOST=${SRV}\n`,
      'db.py': 'host = environ.get("MONGO_HOST")\nclient = MongoClient(f"mongodb://{user}:{pw}@{host}:27017/books")\n',
    },
    [wrongHost('.env', 1)],
  ],
  [
    'a variable of the program in an SRV string',
    {
      '.env': `MONGO_HOST=${SRV}\n`,
      'db.py': 'host = environ.get("MONGO_HOST")\nclient = MongoClient(f"mongodb+srv://{user}:{pw}@{host}/books")\n',
    },
    [],
  ],
  [
    'an argument of a format',
    {
      '.env': `MONGO_HOST=${SRV}\n`,
      'main.go':
        'host := os.Getenv("MONGO_HOST")\nuri := fmt.Sprintf("mongodb://%s:%s@%s:27017/books", user, pw, host)\n',
    },
    [wrongHost('.env', 1)],
  ],
];

const OPTIONS: readonly Row[] = [
  [
    'options of a client whose string is a fallback',
    { 'a.js': `new MongoClient(process.env.DB || '${JAVA}', { tls: false });\n` },
    ['error tls-weakened/off a.js:1'],
  ],
  [
    'a variable with the string',
    {
      'a.js':
        `const uri = \`${STRING}\`;\n` +
        'mongoose.connect(uri, { directConnection: true, useNewUrlParser: true });\n' +
        '// mongoose.connect(uri, { ssl: false });\n',
    },
    ['error uri-refused/srv-option-conflict a.js:2'],
  ],
  [
    'TLS settings of Java and Kotlin builders',
    {
      'A.java': `MongoClientSettings s = MongoClientSettings.builder()
  .applyConnectionString(new ConnectionString("${JAVA}"))
  .applyToSslSettings(b -> b.enabled(false)).build();
`,
      'a.kt': `val s = MongoClientSettings.builder().applyConnectionString(ConnectionString("${JAVA}"))
  .applyToSslSettings { it.invalidHostNameAllowed(true) }.build()
`,
    },
    ['error tls-weakened/off A.java:3', 'warning tls-weakened/verification a.kt:2'],
  ],
  [
    'the cell of a notebook',
    {
      'a.ipynb': `{"cells": [{"cell_type": "code", "source": [
  "uri = \\"${STRING}\\"\\n",
  "client = MongoClient(uri, tls=False)\\n"]}]}\n`,
    },
    ['error tls-weakened/off a.ipynb:3'],
  ],
  [
    'the variable with the string in Go and Java',
    {
      'a.go': `uri := "${STRING}"\nopts := options.Client().ApplyURI(uri).SetDirect(true)\nother.SetLoadBalanced(true)\n`,
      'b.go': `uri := "${STRING}"\nuri = os.Getenv("BOOKS")\nopts := options.Client().ApplyURI(uri).SetDirect(true)\n`,
      'A.java': `String uri = "${JAVA}";
MongoClientSettings s = MongoClientSettings.builder().applyConnectionString(new ConnectionString(uri))
  .applyToSslSettings(b -> b.enabled(false)).build();
`,
    },
    ['error tls-weakened/off A.java:3', 'error uri-refused/srv-option-conflict a.go:2'],
  ],
  [
    'properties and initializers of C#',
    {
      'a.cs': `var settings = MongoClientSettings.FromConnectionString("${JAVA}");
settings.UseTls = false;
other.UseTls = false;
`,
      'b.cs': `new MongoClient(new MongoClientSettings {
  Server = new MongoServerAddress("quay-shard-00-00.k2j4h.mongodb.net", 27017),
  AllowInsecureTls = true
});
`,
    },
    ['error tls-weakened/off a.cs:2', 'warning tls-weakened/verification b.cs:3'],
  ],
  [
    'a variable with the options',
    { 'a.js': `const options = { tls: false };\nconst c = new MongoClient(\`${STRING}\`, options);\n` },
    ['error tls-weakened/off a.js:1'],
  ],
  [
    'both, in PHP',
    {
      'a.php': `<?php\n$uri = "mongodb+srv://{$u}:{$p}@${SRV}/books";\n$options = ['tls' => false];\n$c = new MongoDB\\Client($uri, $options);\n`,
    },
    ['error tls-weakened/off a.php:3'],
  ],
  [
    'both, in Python',
    {
      'a.py': `URI = f"mongodb+srv://{u}:{p}@${SRV}/books"\nkw = {'ssl': False}\nc = MongoClient(URI, **kw)\nd = MongoClient(URI, directConnection=True)\n`,
    },
    ['error tls-weakened/off a.py:2', 'error uri-refused/srv-option-conflict a.py:4'],
  ],
  [
    'an option that the driver refuses',
    {
      'package.json': '{"dependencies":{"mongoose":"^6.0.0"}}\n',
      'a.js': `const uri = \`${STRING}\`;\nconst options = { useFindAndModify: false };\nmongoose.connect(uri, options);\n`,
    },
    ['error option/driver a.js:2'],
  ],
  [
    'a read of a variable with the string',
    {
      '.env': `MONGODB_URI=${STRING}\nLOCAL_URI=mongodb://localhost\n`,
      'src/a.js': 'new MongoClient(process.env.MONGODB_URI, { directConnection: true, tls: true });\n',
      'src/b.py': 'client = MongoClient(os.environ["MONGODB_URI"], tls=False)\n',
      'src/c.py': 'client = MongoClient(os.environ["LOCAL_URI"], tls=False, directConnection=True)\n',
    },
    ['error uri-refused/srv-option-conflict src/a.js:1', 'error tls-weakened/off src/b.py:1'],
  ],
  [
    'a read whose string is only shown by a template, or is in another program',
    {
      '.env.example': `MONGODB_URI=${STRING}\n`,
      'jobs/.env': `MONGODB_URI=${STRING}\n`,
      'src/a.js': 'new MongoClient(process.env.MONGODB_URI, { directConnection: true });\n',
    },
    [],
  ],
  [
    'the options of another call',
    {
      'a.js': `const options = { rejectUnauthorized: false, ssl: false };\nconst uri = \`${STRING}\`;\nhttps.get(url, options);\n`,
    },
    [],
  ],
];

const PRIVATE = 'mongodb+srv://books-pri.k2j4h.mongodb.net/books';
const unreached = (file: string, line: number): string => `warning network-mismatch ${file}:${line}`;
const NETWORKS: readonly Row[] = [
  ['Heroku', { 'app.json': `{ "env": { "MONGODB_URI": { "value": "${PRIVATE}" } } }\n` }, [unreached('app.json', 1)]],
];

const dialect = (file: string, line: number): string => `error consumer-dialect/form ${file}:${line}`;
const driver = (file: string, line: number): string => `error driver-too-old/srv ${file}:${line}`;
const NODE = 'mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017/?tls=true&authSource=admin';

const CONSUMERS: readonly Row[] = [
  [
    'connections of Airflow in code',
    {
      'a.py': `a = Connection(conn_id="books", uri=f"mongo://{u}:{p}@${SRV}/books?srv=true")\nb = Connection(conn_id="books", uri=f"mongodb+srv://{u}:{p}@${SRV}/books")\n`,
    },
    [dialect('a.py', 2)],
  ],
  [
    'the client of Prisma',
    {
      'a.ts': `const a = new PrismaClient({ datasources: { db: { url: \`mongodb+srv://\${u}:\${p}@${SRV}/\` } } });\nconst b = new PrismaClient({ datasources: { db: { url: \`${STRING}\` } } });\n`,
    },
    [dialect('a.ts', 1)],
  ],
  [
    'another database on the command line',
    {
      'a.sh': `mongodump --uri "${STRING}" --db shop\nmongodump --uri "${STRING}" --db books\nmongodump --uri "${STRING}" --db "$DB"\n`,
    },
    [dialect('a.sh', 1)],
  ],
  ['an exporter of one node', { 'a.sh': `mongodb_exporter --mongodb.uri='${NODE}'\n` }, []],
  ['a program with one node', { 'a.env': `URI=${NODE}\n` }, ['warning direct-list/single-node a.env:1']],
  [
    'TLS of Debezium',
    {
      'a.json': `{ "config": {\n "mongodb.hosts": "set/quay-shard-00-00.k2j4h.mongodb.net:27017",\n "mongodb.ssl.enabled": "false" } }\n`,
    },
    ['error tls-weakened/off a.json:3'],
  ],
  [
    'a backend of Celery',
    {
      'requirements.txt': 'celery==4.2.1\npymongo[srv]==3.11.0\n',
      'a.py': `app = Celery("x", broker="amqp://q", backend=f"mongodb+srv://{u}:{p}@${SRV}/books")\n`,
    },
    [driver('a.py', 1)],
  ],
  [
    'an old driver of Dart',
    {
      'pubspec.yaml': 'dependencies:\n  mongo_dart: ^0.4.0\n',
      'pubspec.lock': 'packages:\n  mongo_dart:\n    dependency: "direct main"\n    version: "0.4.1"\n',
      'a.dart': `final b = await Db.create('mongodb+srv://\${u}:\${p}@${SRV}/books');\n`,
    },
    [driver('a.dart', 1)],
  ],
  [
    'a parser that knows the name of its variable',
    {
      '.env': `DATABASE_URL=mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/books?tls=true&authSource=admin\n`,
      'settings.py': "DATABASES = {'default': env.db()}\n",
    },
    ['warning consumer-dialect/shared settings.py:1'],
  ],
];

const OTHERS: readonly Row[] = [
  [
    'a comment of Jinja is at most a warning',
    { 'a.conf.j2': `{# uri: mongodb://${SRV}:27017 #}\nuri: {{ uri }}\n` },
    ['warning scheme-host-mismatch a.conf.j2:1'],
  ],
  [
    'a comment of a Go template is at most a warning',
    { 'a.yaml': `{{- /* mongodb://${SRV}:27017 */ -}}\nuri: {{ .Values.uri }}\n` },
    ['warning scheme-host-mismatch a.yaml:1'],
  ],
  [
    'the date of today',
    {
      'a.sh':
        'curl -H "Accept: application/vnd.atlas.$(date +%F)+json" "https://cloud.mongodb.com/api/atlas/v2/groups/x"\n',
    },
    ['warning api-version/unknown-date a.sh:1'],
  ],
  [
    'private endpoints of serverless instances',
    { 'a.yaml': 'Resources:\n  P:\n    Type: MongoDB::Atlas::ServerlessPrivateEndpoint\n' },
    ['warning vendor-notice/serverless a.yaml:3'],
  ],
];

describe.each([
  ['hosts in settings', HOSTS],
  ['options beside a string', OPTIONS],
  ['networks of files', NETWORKS],
  ['programs with a dialect', CONSUMERS],
  ['other texts', OTHERS],
] as const)('%s', (_, rows) => {
  it.each(rows)('%s', (_title, files, found) => {
    expect(findingsIn(files)).toEqual(found);
  });
});
