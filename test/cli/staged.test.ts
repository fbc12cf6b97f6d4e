import { spawnSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import type { Run } from '../support/cli.ts';
import { GIT_ENV, repositoryAt, withRepository } from '../support/repository.ts';
import { sarifRun } from '../support/reports.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
const GOOD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net/g\n';

const staged = (cwd: string, ...args: string[]): Run => connlint(['check', '--staged', ...args], { cwd, env: GIT_ENV });

function places(run: Run): string[] {
  const report = JSON.parse(run.stdout) as { findings: { file: string; line: number; rule: string }[] };
  return report.findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`);
}

const found = (cwd: string, ...args: string[]): string[] => places(staged(cwd, '--format', 'json', ...args));

describe('--staged', () => {
  it('says nothing where nothing is staged, also before the first commit', () => {
    withRepository({ '.env': BAD }, ({ root }) => {
      expect(staged(root)).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(found(root)).toEqual([]);
    });
  });

  it('judges the index and not the working tree', () => {
    withRepository({ 'bad.env': BAD, 'good.env': GOOD }, ({ root, git, write }) => {
      git('add', '.');
      write('bad.env', GOOD);
      write('good.env', BAD);
      expect(found(root)).toEqual(['bad.env:1 uri-refused']);
      expect(staged(root).code).toBe(1);
      rmSync(join(root, 'bad.env'));
      expect(found(root)).toEqual(['bad.env:1 uri-refused']);
    });
  });

  it('looks only at what the commit adds or changes', () => {
    withRepository({ 'old.env': BAD, 'gone.env': BAD, 'moved.env': BAD }, ({ root, git, write }) => {
      git('add', '.');
      git('commit', '-qm', 'a');
      expect(found(root)).toEqual([]);
      git('rm', '-q', 'gone.env');
      git('mv', 'moved.env', 'here.env');
      write('meant.env', BAD);
      git('add', '-N', 'meant.env');
      write('untracked.env', BAD);
      expect(found(root)).toEqual(['here.env:1 uri-refused']);
      expect(staged(root, 'here.env', 'untracked.env').code).toBe(1);
      expect(staged(root, 'untracked.env').code).toBe(0);
    });
  });

  it('reports only the lines that are new', () => {
    withRepository({ 'a.env': BAD, 'b.env': '' }, ({ root, git, write }) => {
      git('add', '.');
      git('commit', '-qm', 'a');
      write('a.env', `A=1\n${BAD}SECOND_${BAD}`);
      git('add', '.');
      write('a.env', '');
      expect(found(root)).toEqual(['a.env:3 uri-refused']);
    });
  });

  it('reports places of the staged text in every format', () => {
    withRepository({ 'a.env': `\n\n# ä\n${BAD}` }, ({ root, git, write }) => {
      git('add', '.');
      write('a.env', 'nothing\n');
      expect(found(root)).toEqual(['a.env:4 uri-refused']);
      const run = sarifRun(staged(root, '--format', 'sarif').stdout);
      expect(run.results[0]!.partialFingerprints['primaryLocationLineHash']).toMatch(/^[0-9a-f]+:1$/);
      expect(run.results[0]!.fixes).toHaveLength(1);
    });
  });

  it('takes any name', () => {
    const names = [
      ' lead',
      'sp ace',
      'ünïcode',
      'new\nline',
      '-dash',
      '--help',
      'qu"ote\'s',
      '[id]',
      'back\\slash',
      '*',
    ];
    withRepository(Object.fromEntries(names.map((name) => [`${name}.env`, BAD])), ({ root, git }) => {
      git('add', '--', '.');
      expect(found(root)).toEqual(names.map((name) => `${name}.env:1 uri-refused`).sort());
      // An existing name is not a glob.
      expect(found(root, '*.env')).toEqual(['*.env:1 uri-refused']);
      expect(found(root, '--', '-dash.env', '[id].env')).toEqual(['-dash.env:1 uri-refused', '[id].env:1 uri-refused']);
    });
  });

  it('reads a file whose name is not valid UTF-8', () => {
    withRepository({}, ({ root, git }) => {
      const path = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.env')]);
      writeFileSync(path, BAD);
      git('add', '.');
      expect(found(root)).toEqual(['caf\ufffd.env:1 uri-refused']);
    });
  });

  it('is about the working directory, with paths relative to it, unless paths are given', () => {
    withRepository({ 'a/b.env': BAD, 'c.env': BAD }, ({ root, git }) => {
      git('add', '.');
      expect(found(join(root, 'a'))).toEqual(['b.env:1 uri-refused']);
      expect(found(join(root, 'a'), '..')).toEqual(['../c.env:1 uri-refused', 'b.env:1 uri-refused']);
      expect(found(root, 'a')).toEqual(['a/b.env:1 uri-refused']);
      expect(found(root, '*/b.env')).toEqual(['a/b.env:1 uri-refused']);
      expect(staged(root, 'nowhere')).toMatchObject({ code: 2, stdout: '' });
    });
  });

  it('takes paths from a list; an empty list does not mean all files', () => {
    withRepository({ 'a.env': BAD, 'b.env': BAD }, ({ root, git }) => {
      git('add', '.');
      const from = (input: string): string[] =>
        places(connlint(['--staged', '--files-from', '-', '--format', 'json'], { cwd: root, input }));
      expect(from('b.env\0')).toEqual(['b.env:1 uri-refused']);
      expect(from('')).toEqual([]);
    });
  });

  it('skips links, submodules, binary and lock files, and what the config leaves out', () => {
    withRepository({ 'x.env': BAD, 'ignored.env': BAD, 'package-lock.json': BAD }, ({ root, git, write }) => {
      write('connlint.config.json', '{"ignores":["ignored.env"]}');
      write('binary.env', `\0\0${BAD}`);
      write('inner/y.env', BAD);
      const inner = repositoryAt(join(root, 'inner'));
      inner.git('init', '-q');
      inner.git('add', '.');
      inner.git('commit', '-qm', 'a');
      symlinkSync('x.env', join(root, 'link.env'));
      git('add', '.');
      expect(found(root)).toEqual(['x.env:1 uri-refused']);
      inner.write('z.env', BAD);
      inner.git('add', '.');
      expect(found(join(root, 'inner'))).toEqual(['z.env:1 uri-refused']);
    });
  });

  it('reads what git stores: line ends and encodings are converted', () => {
    withRepository({ '.gitattributes': 'crlf.env eol=crlf\nwide.env working-tree-encoding=UTF-16\n' }, (repository) => {
      const { root, git, write } = repository;
      write('crlf.env', `A=1\r\n${BAD.replace('\n', '\r\n')}`);
      write('wide.env', Buffer.from(`\ufeff${BAD}`, 'utf16le'));
      git('add', '.');
      expect(found(root)).toEqual(['crlf.env:2 uri-refused', 'wide.env:1 uri-refused']);
    });
  });

  it('leaves findings about the project to runs that read the config', () => {
    const plan = [{ change: 'multi-region', cluster: 'x', regions: ['US_EAST_2', 'US_WEST_2'] }];
    const config = {
      plan,
      projects: [{ peeringOnly: true, clusters: { x: { provider: 'azure', regions: ['US_EAST_2'] } } }],
    };
    withRepository({ 'connlint.config.json': JSON.stringify(config) }, ({ root, git, write }) => {
      expect(places(connlint(['--format', 'json'], { cwd: root }))).toHaveLength(1);
      write('a.env', GOOD);
      git('add', 'a.env');
      expect(found(root)).toEqual([]);
      git('add', '.');
      expect(found(root)).toEqual(['connlint.config.json:1 change-refused']);
    });
  });

  it('makes no fixes, and says how they are made', () => {
    withRepository({ 'a.env': BAD }, ({ root, git }) => {
      git('add', '.');
      for (const args of [['--fix'], ['--fix-dry-run']]) {
        const run = staged(root, ...args);
        expect(run.code).toBe(2);
        expect(run.stderr).toContain('git add');
      }
      expect(staged(root, '--since', 'HEAD').code).toBe(2);
      expect(staged(root, '--stdin-filename', 'x').code).toBe(2);
    });
  });

  it('needs a repository', () => {
    withFiles({ 'a.env': BAD }, (root) => {
      const run = staged(root);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('--staged needs the working tree of a Git repository');
    });
  });

  it('lists staged strings', () => {
    withRepository({ 'a.env': BAD }, ({ root, git, write }) => {
      git('add', '.');
      write('a.env', '');
      const run = connlint(['list', '--staged', '--format', 'jsonl'], { cwd: root });
      expect(JSON.parse(run.stdout)).toMatchObject({ file: 'a.env', kind: 'standard', line: 1 });
    });
  });

  it('works in a repository with SHA-256 before its first commit', () => {
    withFiles({ 'a.env': BAD }, (root) => {
      const { git } = repositoryAt(root);
      git('init', '-q', '--object-format=sha256');
      git('add', '.');
      expect(found(root)).toEqual(['a.env:1 uri-refused']);
    });
  });

  it('runs three programs, however many files are staged', () => {
    const files = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`f${i}.env`, BAD]));
    withRepository(files, ({ root, git }) => {
      git('add', '.');
      git('commit', '-qm', 'a');
      for (let i = 0; i < 30; i++) writeFileSync(join(root, `f${i}.env`), `SECOND_${BAD}`);
      git('add', '.');
      const trace = join(root, 'trace.txt');
      const run = connlint(['--staged'], { cwd: root, env: { ...GIT_ENV, GIT_TRACE: trace } });
      expect(run.code).toBe(1);
      expect(traced(trace)).toEqual(['diff-index', 'cat-file', 'ls-files']);
    });
  });
});

/** The Git commands in a trace. */
function traced(path: string): string[] {
  const text = spawnSync('cat', [path], { encoding: 'utf8' }).stdout;
  return [...text.matchAll(/trace: built-in: git (?:-c \S+ )*([a-z-]+)/g)].map((match) => match[1]!);
}
