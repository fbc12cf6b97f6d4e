import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { oncePerKey } from '../../text/source.ts';
import { isOutside } from './paths.ts';

/** The root of the repository below the working directory that contains a file, `null` for any other file. */
export type CloneRoots = (path: string) => string | null;

/** Asked for every file, with its path relative to `cwd`: each folder is looked at once. */
export function cloneRoots(cwd: string): CloneRoots {
  const rootOf: CloneRoots = oncePerKey((folder: string): string | null => {
    if (folder === '' || folder === '.' || isOutside(folder)) return null;
    const absolute = join(cwd, folder);
    return existsSync(join(absolute, '.git')) ? absolute : rootOf(parentOf(folder));
  });
  return (path) => rootOf(parentOf(path));
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
