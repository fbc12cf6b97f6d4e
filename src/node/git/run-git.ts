import { spawn, spawnSync } from 'node:child_process';
import { systemCode } from '../errors.ts';

export interface GitFailure {
  /** For people: why git could not be asked. */
  readonly failed: string;
  /** What git itself said, in English. */
  readonly said: string;
}

export interface GitAnswer {
  readonly output: Buffer;
  readonly warnings: string;
}

export interface GitRun {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Fails with `TOO_MUCH` when git writes more; in bytes, no limit by default. */
  readonly maxBytes?: number;
}

/** The failure of an answer longer than `maxBytes`. */
export const TOO_MUCH = 'git answered more than expected';

// The repository's own configuration may name programs to run; a look at it must not start any.
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'];

/** Runs git once. Its own environment (a hook's index) holds unless another one is given. */
export function runGit(folder: string, args: readonly string[], run: GitRun = {}): GitAnswer | GitFailure {
  const { input } = run;
  const result = spawnSync('git', [...SAFELY, ...args], {
    ...surroundings(folder, run.env),
    maxBuffer: run.maxBytes ?? Infinity,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    ...(input === undefined ? {} : { input }),
  });
  if (result.error) return notStarted(result.error);
  return answerOf(result.status, result.stdout, result.stderr);
}

/** The same, while other work is done. Never rejects. */
export function startGit(folder: string, args: readonly string[]): Promise<GitAnswer | GitFailure> {
  return new Promise((resolve) => {
    const git = spawn('git', [...SAFELY, ...args], { ...surroundings(folder), stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    const said: Buffer[] = [];
    git.stdout.on('data', (bytes: Buffer) => output.push(bytes));
    git.stderr.on('data', (bytes: Buffer) => said.push(bytes));
    git.on('error', (error) => resolve(notStarted(error)));
    git.on('close', (status) => resolve(answerOf(status, Buffer.concat(output), Buffer.concat(said))));
  });
}

function surroundings(folder: string, env = process.env) {
  return { cwd: folder, env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' }, windowsHide: true };
}

function notStarted(error: Error): GitFailure {
  const code = systemCode(error);
  if (code === 'ENOBUFS') return { failed: TOO_MUCH, said: '' };
  return { failed: code === 'ENOENT' ? 'git is not installed' : 'git did not start', said: '' };
}

function answerOf(status: number | null, output: Buffer, errors: Buffer): GitAnswer | GitFailure {
  const said = errors.toString();
  if (status === 0) return { output, warnings: said };
  const foreign = said.includes('dubious ownership');
  return { failed: foreign ? 'the repository belongs to another user' : `git ended with code ${status}`, said };
}

const REPOSITORY_VARIABLES = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** The environment without the variables that say which repository is meant. */
export function withoutRepository(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name)));
}
