import { lstatSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemCode, UserError } from './errors.ts';
import { isGlob, splitGlob } from './path-patterns.ts';
import { shownArgument } from './shown-path.ts';

/** What an argument of the command line means. */
export type NamedPath =
  | { readonly kind: 'file'; readonly absolute: string }
  | { readonly kind: 'folder'; readonly absolute: string }
  | { readonly kind: 'glob'; readonly base: string; readonly matches: (path: string) => boolean };

/**
 * A path that exists is meant literally, whatever letters it holds; only one that does not exist can be a glob. Throws a
 * `UserError` for a path that is neither.
 */
export function namedPath(argument: string, cwd: string): NamedPath {
  const absolute = resolve(cwd, argument);
  const stats = argument === '' ? undefined : statsOf(absolute, argument);
  if (stats) return { kind: stats.isDirectory() ? 'folder' : 'file', absolute };
  const glob = process.platform === 'win32' ? argument.replaceAll('\\', '/') : argument;
  const isPath = !isGlob(glob) || glob.startsWith('!') || glob.includes('://');
  const split = isPath ? null : splitGlob(glob);
  if (!split) throw missing(argument);
  const base = resolve(cwd, split.base);
  if (!statsOf(base, argument)?.isDirectory()) throw nothingMatches(argument);
  return { kind: 'glob', base, matches: split.matches };
}

const MISSING: readonly (string | null)[] = ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'];

/** Of the target, for a link; `undefined` when there is no such path. */
function statsOf(absolute: string, argument: string): Stats | undefined {
  try {
    return statSync(absolute);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' && lstatSync(absolute, { throwIfNoEntry: false })) {
      throw new UserError(`the link ${shownArgument(argument)} leads nowhere`, 'repair or remove the link');
    }
    if (MISSING.includes(code)) return undefined;
    throw new UserError(`${shownArgument(argument)} cannot be read (${code ?? 'unknown error'})`);
  }
}

function missing(argument: string): UserError {
  const hint = argument.includes('://')
    ? 'to look at a text instead of a file: connlint classify'
    : 'paths are relative to the working directory';
  return new UserError(`no such file or folder: ${shownArgument(argument)}`, hint);
}

/** For a glob without a single file. */
export function nothingMatches(argument: string): UserError {
  const hint = 'ignored files do not count unless --no-ignore is given; globs are relative to the working directory';
  return new UserError(`no file matches: ${shownArgument(argument)}`, hint);
}
