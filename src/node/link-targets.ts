import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from './errors.ts';
import { isWithin, relativePath, shownPath } from './shown-path.ts';

/** Splits names into links and others (folders that took a file's place are neither). */
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
 * The files to which links inside a folder lead, relative to it. Links to folders (they may lead in circles), out of the
 * root, into a repository's own store, or to nowhere lead to nothing.
 */
export function linkTargets(root: string, links: readonly string[]): string[] {
  if (links.length === 0) return [];
  const realRoot = realpathSync(root);
  return links.flatMap((link) => {
    const target = fileBehind(join(root, link));
    const path = target === null ? null : relativePath(realRoot, target);
    return path === null || isOutside(path) || path.split('/').includes('.git') ? [] : [path];
  });
}

function fileBehind(link: string): string | null {
  try {
    return statSync(link).isFile() ? realpathSync(link) : null;
  } catch {
    return null;
  }
}

/** True for a relative path that leads out of where it starts (on Windows also to another drive). */
export function isOutside(path: string): boolean {
  return path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/u.test(path);
}

/** True for a path inside of a folder that is, by links, a file outside of it. What the user names outside is no such path. */
export function leadsOut(root: string, path: string): boolean {
  if (!isWithin(path, root)) return false;
  const real = realOf(path) ?? realOf(dirname(path));
  return real !== null && !isWithin(real, realpathSync(root));
}

/** Throws a `UserError` for a path that leads out: the repository chose it, and what it would change is not the repository's. */
export function refuseLinkOut(root: string, path: string): void {
  if (leadsOut(root, path))
    throw new UserError(
      `${shownPath(path)} is a link out of this folder`,
      'Nothing was written there. Put a file in the place of the link.',
    );
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
