import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHECK_FORMATS } from '../../src/report/formats.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { FILES, secret, STRINGS } from '../support/drawn-secrets.ts';

type Form = readonly [string: (typeof STRINGS)[number], file: (typeof FILES)[number]];

const HOST = 'shop.k2m4q.mongodb.net';
const CONFIG = JSON.stringify({
  inventory: { clusters: 'facts/record.json', values: 'facts/values.env' },
  external: { OTHER_URI: 'shop' },
});
const FOUR = { minLength: 4, maxLength: 4 };

/** A tree of four files with a config, a record of the cluster and a dump of the variables of a program. */
function tree(forms: readonly Form[], secrets: readonly string[]): Record<string, string> {
  const files = forms.map(([string, [path, write]], at) => {
    const [user, password] = [secrets[2 * at]!, secrets[2 * at + 1]!];
    return [`tree/f${at}/${path}`, write(string(user, password), user, password)] as const;
  });
  const [user, password] = secrets.slice(-2);
  const record = { name: 'shop', connectionStrings: { standardSrv: `mongodb+srv://${user}:${password}@${HOST}` } };
  return {
    ...Object.fromEntries(files),
    'tree/reads.js': `new MongoClient(process.env.APP_URI);\nnew MongoClient(process.env.OTHER_URI);\n`,
    'tree/connlint.config.json': CONFIG,
    'tree/facts/record.json': JSON.stringify(record),
    'tree/facts/values.env': `APP_URI=mongodb+srv://${user}:${password}@${HOST}:27017/db\nAPP_PASSWORD=${password}\n`,
    'tree/broken.json': `{"inventory": "${password} mongodb+srv://${user}:${password}@${HOST}"`,
  };
}

const formats = (name: string, list: readonly string[]): string[] =>
  list.flatMap((format) => ['--format', `${format}=../out/${name}-${format}`]);
const REPOSITORY = ['--repository', 'acme/shop'];
const CHANGE = ['--change', 'admin-api', '--to', '2025-03-12'];
const COMMANDS: readonly (readonly string[])[] = [
  [
    'check',
    ...REPOSITORY,
    '--report-suppressed',
    '--limit',
    '0',
    '--verbose',
    ...formats(
      'check',
      CHECK_FORMATS.filter((name) => name !== 'patch'),
    ),
  ],
  ['check', '--verbose', '--limit', '0', '--group-by', 'cluster', '--show-ids'],
  ['list', ...REPOSITORY, ...formats('list', ['text', 'json', 'jsonl', 'markdown', 'csv', 'html'])],
  ['list', ...REPOSITORY, '--format', 'ledger=../out/ledgers/shop.jsonl'],
  ['baseline', 'create', '--baseline', '../out/baseline'],
  ['check', '--baseline', '../out/baseline', '--format', 'json=../out/accepted'],
  ['plan', ...CHANGE, ...formats('plan', ['text', 'json', 'markdown'])],
  ['inventory', 'check'],
  ['inventory', 'show', '--format', 'json'],
  ['config', 'print', 'reads.js'],
  ['check', '--config', 'broken.json'],
  ['check', '--shard', '1/1', '--format', 'blob=../out/shards/1.json'],
  ['merge', '../out/shards', ...formats('merged', ['text', 'json', 'sarif', 'html'])],
  ['fleet', 'uses', '../out/ledgers', ...formats('uses', ['text', 'json', 'markdown', 'csv', 'html'])],
  ['init', '--stdout', '--force'],
];

/** Everything that the commands write. Hashes of lines, of facts and of whole blobs depend on the secrets. */
function said(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return withFiles(files, (top) => {
    const cwd = join(top, 'tree');
    const printed = COMMANDS.map((args) => {
      const { code, stdout, stderr } = connlint(args, { cwd, env: { CI: '1' } });
      expect(code === 2, stderr).toBe(args.includes('broken.json'));
      expect(code, stderr).toBeLessThan(3);
      return [args.slice(0, 4).join(' '), `${code}\n${stdout}${stderr}`] as const;
    });
    const written = readdirSync(join(top, 'out'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name), 'utf8')] as const);
    return new Map(
      [...printed, ...written].map(([name, text]) => [
        name,
        text
          .replaceAll(top, '')
          .replace(/"(?:facts|end|hash|primaryLocationLineHash)": ?"[\da-f]+(?::\d+)?"/g, '"hash"'),
      ]),
    );
  });
}

it('two trees that differ in their secrets only give equal output', { timeout: 240_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...STRINGS), fc.constantFrom(...FILES)), FOUR),
      fc.uniqueArray(secret, { minLength: 20, maxLength: 20 }),
      (forms, secrets) => {
        const one = said(tree(forms, secrets.slice(0, 10)));
        const other = said(tree(forms, secrets.slice(10)));
        expect(one.size).toBeGreaterThan(40);
        expect([...one.keys()]).toEqual([...other.keys()]);
        for (const [name, text] of one) expect(text, name).toBe(other.get(name));
      },
    ),
    { numRuns: Number(process.env.TREE_RUNS ?? 8), seed: 7 },
  );
});
