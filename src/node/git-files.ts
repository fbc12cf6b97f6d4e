import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { runGit, withoutRepository } from './run-git.ts';
import type { GitFailure } from './run-git.ts';

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

export interface GitOptions {
  /** For a repository inside another one: a repository named by the environment is not the one meant. */
  readonly inner?: boolean;
  /** Leaves tracked files in the list that were deleted; spares git one look at every file. */
  readonly trustIndex?: boolean;
}

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
  const first = runGit(folder, args, options.inner ? { env: withoutRepository() } : {});
  // Hooks run with GIT_DIR set, sometimes relative to another folder than the one that is listed.
  const again = 'failed' in first && !options.inner && process.env.GIT_DIR !== undefined;
  const result = again ? runGit(folder, args, { env: withoutRepository() }) : first;
  if ('failed' in result) return result;
  return { ...parseListing(result.output.toString(), folder), unopened: result.warnings.split(UNOPENED).length - 1 };
}

/** Whether git ignores a folder as a whole. The root of a repository never is. */
export function isIgnoredFolder(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return false;
  const result = runGit(dirname(folder), ['check-ignore', '-q', '--', `./${basename(folder)}`]);
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
  const result = runGit(repository, args, { env: withoutRepository() });
  if ('failed' in result) return null;
  const [, file, line, pattern] = /^(.+?):(\d+):(.*)\t[^\t]*\n$/s.exec(result.output.toString()) ?? [];
  if (file === undefined || pattern === undefined || pattern.startsWith('!')) return null;
  return { file: resolve(repository, file), line: Number(line), pattern };
}

const UNOPENED = 'warning: could not open directory';

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
