import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../src/node/errors.ts';
import type { FileList } from '../../../src/node/fs/list-files.ts';
import { listedFiles, type ListOptions } from '../../support/listed-files.ts';
import { writeFiles } from '../../support/write-files.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-files-')));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const write = (files: Readonly<Record<string, string>>): void => {
  writeFiles(root, files);
};

function git(folder: string, ...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@shop.example', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...identity, '-C', join(root, folder), ...args], { stdio: 'pipe' });
}

function commitAll(folder = '.'): void {
  git(folder, 'add', '--all', '--force');
  git(folder, 'commit', '--quiet', '--no-verify', '--message', 'files');
}

function list(options: ListOptions = {}): FileList {
  return listedFiles(root, options);
}

function paths(options: ListOptions = {}): string[] {
  return Array.from(list(options).files, (file) => file.path);
}

function failure(options: ListOptions): UserError {
  try {
    list(options);
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

describe('in a git repository', () => {
  beforeEach(() => {
    git('.', 'init', '--quiet');
  });

  it('lists tracked and untracked files, dot files too, and leaves out what git ignores', () => {
    write({ '.gitignore': '*.log\nbuild/\n', '.env': '', 'src/a.ts': '', 'src/deep/b.ts': '' });
    commitAll();
    write({ 'src/new.ts': '', 'debug.log': '', 'build/out.js': '' });
    expect(paths()).toEqual(['.env', '.gitignore', 'src/a.ts', 'src/deep/b.ts', 'src/new.ts']);
  });

  it('keeps a tracked file that lies in an ignored folder', () => {
    write({ 'build/kept.ts': '', 'build/other.ts': '' });
    git('.', 'add', 'build/kept.ts');
    write({ '.gitignore': 'build/\n' });
    expect(paths()).toEqual(['.gitignore', 'build/kept.ts']);
  });

  it('lists a deleted tracked file, which nobody can read then', () => {
    write({ 'gone.ts': '', 'here.ts': '' });
    commitAll();
    rmSync(join(root, 'gone.ts'));
    expect(list()).toMatchObject({ files: [{ path: 'gone.ts' }, { path: 'here.ts' }], notices: [] });
  });

  it('names files that a sparse checkout left out, unless they are ignored or vendored', () => {
    write({ 'in/a.ts': '', 'out/b.ts': '', 'out/c.ts': '', 'vendor/d.ts': '' });
    commitAll();
    git('.', 'sparse-checkout', 'set', 'in');
    expect(paths()).toEqual(['in/a.ts']);
    const named = (ignores: readonly string[]): unknown =>
      list({ ignores }).notices.map(({ code, file, message }) => [code, file, message]);
    expect(named([])).toEqual([
      ['not-checked-out', 'out/b.ts', expect.stringContaining('not checked out, like 1 other path')],
    ]);
    expect(named(['**/b.ts'])).toMatchObject([['not-checked-out', 'out/c.ts', expect.any(String)]]);
    expect(named(['out'])).toEqual([]);
  });

  it('lists a file in a merge conflict once', () => {
    write({ 'a.ts': 'one\n' });
    commitAll();
    git('.', 'checkout', '--quiet', '-b', 'other');
    write({ 'a.ts': 'two\n' });
    commitAll();
    git('.', 'checkout', '--quiet', '-');
    write({ 'a.ts': 'three\n' });
    commitAll();
    expect(() => git('.', 'merge', 'other')).toThrow();
    expect(paths()).toEqual(['a.ts']);
  });

  it('looks into submodules and into repositories inside', () => {
    write({
      'lib/.gitignore': '*.tmp\n',
      'lib/l.ts': '',
      'inner/i.ts': '',
      'inner/i.log': '',
      'inner/.gitignore': '*.log\n',
    });
    git('lib', 'init', '--quiet');
    commitAll('lib');
    git('inner', 'init', '--quiet');
    git('.', 'submodule', '--quiet', 'add', './lib', 'sub');
    write({ 'sub/untracked.ts': '', 'sub/x.tmp': '' });
    rmSync(join(root, 'lib'), { recursive: true });
    const expected = ['inner/.gitignore', 'inner/i.ts', 'sub/.gitignore', 'sub/l.ts', 'sub/untracked.ts'];
    expect(paths()).toEqual(['.gitmodules', ...expected]);
  });

  it('names a submodule that is not checked out, unless it is ignored', () => {
    write({ 'lib/l.ts': '' });
    git('lib', 'init', '--quiet');
    commitAll('lib');
    git('.', 'submodule', '--quiet', 'add', './lib', 'sub');
    rmSync(join(root, 'lib'), { recursive: true });
    rmSync(join(root, 'sub'), { recursive: true });
    mkdirSync(join(root, 'sub'));
    expect(paths()).toEqual(['.gitmodules']);
    expect(list().notices).toMatchObject([{ code: 'not-checked-out', file: 'sub' }]);
    expect(list({ ignores: ['sub/**'] }).notices).toEqual([]);
  });

  it('works in a worktree, whose .git is a file', () => {
    write({ 'a.ts': '', '.gitignore': '*.log\n' });
    commitAll();
    git('.', 'worktree', 'add', '--quiet', '../tree-of-' + root.slice(-6), '-b', 'side');
    const tree = `${dirname(root)}/tree-of-${root.slice(-6)}`;
    try {
      writeFileSync(join(tree, 'b.log'), '');
      expect(paths({ cwd: tree })).toEqual(['.gitignore', 'a.ts']);
    } finally {
      rmSync(tree, { recursive: true });
    }
  });

  it('scans below the working directory only, with paths relative to it', () => {
    write({ '.gitignore': '*.log\n', 'a.ts': '', 'pkg/b.ts': '', 'pkg/c.log': '', 'other/d.ts': '' });
    const cwd = join(root, 'pkg');
    expect(paths({ cwd })).toEqual(['b.ts']);
    expect(paths({ cwd, paths: ['../other', '..'] })).toEqual(['../.gitignore', '../a.ts', '../other/d.ts', 'b.ts']);
  });

  it('scans an ignored folder and an ignored file that are named', () => {
    write({ '.gitignore': 'build/\n*.log\n', 'build/out/a.js': '', 'build/b.js': '', 'c.log': '' });
    expect(paths({ paths: ['build'] })).toEqual(['build/b.js', 'build/out/a.js']);
    expect(paths({ paths: ['build/out'] })).toEqual(['build/out/a.js']);
    expect(paths({ paths: ['build/**/*.js'] })).toEqual(['build/b.js', 'build/out/a.js']);
    expect(paths({ cwd: join(root, 'build') })).toEqual(['b.js', 'out/a.js']);
    expect(list({ paths: ['c.log'] }).files).toEqual([{ path: 'c.log', absolute: join(root, 'c.log'), named: true }]);
  });

  it('with noIgnore lists everything but .git', () => {
    write({ '.gitignore': '*.log\n', 'a.log': '', 'node_modules/m/i.js': '' });
    expect(paths({ noIgnore: true })).toEqual(['.gitignore', 'a.log', 'node_modules/m/i.js']);
  });

  it('falls back to reading folders, with a notice, when git fails', () => {
    write({ '.gitignore': '*.log\n', 'a.ts': '', 'b.log': '', 'pkg/c.ts': '', 'pkg/d.log': '' });
    writeFileSync(join(root, '.git', 'config'), '[broken');
    const { files, notices } = list({ paths: ['pkg'] });
    expect(Array.from(files, (file) => file.path)).toEqual(['pkg/c.ts', 'pkg/d.log']);
    expect(notices).toEqual([{ code: 'git-unavailable', file: '', message: expect.stringContaining('git ended') }]);
    expect(paths()).toEqual(['.gitignore', 'a.ts', 'b.log', 'pkg/c.ts', 'pkg/d.log']);
  });

  it('lists a named link to a folder, also one outside the repository', () => {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-outside-')));
    try {
      write({ 'src/a.ts': '' });
      writeFileSync(join(outside, 'b.ts'), '');
      symlinkSync('src', join(root, 'inner'));
      symlinkSync(outside, join(root, 'outer'));
      expect(list({ paths: ['inner', 'outer'] })).toMatchObject({
        files: [{ path: 'inner/a.ts' }, { path: 'outer/b.ts' }],
        notices: [],
      });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  it('runs no program that the repository names', () => {
    const mark = join(root, 'ran');
    write({ 'a.ts': '', 'hook.sh': `#!/bin/sh\ntouch '${mark}'\n` });
    chmodSync(join(root, 'hook.sh'), 0o755);
    git('.', 'config', 'core.fsmonitor', join(root, 'hook.sh'));
    expect(paths()).toEqual(['a.ts', 'hook.sh']);
  });

  describe('with GIT_DIR set, as in hooks', () => {
    afterEach(() => {
      delete process.env['GIT_DIR'];
      delete process.env['GIT_INDEX_FILE'];
    });

    it.each(['.git', '/nowhere/.git'])('%s does not break the listing', (value) => {
      write({ '.gitignore': '*.log\n', 'pkg/a.ts': '', 'pkg/b.log': '' });
      commitAll();
      process.env['GIT_DIR'] = value;
      process.env['GIT_INDEX_FILE'] = '.git/index';
      expect(list({ paths: ['pkg'] })).toMatchObject({
        files: [{ path: 'pkg/a.ts' }, { path: 'pkg/b.log' }],
        notices: [],
      });
      expect(paths()).toContain('pkg/a.ts');
    });
  });
});

describe('git is not to be had', () => {
  const path = process.env['PATH'];
  afterEach(() => {
    process.env['PATH'] = path;
  });

  it('passes on that git could not open a folder', () => {
    const beside = `${root}-bin`;
    const warning = "warning: could not open directory 'lib/': Permission denied";
    write({ 'a.ts': '', 'lib/b.ts': '' });
    git('.', 'init', '--quiet');
    mkdirSync(beside);
    writeFileSync(join(beside, 'git'), `#!/bin/sh\necho "${warning}" >&2\nPATH='${path}' exec git "$@"\n`, {
      mode: 0o755,
    });
    process.env['PATH'] = `${beside}:${path}`;
    try {
      expect(list().notices).toEqual([
        { code: 'unreadable', file: 'lib', message: expect.stringContaining('could not open a folder') },
      ]);
    } finally {
      rmSync(beside, { recursive: true });
    }
  });

  it('is not taken out of the repository, nor from a folder that depends on where it runs', () => {
    const mark = `${root}-ran`;
    write({ 'a.ts': '', 'bin/git': `#!/bin/sh\ntouch '${mark}'\n` });
    git('.', 'init', '--quiet');
    chmodSync(join(root, 'bin/git'), 0o755);
    process.env['PATH'] = `:.:bin:${join(root, 'bin')}:${path}`;
    expect(list()).toMatchObject({ files: [{ path: 'a.ts' }, { path: 'bin/git' }], notices: [] });
    expect(existsSync(mark)).toBe(false);
  });

  it('reads folders instead and says so', () => {
    write({ '.gitignore': 'b.ts\n', 'a.ts': '', 'b.ts': '' });
    git('.', 'init', '--quiet');
    process.env['PATH'] = join(root, 'nothing');
    expect(list()).toMatchObject({
      files: [{ path: '.gitignore' }, { path: 'a.ts' }, { path: 'b.ts' }],
      notices: [{ code: 'git-unavailable', message: expect.stringContaining('git is not installed') }],
    });
  });
});

describe('outside git', () => {
  it('skips stores of version control systems', () => {
    write({ 'a.ts': '', '.svn/pristine/a.ts': '', '.hidden/b.ts': '' });
    expect(paths()).toEqual(['.hidden/b.ts', 'a.ts']);
    expect(paths({ noIgnore: true })).toEqual(['.hidden/b.ts', 'a.ts']);
  });

  it('does not run in circles', () => {
    write({ 'a/b/c.ts': '' });
    symlinkSync('..', join(root, 'a/b/up'));
    symlinkSync('self', join(root, 'self'));
    symlinkSync('a/b/c.ts', join(root, 'link.ts'));
    const nowhere = { code: 'leads-out', file: 'self', message: 'not read: it is a link that leads nowhere' };
    expect(list()).toMatchObject({ files: [{ path: 'a/b/c.ts' }], notices: [nowhere] });
  });

  it('lists pipes only when they are named', () => {
    write({ 'a.ts': '' });
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(paths()).toEqual(['a.ts']);
    expect(paths({ paths: ['pipe'] })).toEqual(['pipe']);
  });
});

describe('named paths', () => {
  it('takes a path that exists literally', () => {
    const odd = ['[id].ts', 'a*b', '--x', 'new\nline.ts', '{x,y}', '!no'];
    write(Object.fromEntries([...odd, 'i.ts', 'ab', 'axb', 'x'].map((name) => [name, ''])));
    for (const name of odd) expect(paths({ paths: [name] })).toEqual([name]);
  });

  it('takes one that does not exist as a glob', () => {
    write({ 'src/a.ts': '', 'src/.b.ts': '', 'src/deep/c.ts': '', 'src/d.js': '' });
    expect(paths({ paths: ['src/**/*.ts'] })).toEqual(['src/.b.ts', 'src/a.ts', 'src/deep/c.ts']);
    expect(paths({ paths: ['./src/*.{js,ts}'] })).toEqual(['src/.b.ts', 'src/a.ts', 'src/d.js']);
    expect(paths({ paths: [join(root, 'src/d*/*')] })).toEqual(['src/deep/c.ts']);
    expect(paths({ cwd: join(root, 'src/deep'), paths: ['../*.js'] })).toEqual(['../d.js']);
  });

  it('lists a file that is named twice once, and as named', () => {
    write({ 'src/a.ts': '', 'src/b.ts': '' });
    expect(list({ paths: ['src/a.ts', 'src', './src/../src/b.ts'] }).files).toEqual([
      { path: 'src/a.ts', absolute: join(root, 'src/a.ts'), named: true },
      { path: 'src/b.ts', absolute: join(root, 'src/b.ts'), named: true },
    ]);
  });

  it('sorts by code units', () => {
    write({ 'a/b': '', 'a-b': '', B: '', é: '', '𝒳': '', '\uFF5E': '' });
    expect(paths()).toEqual(['B', 'a-b', 'a/b', 'é', '𝒳', '\uFF5E']);
  });

  it('refuses what does not exist', () => {
    expect(failure({ paths: ['nope.ts'] })).toMatchObject({ message: 'no such file or folder: nope.ts', exitCode: 2 });
    expect(failure({ paths: [''] }).message).toBe('no such file or folder: (empty)');
    expect(failure({ paths: ['a.ts/b'] }).message).toBe('no such file or folder: a.ts/b');
    expect(failure({ paths: ['x'.repeat(5000)] }).message).toContain('no such file or folder');
    expect(failure({ paths: ['e\u001b[31m'] }).message).toBe('no such file or folder: e\\u{1b}[31m');
    expect(failure({ paths: ['src/*.ts'] }).message).toBe('no file matches: src/*.ts');
    symlinkSync('nowhere', join(root, 'dangling'));
    expect(failure({ paths: ['dangling'] }).message).toBe('broken link: dangling');
  });

  it('does not repeat a connection string that is given as a path', () => {
    for (const text of ['mongodb+srv://app:hunter2@shop.ab123.example/x?y=*', 'app:hunter2@shop.ab123.example']) {
      const { message, hint } = failure({ paths: [text] });
      expect(`${message}${hint}`).not.toContain('hunter2');
    }
  });

  it('says so where a run without names finds nothing to scan', () => {
    const [only, ...others] = list().notices;
    expect(only).toMatchObject({ code: 'nothing-to-scan', file: '', message: expect.stringContaining('empty') });
    expect(others).toEqual([]);
    expect(list({ filterNamed: true }).notices).toEqual([]);
    write({ 'a.ts': '' });
    expect(list().notices).toEqual([]);
    expect(list({ ignores: ['**'] }).notices).toMatchObject([
      { message: expect.stringContaining('"ignores" of the config') },
    ]);
  });

  it('refuses a folder or glob without anything to scan', () => {
    mkdirSync(join(root, 'empty'));
    write({ 'a.ts': '' });
    expect(failure({ paths: ['a.ts', 'empty'] })).toMatchObject({
      message: expect.stringContaining('nothing to scan in empty: the folder is empty, or'),
    });
    expect(failure({ paths: ['.'], ignores: ['**'] }).message).toContain('"ignores"');
    expect(paths({ cwd: join(root, 'empty') })).toEqual([]);
  });

  it('has something to scan when two arguments mean the same files', () => {
    write({ 'src/a.ts': '' });
    expect(paths({ paths: ['src', 'src/*.ts', 'src'] })).toEqual(['src/a.ts']);
  });
});

describe('include and ignores', () => {
  beforeEach(() => {
    write({
      'src/a.ts': '',
      'src/b.js': '',
      'vendor/lib/c.js': '',
      'third/vendor/d.js': '',
      'e.log': '',
      'src/deep/f.log': '',
    });
  });

  it.each([
    [['vendor\\lib\\**'], ['e.log', 'src/a.ts', 'src/b.js', 'src/deep/f.log', 'third/vendor/d.js']],
    [['vendor/'], ['e.log', 'src/a.ts', 'src/b.js', 'src/deep/f.log']],
    [['/vendor'], ['e.log', 'src/a.ts', 'src/b.js', 'src/deep/f.log', 'third/vendor/d.js']],
    [['*.log', '**/*.js'], ['src/a.ts']],
    [
      ['./src/**', '!src/deep/**'],
      ['e.log', 'src/deep/f.log', 'third/vendor/d.js', 'vendor/lib/c.js'],
    ],
  ])('ignores %j', (ignores, expected) => {
    const { ignored, notices } = list({ ignores });
    expect({ ignored: ignored.length, notices }).toEqual({ ignored: 6 - expected.length, notices: [] });
    expect(paths({ ignores })).toEqual(expected);
  });

  it('reads patterns from the folder of the config', () => {
    const cwd = join(root, 'src');
    expect(paths({ cwd, patternRoot: root, ignores: ['src/deep/**', 'a.ts'] })).toEqual(['b.js']);
  });

  it('scans a named file all the same, unless a program made the list', () => {
    const options = { paths: ['src/a.ts', 'src/b.js'], ignores: ['**/*.js'] };
    expect(paths(options)).toEqual(['src/a.ts', 'src/b.js']);
    expect(list({ ...options, filterNamed: true })).toMatchObject({
      files: [{ path: 'src/a.ts' }],
      ignored: [{ path: 'src/b.js' }],
    });
  });

  it('reports patterns that match nothing when it has seen everything', () => {
    const options = {
      ignores: ['docs/**', 'src/*.py', '*.log'],
      configFile: join(root, 'connlint.config.json'),
    };
    expect(list(options).notices).toEqual([
      { code: 'pattern-matches-nothing', file: 'connlint.config.json', message: expect.stringContaining('docs/**') },
      { code: 'pattern-matches-nothing', file: 'connlint.config.json', message: expect.stringContaining('src/*.py') },
    ]);
    expect(list({ ...options, paths: ['src'] }).notices).toEqual([]);
  });

  it('reports patterns of overrides that match nothing', () => {
    const options = {
      overrides: [{ files: ['src/*.ts', '!src/b.js'] }, { files: ['deplyo/**', '*.log'] }],
      ignores: ['*.log'],
    };
    expect(list(options).notices.map(({ message }) => message)).toEqual([
      'a pattern of "overrides" matches no file: deplyo/**',
    ]);
    expect(list({ ...options, paths: ['src'] }).notices).toEqual([]);
  });

  it('does not complain of a pattern for a folder that git ignores anyway', () => {
    write({ '.gitignore': 'dist/\n', 'dist/x.js': '' });
    const overrides = [{ files: ['dist/*.js'], role: 'product' as const }];
    expect(list({ overrides, ignores: ['dist/**', 'node_modules/**'] }).notices).toMatchObject([
      { message: expect.stringContaining('node_modules/**') },
    ]);
  });
});
