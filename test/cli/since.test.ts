import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import type { Run } from '../support/cli.ts';
import { GIT_ENV, repositoryAt, withRepository } from '../support/repository.ts';
import type { Repository } from '../support/repository.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
const OTHER = 'B=mongodb+srv://ridge.k4j5h.mongodb.net:27018/g\n';
const THIRD = 'C=mongodb+srv://third.k4j5h.mongodb.net:27018/g\n';

const since = (cwd: string, ref: string, ...args: string[]): Run =>
  connlint(['check', '--since', ref, ...args], { cwd, env: GIT_ENV });

function found(cwd: string, ref: string, ...args: string[]): string[] {
  const run = since(cwd, ref, '--format', 'json', ...args);
  const report = JSON.parse(run.stdout) as { findings: { file: string; line: number }[] };
  return report.findings.map(({ file, line }) => `${file}:${line}`);
}

/** A repository with a branch `topic` that started at `main`. */
function onBranch(files: Record<string, string | Uint8Array>, use: (repository: Repository) => void): void {
  withRepository(files, (repository) => {
    const { git } = repository;
    git('checkout', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '--allow-empty', '-m', 'base');
    git('checkout', '-q', '-b', 'topic');
    use(repository);
  });
}

const commitAll = ({ git }: Repository): void => {
  git('add', '-A');
  git('commit', '-qm', 'change');
};

describe('--since', () => {
  it('reports only what the branch adds, whether it is committed or not', () => {
    onBranch({ 'a.env': BAD, 'same.env': BAD }, (repository) => {
      const { root, git, write } = repository;
      expect(since(root, 'main')).toMatchObject({ code: 0, stderr: '' });
      write('a.env', `# new\n${BAD}${OTHER}`);
      commitAll(repository);
      expect(found(root, 'main')).toEqual(['a.env:3']);
      write('a.env', `# new\n\n${BAD}${OTHER}${THIRD}`);
      write('untracked.env', BAD);
      expect(found(root, 'main')).toEqual(['a.env:4', 'a.env:5', 'untracked.env:1']);
      expect(found(root, 'HEAD')).toEqual(['a.env:5', 'untracked.env:1']);
      git('add', '.');
      expect(found(root, 'main', 'untracked.env')).toEqual(['untracked.env:1']);
      expect(since(root, 'main').code).toBe(1);
    });
  });

  it('compares with the commit in which the branch began, not with what came after', () => {
    onBranch({ 'a.env': 'A=1\n' }, (repository) => {
      const { root, git, write } = repository;
      write('mine.env', BAD);
      commitAll(repository);
      git('checkout', '-q', 'main');
      write('a.env', `A=1\n${BAD}`);
      commitAll(repository);
      git('checkout', '-q', 'topic');
      expect(found(root, 'main')).toEqual(['mine.env:1']);
    });
  });

  it('knows a file that was moved, and reports one that was rewritten', () => {
    const lines = Array.from({ length: 10 }, (_, i) => `L${i}=x\n`).join('');
    onBranch({ 'a.env': lines + BAD, 'b.env': BAD }, (repository) => {
      const { root, git, write } = repository;
      git('mv', 'a.env', 'c.env');
      write('c.env', lines + BAD + OTHER);
      git('rm', '-q', 'b.env');
      commitAll(repository);
      expect(found(root, 'main')).toEqual(['c.env:12']);
    });
  });

  it('counts a string over several lines when one of them is new', () => {
    const list = (port: string): string =>
      `u = ("mongodb://a.k4j5h.mongodb.net:27017,"\n     "b.k4j5h.mongodb.net:${port}/?tls=false")\n`;
    onBranch({ 'a.py': `${list('27017')}\n\n${list('27017').replace('u', 'v')}` }, ({ root, write }) => {
      expect(found(root, 'main')).toEqual([]);
      write('a.py', `${list('27017')}\n\n${list('27018').replace('u', 'v')}`);
      const lines = found(root, 'main');
      expect(lines.length).toBeGreaterThan(0);
      expect(lines.every((place) => Number(place.split(':')[1]) >= 5)).toBe(true);
    });
  });

  it('compares texts, not bytes: line ends and encodings may differ', () => {
    const attributes = 'crlf.env eol=crlf\nwide.env working-tree-encoding=UTF-16\n';
    const wide = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');
    const files = { '.gitattributes': attributes, 'crlf.env': BAD.replace('\n', '\r\n'), 'wide.env': wide(BAD) };
    onBranch(files, ({ root, write }) => {
      write('crlf.env', (BAD + OTHER).replaceAll('\n', '\r\n'));
      write('wide.env', wide(OTHER + BAD));
      expect(found(root, 'main')).toEqual(['crlf.env:2', 'wide.env:1']);
    });
  });

  it('leaves out ignored files, links and what is below submodules', () => {
    onBranch({ '.gitignore': '*.log\n' }, ({ root, write }) => {
      write('a.log', BAD);
      write('inner/a.env', BAD);
      const inner = repositoryAt(join(root, 'inner'));
      inner.git('init', '-q');
      expect(found(root, 'main')).toEqual([]);
      expect(found(root, 'main', '--no-ignore')).toEqual(['a.log:1']);
    });
  });

  it('counts a finding that relates to a new line', () => {
    const files = { 'prod/a.env': 'URI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n' };
    onBranch(files, (repository) => {
      const { root, write } = repository;
      write('prod/b.env', 'URI=mongodb+srv://parcels-pri.y6u7i.mongodb.net/p\n');
      write('prod/a.env', '# comment\nURI=mongodb+srv://parcels.y6u7i.mongodb.net/p\n');
      commitAll(repository);
      expect(found(root, 'main')).toEqual(['prod/a.env:2']);
    });
  });

  it('reports a finding about the project where its line of the config is new', () => {
    const config = (peeringOnly: boolean): string =>
      JSON.stringify({
        plan: [{ change: 'multi-region', cluster: 'x', regions: ['US_EAST_2', 'US_WEST_2'] }],
        projects: [{ peeringOnly, clusters: { x: { provider: 'azure', regions: ['US_EAST_2'] } } }],
      });
    onBranch({ 'connlint.config.json': config(true) }, ({ root, write }) => {
      write('a.env', 'A=1\n');
      expect(found(root, 'main')).toEqual([]);
      write('connlint.config.json', ` ${config(true)}`);
      expect(found(root, 'main')).toEqual(['connlint.config.json:1']);
    });
  });

  it('says what to do about a commit that git does not know', () => {
    onBranch({ 'a.env': BAD }, ({ root, git }) => {
      for (const ref of ['nowhere', '-x', 'a.env', '--all']) {
        const run = since(root, ref.startsWith('-') ? 'x' : ref, ...(ref.startsWith('-') ? [`--`] : []));
        expect(run).toMatchObject({ code: 2, stdout: '' });
        expect(run.stderr).toMatch(/no common commit with HEAD\nName a branch/);
      }
      expect(connlint([`--since=--all`], { cwd: root }).code).toBe(2);
      git('checkout', '-q', '--orphan', 'other');
      git('commit', '-qm', 'other');
      expect(since(root, 'main').stderr).toContain('no common commit with HEAD');
    });
  });

  it('says how to get the history that a shallow clone lacks', () => {
    onBranch({ 'a.env': BAD }, (repository) => {
      const { root, git, write } = repository;
      write('a.env', OTHER);
      commitAll(repository);
      git('checkout', '-q', 'main');
      write('b.env', OTHER);
      commitAll(repository);
      withFiles({}, (folder) => {
        const clone = join(folder, 'clone');
        const url = pathToFileURL(root).href;
        execFileSync('git', ['clone', '-q', '--depth=1', '--no-single-branch', '-b', 'topic', url, clone]);
        const run = since(clone, 'origin/main');
        expect(run.code).toBe(2);
        expect(run.stderr).toContain('git fetch --unshallow');
        execFileSync('git', ['fetch', '-q', '--unshallow'], { cwd: clone });
        expect(found(clone, 'origin/main')).toEqual(['a.env:1']);
      });
    });
  });

  it('needs a repository, and makes no fixes', () => {
    withFiles({ 'a.env': BAD }, (root) => {
      expect(since(root, 'main')).toMatchObject({ code: 2, stdout: '' });
    });
    onBranch({ 'a.env': BAD }, ({ root }) => {
      expect(since(root, 'main', '--fix').stderr).toContain('connlint --fix <file…>');
    });
  });

  it('never touches the working tree, and starts four programs', () => {
    onBranch({ 'a.env': BAD }, ({ root, git, write }) => {
      write('a.env', BAD + OTHER);
      write('b.env', OTHER);
      git('add', 'b.env');
      const status = git('status', '--porcelain');
      const index = readFileSync(join(root, '.git/index'));
      const trace = join(root, '.git/trace.txt');
      const run = connlint(['--since', 'main'], { cwd: root, env: { ...GIT_ENV, GIT_TRACE: trace } });
      expect(run.code).toBe(1);
      expect(readFileSync(join(root, '.git/index'))).toEqual(index);
      expect(git('status', '--porcelain')).toBe(status);
      const started = [...readFileSync(trace, 'utf8').matchAll(/trace: built-in: git (?:-c \S+ )*([a-z-]+)/g)];
      expect(started.map(([, name]) => name)).toEqual(['merge-base', 'ls-files', 'diff-index', 'cat-file']);
      rmSync(trace);
    });
  });

  it('reports a finding about several files if one of its places is new, as --staged does', () => {
    onBranch({ 'a.env': 'URI=mongodb+srv://quay-pl-0.ab1cd.mongodb.net/x\n' }, ({ root, git, write }) => {
      write('b.env', 'URI=mongodb+srv://quay.ab1cd.mongodb.net/x\n');
      git('add', '.');
      for (const option of [['--since', 'main'], ['--staged']]) {
        const run = connlint(['--format', 'concise', ...option], { cwd: root });
        expect(run.stdout).toContain('mixed-string-kinds');
      }
      git('commit', '-qm', 'b');
      expect(found(root, 'HEAD')).toEqual([]);
    });
  });

  it('lists the strings of new lines', () => {
    onBranch({ 'a.env': BAD }, ({ root, write }) => {
      write('a.env', OTHER + BAD);
      const run = connlint(['list', '--since', 'main', '--format', 'jsonl'], { cwd: root });
      expect(JSON.parse(run.stdout)).toMatchObject({ line: 1, cluster: 'ridge' });
    });
  });
});
