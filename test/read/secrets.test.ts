import { describe, expect, it } from 'vitest';
import { NEAR } from '../../src/text/source.ts';
import { apiKeys, looseSecrets } from '../../src/read/secrets.ts';
import type { FoundString } from '../../src/classify/found-string.ts';
import type { Kind } from '../../src/classify/host-shapes.ts';

/** Only the kind of the strings beside a secret counts. */
const strings = (kinds: readonly Kind[]): FoundString[] => kinds.map((kind) => ({ kind }) as FoundString);

/** Removes the marks `⟦` and `⟧`. */
const plain = (text: string): string => text.replace(/[⟦⟧]/g, '');
/** Marks the ranges in the text. */
const withMarks = (text: string, ranges: readonly { offset: number; endOffset: number }[]): string =>
  [...ranges]
    .sort((a, b) => b.offset - a.offset)
    .reduce((shown, { offset, endOffset }) => {
      return `${shown.slice(0, offset)}⟦${shown.slice(offset, endOffset)}⟧${shown.slice(endOffset)}`;
    }, text);

const KEY = '3f1c9a70-5b2e-4d86-91aa-0c7e6b52d418';
type Row = readonly [path: string, text: string, kinds?: readonly Kind[]];

describe('private keys of the Administration API in a text', () => {
  const rows: readonly Row[] = [
    // The name or the text shows whose key it is.
    ['a.env', `ATLAS_PRIVATE_KEY=⟦${KEY}⟧`],
    ['a.env', `x\nmongodb.private.key=⟦${KEY}⟧`],
    ['a.env', `mcli-private api key = ⟦${KEY}⟧`],
    ['a.env', `MCLI_PRIVATEKEY: ⟦${KEY}⟧`],
    ['a.env', `ATLAS_PRIVATE_API-KEY=>⟦${KEY}⟧`],
    ['a.env', `PRIVATE_KEY=${KEY}`],
    ['a.env', `ATLAS=1\nPUBLIC_KEY=${KEY}`],
    ['a.env', `ATLAS=1\nPRIVATE=${KEY}`],
    ['a.env', `PRIVATE_KEY=⟦${KEY}⟧`, ['admin-api-v1']],
    ['a.env', `PRIVATE_KEY=⟦${KEY}⟧`, ['admin-api-v2']],
    ['a.env', `PRIVATE_KEY=⟦${KEY}⟧`, ['standard', 'admin-api-v2', 'standard']],
    ['a.env', `PRIVATE_KEY=${KEY}`, ['standard', 'media-type', 'metrics-discovery']],
    ['a.env', `ATLAS_PRIVATE_KEY         = ⟦${KEY}⟧`.replace(/ {9}/, ' '.repeat(8))],
    ['a.env', `ATLAS_PRIVATE_KEY${' '.repeat(9)}=${KEY}`],
    ['a.env', `ATLAS_PRIVATE_KEY=${' '.repeat(9)}${KEY}`],
    ['a.py', `atlas = { "private_key": "⟦${KEY}⟧", 'private-key' : '⟦${KEY}⟧', \`privateKey\`: \`⟦${KEY}⟧\` }`],
    // Only some formats allow values without quotes.
    ['a.py', `ATLAS_PRIVATE_KEY=${KEY}`],
    // A key is a UUID.
    ['a.env', 'ATLAS_PRIVATE_KEY=Zx81.k+2q'],
    ['a.env', 'PRIVATE_KEY=Zx81.k+2q', ['admin-api-v1']],
    // Examples of any form.
    ['a.env', `ATLAS_PRIVATE_KEY=${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`],
    ['a.env', 'ATLAS_PRIVATE_KEY=a1a1a1a1a1'],
    ['a.env', 'ATLAS_PRIVATE_KEY=12345678-1234-4321-abcd-0c7e6b52d418'],
    ['a.env', 'ATLAS_PRIVATE_KEY=⟦02345678-1234-4321-abcd-0c7e6b52d418⟧'],
    ['a.env', 'ATLAS_PRIVATE_KEY=$KEY ATLAS_PRIVATE_KEY=<your-key> ATLAS_PRIVATE_KEY='],
    // On a command line, in any file that calls the API.
    ['a.md', `curl -u abcdefgh:⟦${KEY}⟧ x`, ['admin-api-v2']],
    ['a.md', `curl --user "abcdefgh:⟦${KEY}⟧" x`, ['admin-api-v2']],
    ['a.md', `curl -u=    a:⟦${KEY}⟧ x`, ['admin-api-v2']],
    ['a.md', `curl -u=     a:${KEY} x`, ['admin-api-v2']],
    ['a.md', `curl -u ${'a'.repeat(60)}:⟦${KEY}⟧ x`, ['admin-api-v2']],
    ['a.md', `curl -u ${'a'.repeat(61)}:${KEY} x`, ['admin-api-v2']],
    ['a.md', `curl -u :${KEY} x`, ['admin-api-v2']],
    ['a.md', `curl -u abcdefgh:${KEY} x # atlas private key`],
    ['a.md', `curl -k abcdefgh:${KEY} x`, ['admin-api-v2']],
    // As a quoted argument of a program.
    ['a.py', `HTTPDigestAuth("abcdefgh", "⟦${KEY}⟧")`, ['admin-api-v2']],
    ['a.py', `get(auth=('abcdefgh','⟦${KEY}⟧'))`, ['admin-api-v2']],
    ['a.py', `get(auth = ( "abcdefgh" ,\n  "⟦${KEY}⟧"))`, ['admin-api-v2']],
    ['a.py', `get(auth=("abcdefgh", "${KEY}")) # atlas private key`],
    ['a.py', `get(x=("abcdefgh", "${KEY}"))`, ['admin-api-v2']],
  ];
  it.each(rows.map(([path, text, kinds = []]) => ({ path, text, kinds })))('$path: $text', ({ path, text, kinds }) => {
    const source = { path, text: plain(text) };
    expect(withMarks(source.text, apiKeys(source, strings(kinds)))).toBe(text);
  });
});

const USER = 'prom_user_5f1a';
const SECRET = 'mdb_sa_sk_9fQz-7Lk2_mVt0';

describe('every secret outside of strings, in order and once', () => {
  const rows: readonly (readonly [path: string, text: string, found: string, kinds?: readonly Kind[]])[] = [
    ['a.txt', 'nothing', ''],
    ['a.env', `A=⟦${SECRET}⟧`, 'service-account'],
    ['a.env', `A=⟦${SECRET}⟧\nB=⟦${SECRET}⟧`, 'service-account service-account'],
    ['a.env', `⟦${SECRET}⟧`, 'service-account'],
    ['a.env', `A=${SECRET.slice(0, 9)}`, ''],
    ['a.env', `A=⟦mdb_sa_sk_${'kq7w2-Zr4'.repeat(23).slice(0, 200)}⟧more`, 'service-account'],
    // Examples.
    ['a.env', 'A=mdb_sa_sk_123456789', ''],
    ['a.env', 'A=⟦mdb_sa_sk_1837465920⟧', 'service-account'],
    ['a.env', 'A=mdb_sa_sk_abcabcxxxxabcabc', ''],
    ['a.env', 'A=⟦mdb_sa_sk_kfqbwcxxxatqdzc⟧', 'service-account'],
    ['a.env', 'A=mdb_sa_sk_YOURs3cretHere', ''],
    ['a.env', 'A=mdb_sa_sk_my-1234567890', ''],
    ['a.env', 'A=mdb_sa_sk_example-1234567', ''],
    ['a.env', 'A=mdb_sa_sk_sample-1234567', ''],
    ['a.env', 'A=⟦mdb_sa_sk_1-sample-my-your-example⟧', 'service-account'],
    ['a.env', 'A=mdb_sa_sk_secret_password', ''],
    ['a.env', 'A=mdb_sa_sk_abababababab', ''],
    ['a.env', 'A=mdb_sa_sk_abababababac', ''],
    // Passwords of the metrics: near a user name of the integration, or in the block of a text that uses it.
    ['a.yml', `user: ${USER}\npassword: ⟦Hx27-net⟧`, 'metrics'],
    ['a.yml', `password: ⟦Hx27-net⟧\nuser: ${USER}`, 'metrics'],
    ['a.yml', 'basic_auth:\n  password: Hx27-net', ''],
    ['a.yml', 'basic_auth:\n  password: Hx27-net', '', ['standard']],
    ['a.yml', 'basic_auth:\n  password: ⟦Hx27-net⟧', 'metrics', ['metrics-discovery']],
    ['a.yml', 'basic_auth:\n  password: ⟦Hx27-net⟧', 'metrics', ['standard', 'metrics-discovery']],
    ['a.yml', 'other:\n  password: Hx27-net', '', ['metrics-discovery']],
    ['a.yml', 'password: Hx27-net\nbasic_auth:\n', '', ['metrics-discovery']],
    ['a.yml', `basic_auth:${' '.repeat(NEAR - 12)}\npassword: ⟦Hx27-net⟧`, 'metrics', ['metrics-discovery']],
    ['a.yml', `basic_auth:${' '.repeat(NEAR - 11)}\npassword: Hx27-net`, '', ['metrics-discovery']],
    [
      'a.yml',
      `user: ${USER}\npasswd = ⟦Hx27-net⟧\nPASS => ⟦Hx28-net⟧\n'password': '⟦Hx29 net⟧'`,
      'metrics metrics metrics',
    ],
    ['a.yml', `user: ${USER}\npassword\t : \t⟦Hx27-net⟧`, 'metrics'],
    ['a.yml', `user: ${USER}\npassword:\n  Hx27-net`, ''],
    ['a.yml', `user: ${USER}\npassword = $PASSWORD`, ''],
    ['a.yml', `user: ${USER}\npassword: secretRef::store::5a2f`, ''],
    ['a.yml', `user: ${USER}\npassword: "op://team/metrics/password"`, ''],
    ['a.yml', `user: ${USER}\npassword: ref+awsssm://metrics/password`, ''],
    ['a.yml', `user: ${USER}\npassword: vault:secret/data/metrics#password`, ''],
    ['a.yml', `user: ${USER}\npassword: arn:aws:secretsmanager:eu-west-1:1:secret:metrics`, ''],
    ['a.yml', `user: ${USER}\npassword: ⟦operator:5a2f⟧`, 'metrics'],
    ['a.py', `user = "${USER}"; password = Hx27net; pass = "⟦Hx28net⟧"`, 'metrics'],
    ['a.py', `curl -u ${USER}:⟦Hx27-net⟧`, 'metrics'],
    ['a.py', `("${USER}",   '⟦Hx27-net⟧')`, 'metrics'],
    ['a.py', `("${USER}", Hx27-net)`, ''],
    ['a.py', `("${USER}";   'Hx27-net')`, ''],
    ['a.py', `("prom_user_",   'Hx27-net')`, ''],
    // Each range counts once, and ranges are sorted.
    ['a.env', `ATLAS_PRIVATE_KEY=⟦${KEY}⟧\nA=⟦${SECRET}⟧`, 'private-key service-account'],
    ['a.yml', `user: ${USER}:⟦Hx27-net⟧\n⟦${SECRET}⟧\npassword: ⟦Hx28-net⟧`, 'metrics service-account metrics'],
    ['a.yml', `${USER}\npassword: ⟦x9-${SECRET}-y9⟧`, 'metrics'],
    ['a.yml', `${USER}\npassword: ⟦Hx27-net⟧⟦${SECRET}⟧`.replace('⟧⟦', ''), 'metrics'],
    ['a.yml', `${USER}\npassword: ⟦${SECRET}!Hx27⟧ ⟦${SECRET}⟧`, 'metrics service-account'],
  ];
  it.each(rows.map(([path, text, found, kinds = []]) => ({ path, text, found, kinds })))(
    '$path: $text',
    ({ path, text, found, kinds }) => {
      const source = { path, text: plain(text) };
      const secrets = looseSecrets(source, strings(kinds));
      expect(withMarks(source.text, secrets)).toBe(text);
      expect(secrets.map(({ kind }) => kind).join(' ')).toBe(found);
    },
  );
});
