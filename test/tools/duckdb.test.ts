import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { REPOSITORY } from '../support/copy.ts';
import { installed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The queries of docs/collecting.md, run by DuckDB as its package for Node is published. It is no dependency: 70 MB, and of
// its platforms each has a package of its own.

const PAGE = readFileSync(join(REPOSITORY, 'docs/collecting.md'), 'utf8');
const QUERIES = [...PAGE.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, text]) => text!);

const RUNNER = `
import { DuckDBInstance } from '@duckdb/node-api';
const [view, ...queries] = JSON.parse(process.argv[2]);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run(view);
const rows = [];
for (const query of queries) rows.push((await connection.runAndReadAll(query)).getRowObjectsJson());
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

describe('the queries over ledgers', () => {
  let project: Installed;
  beforeAll(() => {
    project = installed(['@duckdb/node-api@1.5.6-r.1']);
    project.write({ 'run.mjs': RUNNER });
    for (const [name, files] of Object.entries(REPOSITORIES)) {
      const day = name === 'acme/etl' ? '2026-10-01' : '2026-11-01';
      const format = `ledger=${join(project.root, 'ledgers', `${name}.jsonl`)}`;
      withFiles(files, (cwd) => {
        const run = connlint(['list', '--repository', name, '--today', day, '--format', format], { cwd });
        expect(run, run.stderr).toMatchObject({ code: 0 });
      });
    }
  });
  afterAll(() => {
    project.remove();
  });

  it('answer who, which and how old', () => {
    const { code, stdout, stderr } = project.run('node', 'run.mjs', JSON.stringify(QUERIES));
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual([
      [
        { cluster: 'till', owner: '@acme/payments', places: '1', repositories: '1' },
        { cluster: 'till', owner: '@acme/platform', places: '1', repositories: '1' },
        { cluster: 'till', owner: 'no owner', places: '1', repositories: '1' },
      ],
      [
        { cluster: 'till', repositories: '2', kinds: ['legacy'] },
        { cluster: 'attic', repositories: '1', kinds: ['standard'] },
      ],
      [
        { repository: 'acme/etl', day: '2026-10-01', strings: '2' },
        { repository: 'acme/billing', day: '2026-11-01', strings: '2' },
        { repository: 'acme/site', day: '2026-11-01', strings: '0' },
      ],
    ]);
  });
});
