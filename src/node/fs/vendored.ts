import { resolve } from 'node:path';
import type { FileRole } from '../../config/roles.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';
import { repositoryOf } from './bounds.ts';
import { isWithin, relativePath } from './paths.ts';
import { pathPatterns, type FilterOptions } from './patterns.ts';

/** The options that decide which files are vendored. */
type VendoredOptions = Pick<FilterOptions, 'cwd' | 'include' | 'roles' | 'patternRoot'>;

/** True for the absolute path of a vendored file that was not requested. */
export type IsVendored = (absolute: string) => boolean;

const BELOW_VENDORED = new RegExp(String.raw`[\\/](?:${VENDORED_FOLDERS.join('|').replaceAll('.', '\\.')})[\\/]`);

/**
 * Vendored files are scanned only if the command line names a folder inside a vendored one, or if `include` or `roles`
 * of the config selects them.
 * @param folders absolute paths from the command line; the working directory counts too
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
    // Called for every file of a list.
    if (!BELOW_VENDORED.test(absolute)) return false;
    return isVendoredPath(relativePath(root, absolute)) && !named.matches(relativePath(patternRoot, absolute));
  };
  // A folder is vendored if a file in it would be.
  const asked = [cwd, ...folders].filter((folder) => isOthers(resolve(folder, 'file')));
  return (absolute) => isOthers(absolute) && !asked.some((folder) => isWithin(absolute, folder));
}

function configuredRoles(roles: Readonly<Record<string, FileRole>>): ((path: string) => FileRole | undefined) | null {
  const patterns = Object.entries(roles).map(([glob, role]) => ({ patterns: pathPatterns([glob]), role }));
  if (patterns.length === 0) return null;
  return (path) => patterns.findLast((one) => one.patterns.matches(path))?.role;
}
