import { resolve } from 'node:path';
import type { FileRole } from '../../config/roles.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';
import { repositoryOf } from './bounds.ts';
import { isWithin, relativePath } from './paths.ts';
import { pathPatterns } from './patterns.ts';
import type { FilterOptions } from './patterns.ts';

/** What says which files of a list belong to others. */
export type VendoredOptions = Pick<FilterOptions, 'cwd' | 'include' | 'roles' | 'patternRoot'>;

/** True for an absolute path of a vendored file that nobody asks for. */
export type IsVendored = (absolute: string) => boolean;

const BELOW_VENDORED = new RegExp(String.raw`[\\/](?:${VENDORED_FOLDERS.join('|').replaceAll('.', '\\.')})[\\/]`);

/**
 * Vendored files are somebody else's: they are looked at only in a folder that is named and lies among them, and where
 * `include` or `roles` of the config says so.
 * @param folders that the command line names, absolute; the working directory is one of them
 */
export function vendoredFiles(
  { cwd, include = [], roles = {}, patternRoot = cwd }: VendoredOptions,
  folders: readonly string[],
): IsVendored {
  const root = repositoryOf(resolve(cwd)) ?? resolve(cwd);
  const roleOf = configuredRoles(roles);
  const named = pathPatterns(include.filter((pattern) => isVendoredPath(`${pattern}/`)));
  const isOthers = (absolute: string): boolean => {
    const role = roleOf?.(relativePath(patternRoot, absolute));
    if (role) return role === 'vendored';
    // Asked for every file of a list.
    if (!BELOW_VENDORED.test(absolute)) return false;
    return isVendoredPath(relativePath(root, absolute)) && !named.matches(relativePath(patternRoot, absolute));
  };
  // A folder is one of them where a file in it would be.
  const asked = [cwd, ...folders].filter((folder) => isOthers(resolve(folder, 'file')));
  return (absolute) => isOthers(absolute) && !asked.some((folder) => isWithin(absolute, folder));
}

function configuredRoles(roles: Readonly<Record<string, FileRole>>): ((path: string) => FileRole | undefined) | null {
  const patterns = Object.entries(roles).map(([glob, role]) => ({ patterns: pathPatterns([glob]), role }));
  if (patterns.length === 0) return null;
  return (path) => patterns.findLast((one) => one.patterns.matches(path))?.role;
}
