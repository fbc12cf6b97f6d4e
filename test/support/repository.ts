import { execFileSync } from 'node:child_process';
import { withFiles } from './cli.ts';
import { writeFiles } from './write-files.ts';

/** A Git repository for one test. */
export interface Repository {
  readonly root: string;
  /** Runs Git and returns its output without the last line end. */
  readonly git: (...args: string[]) => string;
  readonly write: (path: string, content: string | Uint8Array) => void;
}

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
const CONFIG = ['-c', 'commit.gpgsign=false', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always'];

/** The user's own Git settings must not affect a test. */
export const GIT_ENV = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

export function repositoryAt(root: string, env: Readonly<Record<string, string>> = {}): Repository {
  return {
    root,
    git: (...args) =>
      execFileSync('git', [...IDENTITY, ...CONFIG, ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...GIT_ENV, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }).replace(/\n$/, ''),
    write(path, content) {
      writeFiles(root, { [path]: content });
    },
  };
}

/** A new repository without commits, with these files untracked. */
export function withRepository<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (repository: Repository) => T,
): T {
  return withFiles(files, (root) => {
    const repository = repositoryAt(root);
    repository.git('init', '--quiet');
    return use(repository);
  });
}
