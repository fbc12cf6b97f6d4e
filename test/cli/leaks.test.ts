import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FORMATS } from '../../src/cli/commands.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { FORMS, type Form } from '../support/credential-forms.ts';

const HOST = 'shop.k2m4q.mongodb.net';
const AT = `@${HOST}:27017/db`;
const STRING = `mongodb+srv://${HOST}:27017/db`;
const API = 'https://cloud.mongodb.com/api/atlas/v1.0/groups/5f1a5f1a5f1a5f1a5f1a5f1a';
const words = (text: string): string[] => text.trim().split(/\s+/);

// Where a credential stands: `§u` is the user name, `§p` the password, `§1§2` its halves.
const STRINGS = words(`mongodb+srv://§u:§p${AT} mongodb://§u@db1.example.com/db jdbc:mongodb+srv://§u:§p${AT}
  mongodb://§u:§p@a.k2m4q.mongodb.net:27017,§u:§p@b.k2m4q.mongodb.net:27017/db mongodb+srv://§u@corp.example.com:§p${AT}
  mongodb+srv://${HOST}/dbmongodb+srv://§u:§p${AT} mongodb://${HOST}:§p/db ${HOST}:27017/db?proxyHost=§p §u:§p${AT}
  mongodb+srv://:§p${AT} mongodb://h1.k2m4q.mongodb.net:27017,§p/db mongodb+srv://§u:§p mongodb+srv://§u:§p@ mongodb+srv://§u@
  mongodb://§u:§p/db mongodb+srv://§u%3A§p%40${HOST} mongodb+srv://§u:§p${HOST}/x mongodb+srv:/§u:§p${AT} MONGODB://§u:§p${AT}
  https://§u:§p${AT} https://§u:§p@cloud.mongodb.com/api/atlas/v2/groups?username=§u ${API}/databaseUsers/admin/§u
  ${API}?apiKey=§u&pretty=true ${API}#access_token=§p ${API};token=§p ${API}/clusters:§p ${API}/clusters%3Ftoken%3D§p
  https://cloud.mongodb.com/api/oauth/token?client_id=§u&client_secret=§p mongodb+srv://§u:§p@${HOST}/§p?authSource=§p`);
const MARKS = words('{§} ${§} {{§}} #{§} $(§) %§% %(§)s <§> [§] $§ \\(§) «§» __§__ xxx§xxx ${X:-§} ${env.X:-§} {a=§}');
const SIGNS = words('@ / : # ? % [ ] , ; & | ^ { } $ ( ) = + ! ~ ß 日 .. // @@ /@ :/ ?# %2 %zz');
const ENDS = words('/ ;password= . $ // | %2F : @ , = %3A # #token= ? & ?w=1;token= ?w=1&amp;token= ?w=1%26token%3D');
const OPTIONS = words(`tlsCertificateKeyFilePassword proxyUsername token AWS_SESSION_TOKEN foo ssl authorization w
  replicaSet authSource appName readPreferenceTags tlsCAFile compressors authMechanism maxPoolSize authMechanismProperties`);
const VALUES = words('§p Bearer%20§p /a/§u/§p.pem http://§u:§p@h/ password=§p AWS_SESSION_TOKEN:§p A:a,X:§p %3A§p');
const POSITIONS = [
  ...STRINGS,
  ...MARKS.map((form) => `mongodb+srv://${form.replace('§', '§u')}:${form.replace('§', '§p')}${AT}`),
  ...SIGNS.map((sign) => `mongodb+srv://§u:§1${sign}§2${AT}`),
  ...ENDS.map((sign) => `mongodb+srv://${HOST}/db${sign}§p`),
  ...OPTIONS.flatMap((name) => VALUES.map((value) => `mongodb+srv://${HOST}/db?w=1&${name}=${value}`)),
];

/** Files in which a credential stands beside a string that has findings, or fills it in. `⏎` ends a line. */
const BESIDE = `
a.sh mongosh "${STRING}" --username §u -p§p⏎curl --user "§u:§p" ${API}/clusters⏎M="mongodb://§u:\${PASS:-§p}${AT}"
a.sh mongosh "mongodb+srv://$(vault read -field=§u §p):$(echo §p | base64 -d)${AT}"⏎P='§p'⏎M="mongodb://§u:$P${AT}"
a.py c = MongoClient("${STRING}", username="§u", password="§p")⏎d = MongoClient(open("/run/secrets/§p").read())
a.py u = "mongodb+srv://%s:%s${AT}" % ("§u", "§p")⏎v = f"mongodb+srv://{quote('§u')}:{os.environ.get('§p')}${AT}"
a.js const §p = '${STRING}';⏎process.env.§u = '${STRING}';⏎new MongoClient(process.env.URI_§p);⏎new MongoClient(read('a/§p'));
a.js // connlint-disable-next-line uri-refused -- §u:§p⏎f('${STRING}');⏎// connlint-disable-next-line §p until=§p -- x⏎f('${STRING}');
a.js fetch('${API}/clusters', { headers: { Authorization: 'Bearer §p' }, body: JSON.stringify({ numShards: 1, pw: '§p' }) });
a.tf locals {⏎  u = format("mongodb+srv://%s:%s${AT}", "§u", "§p")⏎}
ci.yml env:⏎  M: mongodb+srv://\${{ secrets.U || '§u' }}:\${{ secrets.P || '§p' }}${AT}⏎  §p: ${STRING}
Dockerfile ARG PASS=§p⏎CMD ["mongosh", "${STRING}", "-u", "§u", "-p", "§p"]
a.json {"users": {"§u": {"§p": {"uri": "${STRING};User Id=§u;Password=§p"}}}}
a.toml [db."§u"]⏎"§p" = "${STRING}" # password §p
a.csv §u,§p,${STRING}
a.txt mongodb+srv://§u:⏎§p${AT}`;

/** A secret of one of four kinds, none of which has the form of a plain name. */
function secretOf(n: number): string {
  const hex = createHash('sha256').update(`secret ${n}`).digest('hex').slice(0, 32);
  const letters = (of: string): string => [...hex.slice(0, 14)].map((digit) => of[parseInt(digit, 16)]).join('');
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return [`Q${letters('QXZJKVWqxzjkvw23')}7`, letters('qxzjkvwbmnqxzjkv'), hex, uuid][n % 4]!;
}

let count = 0;
function placed({ path, write }: Pick<Form, 'path' | 'write'>, template: string) {
  const [u, p] = [secretOf(count), secretOf(count + 1)] as const;
  const half = p.length >> 1;
  const parts: Readonly<Record<string, string>> = { u, p, 1: p.slice(0, half), 2: p.slice(half) };
  const string = template.replace(/§([up12])/g, (_, part: string) => parts[part]!).replaceAll('⏎', '\n');
  return { path: `f${(count += 3)}/${path}`, string, text: write(string), secrets: [u, p] };
}

const write = (text: string): string => text;
const forAny = FORMS.filter(({ without }) => without === undefined);
const PLACES = [
  ...FORMS.map((form) => placed(form, `mongodb+srv://§u:§p${AT}`)),
  ...[POSITIONS, POSITIONS, POSITIONS].flat().map((text, n) => placed(forAny[n % forAny.length]!, text)),
  ...[...BESIDE.repeat(3).matchAll(/^(\S+) (.+)$/gm)].map(([, path, text]) => placed({ path: path!, write }, text!)),
];

const windows = (text: string): string[] => Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8));
const base64 = (text: string): string => Buffer.from(text).toString('base64').slice(4, -4);
const partsOf = (text: string) => [text, ...['x', 'xx', 'xxx'].map((x) => base64(x + text))].flatMap(windows);
const SECRET_PARTS = PLACES.map(({ secrets }) => secrets.flatMap(partsOf));
/** Ids and hashes share parts with secrets by chance. */
const HASH = /"(?:hash|primaryLocationLineHash)": ?"[\da-f]{16,64}(?::\d+)?"|v2:[\da-f]{16,64}|f-[\da-f]{16}/g;

function leaksIn(name: string, output: string): string[] {
  const shown = new Set(windows(output.replace(HASH, '')));
  const leaks = PLACES.filter((_, at) => SECRET_PARTS[at]!.some((part) => shown.has(part)));
  return leaks.map(({ text }) => `${name}: ${text}`);
}

it('no credential, in any form and position, is in any output', () => {
  withFiles(Object.fromEntries(PLACES.map(({ path, text }) => [`tree/${path}`, text])), (top) => {
    const cwd = join(top, 'tree');
    const into = (command: string, formats: readonly string[]): string[] =>
      formats.map((format) => `--format=${format}=../out/${command}-${format}`);
    const runs = [
      ['check', '--verbose', '--fail-on', 'never', ...into('check', FORMATS.check)],
      ['list', ...into('list', FORMATS.list)],
      ['plan', '--change', 'custom-dns', '--set', 'enabled=true', ...into('plan', FORMATS.plan)],
      ...FORMATS.classify.map((format) => ['classify', '-', '--format', format]),
      ['check', '--fix-dry-run', '--fail-on', 'never'],
      ['check', '--update-baseline', '--baseline', 'accepted'],
      ['config', PLACES[0]!.path],
    ].map((args) => {
      const input = PLACES.map(({ string, text }) => `${string}\n${text}`).join('\n');
      const { code, stdout, stderr } = connlint(args, args.includes('-') ? { cwd, input } : { cwd });
      expect(code, stderr).toBeLessThan(2);
      return [args.slice(0, 2).join(' '), stdout + stderr] as const;
    });
    renameSync(join(cwd, 'accepted'), join(top, 'out', 'baseline'));
    const read = (name: string): string => readFileSync(join(top, 'out', name), 'utf8');
    const files = readdirSync(join(top, 'out')).map((name) => [name, read(name)] as const);
    expect(files).toHaveLength(FORMATS.check.length + FORMATS.list.length + FORMATS.plan.length + 1);
    expect(new Map(files).get('list-jsonl')!.split('***@').length).toBeGreaterThan(POSITIONS.length);
    expect([...runs, ...files].flatMap(([name, output]) => leaksIn(name, output))).toEqual([]);
  });
});
