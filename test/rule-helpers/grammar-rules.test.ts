import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import { reporterOf } from '../../src/rule-helpers/grammar-issues.ts';
import { parseConnectionString } from '../../src/parse/parse.ts';
import { lintText } from '../support/lint-text.ts';

/** Outside of Atlas and on Atlas: the grammar is the same. */
const HOST = 'n1.corp.example';
const SRV = 'quay.k2j4h.mongodb.net';

/** One string for each code of the parser. */
const STRINGS: Readonly<Record<string, readonly string[]>> = {
  'userinfo-unescaped': [`mongodb://reader:n@t-7@${HOST}/books`, `mongodb+srv://reader:n:t-7@${SRV}/books`],
  'userinfo-empty': [`mongodb://@${HOST}/books`],
  'userinfo-no-at': [`mongodb+srv://reader:tr4wler${SRV}/books`],
  'host-empty': [`mongodb://${HOST},,n2.corp.example/books`],
  'host-invalid': ['mongodb://fe80::7:27017/books'],
  'port-invalid': [
    `mongodb://${HOST}:0/books`,
    `mongodb://${HOST}::27017/books`,
    `mongodb://${HOST}::/`,
    `mongodb://${HOST}:70000`,
    `mongodb://[::1]:mongo`,
  ],
  'srv-port': [`mongodb+srv://${SRV}:27017/books`, `mongodb+srv://${HOST}:27017`],
  'srv-multiple-hosts': [`mongodb+srv://${SRV},pier.k2j4h.mongodb.net/books`],
  'scheme-spelling': [`mongodb+SRV://${SRV}/books`, `MONGODB://${HOST}/books`],
  'srv-option-conflict': [`mongodb://${HOST}/?srvMaxHosts=2`, `mongodb+srv://${SRV}/?directConnection=true`],
  'load-balanced-conflict': [`mongodb://${HOST}/?loadBalanced=true&replicaSet=rs0`],
  'direct-connection-many-hosts': [`mongodb://${HOST},n2.corp.example/?directConnection=true`],
  'tls-conflict': [`mongodb://${HOST}/?tls=true&ssl=false`],
  'option-unknown': [`mongodb://${HOST}/?colour=red`, `mongodb+srv://${SRV}/?retryWries=true`],
  'option-value': [`mongodb://${HOST}/?maxPoolSize=many`, `mongodb+srv://${SRV}/?authSource=`],
  'option-syntax': [`mongodb://${HOST}/?w`],
  'option-duplicate': [`mongodb://${HOST}/?w=1&w=2`],
  'proxy-option-conflict': [`mongodb://${HOST}/?proxyPort=1080`],
  'db-name-invalid': [`mongodb://${HOST}/books/old`, `mongodb+srv://${SRV}/my%20books`],
  'auth-user': [`mongodb://${HOST}/?authMechanism=GSSAPI`],
  'auth-password': [`mongodb://reader@${HOST}/?authMechanism=PLAIN`],
  'auth-source': [`mongodb+srv://${SRV}/?authMechanism=MONGODB-X509&authSource=books`],
  'auth-properties': [`mongodb://${HOST}/?authMechanism=MONGODB-OIDC&authMechanismProperties=ENVIRONMENT:mars`],
};

/** Cannot occur in a found string, because strings are found by their scheme. */
const NEVER_FOUND = 'no-scheme';

/** The string as the only value of files of several formats. */
function files(uri: string): [path: string, text: string][] {
  return [
    ['app.js', `const uri = '${uri}';\n`],
    ['app.py', `URI = "${uri}"\n`],
    ['app.env', `URI=${uri}\n`],
    ['app.yaml', `uri: "${uri}"\n`],
    ['app.json', `${JSON.stringify({ uri })}\n`],
  ];
}

/** The string as the only argument of a client. Elsewhere a program may pass the rest. */
function clients(uri: string): [path: string, text: string][] {
  return [
    ['app.js', `const client = new MongoClient('${uri}');\n`],
    ['app.py', `client = MongoClient("${uri}")\n`],
    ['App.java', `MongoClient client = MongoClients.create("${uri}");\n`],
  ];
}

function codesInSource(): Set<string> {
  const folder = join(import.meta.dirname, '../../src/parse');
  const codes = new Set<string>();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, code] of text.matchAll(
      /(?:(?:error|warning|report)\(|incomplete\('\w+', |CODE = |code: )'([a-z-]+)'/g,
    ))
      codes.add(code!);
  }
  return codes;
}

describe('codes of the grammar', () => {
  it('are all in the table', () => {
    expect([...codesInSource()].sort()).toEqual([...Object.keys(STRINGS), NEVER_FOUND].sort());
  });

  it.each([...Object.keys(STRINGS), NEVER_FOUND])('%s has a rule', (code) => {
    expect(RULES.map(({ id }) => id)).toContain(reporterOf(code));
  });

  it.each(Object.entries(STRINGS).flatMap(([code, uris]) => uris.map((uri) => [code, uri] as const)))(
    '%s: %s is reported once, as classify says it',
    (code, uri) => {
      const issue = parseConnectionString(uri).issues.find((one) => one.code === code);
      expect(issue, 'the string has the code').toBeDefined();
      for (const [path, text] of issue?.lacks ? clients(uri) : files(uri)) {
        const said = lintText(path, text).filter(({ message }) => message === issue?.message);
        const rule = RULES.find(({ id }) => id === reporterOf(code))!;
        // For a string to another server, only what every driver refuses is an error.
        const isMilder = said[0]?.kind === 'not-service' && !('refused' in rule);
        const expected = issue?.severity === 'error' && (isMilder || issue.tolerated) ? 'warning' : issue?.severity;
        expect(said.map((one) => [one.rule, one.severity])).toEqual([[rule.id, expected]]);
      }
    },
  );
});

describe('strings without a fault', () => {
  it.each([
    'mongodb://localhost',
    'mongodb://localhost:27017/books',
    'mongodb://[::1]:27017,[fe80::7]/books',
    'mongodb://%2Ftmp%2Fmongodb-27017.sock/books',
    'mongodb://n1.corp.example,n2.corp.example:27018/books?replicaSet=rs0&readPreference=nearest',
    'mongodb+srv://db.corp.example/?srvMaxHosts=2&srvServiceName=docs&tls=true&ssl=true',
    'mongodb://reader:password@localhost/?authMechanism=SCRAM-SHA-256&authSource=books',
    'mongodb://n1.corp.example/?tlsInsecure=true&compressors=zstd,snappy',
    'mongodb+srv://quay.k2j4h.mongodb.net/books?retryWrites=true&w=majority&appName=Cluster0',
    'mongodb+srv://quay-pl-0-lb.k2j4h.mongodb.net/?srvMaxHosts=0',
    'mongodb://quay-shard-00-00.k2j4h.mongodb.net:27017,quay-shard-00-01.k2j4h.mongodb.net:27017/?ssl=true&authSource=admin&replicaSet=atlas-1a2b3c-shard-0',
  ])('%s', (uri) => {
    for (const [path, text] of files(uri)) expect(lintText(path, text)).toEqual([]);
  });
});

/** Texts that only look like a string, or that are ambiguous. */
const QUIET: readonly (readonly [path: string, text: string])[] = [
  ['a.py', 'P = re.compile(r"mongodb://[^:\\s]+:[^@\\s]+@[^/\\s]+")\nQ = re.sub(p, "mongodb://[REDACTED]@", line)\n'],
  [
    'a.js',
    'expect(out).not.toMatch(/mongodb:\\/\\/[^:]+:[^@]+@/);\nassert.match(u, /^mongodb:\\/\\/127\\.0\\.0\\.1:\\d+\\//);\n',
  ],
  [
    'a.js',
    "if (!uri.startsWith('mongodb://') && !uri.startsWith('mongodb+srv://')) throw new Error('mongodb:// is missing');\n",
  ],
  ['a.js', 'const u = "mongodb://" + cfg.host + ":" + cfg.port + "/" + cfg.database;\n'],
  ['a.js', "const u = `mongodb://${user}:${pass}@${host}:${port}/${db}${opts ? `?${opts}` : ''}`;\n"],
  [
    'a.ts',
    '/**\n * Format: mongodb://host:port/database?options\n * @example mongodb://user:pass@localhost:27017/books\n */\n',
  ],
  ['a.md', 'mongodb://[username:password@]host1[:port1][,...hostN[:portN]][/[database][?options]]\n'],
  [
    'a.md',
    'A direct `mongodb://host1,host2...` string, or `mongodb://host1,host2,host3/...`, or `mongodb://host/?name=value`.\n',
  ],
  ['a.md', 'Masked: mongodb+srv://user:****@quay.k2j4h.mongodb.net, and mongodb+srv://user:pass@quay... as well.\n'],
  ['log.txt', 'connecting to mongodb://*****:*****@db.corp.example:27017/app\nsee (mongodb://localhost:27017/x).\n'],
  [
    'a.go',
    'x := fmt.Sprintf("mongodb://%v:%v@%v", u, p, h)\ny := fmt.Sprintf("mongodb://user:pass@localhost:%d/", port)\n',
  ],
  [
    'a.py',
    'U = "mongodb://{}:{}@{}:{}/{}".format(a, b, c, d, e)\nW = "mongodb://%(user)s:%(pw)s@%(host)s/%(db)s" % d\n',
  ],
  [
    'a.cs',
    'var c = $"mongodb://{user}:{pwd}@{host}:{port}/{db}";\nvar f = string.Format("mongodb://{0}:{1}@{2}:{3}", u, p, h, o);\n',
  ],
  ['a.rb', 'uri = "mongodb://#{user}:#{pass}@localhost:#{port}/db"\n'],
  [
    'a.sh',
    'export U=mongodb://${H:-localhost}:${P:-27017}/${D:-test}\nmongosh "mongodb://$U:$P@$H:$O/$D"\nsed "s|mongodb://||"\n',
  ],
  ['a.bat', 'set URI=mongodb://%USER%:%PASS%@%HOST%:%PORT%/%DB%\n'],
  [
    'application.properties',
    'uri=mongodb://${db.user}:${db.password}@${db.host}:${db.port}/${db.name}\nb=mongodb://@db.user@:@db.pass@@localhost/\n',
  ],
  [
    'deploy.yaml',
    'value: mongodb://$(MONGO_USER):$(MONGO_PASS)@$(MONGO_HOST):27017/admin\nb: "mongodb://{{ .Values.user }}:{{ .Values.pw }}@db:{{ .Values.port }}/"\n',
  ],
  [
    'a.tf',
    'uri = "mongodb://${var.user}:${urlencode(var.pass)}@${aws_docdb_cluster.x.endpoint}:${aws_docdb_cluster.x.port}/"\n',
  ],
  ['a.json', '{ "uri": "mongodb://$USER:$PASS@$HOST:$PORT/$DB_NAME?authSource=admin" }\n'],
  [
    'a.md',
    'A node listens on `mongodb://127.0.0.1:27xxx/`, see mongodb://localhost:<port> and mongodb://HOST:PORT_NUMBER/db.\n',
  ],
  [
    'a.xml',
    '<a url="mongodb://localhost/db?w=1&amp;journal=true"/><!-- mongodb://user:pass@host:port/db?option=value -->\n',
  ],
];

it.each(QUIET)('says nothing of %s: %s', (path, text) => {
  expect(lintText(path, text)).toEqual([]);
});
