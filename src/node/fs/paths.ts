import { realpathSync } from 'node:fs';
import { plainKeyWords } from '../../parse/natural-words.ts';
import nodePath, { isAbsolute, type PlatformPath } from 'node:path';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

/**
 * A path for reports: relative to `from`, with `/`. On another Windows drive it stays absolute.
 * @param system the path functions of its operating system
 */
export function relativePath(from: string, absolute: string, system: PlatformPath = nodePath): string {
  const path = system.relative(from, absolute) || '.';
  return system.sep === '/' ? path : path.split(system.sep).join('/');
}

/** True for the folder itself and everything below it. Both are absolute. Case does not count on Windows. */
export function isWithin(path: string, folder: string, { sep }: Pick<PlatformPath, 'sep'> = nodePath): boolean {
  if (path === folder) return true;
  const start = folder.endsWith(sep) ? folder : folder + sep;
  if (sep === '/') return path.startsWith(start);
  const [small, smallStart] = [path.toLowerCase(), start.toLowerCase()];
  return small.startsWith(smallStart) || `${small}${sep}` === smallStart;
}

/** True if a path is in a set. Case does not count on Windows, where editors write the drive in lower case. */
export function hasPath(
  paths: ReadonlySet<string>,
  path: string,
  { sep }: Pick<PlatformPath, 'sep'> = nodePath,
): boolean {
  if (paths.has(path) || sep === '/') return paths.has(path);
  const small = path.toLowerCase();
  for (const one of paths) if (one.toLowerCase() === small) return true;
  return false;
}

/** A path for messages: relative to the working directory if that is shorter, otherwise unchanged. */
export function shownPath(path: string, cwd = process.cwd()): string {
  const near = isAbsolute(path) ? relativePath(cwd, path) : path;
  return escapeControlChars(near.startsWith('../') ? path : near);
}

/** An argument that should be a path, for messages. Text that may be an address with credentials is not repeated. */
export function shownArgument(argument: string): string {
  if (argument === '') return '(empty)';
  return /:\/\/|^[^:]*:[^@]*@/u.test(argument) ? '(an address, not shown)' : escapeControlChars(argument);
}

/** A path or pattern of a config that no file has: a word of it that looks drawn by chance may be a credential. */
export const shownMissing = (path: string): string => plainKeyWords(shownArgument(path));

/** True for a relative path that leaves its start folder (on Windows also to another drive). */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/u.test(path);
}

/** The path behind all links, or the path itself if it cannot be followed. */
export function behindLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
