import { describe, expect, it } from 'vitest';
import { secretPlaces } from '../../src/rule-helpers/secrets.ts';
import { ATLAS } from '../../src/classify/service.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { runExample, unmarked } from '../support/run-example.ts';

/** The secrets that `credentials-in-text` reports, marked in the text. */
function marked(path: string, text: string): string {
  const { findings } = runExample({ title: '', files: { [path]: text } });
  return findings
    .filter(({ rule }) => rule === 'credentials-in-text')
    .reduceRight((shown, { offset, endOffset }) => {
      return `${shown.slice(0, offset)}⟦${shown.slice(offset, endOffset)}⟧${shown.slice(endOffset)}`;
    }, text);
}
/** A table of files with the expected secrets between `⟦` and `⟧`. */
const found = (rows: readonly (readonly [path: string, text: string])[]) => {
  it.each(rows)('%s: %s', (path, text) => {
    expect(marked(path, unmarked({ [path]: text }).files[path]!)).toBe(text);
  });
};

const KEY = '3f1c9a70-5b2e-4d86-91aa-0c7e6b52d418';
const SECRET = 'mdb_sa_sk_9fQz-7Lk2_mVt0';

describe('secrets of service accounts', () => {
  found([
    ['a.txt', `⟦${SECRET}⟧`],
    ['a.js', `const s = "⟦${SECRET}⟧"; const t = '⟦mdb_sa_sk_Aa1Bb2Cc3Dd4⟧';`],
    ['a.txt', 'mdb_sa_sk_Aa1Bb2Cc3'],
    ['a.txt', '⟦mdb_sa_sk_Aa1Bb2Cc3D⟧.'],
    ['a.txt', 'mdb_sa_sk_abababababababab'],
    ['a.txt', 'mdb_sa_sk_abcabcabcabcabcabc'],
    ['a.txt', 'mdb_sa_sk_Aa1xxxxBb2Cc3D'],
    ['a.txt', 'mdb_sa_sk_yourSecretHere mdb_sa_sk_MY-key-0Aa1Bb2 mdb_sa_sk_Example123456 mdb_sa_sk_sample-0Aa1Bb2'],
    ['a.txt', 'mdb_sa_sk_your-password-here'],
    ['a.txt', '⟦mdb_sa_sk_0Aa1Bb2-is-not-my-own⟧'],
  ]);
});

const USER = 'prom_user_5f1a';

describe('passwords of the metrics', () => {
  found([
    ['a.yml', `basic_auth:\n  username: ${USER}\n  password: ⟦Hx27-net⟧\n`],
    ['a.yml', `basic_auth:\n  password: ⟦Hx27-net⟧\n  username: ${USER}\n`],
    ['a.yml', `user: ${USER}\npass: ⟦Hx27-net⟧\npasswd: ⟦Hx28-net⟧\nPASSWORD = "⟦Hx29-net⟧"\n`],
    ['a.yml', `user: ${USER}\npwd: Hx27-net\n`],
    ['a.yml', `user: ${USER}\n${'#'.repeat(299)}\npassword: Hx27-net\n`],
    ['a.yml', `user: ${USER}\n${'#'.repeat(250)}\npassword: ⟦Hx27-net⟧\n`],
    ['a.yml', `password: ⟦Hx27-net⟧\n${'#'.repeat(250)}\nuser: ${USER}\n`],
    ['a.yml', `password: Hx27-net\n${'#'.repeat(299)}\nuser: ${USER}\n`],
    ['a.yml', `other:\n  password: Hx27-net\n`],
    [
      'a.yml',
      `scrape: https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery\nbasic_auth:\n  password: ⟦Hx27-net⟧\n`,
    ],
    [
      'a.yml',
      `scrape: https://cloud.mongodb.com/prometheus/v1.0/groups/5f1a/discovery\nother:\n  password: Hx27-net\n`,
    ],
    ['a.sh', `curl -u ${USER}:⟦Hx27-net⟧ https://cloud.mongodb.com/\n`],
    ['a.py', `auth=("${USER}", "⟦Hx27-net⟧")\n`],
    ['a.py', `auth=('${USER}',\n    '⟦Hx27-net⟧')\n`],
    ['a.py', `auth=("${USER}", password)\n`],
    ['a.rb', `user = '${USER}'; opts = { 'password' => '⟦Hx27-net⟧' }\n`],
    ['a.py', `user = "${USER}"\npassword = get_password()\n`],
  ]);
});

describe('what is instead of a password', () => {
  const job = (password: string): string => `basic_auth:\n  username: ${USER}\n  password: ${password}\n`;
  const rows = [
    ...['⟦ab12⟧', 'ab1', '⟦ab12⟧ # why', '⟦ab12⟧,', '"⟦ab 12, x⟧"', '`⟦ab12⟧`', "'⟦ab12⟧'"],
    ...[
      '$PASSWORD',
      '${PASSWORD}',
      '<fill it in>',
      '{{ password }}',
      '%PASS%',
      '*anchor',
      '[a, b]',
      '!vault x',
      '&anchor',
    ],
    ...[
      'x${PART}9',
      'x{{ part }}9',
      'x$(part)9',
      'var.password',
      'local.password',
      'data["x"]',
      'module.x.y',
      'process.env.X',
    ],
    ...['os.environ', 'env.PASSWORD', 'secret.x', 'secrets[0]', 'config.x', 'your-password', 'changeme', '"***"'],
    ...['⟦variable9⟧', '⟦environ9⟧', '⟦osmosis9⟧', '⟦9var.x⟧', '⟦9$xyz⟧'],
  ];
  found(rows.map((password) => ['a.yml', job(password)] as const));
});

describe('formats in which a value needs no quotes', () => {
  const text = (shown: string): string => `metrics ${USER}\npassword=${shown}\n`;
  found(
    [
      ...[
        '.env',
        '.env.local',
        'prod.env',
        'deploy/env',
        'a.env.example',
        'a.yaml',
        'a.yml',
        'a.properties',
        'a.ini',
        'a.cfg',
      ],
      ...['a.conf', 'a.sh', 'a.bash', 'a.zsh', 'a.yml.j2', 'A.YAML'],
    ].map((path) => [path, text('⟦Hx27-net⟧')] as const),
  );
  found(
    ['a.py', 'a.environment', 'a.yml.template1234', 'a.sh.b.c', 'environment', 'a.txt'].map(
      (path) => [path, text('Hx27-net')] as const,
    ),
  );
});

const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v2/groups';

describe('private keys of the Administration API', () => {
  found([
    ['a.env', `ATLAS_PRIVATE_KEY=⟦${KEY}⟧\n`],
    ['a.env', `MCLI_PRIVATE_API_KEY=⟦${KEY}⟧\n`],
    ['a.env', `atlas.private-key: ⟦${KEY}⟧\nprivate key: ⟦${KEY.replace('3f', '4f')}⟧`],
    ['a.tf', `provider "mongodbatlas" {\n  public_key  = "abcdefgh"\n  private_key = "⟦${KEY}⟧"\n}\n`],
    ['a.tf', `provider "mongodbatlas" {\n  private_key = var.private_key\n}\n`],
    ['a.json', `{ "atlas": { "privateApiKey": "⟦${KEY}⟧" } }`],
    ['a.rb', `atlas = { 'private_key' => '⟦${KEY}⟧' }\n`],
    ['a.env', `PRIVATE_KEY=${KEY}\n`],
    ['a.sh', `curl --digest -u "abcdefgh:⟦${KEY}⟧" ${ADDRESS}\n`],
    ['a.sh', `curl --digest --user abcdefgh:⟦${KEY}⟧ ${ADDRESS}\n`],
    ['a.sh', `curl --digest --user=abcdefgh:⟦${KEY}⟧ ${ADDRESS}\n`],
    ['a.sh', `curl -u abcdefgh:${KEY} https://example.com/\n`],
    ['a.py', `requests.get("${ADDRESS}", auth=HTTPDigestAuth("abcdefgh", "⟦${KEY}⟧"))\n`],
    ['a.py', `requests.get("${ADDRESS}", auth=("abcdefgh", '⟦${KEY}⟧'))\n`],
    ['a.py', `requests.get("${ADDRESS}", auth=("abcdefgh", key))\n`],
  ]);

  // Of another form than Atlas credentials.
  found([
    ['a.env', 'ATLAS_PRIVATE_KEY=⟦Zx81.k+2q⟧\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=Zx81.k2\nATLAS_PRIVATE_API_KEY=abcdefgh\nATLAS-PRIVATE-KEY=81727364\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=keys/atlas81.pem\nATLAS_PRIVATE_KEY=atlas-k81.pem\nATLAS_PRIVATE_KEY=Zx81/k2q9\n'],
    ['a.env', 'x=mongodbatlas\nPRIVATE_KEY=⟦Zx81.k+2q⟧\n'],
    ['a.env', 'x=atlas\nPRIVATE_KEY=Zx81.k+2q\n'],
    ['a.env', `x=atlas\nPRIVATE_KEY=⟦${KEY}⟧\n`],
    ['a.sh', `curl -u abcdefgh:⟦Zx81.k+2q⟧ ${ADDRESS}\n`],
  ]);

  // Examples.
  found([
    ['a.env', 'ATLAS_PRIVATE_KEY=00000000-0000-0000-0000-000000000000\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=01010101-0101-0101-0101-010101010101\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=01210121-0121-0121-0121-012101210121\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=12345678-1234-1234-1234-123456789abc\n'],
    ['a.env', 'ATLAS_PRIVATE_KEY=your-private-key\n'],
  ]);
});

describe('secrets of connection strings', () => {
  found([
    ['a.env', 'U=mongodb://app:⟦k1ln-X⟧@h.corp.internal/\n'],
    [
      'a.env',
      'U=mongodb://app:app@h.corp.internal/\nV=mongodb://app:${P}@h.corp.internal/\nW=mongodb://app@h.corp.internal/\n',
    ],
    ['a.env', 'U=mongodb://h.corp.internal/?tls=true&tlsCertificateKeyFilePassword=⟦k1ln-X⟧\n'],
    ['a.env', 'U=mongodb://h.corp.internal/?proxyUsername=k1ln-X&proxyPassword=⟦k2ln-X⟧\n'],
    ['a.env', 'U=mongodb://h.corp.internal/?proxyPassword=<password>\n'],
    [
      'a.env',
      'U=mongodb://a:p@h.corp.internal/?authMechanism=MONGODB-AWS&authMechanismProperties=⟦AWS_SESSION_TOKEN:k1ln-X⟧\n',
    ],
    ['a.sh', `curl https://⟦abcdefgh:k1ln-X⟧@cloud.mongodb.com/api/atlas/v2/groups\n`],
    ['a.sh', `curl https://abcdefgh:password@cloud.mongodb.com/api/atlas/v2/groups\n`],
    ['a.sh', `curl https://abcdefgh@cloud.mongodb.com/api/atlas/v2/groups\n`],
    ['a.sh', `curl https://$A:$B@cloud.mongodb.com/api/atlas/v2/groups\n`],
  ]);

  it.each(['localhost', '127.0.0.1', '[::1]', '0.0.0.0', 'host.docker.internal', 'LOCALHOST', 'localhost,127.0.0.1'])(
    'count less on the own machine: %s',
    (hosts) => {
      const severity = (list: string): string | undefined =>
        runExample({ title: '', files: { 'a.env': `U=mongodb://app:k1ln-X@${list}/\n` } }).findings.find(
          ({ rule }) => rule === 'credentials-in-text',
        )?.severity;
      expect(severity(hosts)).not.toBe(severity('h.corp.internal'));
      expect(severity(`${hosts},h.corp.internal`)).toBe(severity('h.corp.internal'));
    },
  );
});

describe('what a patch must not show around a change', () => {
  it.each([
    ['a.env', 'U=mongodb://⟦app⟧:⟦k1ln-X⟧@h.corp.internal/\nV=mongodb://h.corp.internal/'],
    ['a.env', 'U=mongodb://${U}:⟦k1ln-X⟧@h.corp.internal/'],
    ['a.md', '`mongodb://<user>:<password>@h.corp.internal/`'],
    ['a.env', 'U=mongodb://h.corp.internal/?proxyPassword=⟦k1ln-X⟧&w=1'],
    ['a.js', 'u = "mongodb://⟦app⟧:⟦k1\\u006cn⟧@h.corp.internal/";'],
    ['a.yaml', 'kind: Secret\ndata:\n  u: ⟦bW9uZ29kYjovL2FwcDprMWxuLVhAaC5leGFtcGxlLmNvbS94⟧\n'],
  ])('%s: %s', (path, text) => {
    const plain = unmarked({ [path]: text });
    const places = secretPlaces(findStrings({ path, text: plain.files[path]! }, ATLAS));
    const distinct = new Map(places.map((place) => [`${place.offset}-${place.endOffset}`, place]));
    expect([...distinct.values()]).toEqual(plain.places.map(({ offset, endOffset }) => ({ offset, endOffset })));
  });
});
