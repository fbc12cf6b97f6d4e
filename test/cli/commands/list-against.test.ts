import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../../support/cli.ts';
import type { Run } from '../../support/cli.ts';
import { writeFiles } from '../../support/write-files.ts';

const uri = (host: string): string => `mongodb+srv://app:Se7cret@${host}.ab123.mongodb.net/x`;
const MAIN = {
  'src/a.env': `ORDERS=${uri('orders')}\nSTOCK=${uri('stock')}\n`,
  'src/moved.env': `A=${uri('orders')}\nB=${uri('stock')}\nC=${uri('audit')}\n# one\n# two\n# three\n`,
  'src/gone.env': `GONE=${uri('gone')}\n`,
  'same.env': `SAME=${uri('same')}\n`,
};

interface Branch {
  readonly root: string;
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly list: (...args: string[]) => Run;
}

/** A repository with these files on its main branch, and a branch checked out that starts there. */
function onBranch<T>(use: (branch: Branch) => T, files: Readonly<Record<string, string>> = MAIN): T {
  return withFiles(files, (root) => {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: root,
        encoding: 'utf8',
      });
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'main');
    git('checkout', '--quiet', '-b', 'work');
    return use({
      root,
      git,
      write(path, text) {
        writeFiles(root, { [path]: text });
      },
      list: (...args) => connlint(['list', '--against', 'main', ...args], { cwd: root }),
    });
  });
}

interface Told {
  readonly change: string;
  readonly before: { file: string; key: string; kind: string; text: string } | null;
  readonly after: { file: string; key: string; kind: string; text: string } | null;
}

const changesIn = ({ stdout }: Run): Told[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Told);
const short = (run: Run): (string | undefined)[][] =>
  changesIn(run).map(({ change, before, after }) => [change, (after ?? before)?.file, before?.key, after?.key]);

describe('list --against', () => {
  it('reports what a branch adds, changes and drops, and nothing else', () => {
    onBranch(({ git, write, list }) => {
      write('src/a.env', `# moved down\n\nORDERS=${uri('orders-pri')}\nNEW=${uri('extra')}\nSTOCK=${uri('stock')}\n`);
      git('rm', '--quiet', 'src/gone.env');
      git('add', '.');
      git('commit', '--quiet', '-m', 'work');
      const run = list('--format', 'jsonl');
      expect(run.code, run.stderr).toBe(0);
      expect(short(run)).toEqual([
        ['changed', 'src/a.env', 'ORDERS', 'ORDERS'],
        ['added', 'src/a.env', undefined, 'NEW'],
        ['dropped', 'src/gone.env', 'GONE', undefined],
      ]);
      const [changed] = changesIn(run);
      expect([changed!.before!.kind, changed!.after!.kind]).toEqual(['standard', 'private']);
    });
  });

  it('leaves out what happened on the other branch meanwhile', () => {
    onBranch(({ git, write, list }) => {
      git('checkout', '--quiet', 'main');
      write('later.env', `LATER=${uri('later')}\n`);
      git('add', '.');
      git('commit', '--quiet', '-m', 'later');
      git('checkout', '--quiet', 'work');
      expect(list('--format', 'jsonl').stdout).toBe('');
    });
  });

  it('follows files that were moved, told to git or not, and reports only what changed in them', () => {
    onBranch(({ root, git, write, list }) => {
      git('mv', 'src/moved.env', 'config.env');
      write('config.env', MAIN['src/moved.env'].replace(uri('audit'), uri('audit-pri')));
      git('add', '.');
      renameSync(join(root, 'same.env'), join(root, 'other.env'));
      expect(short(list('--format', 'jsonl'))).toEqual([['changed', 'config.env', 'C', 'C']]);
    });
  });

  it('sees what is not committed and not even added, but not what git ignores', () => {
    onBranch(({ root, write, list }) => {
      write('.gitignore', 'ignored.env\n');
      write('ignored.env', `I=${uri('ignored')}\n`);
      write('new.env', `N=${uri('new')}\n`);
      rmSync(join(root, 'src/gone.env'));
      expect(short(list('--format', 'jsonl'))).toEqual([
        ['added', 'new.env', undefined, 'N'],
        ['dropped', 'src/gone.env', 'GONE', undefined],
      ]);
    });
  });

  it('takes another password for the same string, and another option for a changed one', () => {
    onBranch(({ write, list }) => {
      write('same.env', `SAME=${uri('same').replace('Se7cret', 'An0ther')}\n`);
      expect(list('--format', 'jsonl').stdout).toBe('');
      write('same.env', `SAME=${uri('same')}?tls=false\n`);
      expect(short(list('--format', 'jsonl'))).toEqual([['changed', 'same.env', 'SAME', 'SAME']]);
    });
  });

  it('respects paths, also of files that are gone, and the ignores of the config on both sides', () => {
    onBranch(({ root, git, write, list }) => {
      git('rm', '--quiet', 'src/gone.env');
      write('same.env', '\n');
      expect(short(list('--format', 'jsonl', 'src'))).toEqual([['dropped', 'src/gone.env', 'GONE', undefined]]);
      expect(short(list('--format', 'jsonl', 'src/gone.env'))).toHaveLength(1);
      write('connlint.config.json', JSON.stringify({ ignores: ['src/**'] }));
      expect(short(list('--format', 'jsonl'))).toEqual([['dropped', 'same.env', 'SAME', undefined]]);
      const below = connlint(['list', '--against', 'main', '--format', 'jsonl', '--no-config'], {
        cwd: join(root, 'src'),
      });
      expect(short(below)).toEqual([['dropped', 'gone.env', 'GONE', undefined]]);
    });
  });

  it('is a table for a pull request, and every other format of the list', () => {
    onBranch(({ write, list }) => {
      write('src/a.env', `ORDERS=${uri('orders-pri')}\n`);
      const page = list('--format', 'markdown').stdout;
      expect(page).toMatch(/^## connlint: 1 changed, 1 dropped\n\nSince `main`:\n/);
      expect(page).toContain(
        '| changed | `orders` | standard → private |  | `src/a.env:1:8` | `ORDERS` | `mongodb+srv://***:***@orders.ab123.mongodb.net/x`<br>→ `mongodb+srv://***:***@orders-pri.ab123.mongodb.net/x` |',
      );
      expect(list('--format', 'text').stdout).toContain('1 changed, 1 dropped since main');
      expect(list('--format', 'csv').stdout.split('\r\n')[1]).toMatch(
        /^changed,orders,private,,src\/a\.env,1,8,ORDERS,.*,standard,/,
      );
      expect(list('--format', 'html').stdout.match(/<tr role="row" data-change=/g)).toHaveLength(2);
      const json = JSON.parse(list('--format', 'json').stdout) as {
        version: number;
        against: string;
        base: string;
        changes: Told[];
      };
      expect([json.version, json.against, json.changes.length]).toEqual([1, 'main', 2]);
      expect(json.base).toMatch(/^[0-9a-f]{40}$/);
      for (const format of ['text', 'json', 'jsonl', 'markdown', 'csv', 'html'])
        expect(list('--format', format).stdout).not.toMatch(/Se7cret|app:/);
    });
  });

  it('stays small enough for a comment and says what it left out', () => {
    onBranch(({ write, list }) => {
      write('many.env', Array.from({ length: 1_000 }, (_, i) => `U${i}=${uri(`cluster-${i}`)}\n`).join(''));
      const page = list('--format', 'markdown').stdout;
      expect(page.length).toBeLessThan(65_536);
      const told = page.split('\n').filter((line) => line.startsWith('| added')).length;
      expect(page).toContain(`**${1_000 - told} rows left out**`);
    });
  });

  it('says what is wrong with the ref or the repository', () => {
    onBranch(({ root, git }) => {
      const run = connlint(['list', '--against', 'nowhere'], { cwd: root });
      expect([run.code, run.stdout]).toEqual([2, '']);
      expect(run.stderr).toContain('--against nowhere: unknown commit');
      git('checkout', '--quiet', '--orphan', 'alone');
      git('commit', '--quiet', '-m', 'alone');
      expect(connlint(['list', '--against', 'main'], { cwd: root }).stderr).toContain('no common commit');
      const both = connlint(['list', '--against', 'main', '--staged'], { cwd: root });
      expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be combined')]);
    });
    withFiles({ 'a.env': '' }, (root) => {
      const run = connlint(['list', '--against', 'main'], {
        cwd: root,
        env: { GIT_CEILING_DIRECTORIES: dirname(root) },
      });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('--against needs the working tree of a Git repository');
    });
  });

  it('says that a shallow clone does not reach back far enough', () => {
    onBranch(({ root, git, write }) => {
      write('b.env', 'x\n');
      git('add', '.');
      git('commit', '--quiet', '-m', 'two');
      git('clone', '--quiet', '--depth=1', '--no-single-branch', `file://${root}`, join(root, 'clone'));
      const run = connlint(['list', '--against', 'origin/main'], { cwd: join(root, 'clone') });
      expect(run.code).toBe(2);
      expect(run.stderr).toMatch(/shallow.*fetch-depth: 0/s);
    });
  });
});
