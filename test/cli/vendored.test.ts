import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connlint, withFiles } from '../support/cli.ts';
import { GIT_ENV, withRepository } from '../support/repository.ts';
import { depot, GONE, OFF } from '../support/ready-plan.ts';
import { entryOf } from '../support/run-plan.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
const TREE = { 'prod.env': BAD, 'vendor/lib/a.env': BAD, 'third_party/ours/node_modules/b.env': BAD };

interface Report {
  readonly findings: readonly { readonly file: string }[];
  readonly notices: readonly { readonly code: string; readonly file: string; readonly message: string }[];
  readonly summary: { readonly files: number; readonly skipped: Readonly<Record<string, number>> };
}

function check(cwd: string, ...args: string[]): Report & { code: number | null; files: string[] } {
  const run = connlint(['check', '--format', 'json', ...args], { cwd, env: GIT_ENV });
  const report = JSON.parse(run.stdout) as Report;
  return { ...report, code: run.code, files: [...new Set(report.findings.map(({ file }) => file))] };
}

const config = (value: object): Record<string, string> => ({ 'connlint.config.json': JSON.stringify(value) });

describe('vendored files', () => {
  it('are counted and not judged in a walk', () => {
    withFiles(TREE, (cwd) => {
      const { files, summary, notices } = check(cwd);
      expect(files).toEqual(['prod.env']);
      expect(notices).toEqual([]);
      expect([summary.files, summary.skipped.vendored]).toEqual([1, 1]);
    });
  });

  it('are skipped in a repository that tracks them, whichever part of it a run is about', () => {
    withRepository({ ...TREE, 'app/vendor/c.env': BAD }, ({ root, git }) => {
      git('add', '.');
      git('commit', '-qm', 'all');
      expect(check(root).files).toEqual(['prod.env']);
      expect(check(root).summary.skipped.vendored).toBe(3);
      expect(check(join(root, 'app'))).toMatchObject({ files: [], code: 0 });
      expect(connlint(['list'], { cwd: root, env: GIT_ENV }).stdout).not.toContain('vendor');
    });
  });

  it('are judged where the command line names a folder inside, or runs in one', () => {
    withRepository(TREE, ({ root }) => {
      expect(check(root, 'vendor').files).toEqual(['vendor/lib/a.env']);
      expect(check(root, 'vendor/lib').files).toEqual(['vendor/lib/a.env']);
      expect(check(root, 'vendor/**/*.env').files).toEqual(['vendor/lib/a.env']);
      expect(check(root, '**/*.env').files).toEqual(['prod.env']);
      expect(check(root, '.', 'third_party').files).toEqual(['prod.env', 'third_party/ours/node_modules/b.env']);
      expect(check(join(root, 'vendor')).files).toEqual(['lib/a.env']);
      expect(check(join(root, 'vendor'), 'lib/a.env').files).toEqual(['lib/a.env']);
    });
  });

  it('are judged where the config says so', () => {
    const filesWith = (value: object): string[] =>
      withFiles({ ...TREE, ...config(value) }, (cwd) => check(cwd, 'prod.env', 'vendor/lib/a.env').files);
    expect(filesWith({ roles: { 'vendor/**': 'product' } })).toEqual(['prod.env', 'vendor/lib/a.env']);
    expect(filesWith({ roles: { '**': 'product' } })).toEqual(['prod.env', 'vendor/lib/a.env']);
    expect(filesWith({ roles: { 'prod.env': 'vendored' } })).toEqual([]);
    expect(filesWith({ include: ['**', 'vendor/lib/**'] })).toEqual(['prod.env', 'vendor/lib/a.env']);
    expect(filesWith({ include: ['**/*.env'] })).toEqual(['prod.env']);
  });

  it('are judged in a folder that is named and that the config calls vendored', () => {
    withFiles({ ...TREE, 'copied/a.env': BAD, ...config({ roles: { 'copied/**': 'vendored' } }) }, (cwd) => {
      expect(check(cwd).files).toEqual(['prod.env']);
      expect(check(cwd, 'copied').files).toEqual(['copied/a.env']);
    });
  });

  it('are skipped with one notice and without a failure when a hook hands them over', () => {
    withFiles({ ...TREE, 'vendor/lib/b.env': BAD }, (cwd) => {
      const one = check(cwd, 'vendor/lib/a.env');
      expect(one).toMatchObject({ code: 0, files: [], summary: { files: 0, skipped: { vendored: 1 } } });
      expect(one.notices).toMatchObject([{ code: 'vendored-file', file: 'vendor/lib/a.env' }]);
      const both = check(cwd, 'vendor/lib/a.env', 'vendor/lib/b.env');
      expect(both).toMatchObject({ code: 0, summary: { skipped: { vendored: 2 } } });
      expect(both.notices).toMatchObject([{ code: 'vendored-file', file: '' }]);
      expect(both.notices[0]?.message).toContain('2 files');
      expect(connlint(['check', 'vendor/lib/a.env'], { cwd }).code).toBe(0);
    });
  });

  it('are named when there is nothing else', () => {
    withFiles({ 'lib/vendor/a.env': BAD, 'lib/vendor/b.env': BAD }, (cwd) => {
      for (const args of [[], ['lib']]) {
        const { code, notices, summary } = check(cwd, ...args);
        expect({ code, files: summary.files }).toEqual({ code: 0, files: 0 });
        expect(notices.map(({ message }) => message)).toEqual([
          '2 files were not checked: vendored code. To check them, name a folder inside, or use "roles" of the config',
        ]);
      }
    });
  });

  it('are skipped when they are staged or changed', () => {
    withRepository({ 'a.env': 'A=1\n' }, ({ root, git, write }) => {
      git('add', '.');
      git('commit', '-qm', 'base');
      write('vendor/lib/a.env', BAD);
      git('add', '.');
      expect(check(root, '--staged')).toMatchObject({ code: 0, files: [], summary: { skipped: { vendored: 1 } } });
      expect(check(root, '--since', 'HEAD')).toMatchObject({ code: 0, files: [] });
      expect(check(root, '--staged', 'vendor').files).toEqual(['vendor/lib/a.env']);
    });
  });

  it('are read as a config or as facts when they are named as such', () => {
    const files = { ...TREE, 'vendor/connlint.config.json': JSON.stringify({ rules: { 'uri-refused': 'off' } }) };
    withFiles(files, (cwd) => {
      expect(check(cwd, '--config', 'vendor/connlint.config.json', 'prod.env').findings).toEqual([]);
    });
  });

  it('are shown as skipped by config print', () => {
    withFiles(TREE, (cwd) => {
      const { stdout } = connlint(['config', 'print', 'vendor/lib/a.env'], { cwd });
      expect(stdout).toMatch(/scanned +no: vendored/);
    });
  });
});

describe('a plan and vendored files', () => {
  const entry = (files: Readonly<Record<string, string>>, more: object = {}) =>
    entryOf({ files: { 'prod.env': GONE, ...files }, clusters: [depot], config: { plan: [OFF], ...more } });

  it('is undecided where one contains a host of the service or a scheme before a placeholder', () => {
    for (const text of [BAD, 'url = "mongodb://${HOST}/app"\n']) {
      const { verdict, open } = entry({ 'vendor/lib/a.env': text });
      expect(verdict).toBe('undecided');
      expect(open).toMatchObject([
        { message: expect.stringContaining('vendored') as string, places: [{ file: 'vendor/lib/a.env' }] },
      ]);
    }
  });

  it('is ready where none does, or where the config says what the file is', () => {
    expect(entry({ 'vendor/lib/a.js': 'connect("mongodb://localhost/test")\n' }).verdict).toBe('ready');
    const said = entry({ 'vendor/lib/a.env': GONE }, { roles: { 'vendor/**': 'product' } });
    expect([said.verdict, said.open]).toEqual(['ready', []]);
  });
});
