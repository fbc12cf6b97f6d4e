import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from '../support/copy.ts';
import { GIT_ENV, repositoryAt, withRepository } from '../support/repository.ts';
import type { Repository } from '../support/repository.ts';
import { BAD, GOOD } from '../support/strings.ts';

// pre-commit as packaged by Debian, on real commits.

let folder: string;
let hooks: string;
let revision: string;
let env: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'connlint-pre-commit-'));
  hooks = join(folder, 'hooks');
  mkdirSync(hooks);
  copyRepository(hooks);
  const source = repositoryAt(hooks);
  source.git('init', '--quiet');
  source.git('add', '--all', '--force');
  source.git('commit', '--quiet', '-m', 'The hooks');
  revision = source.git('rev-parse', 'HEAD');
  env = { PRE_COMMIT_HOME: join(folder, 'home'), PRE_COMMIT_COLOR: 'never' };
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function preCommit(...args: string[]): void {
  const run = spawnSync('pre-commit', args, { cwd: hooks, encoding: 'utf8', env: { ...process.env, ...env } });
  expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });
}

interface Commit {
  readonly done: boolean;
  readonly output: string;
}

/** A user's repository with the hook installed. */
function withHook<T>(files: Record<string, string>, use: (user: Repository) => T): T {
  const config = `repos:\n  - repo: ${hooks}\n    rev: ${revision}\n    hooks:\n      - id: connlint\n`;
  return withRepository({ '.pre-commit-config.yaml': config, ...files }, (user) => {
    const install = spawnSync('pre-commit', ['install'], {
      cwd: user.root,
      env: { ...process.env, ...GIT_ENV, ...env },
    });
    expect(install.status).toBe(0);
    return use(user);
  });
}

function commit(user: Repository, ...args: string[]): Commit {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const run = spawnSync('git', [...identity, 'commit', '-m', 'Work', ...args], {
    cwd: user.root,
    encoding: 'utf8',
    env: { ...process.env, ...GIT_ENV, ...env },
  });
  return { done: run.status === 0, output: run.stdout + run.stderr };
}

describe('the manifest', () => {
  it('is one that pre-commit takes', () => {
    preCommit('validate-manifest', join(hooks, '.pre-commit-hooks.yaml'));
  });
});

describe('the connlint hook of pre-commit', () => {
  it('blocks bad files whatever their names, says where and why, and passes them once they are fixed', () => {
    const names = [
      'app/.env',
      'with space.env',
      ' leading and trailing ',
      'ünïcode-é中.env',
      'new\nline.env',
      'tab\there.env',
      '--help',
      '-dash.env',
      '--config=x.json',
      '--',
      '[id].ts',
      '*.env',
      '$(touch ran).env',
      'quo\'te".env',
      'back\\slash.env',
      'a:b.env',
      'no-extension',
    ];
    const files = names.map((name, at) => [name, BAD.replace('warehouse', `depot${at}`)] as const);
    withHook(Object.fromEntries(files), (user) => {
      user.git('add', '--all');
      const blocked = commit(user);
      expect(blocked.done, blocked.output).toBe(false);
      expect(blocked.output.match(/^error\[uri-refused\/srv-port\]/gm)).toHaveLength(names.length);
      expect(blocked.output).toContain(' --> app/.env:1:');
      expect(blocked.output).toContain(`${names.length} errors in ${names.length} strings, `);
      for (const name of names) user.write(name, GOOD);
      user.git('add', '--all');
      expect(commit(user)).toMatchObject({ done: true });
      expect(user.git('show', '--name-only', '--format=', 'HEAD')).toContain('app/.env');
    });
  });

  it('judges what is staged, not what lies in the working tree, and leaves the working tree as it is', () => {
    withHook({ 'a.env': BAD, 'b.env': GOOD }, (user) => {
      user.git('add', '.');
      user.write('a.env', GOOD);
      user.write('b.env', BAD);
      const blocked = commit(user);
      expect(blocked.done).toBe(false);
      expect(blocked.output).toContain('a.env:1:');
      expect(blocked.output).not.toContain('b.env:1:');
      user.git('add', 'a.env');
      expect(commit(user)).toMatchObject({ done: true });
      expect(readFileSync(join(user.root, 'b.env'), 'utf8')).toBe(BAD);
      expect(user.git('show', 'HEAD:b.env')).toBe(GOOD.trim());
    });
  });

  it('counts every finding once in a commit of many files, and shows no credential', () => {
    const bad = BAD.replace('//', '//app:canary-4711@');
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`part-${at}/service.env`, bad]));
    withHook(files, (user) => {
      user.git('add', '.');
      const blocked = commit(user);
      expect(blocked.done).toBe(false);
      expect(blocked.output).toContain('60 errors, 60 warnings in 60 strings, 61 files');
      expect(blocked.output).not.toContain('canary-4711');
    });
  });

  it('respects the config, and passes a commit of excluded files, renames and deletions', () => {
    const config = '{ "ignores": ["generated/**"], "rules": { "uri-refused": "warning" } }\n';
    withHook({ 'connlint.config.json': config, 'generated/a.env': BAD, 'package-lock.json': '{}\n' }, (user) => {
      user.git('add', '.');
      expect(commit(user)).toMatchObject({ done: true });
      user.write('a.env', BAD);
      user.git('add', '.');
      expect(commit(user)).toMatchObject({ done: true });
      user.git('mv', 'a.env', 'c.env');
      user.git('rm', '--quiet', 'generated/a.env');
      expect(commit(user)).toMatchObject({ done: true });
    });
  });
});
