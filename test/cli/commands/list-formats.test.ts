import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';

const FILES = {
  'connlint.config.json': JSON.stringify({
    overrides: [
      { files: ['deploy/prod/**'], environment: 'production' },
      { files: ['deploy/**'], rules: {} },
    ],
  }),
  'deploy/prod/a.env': 'ORDERS_URI=mongodb+srv://app:Se7cret@orders-pri.ab123.mongodb.net/x\n',
  'src/db.py': 'URI = "mongodb+srv://orders.ab123.mongodb.net/x"\nOLD = "mongodb+srv://orders.zz999.mongodb.net/x"\n',
  'src/local.env': 'LOCAL=mongodb://localhost:27017/x\n',
};

function list(format: string, files: Readonly<Record<string, string>> = FILES): Run {
  return withFiles(files, (cwd) => connlint(['list', '--format', format, '.'], { cwd }));
}

/** Fields of RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && bare === '' && end === '') break;
    rows.at(-1)!.push(quoted === undefined ? bare! : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

const byName = ([head = [], ...rows]: string[][]): Record<string, string>[] =>
  rows.map((row) => Object.fromEntries(head.map((name, i) => [name, row[i]!])));

describe('the inventory', () => {
  it('as CSV has one string a line, with the environment that the config names', () => {
    const rows = byName(parseCsv(list('csv').stdout));
    expect(rows.map(({ cluster, kind, environment, file, key }) => [cluster, kind, environment, file, key])).toEqual([
      ['orders', 'private', 'production', 'deploy/prod/a.env', 'ORDERS_URI'],
      ['orders', 'standard', '', 'src/db.py', 'URI'],
      ['orders', 'standard', '', 'src/db.py', 'OLD'],
      ['', 'not-service', '', 'src/local.env', 'LOCAL'],
    ]);
    expect(rows[0]!.hosts).toBe('orders-pri.ab123.mongodb.net');
    expect(rows[0]!.string).toBe('mongodb+srv://***:***@orders-pri.ab123.mongodb.net/x');
  });

  it('as CSV contains no formula and keeps each string on its line, whatever names a repository has', () => {
    const names = [
      '=cmd|calc!A0.env',
      '+1.env',
      '-2.env',
      '@x.env',
      '\t=3.env',
      ' =4.env',
      'a,"b";c.env',
      'new\nline.env',
    ];
    const files = Object.fromEntries(names.map((name) => [name, 'A=mongodb+srv://orders.ab123.mongodb.net/x\n']));
    const { stdout } = list('csv', files);
    const rows = byName(parseCsv(stdout));
    expect(stdout.split('\r\n')).toHaveLength(names.length + 2);
    expect(rows.map(({ file }) => file).sort()).toEqual(
      names
        .map(
          (name) =>
            (/^\s*[=+@-]/.test(name) ? "'" : '') +
            name.replace(/[\t\n]/, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`),
        )
        .sort(),
    );
    for (const row of rows) for (const value of Object.values(row)) expect(value).not.toMatch(/^\s*[=+@-]/);
  });

  it('as Markdown has a table for each cluster, clusters of one name in two projects apart', () => {
    const { stdout } = list('markdown');
    expect(stdout.match(/^#.*$/gm)).toEqual([
      '## connlint: 4 strings',
      '### `orders ab123`: 2 strings',
      '### `orders zz999`: 1 string',
      '### `other servers`: 1 string',
    ]);
    expect(stdout).toContain(
      '| private | production | `deploy/prod/a.env:1:12` | `ORDERS_URI` | `mongodb+srv://***:***@orders-pri.ab123.mongodb.net/x` |',
    );
  });

  it('as Markdown shows names as they are', () => {
    const files = {
      'a|b<img src=x>`.env': 'A=mongodb+srv://orders.ab123.mongodb.net/x\n',
      '[x](javascript:1)\n.env': 'A=mongodb+srv://orders.ab123.mongodb.net/x\n',
    };
    const rows = list('markdown', files)
      .stdout.split('\n')
      .filter((line) => line.startsWith('| standard'));
    expect(rows).toHaveLength(2);
    expect(rows.join('\n')).toContain('a\\|b\\<img src=x\\>\\`.env:1:3');
    expect(rows.join('\n')).toContain('\\[x\\](javascript:1)\\\\u{a}.env:1:3');
  });

  it('as a page has a row for each string, and the picture', () => {
    const { stdout } = list('html');
    expect(stdout).toMatch(/<title>(?:[^<]*: )?\d+ strings? - connlint<\/title>/);
    expect(stdout.match(/<tr role="row" data-/g)).toHaveLength(4);
    expect(stdout).toContain('data-cluster="orders" data-kind="private" data-environment="production"');
    expect(stdout).toContain('<table class="plot">');
    expect(stdout).not.toContain('Se7cret');
  });

  it('of nothing is empty in every format', () => {
    for (const format of ['markdown', 'csv', 'html']) {
      const run = list(format, { 'a.txt': 'x' });
      expect(run.code).toBe(0);
      expect(run.stdout).toMatch(format === 'csv' ? /^cluster,kind,environment,file[^\n]*\r\n$/ : /0 strings/);
    }
  });
});
