import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { leavesTree } from '../../src/node/fs/bounds.ts';
import { TableEntries } from '../../src/node/fs/list-files.ts';
import type { FileEntry } from '../../src/node/fs/list-files.ts';
import { PathTable, trackedTable } from '../../src/node/path-table.ts';

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

interface Repository {
  readonly root: string;
  readonly git: (...args: string[]) => Buffer;
}

function repository(files: readonly string[], ...init: string[]): Repository {
  const root = mkdtempSync(join(tmpdir(), 'connlint-table-'));
  roots.push(root);
  const git = (...args: string[]): Buffer =>
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root }).stdout;
  git('init', '--quiet', '--initial-branch=main', ...init);
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${file}\n`);
  }
  git('add', '.');
  return { root, git };
}

const tableOf = ({ git }: Repository) => trackedTable(git('ls-files', '-z', '-t', '--stage', '--cached'));

describe('what git tracks, as a table', () => {
  it('has every file, in order', () => {
    const files = ['z.txt', 'a b/c.env', 'a/b.txt', 'a.txt', 'A.txt', 'é/ü.txt', '漢字.md', 'a\nb.txt'];
    const table = tableOf(repository(files))!;
    expect([...table.files]).toEqual([...files].sort());
    expect(table.files.length).toBe(files.length);
    expect(table.others).toEqual([]);
    for (const [index, file] of [...files].sort().entries()) expect(table.files.countBefore(file)).toBe(index);
    expect(table.files.countBefore('b')).toBe(5);
  });

  it('has executable files, and keeps links and submodules apart', () => {
    const one = repository(['run.sh', 'a.env']);
    one.git('update-index', '--chmod=+x', 'run.sh');
    symlinkSync('a.env', join(one.root, 'link.env'));
    one.git('add', 'link.env');
    one.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    const { files, others } = tableOf(one)!;
    expect([...files]).toEqual(['a.env', 'run.sh']);
    expect(others).toEqual([
      { mode: '120000', path: 'link.env' },
      { mode: '160000', path: 'sub' },
    ]);
  });

  it('is the same with longer names of objects', () => {
    expect([...tableOf(repository(['b.txt', 'a.txt'], '--object-format=sha256'))!.files]).toEqual(['a.txt', 'b.txt']);
  });

  it('is empty where nothing is tracked', () => {
    expect(tableOf(repository([]))!.files).toHaveLength(0);
  });

  it('is none in the middle of a merge', () => {
    const one = repository(['a.txt']);
    one.git('commit', '-qm', 'a');
    for (const branch of ['main', 'other']) {
      one.git('checkout', '-q', '-B', branch, branch === 'main' ? 'main' : 'main~1');
      writeFileSync(join(one.root, 'a.txt'), `${branch}\n`);
      one.git('commit', '-qam', branch);
      if (branch === 'main') one.git('commit', '-q', '--allow-empty', '-m', 'empty');
    }
    one.git('reset', '-q', '--hard');
    one.git('checkout', '-q', '-B', 'third', 'main~2');
    writeFileSync(join(one.root, 'a.txt'), 'third\n');
    one.git('commit', '-qam', 'third');
    one.git('merge', 'main');
    expect(one.git('ls-files', '-u').toString()).not.toBe('');
    expect(tableOf(one)).toBeNull();
  });

  it('is none of a sparse checkout', () => {
    const one = repository(['in/a.txt', 'out/b.txt']);
    one.git('commit', '-qm', 'a');
    one.git('sparse-checkout', 'set', 'in');
    expect(tableOf(one)).toBeNull();
  });

  it.each([
    ['that git orders in another way', ['\u{1F600}.env', '\uFF5E.env']],
    ['that are no text', [Buffer.from([0x61, 0xff, 0x2e, 0x74]).toString('latin1')]],
  ])('is none of names %s', (_, names) => {
    const records = names.map((name) => `H 100644 ${'0'.repeat(40)} 0\t${name}\0`).join('');
    expect(trackedTable(Buffer.from(records, names[0]!.includes('ÿ') ? 'latin1' : 'utf8'))).toBeNull();
  });

  it.each([
    '../a.env',
    'a/../../b.env',
    '/a.env',
    '.git/config',
    'a/.GIT/config',
    'git~1/config',
    '.git. /a',
    'a/.g\u200cit/b',
    '\u200c.git/b',
    '.git::$INDEX_ALLOCATION/a',
  ])('is none with %j, which leads out of the work tree', (path) => {
    const records = (name: string): Buffer => Buffer.from(`H 100644 ${'0'.repeat(40)} 0\t${name}\0`);
    expect(trackedTable(records(path))).toBeNull();
    expect(leavesTree(path)).toBe(true);
  });

  it.each(['.github/a', '..a/b', 'a../b', '.gitignore', 'git/a', 'gi/a', 'git~10/a', 'a:b', 'a\\..\\b', '.g/it'])(
    'has %j, which only looks like that',
    (path) => {
      const table = trackedTable(Buffer.from(`H 100644 ${'0'.repeat(40)} 0\t${path}\0`));
      expect([...table!.files]).toEqual([path]);
    },
  );

  it('is none of a list that was cut short', () => {
    expect(trackedTable(Buffer.from(`H 100644 ${'0'.repeat(40)} 0\ta.tx`))).toBeNull();
    expect(trackedTable(Buffer.from('H 100644'))).toBeNull();
  });
});

describe('a table of files with some beside it', () => {
  const entry = (path: string, named = false): FileEntry => ({ path, absolute: `/r/${path}`, named });
  const TABLE = ['b', 'd', 'd/e', 'f'];

  it.each([
    [[]],
    [['a']],
    [['g']],
    [['a', 'c', 'c1', 'e', 'g', 'h']],
    [['b', 'c', 'f']],
    [['a', 'a1', 'b', 'd', 'd/e', 'f', 'z']],
  ])('is one list in order, each file once: %j', (others) => {
    const list = new TableEntries(
      PathTable.of(TABLE),
      '/r',
      others.map((path) => entry(path)),
    );
    const expected = [...new Set([...TABLE, ...others])].sort();
    expect([...list]).toEqual(expected.map((path) => entry(path)));
    expect(list.length).toBe(expected.length);
    expect(list.at(-1)).toBeUndefined();
    expect(list.at(expected.length)).toBeUndefined();
    for (const [index, path] of expected.entries()) {
      const place = list.place(index);
      expect(place < 0 ? list.extras[~place]!.path : TABLE[place]).toBe(path);
    }
  });

  it('holds any names', () => {
    const names = ['', 'a', 'é', '漢'.repeat(300), '\u{1F600}'];
    expect([...PathTable.of(names)]).toEqual(names);
  });
});
