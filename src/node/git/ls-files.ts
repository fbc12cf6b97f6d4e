import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { leavesTree } from '../fs/paths.ts';
import { runGit, withoutRepository, type GitFailure } from './run-git.ts';

/**
 * Git's list of a folder. Paths are relative to it, with `/`, unsorted, possibly with duplicates. Deleted files are
 * included, because Git would have to check every file, and readers do so anyway.
 */
interface GitFiles {
  readonly files: readonly string[];
  /** Tracked symbolic links, and untracked names that may be links. */
  readonly perhapsLinks: readonly string[];
  /** Files that a sparse checkout leaves out. They are in none of the other lists. */
  readonly absent: readonly string[];
  /** Submodules and other nested repositories. Git does not list their contents. */
  readonly repositories: readonly string[];
  /** Paths of the index outside of the work tree. They are in none of the other lists. */
  readonly outside: readonly string[];
  /** Number of folders that Git had no permission to open. */
  readonly unopened: number;
  /** Names that are not valid UTF-8, as far as they can be shown. They are in none of the other lists. */
  readonly lost: readonly string[];
}

interface GitOptions {
  /** For a nested repository, to which `GIT_DIR` of the environment does not apply. */
  readonly inner?: boolean;
}

const LIST = ['ls-files', '-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];

/** Tracked files, and untracked files that are not ignored, in one Git call. */
export function gitFiles(folder: string, options: GitOptions = {}): GitFiles | GitFailure {
  const first = runGit(folder, LIST, options.inner ? { env: withoutRepository() } : {});
  // Hooks run with GIT_DIR set, possibly relative to another folder than the listed one.
  const again = 'failed' in first && !options.inner && process.env.GIT_DIR !== undefined;
  const result = again ? runGit(folder, LIST, { env: withoutRepository() }) : first;
  if ('failed' in result) return result;
  const { listing, lost } = readableNames(result.output);
  return { ...parseListing(listing, folder), unopened: result.warnings.split(UNOPENED).length - 1, lost };
}

/** Two names may be decoded to the same text, so those that are not valid are taken out as bytes. */
function readableNames(output: Buffer): { listing: string; lost: string[] } {
  if (isUtf8(output)) return { listing: output.toString(), lost: [] };
  const lost: string[] = [];
  let listing = '';
  for (let at = 0, end = output.indexOf(0); end >= 0; at = end + 1, end = output.indexOf(0, at)) {
    const line = output.subarray(at, end);
    if (isUtf8(line)) listing += `${line.toString()}\0`;
    else lost.push(line.toString().replace(/^(?:\? |[^\t]*\t)/, ''));
  }
  return { listing, lost };
}

/** Whether Git ignores a whole folder. The root of a repository is never ignored. */
export const isIgnoredFolder = (folder: string): boolean => !existsSync(join(folder, '.git')) && isIgnoredByGit(folder);

/** Whether Git ignores a path, which need not exist. A tracked file is never ignored. */
export function isIgnoredByGit(path: string): boolean {
  const result = runGit(dirname(path), ['check-ignore', '-q', '--', `./${basename(path)}`]);
  return !('failed' in result);
}

const UNOPENED = 'warning: could not open directory';

const LINK = '120000';
const SUBMODULE = '160000';

/** Records end with NUL: `? path`, or `H 100644 <hash> 0<tab>path` with another letter for special states. */
function parseListing(output: string, folder: string): Omit<GitFiles, 'unopened' | 'lost'> {
  const files: string[] = [];
  const perhapsLinks: string[] = [];
  const repositories: string[] = [];
  const outside: string[] = [];
  const absent: string[] = [];
  for (let at = 0, end = output.indexOf('\0'); end >= 0; at = end + 1, end = output.indexOf('\0', at)) {
    const isOther = output.startsWith('?', at);
    const path = output.slice(isOther ? at + 2 : output.indexOf('\t', at) + 1, end);
    if (leavesTree(path)) outside.push(path);
    else if (isOther) (path.endsWith('/') ? repositories : perhapsLinks).push(path);
    else if (output.startsWith(SUBMODULE, at + 2)) repositories.push(path);
    else if (output.startsWith('S', at) && !existsSync(join(folder, path))) absent.push(path);
    else (output.startsWith(LINK, at + 2) ? perhapsLinks : files).push(path);
  }
  return { files, perhapsLinks, absent, repositories: repositories.map(withoutSlash), outside };
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
