import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { systemCode } from './errors.ts';

/** What git lists below a folder; paths are relative to it, with `/`, unsorted, possibly twice. */
export interface GitFiles {
  readonly files: readonly string[];
  /** Tracked symbolic links, and untracked names that may be one. */
  readonly perhapsLinks: readonly string[];
  /** Submodules and other repositories inside; git says nothing about what they hold. */
  readonly repositories: readonly string[];
  /** How many folders git was not allowed to open. */
  readonly unopened: number;
}

export interface GitFailure {
  /** For people: why git could not be asked. */
  readonly failed: string;
}

export interface GitOptions {
  /** For a repository inside another one: a repository named by the environment is not the one meant. */
  readonly inner?: boolean;
  /** Leaves tracked files in the list that were deleted; spares git one look at every file. */
  readonly trustIndex?: boolean;
}

// The repository's own configuration may name programs to run; a listing must not start any.
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'];
const LIST = ['ls-files', '-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];

/** The folder with the `.git` (a folder, or a file in worktrees and submodules) that `folder` belongs to. */
export function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Tracked files, and untracked ones that are not ignored, in one call of git. */
export function gitFiles(folder: string, options: GitOptions = {}): GitFiles | GitFailure {
  const args = options.trustIndex ? LIST : [...LIST, '--deleted'];
  const first = runGit(folder, args, options.inner ? withoutRepository() : process.env);
  // Hooks run with GIT_DIR set, sometimes relative to another folder than the one that is listed.
  const again = 'failed' in first && !options.inner && process.env.GIT_DIR !== undefined;
  const result = again ? runGit(folder, args, withoutRepository()) : first;
  if ('failed' in result) return result;
  return { ...parseListing(result.output, folder), unopened: result.warnings.split(UNOPENED).length - 1 };
}

/** Whether git ignores a folder as a whole. The root of a repository never is. */
export function isIgnoredFolder(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return false;
  const result = runGit(dirname(folder), ['check-ignore', '-q', '--', `./${basename(folder)}`], process.env);
  return !('failed' in result);
}

/** The line of an ignore file by which git leaves a path out. */
export interface IgnoreLine {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly pattern: string;
}

/** Why git leaves out a path of a repository; `null` for one that it does not: a tracked file is never left out. */
export function ignoreLine(repository: string, path: string): IgnoreLine | null {
  const args = ['-c', 'core.quotePath=false', 'check-ignore', '-v', '--', relative(repository, path)];
  const result = runGit(repository, args, withoutRepository());
  if ('failed' in result) return null;
  const [, file, line, pattern] = /^(.+?):(\d+):(.*)\t[^\t]*\n$/s.exec(result.output) ?? [];
  if (file === undefined || pattern === undefined || pattern.startsWith('!')) return null;
  return { file: resolve(repository, file), line: Number(line), pattern };
}

interface GitAnswer {
  readonly output: string;
  readonly warnings: string;
}

const UNOPENED = 'warning: could not open directory';

function runGit(folder: string, args: readonly string[], env: NodeJS.ProcessEnv): GitAnswer | GitFailure {
  const result = spawnSync('git', [...SAFELY, ...args], {
    cwd: folder,
    env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    encoding: 'utf8',
    maxBuffer: Infinity,
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  if (result.error)
    return { failed: systemCode(result.error) === 'ENOENT' ? 'git is not installed' : 'git did not start' };
  if (result.status === 0) return { output: result.stdout, warnings: result.stderr };
  const foreign = result.stderr.includes('dubious ownership');
  return { failed: foreign ? 'the repository belongs to another user' : `git ended with code ${result.status}` };
}

const REPOSITORY_VARIABLES = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_PREFIX', 'GIT_COMMON_DIR']);

/** The environment without the variables that say which repository is meant. */
function withoutRepository(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !REPOSITORY_VARIABLES.has(name)));
}

const LINK = '120000';
const SUBMODULE = '160000';

/** Records end with NUL: `? path`, or `H 100644 <hash> 0<tab>path` with another letter for special states. */
function parseListing(output: string, folder: string): Omit<GitFiles, 'unopened'> {
  const files: string[] = [];
  const perhapsLinks: string[] = [];
  const repositories: string[] = [];
  const deleted = new Set<string>();
  for (const line of output.split('\0')) {
    const tag = line[0];
    const path = line.slice(tag === '?' ? 2 : line.indexOf('\t') + 1);
    const mode = line.slice(2, 8);
    if (tag === undefined) continue;
    else if (tag === 'R') deleted.add(path);
    else if (tag === '?') (path.endsWith('/') ? repositories : perhapsLinks).push(path);
    else if (mode === SUBMODULE) repositories.push(path);
    // A sparse checkout leaves files out; git does not call them deleted.
    else if (tag === 'S' && !existsSync(join(folder, path))) deleted.add(path);
    else (mode === LINK ? perhapsLinks : files).push(path);
  }
  return { files: withoutDeleted(files, deleted), perhapsLinks, repositories: repositories.map(withoutSlash) };
}

function withoutDeleted(files: string[], deleted: ReadonlySet<string>): string[] {
  return deleted.size === 0 ? files : files.filter((path) => !deleted.has(path));
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
