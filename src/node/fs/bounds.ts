import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { ConfigPath } from '../../config/values.ts';
import { ConfigError } from '../project/config-file.ts';
import type { LoadedConfig } from '../project/config-file.ts';
import { UserError } from '../errors.ts';
import { isWithin, relativePath, shownPath } from './paths.ts';
import { readText } from './read-file.ts';

// What a repository says, by its config, its links or the index of git, is held to its own files. What the user names is not.

/** The folder with the `.git` (a folder, or a file in worktrees and submodules) that `folder` belongs to. */
export function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Git's own folder: a work tree beside the main one, and a submodule, have a file that names it. */
export function storeOf(repository: string): string {
  const usual = join(repository, '.git');
  const read = readText(usual, { named: true, maxBytes: MAX_POINTER });
  const [, named] = ('text' in read ? /^gitdir: (.+?)\r?\n?$/u.exec(read.text) : null) ?? [];
  return named === undefined ? usual : resolve(repository, named);
}

/** Longer than any path. */
const MAX_POINTER = 100_000;

/** The folder outside of which nothing is written unasked: the root of the repository, or the folder itself without one. */
export const boundOf = (folder: string): string => repositoryOf(folder) ?? folder;

/** Letters that HFS+ passes over in a name. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** With the short name, the ends and the streams that NTFS takes for the same folder. */
const STORE = /^(?:\.git|git~1)[. ]*(?:$|:)/iu;

/** True for a name that is git's own folder to some file system. */
const isStore = (name: string): boolean => STORE.test(name.replace(PASSED_OVER, ''));

/** True for a path as git lists it that is no file of the work tree. Git adds none, but reads them from an index. */
export function leavesTree(path: string, platform = process.platform): boolean {
  const isWindows = platform === 'win32';
  if (path.startsWith('/') || (isWindows && /^(?:\\|[A-Za-z]:)/u.test(path))) return true;
  return path.split(isWindows ? /[\\/]/u : '/').some((name) => name === '..' || isStore(name));
}

/**
 * Why a path, once its links are followed, is no file of any of these folders; `null` for one that is. It need not exist. All are
 * absolute. Reads on from the path or from "it".
 */
export function whyOutside(roots: readonly string[]): (path: string) => string | null {
  const realRoots = roots.map((root) => realpathSync.native(root));
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

/** Links are followed as far as there is something; `null` for a link that leads nowhere. */
function realPath(path: string): string | null {
  try {
    let at = path;
    while (!lstatSync(at, { throwIfNoEntry: false }) && dirname(at) !== at) at = dirname(at);
    return join(realpathSync.native(at), relative(at, path));
  } catch {
    return null;
  }
}

/** The entry of a config that names a file to write, and the option by which the user names one anywhere. */
export interface OutputEntry {
  readonly loaded: LoadedConfig;
  readonly keys: ConfigPath;
  readonly option: string;
}

/**
 * Throws a `UserError` for a file that leads out: the repository chose it, and what would change there is not the repository's.
 * @param entry missing for a file with its usual name
 */
export function refuseOutside(root: string, path: string, entry: OutputEntry | null = null): void {
  const why = whyOutside([root])(path);
  if (why === null) return;
  const message = `${shownPath(path)} ${why}`;
  if (entry === null) throw new UserError(message, `${NOT_WRITTEN} Put a file in the place of the link.`);
  const { loaded, keys, option } = entry;
  const hint = `${NOT_WRITTEN} Name a file inside, or any file by ${option} <file>.`;
  throw new ConfigError(loaded.path, [{ ...loaded.position(keys), message, hint }]);
}

const NOT_WRITTEN = 'Nothing was written there.';
