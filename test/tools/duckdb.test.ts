import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { REPOSITORY } from '../support/copy.ts';
import { installed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The queries of docs/organisation.md, run by DuckDB as its package for Node is published. It is no dependency: 70 MB,
// and each of its platforms has a package of its own.

const PAGE = readFileSync(join(REPOSITORY, 'docs/organisation.md'), 'utf8');
const QUERIES = [...PAGE.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, text]) => text!);
const [VIEW = '', TO_PARQUET = '', FROM_PARQUET = '', ...QUESTIONS] = QUERIES;

const RUNNER = `
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = [];
for (const query of JSON.parse(process.argv[2])) rows.push((await connection.runAndReadAll(query)).getRowObjectsJson());
console.log(JSON.stringify(rows));
`;

const uri = (host: string): string => `URI=mongodb+srv://app:Canary5ecret@${host}.mongodb.net/x\n`;
const REPOSITORIES = {
  'acme/billing': {
    'src/a.env': uri('till-b1n2m') + uri('attic.b1n2m'),
    CODEOWNERS: '* @acme/payments @acme/platform\n',
  },
  'acme/etl': { 'src/a.env': uri('till-b1n2m'), 'docs/a.md': 'Use `mongodb+srv://attic.b1n2m.mongodb.net`.\n' },
  'acme/site': { 'a.txt': 'nothing\n' },
};

describe('the queries over lists', () => {
  let project: Installed;
  beforeAll(() => {
    project = installed(['@duckdb/node-api@1.5.6-r.1']);
    project.write({
      'run.mjs': RUNNER,
      'repositories.txt': 'acme/billing\nacme/etl\nacme/lost\nacme/site\n',
      'heads.csv': 'acme/billing,abc\nacme/etl,def\n',
    });
    for (const [name, files] of Object.entries(REPOSITORIES)) {
      const format = `jsonl=${join(project.root, 'lists', `${name}.jsonl`)}`;
      withFiles(files, (cwd) => {
        const run = connlint(['list', '--format', format], { cwd });
        expect(run, run.stderr).toMatchObject({ code: 0 });
      });
    }
  });
  afterAll(() => {
    project.remove();
  });

  function ask(...queries: readonly string[]): unknown[] {
    const { code, stdout, stderr } = project.run('node', 'run.mjs', JSON.stringify(queries));
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as unknown[];
  }

  it('answer the same on JSON Lines and Parquet', () => {
    const answers = ask(VIEW, ...QUESTIONS).slice(1);
    expect(answers).toMatchObject([
      [
        { list: 'acme/billing', file: 'src/a.env', line: 1, kind: 'legacy', via: 'literal' },
        { list: 'acme/etl', file: 'src/a.env', line: 1, kind: 'legacy', via: 'literal' },
      ],
      [
        { owner: '@acme/payments', places: '1', repositories: '1' },
        { owner: '@acme/platform', places: '1', repositories: '1' },
        { owner: 'no owner', places: '1', repositories: '1' },
      ],
      [
        { cluster: 'till', list: 'acme/billing', places: '1' },
        { cluster: 'till', list: 'acme/etl', places: '1' },
      ],
      [{ missing: 'acme/lost' }],
      [
        { name: 'acme/billing', head: 'abc' },
        { name: 'acme/etl', head: 'def' },
      ],
      [
        { cluster: 'till', repositories: '2', kinds: ['legacy'] },
        { cluster: 'attic', repositories: '1', kinds: ['standard'] },
      ],
    ]);
    expect(JSON.stringify(answers)).not.toContain('Canary5ecret');
    expect(ask(VIEW, TO_PARQUET, FROM_PARQUET, ...QUESTIONS).slice(3)).toEqual(answers);
  });

  it('read 5,000 lists with 100,000 strings', () => {
    const line = readFileSync(join(project.root, 'lists/acme/etl.jsonl'), 'utf8').split('\n')[0]!;
    const lists = Array.from({ length: 5_000 }, (_, n) => [`lists/many/r${n}.jsonl`, `${line}\n`.repeat(20)] as const);
    project.write(Object.fromEntries(lists));
    const [, rows] = ask(VIEW, `SELECT count(*) AS strings FROM strings WHERE list LIKE 'many/%'`);
    expect(rows).toEqual([{ strings: '100000' }]);
  });
});
