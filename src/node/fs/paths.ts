import nodePath, { isAbsolute } from 'node:path';
import type { PlatformPath } from 'node:path';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

/**
 * A path as it is reported: relative to `from`, with `/`. Another drive keeps its absolute form.
 * @param system whose paths they are
 */
export function relativePath(from: string, absolute: string, system: PlatformPath = nodePath): string {
  const path = system.relative(from, absolute) || '.';
  return system.sep === '/' ? path : path.split(system.sep).join('/');
}

/** True for the folder itself and for everything below it; both are absolute. On Windows the case of letters does not count. */
export function isWithin(path: string, folder: string, { sep }: Pick<PlatformPath, 'sep'> = nodePath): boolean {
  if (path === folder) return true;
  const start = folder.endsWith(sep) ? folder : folder + sep;
  if (sep === '/') return path.startsWith(start);
  const [small, smallStart] = [path.toLowerCase(), start.toLowerCase()];
  return small.startsWith(smallStart) || `${small}${sep}` === smallStart;
}

/** True where a path is among others. On Windows the case of letters does not count: editors write the drive in small ones. */
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

/** A path for a message: relative to the working directory where that is shorter to read, else as it is. */
export function shownPath(path: string, cwd = process.cwd()): string {
  const near = isAbsolute(path) ? relativePath(cwd, path) : path;
  return escapeControlChars(near.startsWith('../') ? path : near);
}

/**
 * An argument that was meant as a path, for a message. What looks like an address with credentials, typed in the wrong
 * place, is not repeated.
 */
export function shownArgument(argument: string): string {
  if (argument === '') return '(empty)';
  return /:\/\/|^[^:]*:[^@]*@/u.test(argument) ? '(an address, not shown)' : escapeControlChars(argument);
}
