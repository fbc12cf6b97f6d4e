import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATLAS } from '../../src/classify/service.ts';
import { lintText, redact } from '../../src/index.ts';
import { maskUserInfo } from '../../src/parse/mask-user-info.ts';
import { verdictOf } from '../../src/lint/classify-text.ts';
import { listSource } from '../../src/node/list.ts';
import { findStrings } from '../../src/read/find-strings.ts';
import { hiddenInPatch } from '../../src/report/patch-secrets.ts';

const HOST = 'shop.k2m4q.mongodb.net';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');
const entities = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Writing = (user: string, password: string) => string;

/** Options that are not in the table, or with another spelling. */
const OPTIONS = ['privateKey', 'sig', 'password', 'sslPEMKeyPhrase', 'tlsKeyPhrase', 'kmsProviders', 'foo', 'state'];
/** Delimiters around a password, so that it looks like a placeholder. */
const BRACKETS = ['{%}', '${%}', '{{%}}', '#{%}', '$(%)', '%%%', '%(%)s', '<%>', '<MyPass%>', '[my-%]', '$%'];

const STRINGS: readonly Writing[] = [
  (u, p) => `mongodb+srv://${u}:${p}@${HOST}/db`,
  (u, p) => `mongodb+srv://${u}:a@${p}@${HOST}/db`,
  (u, p) => `mongodb+srv://${u}:a/${p}@${HOST}/db`,
  (u, p) => `mongodb+srv://${u}:a?${p}@${HOST}/db`,
  (u, p) => `mongodb+srv://${u}:a#${p}@${HOST}/db`,
  ...OPTIONS.map(
    (name): Writing =>
      (_, p) =>
        `mongodb+srv://${HOST}/db?${name}=${p}&w=majority`,
  ),
  ...BRACKETS.map(
    (form): Writing =>
      (_, p) =>
        `mongodb+srv://app:${form.replace(/%(?=\W?$|[}>)\]%]|$)/, p)}@${HOST}/db`,
  ),
  (_, p) => `mongodb+srv://${HOST}/db?authorization=Bearer ${p}&w=majority`,
  (u, p) => `mongodb+srv://${HOST}/db?proxy=http://${u}:${p}@h&w=majority`,
  (_, p) =>
    `mongodb+srv://${HOST}/?authMechanismProperties=SERVICE_NAME:x&authMechanismProperties=AWS_SECRET_ACCESS_KEY:${p}`,
  (_, p) => `mongodb+srv://${HOST}/db?tlsCertificateKeyFile=data:application/x-pem;base64,${base64(p)}`,
  (u, p) => `mongodb+srv://${HOST}/dbmongodb+srv://${u}:${p}@${HOST}`,
  (u, p) => `mongodb+srv://${HOST}/db;user=${u};password=${p}`,
  (u, p) => `mongodb+srv://${HOST}/db.${u}.${p}`,
  (u, p) => `mongodb+srv://${HOST}/db//${u}:${p}@h`,
  (u, p) => `mongodb+srv://${HOST}/db?appName=//${u}:${p}@h`,
  (_, p) => `mongodb+srv://${HOST}/db#${p}`,
  (_, p) => `mongodb+srv://${HOST}/db?w=1&${p}`,
  (_, p) => `mongodb+srv://${HOST}/db?w=1&${p}=true`,
  (_, p) => `mongodb+srv://${HOST}/?${p}`,
  (_, p) => `mongodb+srv://${HOST}/db?tlsCertificateKeyFile=C:\\\\keys\\\\${p}.pem`,
  (_, p) => `mongodb+srv://${HOST}/db?authMechanismProperties=ALLOWED_HOSTS:[${p}]`,
  (_, p) => `mongodb+srv://${HOST}/db?tlsCAFile=${p}`,
  (u, p) => `mongodb+srv://${HOST}/db?tlsCertificateKeyFile=/home/${u}/${p}.pem&w=majority`,
  (_, p) => `mongodb+srv://${HOST}/?authMechanismProperties=SERVICE_NAME:${p}`,
  (_, p) => `mongodb+srv://app:{password=${p}}@${HOST}/db`,
  (_, p) => `${HOST}:27017/db?proxyHost=${p}`,
  (_, p) => `mongodb://${HOST}:${p}/db`,
  (u) => `mongodb+srv://${u}`,
  (u) => `mongodb://${u}`,
  (u, p) => `mongodb+srv://${u}:${p}`,
  (u, p) => `mongodb+srv://${u}.${p}`,
  (u, p) => `mongodb+srv://${u}%3A${p}`,
  (u, p) => `mongodb+srv://${u}:${p}@`,
  (u, p) => `mongodb+srv://${u}:${p}@/db`,
  (u, p) => `https://cloud.mongodb.com/api/atlas/v2/groups?username=${u}&password=${p}`,
  (_, p) => `https://cloud.mongodb.com/api/atlas/v2/groups#token=${p}`,
  (u) => `https://cloud.mongodb.com/api/atlas/v2/groups/5f1/databaseUsers/admin/${u}`,
];

const FILES: readonly (readonly [path: string, write: (string: string, user: string, password: string) => string])[] = [
  ['a.js', (t) => `const a = "${escaped(t)}";\n`],
  ['a.ts', (t) => `export const a = '${t}';\n`],
  ['a.py', (t) => `a = "${escaped(t)}"\n`],
  ['a.java', (t) => `String a = "${escaped(t.slice(0, 16))}" + "${escaped(t.slice(16))}";\n`],
  ['a.sh', (t) => `A='${t}'\n`],
  ['a.tf', (t) => `variable "a" {\n  default = "${escaped(t)}"\n}\n`],
  ['.env', (t) => `A=${t}\n`],
  ['a.yaml', (t) => `db:\n  uri: ${t}\n`],
  ['a.properties', (t) => `a=${t}\n`],
  ['a.json', (t) => `{"a": ${JSON.stringify(t)}}\n`],
  ['a.xml', (t) => `<a>${entities(t)}</a>\n`],
  ['a.html', (t) => `<a href="${entities(t)}">x</a>\n`],
  ['a.md', (t) => `Use \`${t}\` here.\n`],
  ['a.txt', (t) => `${t}\n`],
  ['secret.yaml', (t) => `kind: Secret\ndata:\n  a: ${base64(t)}\n`],
  ['keys.json', (t, u, p) => `{"a": {"${u}-x": {"${p}": ${JSON.stringify(t)}}, "b": "mongodb://${u}:${p}@h/"}}\n`],
  ['names.js', (t, u, p) => `const ${u} = "${escaped(t)}";\nprocess.env.${p} = "${escaped(t)}";\n`],
  ['reads.js', (t, _, p) => `new MongoClient(process.env.URI_${p});\nconst a = "${escaped(t)}";\n`],
  ['rules.js', (t, u, p) => `// connlint-disable-next-line ${u} until=${p} -- x\nconst a = "${escaped(t)}";\n`],
  ['because.env', (t) => `# connlint-disable-next-line -- was ${t} before\nA=${t}\n`],
  [
    'why.js',
    (t, u, p) =>
      `const b = 'mongodb://${u}:${p}@h/';\n// connlint-disable-next-line -- ${u} has ${p} and ${base64(p)}\nconst a = "${escaped(t)}";\n`,
  ],
];

/** The output of the commands for a text in a file, without anything that depends only on lengths. */
function saidOf(path: string, text: string, string: string): string {
  const line = text.split('\n').find((each) => each.includes('://')) ?? '';
  const said = [
    lintText(text, { path }),
    listSource({ path, text }, ATLAS),
    verdictOf(string, ATLAS),
    verdictOf(line, ATLAS),
  ];
  const plain = (key: string, value: unknown): unknown => (/^id$|offset|column/i.test(key) ? undefined : value);
  return JSON.stringify([...said, redact(string)], plain);
}

/** The lines of a text that a patch may contain. */
function shownLines(path: string, text: string): string[] {
  const hidden = hiddenInPatch({ path, text }, findStrings({ path, text }, ATLAS));
  let at = 0;
  return text.split('\n').filter((line) => {
    const offset = at;
    at += line.length + 1;
    return !hidden.some((range) => range.offset < at && range.endOffset > offset);
  });
}

const windows = (text: string): string[] => Array.from({ length: text.length - 5 }, (_, i) => text.slice(i, i + 6));
const secret = fc
  .string({ unit: fc.constantFrom(...'QXZJKVWqxzjkvw2379'), minLength: 11, maxLength: 11 })
  .map((rest) => `X${rest}`);

describe('two texts that differ in their secrets only', () => {
  it('read alike in every report, and no part of a secret leaks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STRINGS),
        fc.constantFrom(...FILES),
        fc.tuple(secret, secret, secret, secret),
        (string, [path, write], [user, password, otherUser, otherPassword]) => {
          // A password that equals the user name counts as an example.
          fc.pre(user !== password && otherUser !== otherPassword);
          const written = string(user, password);
          const text = write(written, user, password);
          const said = saidOf(path, text, written);
          const other = string(otherUser, otherPassword);
          const parts = [user, password, base64(password).slice(0, 16)].flatMap(windows);
          expect(parts.filter((part) => said.includes(part))).toEqual([]);
          expect(said).toBe(saidOf(path, write(other, otherUser, otherPassword), other));
          const shown = shownLines(path, text).join('\n');
          expect(parts.filter((part) => shown.includes(part))).toEqual([]);
        },
      ),
      { numRuns: Number(process.env.REDACTION_RUNS ?? 300), seed: 7 },
    );
  });
});

describe('an address where text leaves the program', () => {
  it.each([
    ['read mongodb://app:Kiln9tr4wl@h', 'read mongodb://***:***@h'],
    ['proxy http://app:k@h and https://x:y@z/', 'proxy http://***:***@h and https://***:***@z/'],
    ['mongodb://${user}:${pass}@h', 'mongodb://${user}:${pass}@h'],
    ['mongodb://user:password@h', 'mongodb://user:password@h'],
    ['mongodb://h:27017/?a=b@c', 'mongodb://h:27017/?a=b@c'],
  ])('%s', (text, shown) => {
    expect(maskUserInfo(text)).toBe(shown);
  });
});

describe('an address that was taken for a path', () => {
  it.each([
    ['no such file: mongodb+srv:/app:Kiln9tr4wl@h/db', 'no such file: mongodb+srv:/***:***@h/db'],
    ['C:/a/b:c@d', 'C:/a/b:c@d'],
    ['mongodb://****:*******@h', 'mongodb://****:*******@h'],
  ])('%s', (text, shown) => {
    expect(maskUserInfo(text)).toBe(shown);
  });
});
