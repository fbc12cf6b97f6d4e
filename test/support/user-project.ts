import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './cli.ts';
import { installed, packed } from './installed.ts';
import { GIT_ENV, repositoryAt } from './repository.ts';
import type { Repository } from './repository.ts';

/** A user's project in which connlint is installed, built from the current sources. */
export interface UserProject {
  readonly root: string;
  /** The installed package. */
  readonly tarball: string;
  /** Removes everything except the packages, and creates a new Git repository with these files, nothing staged. */
  fresh(files: Readonly<Record<string, string>>): Repository;
  /** Runs a script like a CI system. npm uses installed packages and does not access a registry. */
  bash(script: string, env?: Readonly<Record<string, string>>): Run;
  /** `git commit` with the repository's hooks. */
  commit(...args: string[]): { readonly done: boolean; readonly output: string };
  remove(): void;
}

const KEPT = ['node_modules', 'package.json', 'package-lock.json'];

export function userProject(packages: readonly string[] = []): UserProject {
  const pack = packed();
  const { root, remove } = installed([pack.tarball, ...packages]);
  const run = (command: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Run => {
    const env = { ...process.env, ...GIT_ENV, NO_COLOR: '1', npm_config_offline: 'true', ...more };
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    return { code: status, stdout, stderr };
  };
  return {
    root,
    tarball: pack.tarball,
    fresh(files) {
      for (const name of readdirSync(root).filter((one) => !KEPT.includes(one)))
        rmSync(join(root, name), { recursive: true, force: true });
      const repository = repositoryAt(root);
      repository.git('init', '--quiet');
      for (const [path, text] of Object.entries({ '.gitignore': 'node_modules/\n', ...files }))
        repository.write(path, text);
      return repository;
    },
    bash: (script, env) => run('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], env),
    commit(...args) {
      const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
      const { code, stdout, stderr } = run('git', [...identity, 'commit', '-m', 'Work', ...args]);
      return { done: code === 0, output: stdout + stderr };
    },
    remove() {
      remove();
      rmSync(pack.folder, { recursive: true, force: true });
    },
  };
}
