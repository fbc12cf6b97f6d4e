import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import type { PlatformPath } from 'node:path';
import { isWithin } from '../fs/paths.ts';

/** Where a program is looked for. */
export interface ProgramSearch {
  /** The variable `PATH`. */
  readonly path: string;
  /** Absolute folders with files of others: nothing in them is run. */
  readonly untrusted: readonly string[];
  readonly system?: PlatformPath;
  readonly isProgram?: (path: string) => boolean;
}

/**
 * The absolute path of git, `null` without one. Node would look in the folder where git is to run first on Windows, and
 * `PATH` may name folders of a repository (`node_modules/.bin`): both would run a program of the repository.
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
