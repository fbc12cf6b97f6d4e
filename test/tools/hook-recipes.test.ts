import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD, GOOD } from '../support/strings.ts';
import { userProject } from '../support/user-project.ts';
import type { UserProject } from '../support/user-project.ts';

// The files from `connlint init --hook`, with the real lefthook, husky and pre-commit, on real commits.

let project: UserProject;
beforeAll(() => {
  project = userProject(['lefthook@2', 'husky@9']);
});
afterAll(() => {
  project.remove();
});

function mustRun(script: string, env: Record<string, string> = {}): void {
  const run = project.bash(script, env);
  expect(run, run.stdout + run.stderr).toMatchObject({ code: 0 });
}

/** Only staged contents decide: a bad staged file blocks the commit, a bad unstaged one does not. */
function expectGate(repository: ReturnType<UserProject['fresh']>): void {
  // lefthook cannot stash unstaged changes before the first commit.
  repository.git('add', '.');
  repository.git('commit', '--quiet', '--no-verify', '-m', 'The hook');
  repository.write('app/with space.env', BAD);
  repository.git('add', '.');
  const blocked = project.commit();
  expect(blocked.done, blocked.output).toBe(false);
  expect(blocked.output).toContain('app/with space.env:1:');
  repository.write('app/with space.env', GOOD);
  repository.git('add', '.');
  repository.write('app/with space.env', BAD);
  const passed = project.commit();
  expect(passed.done, passed.output).toBe(true);
  expect(readFileSync(join(project.root, 'app/with space.env'), 'utf8')).toBe(BAD);
  expect(project.commit('--all').done).toBe(false);
}

describe('connlint init --hook', () => {
  it('lefthook', () => {
    const repository = project.fresh({});
    mustRun('npx connlint init --hook lefthook && npx lefthook install');
    expectGate(repository);
  });

  it('husky', () => {
    const repository = project.fresh({});
    mustRun('npx connlint init --hook husky && npx husky');
    expectGate(repository);
  });

  it('pre-commit', () => {
    const repository = project.fresh({});
    const home = mkdtempSync(join(tmpdir(), 'connlint-pre-commit-'));
    try {
      // The packed package replaces the published one.
      mustRun('npx connlint init --hook pre-commit');
      const path = join(project.root, '.pre-commit-config.yaml');
      const written = readFileSync(path, 'utf8');
      const wanted = /'connlint@\d+\.\d+\.\d+'/;
      expect(written).toMatch(wanted);
      writeFileSync(path, written.replace(wanted, `'${project.tarball}'`));
      const env = { PRE_COMMIT_HOME: home, npm_config_offline: 'false' };
      repository.git('add', '.');
      mustRun('pre-commit install && pre-commit install-hooks', env);
      process.env['PRE_COMMIT_HOME'] = home;
      expectGate(repository);
    } finally {
      delete process.env['PRE_COMMIT_HOME'];
      rmSync(home, { recursive: true, force: true });
    }
  });
});
