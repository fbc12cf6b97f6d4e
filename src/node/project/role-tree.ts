import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { RoleTree, TreeFile } from '../../lint/file-role.ts';
import { repositoryOf } from '../fs/bounds.ts';
import { isWithin, relativePath } from '../fs/paths.ts';
import { readText } from '../fs/read-file.ts';

/** Of a file beside the one whose role is decided. */
const MAX_SIBLING_BYTES = 1_000_000;

/**
 * Returns the place of a file in its repository with access to the files around it. They are read from disk when
 * needed, so that a role does not depend on the selected files. Outside of a repository the working directory is the
 * root.
 */
export function filesInTree(cwd: string): (path: string) => TreeFile {
  const here = resolve(cwd);
  const own = repositoryOf(here) ?? here;
  const roots = new Map<string, string>();
  const trees = new Map<string, RoleTree>();
  const rootOf = (absolute: string): string => {
    if (isWithin(absolute, own)) return own;
    const folder = dirname(absolute);
    const root = roots.get(folder) ?? repositoryOf(folder) ?? own;
    roots.set(folder, root);
    return root;
  };
  return (path) => {
    const absolute = resolve(here, path);
    const root = rootOf(absolute);
    const tree = trees.get(root) ?? treeBelow(root);
    trees.set(root, tree);
    return { path: relativePath(root, absolute).replace(/^(?:\.\.\/)+/, ''), tree };
  };
}

function treeBelow(root: string): RoleTree {
  const names = new Map<string, readonly string[]>();
  return {
    namesIn(folder) {
      const known = names.get(folder) ?? filesIn(join(root, folder));
      names.set(folder, known);
      return known;
    },
    textOf(path) {
      const read = readText(join(root, path), { named: true, maxBytes: MAX_SIBLING_BYTES });
      return 'skipped' in read ? '' : read.text;
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
