import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ConfigPath } from '../../config/values.ts';
import { type LoadedConfig } from '../project/config-file.ts';
import { ConfigError } from '../project/find-config.ts';
import { UserError } from '../errors.ts';
import { behindLinks, isWithin, relativePath, shownPath } from './paths.ts';
import { irregular, readText, statsOf } from './read-file.ts';

// Paths that come from a repository (config, links, Git index) must stay within it. Paths from the user may be
// anywhere.

/** The folder that contains the `.git` (a folder, or a file in worktrees and submodules) of `folder`. */
export function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** The Git directory. In an additional worktree and in a submodule, a file refers to it. */
export function storeOf(repository: string): string {
  const usual = join(repository, '.git');
  const read = readText(usual, { named: true, maxBytes: MAX_POINTER });
  const [, named] = ('text' in read ? /^gitdir: (.+?)\r?\n?$/u.exec(read.text) : null) ?? [];
  return named === undefined ? usual : resolve(repository, named);
}

/** Longer than any path. */
const MAX_POINTER = 100_000;

/**
 * The folder outside of which nothing is written without request: the root of the repository, or the folder itself
 * without one.
 */
export const boundOf = (folder: string): string => repositoryOf(folder) ?? folder;

/** Characters that HFS+ ignores in names. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** Names of the Git directory on NTFS, including short name, ignored endings and streams. */
const STORE = /^(?:\.git|git~1)[. ]*(?:$|:)/iu;

/** True for a name that some file system resolves to the Git directory. */
const isStore = (name: string): boolean => STORE.test(name.replace(PASSED_OVER, ''));

/**
 * True for a path from the Git index that is outside of the work tree. Git itself adds none, but reads them from a
 * crafted index.
 */
export function leavesTree(path: string, platform = process.platform): boolean {
  const isWindows = platform === 'win32';
  if (path.startsWith('/') || (isWindows && /^(?:\\|[A-Za-z]:)/u.test(path))) return true;
  return path.split(isWindows ? /[\\/]/u : '/').some((name) => name === '..' || isStore(name));
}

/**
 * Why a path, after following its links, is outside of all these folders, or `null` if it is inside one. It need not
 * exist. All paths are absolute. The text continues a sentence after the path or "it".
 */
export function whyOutside(roots: readonly string[]): (path: string) => string | null {
  // One that was removed since it was listed contains nothing any more.
  const realRoots = roots.map(behindLinks);
  const shown = roots.some((root) => existsSync(join(root, '.git'))) ? 'the repository' : 'this folder';
  return (path) => {
    const real = realPath(path);
    if (real === null) return 'is a link that leads nowhere';
    const around = realRoots.filter((root) => isWithin(real, root));
    if (around.some((root) => !relativePath(root, real).split('/').some(isStore))) return null;
    if (around.length > 0) return "lies in git's own folder";
    return `${roots.some((root) => isWithin(path, root)) ? 'is a link out' : 'lies outside'} of ${shown}`;
  };
}

/** The same for files that are not links themselves. They are where their folder is, which is checked once. */
export function whyFileOutside(outside: (path: string) => string | null): (path: string) => string | null {
  const folders = new Map<string, string | null>();
  return (path) => {
    if (isStore(basename(path))) return outside(path);
    const folder = dirname(path);
    let why = folders.get(folder);
    if (why === undefined) folders.set(folder, (why = outside(folder)));
    return why;
  };
}

/** Follows links as far as the path exists. `null` for a broken link. */
function realPath(path: string): string | null {
  try {
    let at = path;
    while (!lstatSync(at, { throwIfNoEntry: false }) && dirname(at) !== at) at = dirname(at);
    return join(realpathSync.native(at), relative(at, path));
  } catch {
    return null;
  }
}

/** The config key of an output file, and the option with which the user can choose another. */
export interface OutputEntry {
  readonly loaded: LoadedConfig;
  readonly keys: ConfigPath;
  readonly option: string;
}

/**
 * Throws a `UserError` for an output file outside of the root. Its path comes from the repository, which must not
 * change other files.
 * @param entry missing for a file with its default name
 */
export function refuseOutside(root: string, path: string, entry: OutputEntry | null = null): void {
  const stats = statsOf(path);
  const kind = stats && irregular(stats);
  if (kind) throw new UserError(`${shownPath(path)} is ${kind}`, `${NOT_WRITTEN} Remove it, or name another file.`);
  const why = whyOutside([root])(path);
  if (why === null) return;
  const message = `${shownPath(path)} ${why}`;
  if (entry === null) throw new UserError(message, `${NOT_WRITTEN} Replace the link by a file.`);
  const { loaded, keys, option } = entry;
  const hint = `${NOT_WRITTEN} Use a file inside, or any file with ${option} <file>.`;
  throw new ConfigError(loaded.path, [{ ...loaded.position(keys), message, hint }]);
}

const NOT_WRITTEN = 'Nothing was written.';
