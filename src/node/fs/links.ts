import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { leavesTree } from './bounds.ts';
import { relativePath } from './paths.ts';

/** Splits names into links and other files. Folders that replaced a file are neither. */
export function sortOutLinks(root: string, names: readonly string[]): { files: string[]; links: string[] } {
  const files: string[] = [];
  const links: string[] = [];
  for (const name of names) {
    const stats = lstatSync(join(root, name), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) links.push(name);
    else if (stats?.isFile()) files.push(name);
  }
  return { files, links };
}

/**
 * The files that links inside a folder point to, relative to it. Links to folders (which may form cycles), out of the
 * root, into a Git directory, and broken links are left out.
 */
export function linkTargets(root: string, links: readonly string[]): string[] {
  if (links.length === 0) return [];
  const realRoot = realpathSync.native(root);
  return links.flatMap((link) => {
    const target = fileBehind(join(root, link));
    const path = target === null ? null : relativePath(realRoot, target);
    return path === null || isOutside(path) || leavesTree(path) ? [] : [path];
  });
}

function fileBehind(link: string): string | null {
  try {
    return statSync(link).isFile() ? realpathSync.native(link) : null;
  } catch {
    return null;
  }
}

/** True for a relative path that leaves its start folder (on Windows also to another drive). */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/u.test(path);
}
