import { Buffer } from 'node:buffer';
import fc from 'fast-check';

// Texts with a credential that is no word, for tests in which two texts differ in their secrets only.

const HOST = 'shop.k2m4q.mongodb.net';
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
const escaped = (text: string): string => text.replace(/["\\]/g, '\\$&');
const entities = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

type Writing = (user: string, password: string) => string;

/** Options that are not in the table, or with another spelling. */
const OPTIONS = ['privateKey', 'sig', 'password', 'sslPEMKeyPhrase', 'tlsKeyPhrase', 'kmsProviders', 'foo', 'state'];
/** Delimiters around a password, so that it looks like a placeholder. */
const BRACKETS = ['{%}', '${%}', '{{%}}', '#{%}', '$(%)', '%%%', '%(%)s', '<%>', '<MyPass%>', '[my-%]', '$%'];

/** Strings and addresses in which the credential stands. */
export const STRINGS: readonly Writing[] = [
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

/** Files that contain such a string. */
export const FILES: readonly (readonly [
  path: string,
  write: (string: string, user: string, password: string) => string,
])[] = [
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

/** Parts of a secret that would show it. */
export const windows = (text: string): string[] =>
  Array.from({ length: text.length - 5 }, (_, i) => text.slice(i, i + 6));
export const secret = fc
  .string({ unit: fc.constantFrom(...'QXZJKVWqxzjkvw2379'), minLength: 11, maxLength: 11 })
  .map((rest) => `X${rest}`);
