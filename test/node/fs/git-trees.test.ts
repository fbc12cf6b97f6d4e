import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedFiles } from '../../support/listed-files.ts';
import { writeFiles } from '../../support/write-files.ts';

const FOLDERS = ['', 'src/', 'src/deep/', 'src/deep/er/', 'build/', 'logs/', 'logs/old/', 'a b/', '[x]/', 'é/'];
const NAMES = ['a.ts', 'b.log', 'c.LOG', 'keep.log', '.env', '#note', '!bang', 'x.tmp', 'build', 'sp ', 'q?', 'd{1}'];
/** Lines of ignore files. */
const LINES = [
  '*.log',
  '!keep.log',
  'build',
  'build/',
  '/build/',
  '/src',
  'src/*',
  '!src/deep',
  '!src/deep/',
  'src/**',
  '**/er',
  '**/deep/**',
  '/**/a.ts',
  'deep/er',
  'src/deep/*.ts',
  'logs/**/*.log',
  '!logs/old/',
  '*',
  '!*/',
  '!.env',
  '!*.ts',
  '/*',
  '!/src',
  '# comment',
  String.raw`\#note`,
  String.raw`\!bang`,
  String.raw`sp\ `,
  'sp   ',
  'x.t?p',
  '[a-c].*',
  '[!a].ts',
  '[^a].ts',
  String.raw`\[x\]`,
  String.raw`q\?`,
  'd{1}',
  '{a,b}.ts',
  '*.{ts,log}',
  'a b/',
  'é/a.ts',
  './a.ts',
  '',
  '   ',
  'a.ts\r',
  '*.t*s',
  '**.log',
  'lo**s',
];

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-trees-')));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-C', folder, '-c', `core.excludesFile=${join(root, 'global')}`, ...args], { encoding: 'utf8' });

function listedByGit(folder: string): string[] {
  const files = git(folder, 'ls-files', '-z', '-c', '-o', '--exclude-standard').split('\0');
  return [...new Set(files)].filter((path) => path !== '' && !path.endsWith('/')).sort();
}

const listed = (folder: string): string[] => listedFiles(folder).files.map(({ path }) => path);

/** The same numbers in each run. */
function random(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

function ignoreFile(next: (below: number) => number): string {
  return Array.from({ length: 1 + next(5) }, () => LINES[next(LINES.length)]!).join('\n');
}

/** Files in all folders, and ignore files in some of them. */
function writeTree(folder: string, next: (below: number) => number): void {
  const files = FOLDERS.flatMap((one) => NAMES.map((name) => [one + name, ''] as const));
  const isFile = ([path]: readonly [string, string]): boolean => path !== 'build' && next(4) > 0;
  const ignores = FOLDERS.filter(() => next(3) === 0).map((one) => [`${one}.gitignore`, ignoreFile(next)] as const);
  writeFiles(folder, Object.fromEntries([...files.filter(isFile), ...ignores]));
}

const trees = Array.from({ length: 24 }, (_, seed) => seed);

describe.runIf(process.platform === 'linux')('the files of a tree', () => {
  it.each(trees)('are those that git lists, in tree %i', (seed) => {
    const next = random(seed);
    const [outer, lib, inner] = ['tree', 'lib', 'tree/src/inner'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [outer, lib, inner]) {
      writeTree(folder, next);
      git(root, 'init', '--quiet', folder);
    }
    writeFileSync(join(root, 'global'), ignoreFile(next));
    git(lib, 'add', '--all', '--force');
    git(lib, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', 'lib');
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '--force', lib, 'sub');
    git(outer, 'config', 'core.excludesFile', join(root, 'global'));
    git(inner, 'config', 'core.excludesFile', join(root, 'global'));
    git(join(outer, 'sub'), 'config', 'core.excludesFile', join(root, 'global'));
    writeFileSync(join(outer, '.git', 'info', 'exclude'), ignoreFile(next));
    // Tracked files are listed whatever ignores them.
    for (const path of listedByGit(outer).filter(() => next(6) === 0)) git(outer, 'add', '--force', '--', path);
    git(outer, 'add', '--force', '--', '.gitmodules');
    const nested = git(outer, 'ls-files', '-z', '-o', '--exclude-standard').split('\0').includes('src/inner/');
    const below = [['sub', join(outer, 'sub')] as const, ...(nested ? [['src/inner', inner] as const] : [])];
    const all = below.flatMap(([path, folder]) => listedByGit(folder).map((file) => `${path}/${file}`));
    const own = listedByGit(outer).filter((path) => path !== 'sub');
    expect(listed(outer)).toEqual([...own, ...all].sort());
  });
});
