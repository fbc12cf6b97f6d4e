import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/run-program.ts';
import type { Run } from '../support/cli.ts';
import { GIT_ENV, repositoryAt, withRepository } from '../support/repository.ts';
import type { Repository } from '../support/repository.ts';

const BAD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net:27017/g\n';
const GOOD = 'URI=mongodb+srv://gable.k4j5h.mongodb.net/g\n';

/** Installs connlint as the pre-commit hook. Its output is part of the error of `git commit`. */
function hooked({ root }: Repository, command = `node '${PROGRAM}' --staged`): (...args: string[]) => Run {
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(join(root, '.git/hooks/pre-commit'), `#!/bin/sh\nexec ${command}\n`);
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
  return (...args) => commit(root, ...args);
}

function commit(cwd: string, ...args: string[]): Run {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
  const env = { ...process.env, ...GIT_ENV, NO_COLOR: '1' };
  const run = spawnSync('git', [...identity, 'commit', '-m', 'x', ...args], { cwd, encoding: 'utf8', env });
  return { code: run.status, stdout: run.stdout, stderr: run.stderr };
}

describe('a pre-commit hook with --staged', () => {
  const each: readonly (readonly [string, (repository: Repository) => Run, boolean])[] = [
    [
      'the first commit',
      (repository) => {
        repository.git('add', '.');
        return hooked(repository)();
      },
      false,
    ],
    [
      'commit -a',
      (repository) => {
        const { git, write } = repository;
        git('add', '.');
        git('commit', '-qm', 'a');
        write('a.env', `${BAD}SECOND_${BAD}`);
        return hooked(repository)('-a');
      },
      false,
    ],
    [
      'commit -a beside an old finding',
      (repository) => {
        const { git, write } = repository;
        git('add', '.');
        git('commit', '-qm', 'a');
        write('a.env', `A=1\n${BAD}`);
        return hooked(repository)('-a');
      },
      true,
    ],
    [
      'commit FILE, although other files are staged',
      (repository) => {
        const { git, write } = repository;
        write('b.env', GOOD);
        git('add', '.');
        git('commit', '-qm', 'a');
        write('a.env', `A=1\n${BAD}`);
        write('b.env', `A=1\n${GOOD}`);
        git('add', 'a.env');
        return hooked(repository)('b.env');
      },
      true,
    ],
    [
      'a good file whose work tree is bad',
      (repository) => {
        const { git, write } = repository;
        write('a.env', GOOD);
        git('add', '.');
        write('a.env', BAD);
        return hooked(repository)();
      },
      true,
    ],
    [
      'a linked worktree',
      (repository) => {
        const { root, git, write } = repository;
        write('a.env', GOOD);
        git('add', '.');
        git('commit', '-qm', 'a');
        git('worktree', 'add', '-q', 'wt');
        hooked(repository);
        const tree = repositoryAt(join(root, 'wt'));
        tree.write('c.env', BAD);
        tree.git('add', '.');
        return commit(join(root, 'wt'));
      },
      false,
    ],
    [
      'a folder of a linked worktree',
      (repository) => {
        const { root, git, write } = repository;
        write('sub/a.env', GOOD);
        git('add', '.');
        git('commit', '-qm', 'a');
        git('worktree', 'add', '-q', 'wt');
        hooked(repository, `sh -c 'cd sub && node ${PROGRAM} --staged'`);
        const tree = repositoryAt(join(root, 'wt'));
        tree.write('sub/c.env', BAD);
        tree.git('add', '.');
        return commit(join(root, 'wt', 'sub'));
      },
      false,
    ],
  ];

  it.each(each)('%s', (_, use, passes) => {
    withRepository({ 'a.env': BAD }, (repository) => {
      const run = use(repository);
      expect(run.code, run.stderr).toBe(passes ? 0 : 1);
      // Git sends a hook's output to standard error.
      expect(run.stderr.includes('uri-refused'), run.stderr).toBe(!passes);
    });
  });
});
