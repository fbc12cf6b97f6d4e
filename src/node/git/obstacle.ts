import { readdirSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { join, relative } from 'node:path';
import { irregular } from '../fs/read-file.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

/** Files that Git opens for every command, relative to the top of a repository. */
const READ_ALWAYS = ['.gitignore', '.git', '.git/config', '.git/HEAD', '.git/index', '.git/info/exclude'];
const IGNORE_FILES = new Set(['.gitignore', '.gitattributes']);
/** Maximum number of folders to search. */
const MAX_FOLDERS = 100_000;

/** A pipe or device in place of a file that Git always reads, for which it would wait forever. */
export function obstacleAtTop(repository: string): string | null {
  return firstObstacle(repository, READ_ALWAYS);
}

/** The same in any folder. Searches the whole repository, so it is used only if Git has not answered for long. */
export function obstacleAnywhere(repository: string): string | null {
  const folders = [repository];
  for (let looked = 0; folders.length > 0 && looked < MAX_FOLDERS; looked++) {
    const folder = folders.pop()!;
    const entries = entriesOf(folder);
    const isStore = /[\\/]\.git(?:[\\/]|$)/u.test(folder.slice(repository.length));
    const odd = entries.filter((entry) => !entry.isFile() && !entry.isDirectory() && !entry.isSocket());
    const suspects = odd.filter(({ name }) => isStore || IGNORE_FILES.has(name)).map(({ name }) => join(folder, name));
    const found = firstObstacle(repository, suspects);
    if (found !== null) return found;
    // The object store is large, and Git chooses its file names itself.
    const inner = entries.filter((entry) => entry.isDirectory() && !(isStore && entry.name === 'objects'));
    for (const { name } of inner) folders.push(join(folder, name));
  }
  return null;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function firstObstacle(repository: string, paths: readonly string[]): string | null {
  for (const path of paths) {
    const absolute = path.startsWith(repository) ? path : join(repository, path);
    const stats = statOf(absolute);
    const kind = stats === undefined || stats.isDirectory() || stats.isSocket() ? null : irregular(stats);
    if (kind !== null) return `${escapeControlChars(relative(repository, absolute))} is ${kind}`;
  }
  return null;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
