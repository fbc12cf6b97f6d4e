import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { TEMPORARY } from '../../find/own-files.ts';
import { leavesTree } from '../fs/bounds.ts';
import { trackedTable } from '../path-table.ts';
import type { PathTable } from '../path-table.ts';
import { runGit, startGit, withoutRepository } from './run-git.ts';
import type { GitAnswer, GitFailure } from './run-git.ts';

/**
 * What git lists below a folder; paths are relative to it, with `/`, unsorted, possibly twice. Files that were deleted since
 * they were added are among them: git would have to look at every file, and so does who reads them.
 */
export interface GitFiles {
  readonly files: readonly string[];
  /** More of them, sorted, and not below among the others. */
  readonly table: PathTable | null;
  /** Tracked symbolic links, and untracked names that may be one. */
  readonly perhapsLinks: readonly string[];
  /** Submodules and other repositories inside; git says nothing about what they hold. */
  readonly repositories: readonly string[];
  /** Paths of the index that lead out of the work tree; in none of the other lists. */
  readonly outside: readonly string[];
  /** How many folders git was not allowed to open. */
  readonly unopened: number;
  /** True when a path may have come out of its bytes with a replacement character. */
  readonly perhapsLost: boolean;
}

export interface GitOptions {
  /** For a repository inside another one: a repository named by the environment is not the one meant. */
  readonly inner?: boolean;
}

const LIST = ['ls-files', '-z', '-t'];
const TRACKED = ['--stage', '--cached'];
const OTHERS = ['--others', '--exclude-standard'];

/** Tracked files, and untracked ones that are not ignored, in one call of git. */
export function gitFiles(folder: string, options: GitOptions = {}): GitFiles | GitFailure {
  const args = [...LIST, ...TRACKED, ...OTHERS];
  const first = runGit(folder, args, options.inner ? { env: withoutRepository() } : {});
  // Hooks run with GIT_DIR set, sometimes relative to another folder than the one that is listed.
  const again = 'failed' in first && !options.inner && process.env.GIT_DIR !== undefined;
  const result = again ? runGit(folder, args, { env: withoutRepository() }) : first;
  return parsed(result, folder);
}

function parsed(result: GitAnswer | GitFailure, folder: string): GitFiles | GitFailure {
  if ('failed' in result) return result;
  const listing = result.output.toString();
  return {
    ...parseListing(listing, folder),
    table: null,
    unopened: result.warnings.split(UNOPENED).length - 1,
    perhapsLost: listing.includes('\uFFFD'),
  };
}

/** What git was asked before anybody needed to know. */
export interface GitListing {
  /** Absolute and without links. */
  readonly folder: string;
  readonly files: GitFiles | GitFailure;
}

/** What git is being asked. */
export interface Asking {
  /** What git tracks: known long before the rest, for which it looks into every folder. */
  readonly tracked: GitFiles | GitFailure;
  readonly all: Promise<GitListing>;
}

/** From this size of its index on, in bytes, git needs longer for the list than it takes to start it: a few thousand files. */
const LARGE_INDEX = 300_000;

/**
 * The root of a large repository that is to be looked at as a whole, absolute and without links; `null` where waiting for git is
 * as well as asking it ahead.
 * @param cwd absolute
 */
export function largeRepository(cwd: string, paths: readonly string[]): string | null {
  const [path = '.', ...others] = paths;
  const named = resolve(cwd, path);
  const index = join(named, '.git', 'index');
  if (others.length > 0 || process.env.GIT_DIR !== undefined || !existsSync(index)) return null;
  return statSync(index).size < LARGE_INDEX ? null : realpathSync.native(named);
}

/** Lists what git tracks, and begins to list the rest. */
export function askAhead(folder: string): Asking {
  const answer = runGit(folder, [...LIST, ...TRACKED]);
  const tracked = ('output' in answer ? inTable(answer.output) : null) ?? parsed(answer, folder);
  const others = startGit(folder, [...LIST, ...OTHERS]).then((listed) => parsed(listed, folder));
  return { tracked, all: others.then((rest) => ({ folder, files: together(tracked, rest) })) };
}

/** Leaves the files of a listing in the bytes that git wrote; `null` where they must be looked at one by one. */
function inTable(output: Buffer): GitFiles | null {
  const tracked = output.includes(`${TEMPORARY}\0`) ? null : trackedTable(output);
  if (!tracked) return null;
  const withMode = (mode: string): string[] =>
    tracked.others.filter((one) => one.mode === mode).map(({ path }) => path);
  return {
    files: [],
    table: tracked.files,
    perhapsLinks: withMode(LINK),
    repositories: withMode(SUBMODULE),
    outside: [],
    unopened: 0,
    perhapsLost: false,
  };
}

function together(tracked: GitFiles | GitFailure, others: GitFiles | GitFailure): GitFiles | GitFailure {
  if ('failed' in tracked) return tracked;
  if ('failed' in others) return others;
  return {
    files: tracked.files,
    table: tracked.table,
    perhapsLinks: [...tracked.perhapsLinks, ...others.perhapsLinks],
    repositories: [...tracked.repositories, ...others.repositories],
    outside: [...tracked.outside, ...others.outside],
    unopened: tracked.unopened + others.unopened,
    perhapsLost: tracked.perhapsLost || others.perhapsLost,
  };
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
function parseListing(output: string, folder: string): Omit<GitFiles, 'table' | 'unopened' | 'perhapsLost'> {
  const files: string[] = [];
  const perhapsLinks: string[] = [];
  const repositories: string[] = [];
  const outside: string[] = [];
  for (let at = 0, end = output.indexOf('\0'); end >= 0; at = end + 1, end = output.indexOf('\0', at)) {
    const isOther = output.startsWith('?', at);
    const path = output.slice(isOther ? at + 2 : output.indexOf('\t', at) + 1, end);
    if (leavesTree(path)) outside.push(path);
    else if (isOther) (path.endsWith('/') ? repositories : perhapsLinks).push(path);
    else if (output.startsWith(SUBMODULE, at + 2)) repositories.push(path);
    // A sparse checkout leaves files out.
    else if (output.startsWith('S', at) && !existsSync(join(folder, path))) continue;
    else (output.startsWith(LINK, at + 2) ? perhapsLinks : files).push(path);
  }
  return { files, perhapsLinks, repositories: repositories.map(withoutSlash), outside };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
