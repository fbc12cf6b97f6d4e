import { describe, expect, it } from 'vitest';
import { linted, lintedProject, lintText } from '../support/lint-text.ts';

const rulesOf = (path: string, text: string): string[] => lintText(path, text).map(({ rule }) => rule);
const ofProject = (files: Readonly<Record<string, string>>): string[] =>
  lintedProject(Object.entries(files).map(([path, text]) => linted(path, text))).findings.map(({ rule }) => rule);
const kindsOf = (path: string, text: string): string[] => linted(path, text).strings.map(({ kind }) => kind);
const textsOf = (path: string, text: string): string[] => linted(path, text).strings.map((string) => string.text);

const HOST = 'quay.k2j4h.mongodb.net';

describe('markup behind a string', () => {
  it.each([
    [`&lt;td&gt;mongodb+srv://${HOST}/books&lt;/td&gt;`, `mongodb+srv://${HOST}/books`],
    [`<p>&ldquo;mongodb+srv://${HOST}/?tls=true&rdquo;</p>`, `mongodb+srv://${HOST}/?tls=true`],
    [`&amp;lt;b&amp;gt;mongodb+srv://${HOST}&amp;lt;/b&amp;gt;`, `mongodb+srv://${HOST}`],
    [`set &quot;mongodb+srv://${HOST}/?w=1&quot and go`, `mongodb+srv://${HOST}/?w=1`],
    [`<li>mongodb+srv://${HOST}/&nbsp;or another</li>`, `mongodb+srv://${HOST}/`],
    [`The string (mongodb+srv://${HOST}).`, `mongodb+srv://${HOST}`],
  ])('is not a part of it: %s', (text, string) => {
    expect(textsOf('a.html', `${text}\n`)).toEqual([string]);
    expect(rulesOf('a.html', `${text}\n`)).toEqual([]);
  });

  it.each([
    ['uses the &#x60;mongodb+srv://&#x60; protocol'],
    ['begins with &quot;mongodb://&quot;'],
    ['a mongodb://connection string of your own'],
  ])('leaves no string of a scheme alone: %s', (text) => {
    expect(textsOf('a.md', `${text}\n`)).toEqual([]);
  });
});

describe('what people leave out', () => {
  it.each([
    `mongodb+srv://${HOST}/books?readPreference=secondary...`,
    `mongodb+srv://${HOST}/books?opts…`,
    `mongodb+srv://${HOST}/books?tls=true&...`,
    'mongodb+srv://**HOST**/books',
    'mongodb://%DB_HOST%:%DB_PORT%/%DB_NAME%',
    'mongodb://%DATABASE_HOST%/books',
    'mongodb://##HOST##:##PORT##/books',
    'mongodb://%%HOST%%/books',
    'mongodb://[[HOST]]/books',
  ])('is not a part of a name or a value: %s', (uri) => {
    expect(rulesOf('a.py', `U = "${uri}"\n`)).toEqual([]);
  });
});

describe('empty constants in a concatenation', () => {
  it.each([
    [
      'a.js',
      'const user = "";\nconst pw = "";\nconst u = `mongodb+srv://${user}:${pw}@quay.k2j4h.mongodb.net/books`;\n',
    ],
    ['a.js', 'const user = "";\nconst u = "mongodb+srv://" + user + "@" + "quay.k2j4h.mongodb.net/books";\n'],
    ['a.py', "u = 'mongodb+srv://' + '' + ':' + '' + '@quay.k2j4h.mongodb.net'\n"],
    ['a.py', "u = 'mongodb://' + '' + ':27017/books'\n"],
  ])('are forms: %s: %s', (path, text) => {
    expect(rulesOf(path, text)).toEqual([]);
  });

  it('are mistakes in a single literal', () => {
    expect(rulesOf('a.env', `U=mongodb+srv://:@${HOST}/books\n`)).toEqual(['userinfo-unescaped']);
    expect(rulesOf('a.js', 'const u = `mongodb://${user}@:27017/books`;\n')).toEqual(['uri-refused']);
  });
});

describe('percent signs that are not placeholders', () => {
  it('stay part of a password', () => {
    expect(
      rulesOf('a.py', `U = "mongodb://app:pa%ABword%40@${HOST.replace('quay', 'quay-shard-00-00')}/books?tls=true"\n`),
    ).toContain('credentials-in-text');
  });
});

describe('names and paths that other code means otherwise', () => {
  it.each([
    ['mongodb://u:${P}@node1.k2j4h.mongodb.net:27017,node2.k2j4h.mongodb.net:27017/?tls=true'],
    ['mongodb://02.till.mongodb.net:27017/?tls=true'],
    ['mongodb://mongo.corp.internal/$external?replicaSet=rs0'],
    ['mongodb://assets/game/sprites/hero.png'],
    ['mongodb://localhost:27020/books,mongodb://db2.corp.internal:27020'],
  ])('are not reported: %s', (uri) => {
    expect(rulesOf('a.env', `U=${uri}\n`)).toEqual([]);
  });

  it('still are where nothing else can be meant', () => {
    expect(rulesOf('a.env', `U=mongodb://${HOST}:27017/?tls=true\n`)).toContain('scheme-host-mismatch');
    expect(rulesOf('a.env', 'U=mongodb://mongo.corp.internal/my%20books\n')).toEqual(['uri-refused']);
  });
});

describe('a name that is broken at a hyphen', () => {
  it.each([
    ['The node is pl-0-eu-\nwest-1.k2j4h.mongodb.net, they say.', ['private-endpoint']],
    ['// connects to quay-\n// pri.k2j4h.mongodb.net', ['private']],
    ['see mongodb+srv://quay-pl-\n0-lb.k2j4h.mongodb.net/ here', ['optimized']],
    ['a list -\nquay.k2j4h.mongodb.net', ['standard']],
  ])('is one name: %s', (text, kinds) => {
    expect(kindsOf('a.txt', `${text}\n`)).toEqual(kinds);
  });
});

describe('calls of the Administration API', () => {
  const URL = 'https://cloud.mongodb.com/api/atlas/v2/groups';
  it.each([
    ['a.py', `httpx_mock.add_response(url="${URL}", headers={"Content-Type": "application/json"})`],
    [
      'a.js',
      `nock('https://cloud.mongodb.com', { reqheaders: { Accept: 'application/json' } }).get('/api/atlas/v2/groups').reply(200);`,
    ],
    ['a.js', `expect(fetch).toHaveBeenCalledWith("${URL}", { headers: { Accept: 'application/json' } });`],
    [
      'a.java',
      `verify(getRequestedFor(urlEqualTo("/api/atlas/v2/groups")).withHeader("Accept", equalTo("application/json")));`,
    ],
  ])('are none in %s where they are only expected: %s', (path, text) => {
    expect(rulesOf(path, `${text}\n`)).not.toContain('api-missing-accept');
  });

  it('reports links of an answer and addresses of a definition as information', () => {
    const severity = (path: string, text: string) =>
      lintText(path, text).find(({ rule }) => rule === 'api-unversioned-path')?.severity;
    const address = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1a';
    expect(severity('answer.json', `{ "links": [{ "href": "${address}", "rel": "self" }] }\n`)).toBe('info');
    expect(severity('api.yaml', `openapi: 3.0.1\nservers:\n  - url: ${address}\n`)).toBe('info');
    expect(severity('a.md', `The project is at ${address} then.\n`)).toBe('info');
    expect(severity('a.py', `r = requests.get("${address}")\n`)).toBe('warning');
  });

  it('takes upcoming versions for what they are', () => {
    expect(rulesOf('a.py', 'H = {"Accept": "application/vnd.atlas.2027-01-01.upcoming+json"}\n')).toEqual([]);
  });

  it('names the version that a call asks for and the one that answers', () => {
    const text = `curl -H 'Accept: application/vnd.atlas.2024-05-30+json' ${URL}/5f1a/clusters/x\n`;
    expect(lintText('a.sh', text)[0]?.message).toMatch(/Version 2023-02-01 .* 2024-05-30/);
  });
});

describe('fields of the cluster record', () => {
  const BODY = { replicationSpecs: [{ regionConfigs: [{ autoScaling: {}, electableSpecs: {} }] }] };
  it.each([
    ['a.json', JSON.stringify({ connectionStrings: {}, ...BODY }, null, 2)],
    [
      'a.js',
      'const on = cluster.replicationSpecs[0].regionConfigs[0].autoScaling.compute; // connectionStrings clusterType',
    ],
    [
      'a.yaml',
      'clusterType: REPLICASET\nreplicationSpecs:\n- regionConfigs:\n  - priority: 7\n    "autoScaling":\n      compute: {}\n',
    ],
    [
      'a.md',
      'The cluster had a `replicationSpec` and the `providerSettings` of its `mongoURI` once (connectionStrings).',
    ],
  ])('are current, or prose, in %s', (path, text) => {
    expect(kindsOf(path, `${text}\n`)).toEqual([]);
  });

  it('are removed at the root', () => {
    const text = JSON.stringify({ name: 'till', autoScaling: {}, clusterType: 'REPLICASET', ...BODY }, null, 2);
    expect(kindsOf('a.json', `${text}\n`)).toEqual(['removed-field']);
  });

  it('nest in lists of YAML', () => {
    const call = (body: string) =>
      `- url: https://cloud.mongodb.com/api/atlas/v2/groups/1/clusters\n  method: POST\n  headers:\n    Accept: application/vnd.atlas.2024-08-05+json\n  body:\n${body}`;
    const inside =
      '    replicationSpecs:\n      - regionConfigs:\n        - electableSpecs:\n            diskSizeGB: 10\n';
    expect(rulesOf('a.yaml', call(inside))).not.toContain('api-field');
  });
});

describe('facts of one module', () => {
  const list = (...nodes: readonly string[]): string =>
    `mongodb://${nodes.map((node) => `quay-shard-00-${node}.k2j4h.mongodb.net:27017`).join(',')}/?tls=true&authSource=admin`;
  it('say nothing of another file', () => {
    expect(ofProject({ 'old.env': `U=${list('00', '01')}\n`, 'new.env': `U=${list('00', '01', '02')}\n` })).toEqual([]);
    expect(ofProject({ 'a.env': `U=${list('00', '01')}\nV=${list('00', '01', '02')}\n` })).toEqual(['direct-list']);
  });
});

describe('releases of tools', () => {
  it('are asked for by pins only', () => {
    const image = 'docker run mongodb/atlas:1.53.0 atlas clusters list\n';
    expect(rulesOf('a.sh', image)).toEqual(['iac-provider-floor']);
    expect(rulesOf('CHANGELOG.md', image)).toEqual([]);
    expect(rulesOf('a.go', 'ua := "User-Agent: terraform-provider-mongodbatlas/1.20.0"\n')).toEqual([]);
  });
});

describe('attributes of endpoint strings', () => {
  it('are read as properties and not where they are listed', () => {
    const head =
      "import * as atlas from '@pulumi/mongodbatlas';\nnew atlas.AdvancedCluster('a', { clusterType: 'REPLICASET' });\n";
    expect(rulesOf('a.ts', `${head}const names = ['srvShardOptimizedConnectionString'];\n`)).toEqual([]);
    expect(rulesOf('a.ts', `${head}const uri = endpoint.srvShardOptimizedConnectionString;\n`)).toEqual([
      'attribute-kind',
    ]);
  });
});

describe('secrets that are none', () => {
  it.each([
    'MONGODB_ATLAS_PRIVATE_API_KEY=abcdef01-2345-6789-abcd-ef0123456789',
    'MONGODB_ATLAS_PRIVATE_API_KEY=1a2b1a2b-1a2b-1a2b-1a2b-1a2b1a2b1a2b',
    'MONGODB_ATLAS_PRIVATE_API_KEY=9f1c03ae-77zq-41ab-8c1d-02b7d4e5f681',
    'MDB_SECRET=mdb_sa_sk_abcdefghijklmnopqrstuvwxyz0123456789',
    'U=mongodb://app:R4k-7tz0Vq@db1.example.org/x',
  ])('%s', (line) => {
    expect(rulesOf('a.env', `${line}\n`)).toEqual([]);
  });

  it.each(['service:service', 'admin:admin', 'app:87654321', 'app:qweqweqwe'])(
    'a weak one on a host of the service is one: %s',
    (user) => {
      expect(rulesOf('a.env', `U=mongodb+srv://${user}@${HOST}/\n`)).toEqual(['credentials-in-text']);
    },
  );
});

describe('formats and certificates', () => {
  it.each([
    ['a.c', 'asprintf(&uri, "mongodb://127.0.0.1:%hu/?appname=a", port);'],
    ['a.c', 'asprintf(&uri, "mongodb://localhost/?maxPoolSize=%" PRIu32, size);'],
    ['a.cpp', 'std::snprintf(b, n, "mongodb://localhost:%u/?connectTimeoutMS=%lld", port, ms);'],
    ['a.sh', 'ping "mongodb://CN=app,OU=till team,O=shop@${HOST}/?authMechanism=MONGODB-X509"'],
    ['a.md', 'Of `mongodb://localhost/?someoption=value1&option2=X&OPT=value2&opt=value1` the first counts.'],
  ])('are not faults of a string in %s: %s', (path, text) => {
    expect(rulesOf(path, `${text}\n`)).toEqual([]);
  });

  it('weigh less in a comment', () => {
    const [inComment] = lintText('a.c', '/* special case: "mongodb://reader@@localhost" */\n');
    expect([inComment?.rule, inComment?.severity]).toEqual(['userinfo-unescaped', 'warning']);
  });
});
