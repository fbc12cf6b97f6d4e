import { sep, resolve } from 'node:path';
import type { FileRole } from '../../config/roles.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';
import { repositoryOf } from './bounds.ts';
import { isWithin, relativePath } from './paths.ts';
import { pathPatterns, type FilterOptions } from './patterns.ts';

/**
 * Lock files, which package managers write. They are long, contain no connection strings, and cannot be repaired by
 * hand. Terraform's lock file is short and shows the provider release, so it is read.
 */
const LOCK_FILES = new Set([
  '.package-lock.json',
  'Cargo.lock',
  'Chart.lock',
  'Gemfile.lock',
  'Package.resolved',
  'Pipfile.lock',
  'Podfile.lock',
  'buildscript-gradle.lockfile',
  'bun.lock',
  'bun.lockb',
  'composer.lock',
  'conda-lock.yml',
  'deno.lock',
  'flake.lock',
  'go.sum',
  'go.work.sum',
  'gradle.lockfile',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'packages.lock.json',
  'paket.lock',
  'pdm.lock',
  'pixi.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'pubspec.lock',
  'pylock.toml',
  'renv.lock',
  'uv.lock',
  'yarn.lock',
]);

/** Last characters of their names, which few other files have. */
const LAST = new Set([...LOCK_FILES, '.map'].map((name) => name.charCodeAt(name.length - 1)));

/**
 * True for lock files and source maps, by name only. Files with "generated" in their text may still contain strings to
 * repair.
 */
export function isGenerated(path: string): boolean {
  if (!LAST.has(path.charCodeAt(path.length - 1))) return false;
  // Runs for very many files, and `basename` reads every character. Listed paths use `/`, on Windows too.
  const name = path.slice(Math.max(path.lastIndexOf('/'), sep === '/' ? -1 : path.lastIndexOf(sep)) + 1);
  return LOCK_FILES.has(name) || name.endsWith('.map');
}

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
