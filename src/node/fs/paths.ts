import { realpathSync, existsSync } from 'node:fs';
import { shownName } from '../../text/shown-name.ts';
import nodePath, { basename, isAbsolute, dirname, join, relative, resolve, type PlatformPath } from 'node:path';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { oncePerKey, parentOf, tried } from '../../text/source.ts';
import { UserError } from '../errors.ts';
import { entryAt } from './read-file.ts';

/** A path for reports: relative to `from`, with `/`. On another Windows drive it stays absolute. */
export function relativePath(from: string, absolute: string, system: PlatformPath = nodePath): string {
  const path = system.relative(from, absolute) || '.';
  return system.sep === '/' ? path : path.split(system.sep).join('/');
}

/** True for the folder itself and everything below it. Both are absolute. Case does not count on Windows. */
export function isWithin(path: string, folder: string, { sep }: Pick<PlatformPath, 'sep'> = nodePath): boolean {
  const [inner, outer] = sep === '/' ? [path, folder] : [path.toLowerCase(), folder.toLowerCase()];
  return `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** A path for messages: relative to the working directory if that is shorter, otherwise unchanged. */
export function displayPath(path: string): string {
  const near = isAbsolute(path) ? relativePath(process.cwd(), path) : path;
  return escapeControlChars(near.startsWith('../') ? path : near);
}

/** True for text that may be an address with credentials. */
const isAddress = (text: string): boolean => /:\/\/|^[^:]*:[^@]*@/u.test(text);

/** An argument that should be a path, for messages. Text that may be an address with credentials is not repeated. */
export function displayArgument(argument: string): string {
  if (argument === '') return '(empty)';
  return isAddress(argument) ? '(an address, not shown)' : escapeControlChars(argument);
}

/** Throws a `UserError` for a path that is an address: as a file name it would be printed. A Windows drive is none. */
export function refuseAddress(what: string, path: string): void {
  if (isAddress(path) && !/^[a-z]:[\\/][^/]/i.test(path))
    throw new UserError(`${what} needs a file, not an address (not shown)`);
}

/** A path or pattern of a config that no file has: a word of it that looks drawn by chance may be a credential. */
export const shownMissing = (path: string): string => shownName(displayArgument(path));

/** True for a relative path that leaves its start folder (on Windows also to another drive). */
export const isOutside = (path: string): boolean =>
  path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/u.test(path);

/** The path behind all links, or the path itself if it cannot be followed. */
export const behindLinks = (path: string): string => tried(() => realpathSync.native(path)) ?? path;

// Paths that come from a repository (config, links, Git index) must stay in it. Paths from the user may be anywhere.

/** The folder that contains the `.git` (a folder, or a file in worktrees and submodules) of `folder`. */
export function repositoryOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return null;
  }
}

/** Where a file is in its repository: of a clone below `cwd`, of one around the file, or `cwd` without one. */
export function repositoryPlaces(cwd: string) {
  const here = resolve(cwd);
  const own = boundOf(here);
  // Each folder is looked at once, because every file is asked for, by its path from `cwd`.
  const rootOf = oncePerKey((folder: string): string => {
    if (folder === here) return own;
    if (existsSync(join(folder, '.git'))) return folder;
    return dirname(folder) === folder ? own : rootOf(dirname(folder));
  });
  const placeOf = oncePerKey((folder: string) => {
    const root = rootOf(resolve(here, folder));
    return { root, isInClone: root !== here && isWithin(root, here) };
  });
  return (file: string) => {
    const { root, isInClone } = placeOf(parentOf(file));
    return { root, isInClone, pathInside: () => relativePath(root, resolve(here, file)) };
  };
}

/** Nothing outside of it is written without request: the root of the repository, or the folder without one. */
export const boundOf = (folder: string): string => repositoryOf(folder) ?? folder;

/** Characters that HFS+ ignores in names. */
const PASSED_OVER = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;
/** Names of the Git directory on NTFS, including short name, ignored endings and streams. */
const STORE = /^(?:\.git|git~1)[. ]*(?:$|:)/iu;

/** True for a name that some file system resolves to the Git directory. */
const isStore = (name: string): boolean => STORE.test(name.replace(PASSED_OVER, ''));

/** Git itself adds no path that is outside of the work tree to its index, but reads them from a crafted one. */
export function leavesTree(path: string, platform = process.platform): boolean {
  const isWindows = platform === 'win32';
  if (path.startsWith('/') || (isWindows && /^(?:\\|[A-Za-z]:)/u.test(path))) return true;
  return path.split(isWindows ? /[\\/]/u : '/').some((name) => name === '..' || isStore(name));
}

/** Why an absolute path, whose links are followed, is outside of all these folders: `is a link out of …`, or `null`. */
export function whyOutside(roots: readonly string[]): (path: string) => string | null {
  // One that was removed since it was listed contains nothing any more.
  const realRoots = roots.map(behindLinks);
  const shown = roots.some((root) => existsSync(join(root, '.git'))) ? 'the repository' : 'this folder';
  const why = (path: string): string | null => {
    // Follows links as far as the path exists. `undefined` for a broken link.
    let at = path;
    while (!entryAt(at) && dirname(at) !== at) at = dirname(at);
    const real = tried(() => join(realpathSync.native(at), relative(at, path)));
    if (real === undefined) return 'is a link that leads nowhere';
    const around = realRoots.filter((root) => isWithin(real, root));
    if (around.some((root) => !relativePath(root, real).split('/').some(isStore))) return null;
    if (around.length > 0) return "lies in git's own folder";
    return `${roots.some((root) => isWithin(path, root)) ? 'is a link out' : 'lies outside'} of ${shown}`;
  };
  const whyFolder = oncePerKey(why);
  // What is no link is where its folder is.
  return (path) =>
    entryAt(path)?.isSymbolicLink() === false && !isStore(basename(path)) ? whyFolder(dirname(path)) : why(path);
}
