import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import type { PlatformPath } from 'node:path';
import { isWithin } from '../fs/paths.ts';

/** Where a program is searched. */
export interface ProgramSearch {
  /** The variable `PATH`. */
  readonly path: string;
  /** Absolute paths of untrusted folders, from which nothing is run. */
  readonly untrusted: readonly string[];
  readonly system?: PlatformPath;
  readonly isProgram?: (path: string) => boolean;
}

/**
 * The absolute path of Git, or `null`. On Windows, Node would first search the folder in which Git should run, and
 * `PATH` may contain folders of a repository (`node_modules/.bin`). Both would run a program of the repository.
 */
export function gitProgram(search: ProgramSearch): string | null {
  const { path, untrusted, system = nodePath, isProgram = isExecutable } = search;
  const name = system.sep === '\\' ? 'git.exe' : 'git';
  const isTrusted = (folder: string): boolean => !untrusted.some((root) => isWithin(folder, root, system));
  for (const entry of path.split(system.delimiter)) {
    const folder = entry.replace(/^"(.*)"$/u, '$1');
    if (!isFullPath(folder, system) || !isTrusted(folder)) continue;
    const program = system.join(folder, name);
    if (isProgram(program) && isTrusted(realFolder(folder))) return program;
  }
  return null;
}

/** On Windows a path without a drive depends on the working directory. */
const isFullPath = (path: string, system: PlatformPath): boolean =>
  system.sep === '\\' ? /^(?:[A-Za-z]:[\\/]|\\\\)/u.test(path) : system.isAbsolute(path);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
