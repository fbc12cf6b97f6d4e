import { join, sep, resolve } from 'node:path';
import { boundOf, isOutside, relativePath, displayArgument, isWithin } from './paths.ts';
import { UserError } from '../errors.ts';
import type { Notice } from '../../lint/finding.ts';
import { listFolder } from './walk.ts';
import { namedPath, nothingMatches, pathFilter, pathMatcher, type FileScope, type PathFilter } from './patterns.ts';
import { oncePer } from '../../text/source.ts';
import { isLeftOver } from '../../report/own-files.ts';
import { plural } from '../../report/escape.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';

/** The files that a run should scan. */
export interface FileChoice {
  readonly paths: readonly string[];
  readonly noIgnore?: boolean;
  /** True for a list from a program, to which the config's `include` and `ignores` also apply. */
  readonly filterNamed?: boolean;
}

export interface FileList {
  /** Sorted by path in code-unit order, without duplicates. */
  readonly files: readonly FileEntry[];
  /** Those that the config's `ignores` leaves out, without those that Git ignores. */
  readonly ignored: readonly FileEntry[];
  readonly notices: readonly Notice[];
  /** Absolute paths of folders that were listed completely. Empty for a part of a list. */
  readonly folders: readonly string[];
  /** Absolute paths of folders that contain all files that were not named themselves. */
  readonly roots: readonly string[];
  /** Of the files those that are not looked at, because they belong to others. */
  readonly isVendored: IsVendored;
}

/** What the arguments name, in their order, possibly with duplicates. */
const nothingYet = (cwd: string) => ({
  cwd,
  entries: [] as FileEntry[],
  ignored: [] as FileEntry[],
  notices: [] as Notice[],
  /** Not checked out. Submodules end in `/`. */
  absent: [] as string[],
  folders: [] as string[],
  roots: [boundOf(cwd)],
});
type Collected = ReturnType<typeof nothingYet>;

/** Lists the files to scan. Throws a `UserError` for a path that does not exist or that contains no file to scan. */
export function listFiles(scope: FileScope, choice: FileChoice): FileList {
  const { cwd } = scope;
  const { paths, noIgnore = false, filterNamed = false } = choice;
  const filter = pathFilter(scope, noIgnore);
  const list = nothingYet(cwd);
  if (paths.length === 0 && !filterNamed) {
    const kept = addFolder(cwd, null, noIgnore, filter, list);
    if (kept === 0) list.notices.push({ code: 'nothing-to-scan', file: '', message: `nothing to scan: ${NOTHING}` });
  }
  for (const argument of paths) {
    const named = namedPath(argument, cwd);
    const { absolute, matches } = named;
    if (named.isFile) {
      const passes = !filterNamed || filter.passes(relativePath(filter.root, absolute));
      (passes ? list.entries : list.ignored).push({ path: relativePath(cwd, absolute), absolute, named: true });
      continue;
    }
    if (addFolder(absolute, matches, noIgnore, filter, list) > 0) continue;
    throw matches
      ? nothingMatches(argument)
      : new UserError(`nothing to scan in ${displayArgument(argument)}: ${NOTHING}`);
  }
  const files = eachOnce(list.entries);
  const listed = new Set(list.ignored.length === 0 ? [] : files.map(({ path }) => path));
  const isVendored = vendoredFiles(scope, list.roots.slice(1));
  const isAll = list.folders.some((folder) => isWithin(filter.root, folder));
  const absent = list.absent.filter((path) => !isVendored(path) && !isVendored(join(path, '*')));
  return {
    files,
    // A file that another argument names is not ignored.
    ignored: eachOnce(list.ignored).filter(({ path }) => !listed.has(path)),
    notices: [...list.notices, ...notCheckedOut(absent, cwd), ...(isAll ? filter.unused() : [])],
    folders: list.folders,
    roots: list.roots,
    isVendored,
  };
}

/** What is in the repository and not in the work tree was not read. Sparse checkouts leave out many files. */
function notCheckedOut([first, ...others]: readonly string[], cwd: string): Notice[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? `, like ${plural(others.length, 'other path')}` : '';
  const message = `not read: it is not checked out${more} (a submodule, a clone without a work tree, or outside of the sparse checkout)`;
  return [{ code: 'not-checked-out', file: relativePath(cwd, first), message }];
}

/** Sorted by path in code-unit order. Of duplicates, the entry that the user named is kept. */
export function eachOnce(entries: FileEntry[]): readonly FileEntry[] {
  const sorted = entries.sort((a, b) =>
    a.path < b.path ? -1 : Number(a.path > b.path) || Number(b.named) - Number(a.named),
  );
  return sorted.filter(({ path }, at) => sorted[at - 1]?.path !== path);
}

const NOTHING = 'the folder is empty, or Git or "ignores" of the config leaves all files out. Try --no-ignore.';

/** Adds the files below a folder. Returns how many pass the filter, with those of earlier arguments. */
function addFolder(
  folder: string,
  matches: ((path: string) => boolean) | null,
  noIgnore: boolean,
  filter: PathFilter,
  { cwd, entries, ignored, notices, absent, folders, roots }: Collected,
): number {
  if (!matches) folders.push(folder);
  roots.push(folder);
  const pathOf = pathsFrom(cwd, folder);
  const patternPathOf = pathsFrom(filter.root, folder);
  const listing = listFolder(folder, noIgnore);
  const entry = entriesBelow(folder);
  let kept = 0;
  for (const file of listing.files) {
    if ((matches && !matches(file)) || isLeftOver(file)) continue;
    const passes = filter.passes(patternPathOf(file));
    (passes ? entries : ignored).push(entry(pathOf(file), file));
    if (passes) kept++;
  }
  // A link and an absent path may stand for a file or for a folder.
  const isAsked = (path: string): boolean =>
    [path, `${path}/*`].every((one) => (!matches || matches(one)) && filter.passes(patternPathOf(one)));
  if (!matches) absent.push(...listing.absent.filter(isAsked).map((path) => join(folder, path)));
  for (const notice of listing.notices) {
    const isLeft = notice.code === 'leads-out' && notice.file !== '' && !isAsked(notice.file);
    if (isLeft) continue;
    const file = notice.file === '' ? '' : relativePath(cwd, join(folder, notice.file));
    notices.push({ ...notice, file });
  }
  return kept;
}

/** Converts paths relative to `folder` to paths relative to `from`, as fast as possible because there are many. */
function pathsFrom(from: string, folder: string): (file: string) => string {
  const down = relativePath(folder, from);
  if (down === '.') return (file) => file;
  if (!isOutside(down)) return (file) => relativePath(from, join(folder, file));
  const prefix = relativePath(from, folder);
  return (file) => `${prefix}/${file}`;
}

/** The paths of a run that does not cover a folder, relative to it; `null` for one that does. */
export function chosenPaths({ folders, files }: FileList, root: string): string[] | null {
  if (folders.some((folder) => isWithin(root, folder))) return null;
  const absolute = files.map((file) => file.absolute);
  const named = absolute.filter((file) => !folders.some((folder) => isWithin(file, folder)));
  return [...folders, ...named].map((path) => relativePath(root, path));
}

export interface FileEntry {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly absolute: string;
  /** True if the user named exactly this file. */
  readonly named: boolean;
}

/** Creates the entries of files below a folder, from their absolute paths. */
function entriesBelow(folder: string): (path: string, file: string) => FileEntry {
  const start = folder.endsWith(sep) ? folder : folder + sep;
  return (path, file) => ({ path, absolute: start + (sep === '/' ? file : file.replaceAll('/', sep)), named: false });
}

/** True for the absolute path of a vendored file that was not requested. */
type IsVendored = (absolute: string) => boolean;

const BELOW_VENDORED = new RegExp(String.raw`[\\/](?:${[...VENDORED_FOLDERS].join('|').replaceAll('.', '\\.')})[\\/]`);

/**
 * Vendored files are scanned only if the command line names a folder inside a vendored one, or if `overrides` of the
 * config give them another role.
 * @param folders absolute paths from the command line; the working directory counts too
 */
export function vendoredFiles(scope: Omit<FileScope, 'own'>, folders: readonly string[]): IsVendored {
  const { cwd, cloneOf } = scope;
  const root = boundOf(resolve(cwd));
  const rolesBy = oncePer(({ config: { overrides } }: Pick<FileScope, 'config'>) =>
    overrides.flatMap(({ files, role }) => (role ? [{ matches: pathMatcher(files), role }] : [])),
  );
  const isOthers = (absolute: string): boolean => {
    const own = cloneOf?.(relativePath(cwd, absolute)) ?? scope;
    const roles = rolesBy(own);
    // Called for every file of a list.
    const path = roles.length > 0 ? relativePath(own.root, absolute) : '';
    const configured = roles.findLast(({ matches }) => matches(path));
    if (configured) return configured.role === 'vendored';
    return BELOW_VENDORED.test(absolute) && isVendoredPath(relativePath(root, absolute));
  };
  // A folder is vendored if a file in it would be.
  const asked = [cwd, ...folders].filter((folder) => isOthers(resolve(folder, 'file')));
  return (absolute) => isOthers(absolute) && !asked.some((folder) => isWithin(absolute, folder));
}
