import { join, resolve, sep } from 'node:path';
import { boundOf, isOutside, relativePath, displayArgument, isWithin } from './paths.ts';
import { UserError } from '../errors.ts';
import type { Notice } from '../../lint/finding.ts';
import { byText } from '../../lint/report.ts';
import { isOwnFile, namedPath, nothingMatches, pathFilter, pathMatcher } from './patterns.ts';
import type { FileScope, PathFilter } from './patterns.ts';
import { once, oncePer } from '../../text/source.ts';
import { isLeftOver } from '../../report/own-files.ts';
import { plural } from '../../report/escape.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';
import { listFolder } from './walk.ts';

export interface FileChoice {
  readonly paths: readonly string[];
  readonly noIgnore?: boolean;
  /** True for a list from a program, to which the config's `include` and `ignores` also apply. */
  readonly filterNamed?: boolean;
}

export type FileList = Readonly<ReturnType<typeof listFiles>>;

/** The files to scan, without the tool's own. Throws a `UserError` for a path that does not exist or has none. */
export function listFiles(scope: FileScope, { paths, noIgnore = false, filterNamed = false }: FileChoice) {
  const { cwd, root } = scope;
  const filter = pathFilter(scope, noIgnore);
  const isWhole = paths.length === 0 && !filterNamed;
  const parts = (isWhole ? ['.'] : paths).map((argument) => {
    const { absolute, isFile, matches } = namedPath(argument, cwd);
    if (!isFile) {
      const part = filesBelow(absolute, matches, noIgnore, filter, scope);
      if (part.files.length > 0 || isWhole) return part;
      if (matches) throw nothingMatches(argument);
      throw new UserError(`nothing to scan in ${displayArgument(argument)}: ${NOTHING}`);
    }
    const passes = !filterNamed || filter.passes(relativePath(root, absolute));
    const named = [{ path: relativePath(cwd, absolute), absolute, named: true }];
    return { files: passes ? named : [], ignored: passes ? [] : named, notices: [], absent: [], folder: null, matches };
  });
  const files = eachOnce(parts.flatMap((part) => part.files));
  const ignored = eachOnce(parts.flatMap((part) => part.ignored));
  const listed = once(() => new Set(files.map(({ path }) => path)));
  const folders = parts.flatMap(({ folder, matches }) => (folder === null || matches ? [] : [folder]));
  const roots = parts.flatMap(({ folder }) => folder ?? []);
  const isVendored = vendoredFiles(scope, roots);
  const isOthers = (file: FileEntry): boolean => !isOwnFile(scope, file);
  const isAll = folders.some((folder) => isWithin(root, folder));
  const nothing = { code: 'nothing-to-scan', file: '', message: `nothing to scan: ${NOTHING}` };
  const absent = parts.flatMap((part) => part.absent.filter((path) => ![path, join(path, '*')].some(isVendored)));
  // Sorted by path in code-unit order, without duplicates.
  const others: readonly FileEntry[] = files.filter(isOthers);
  return {
    files: others,
    // What the config's `ignores` leaves out, without what Git ignores. A file that another argument names is not.
    ignored: ignored.filter((file) => isOthers(file) && !listed().has(file.path)),
    notices: [
      ...parts.flatMap((part) => part.notices),
      ...(isWhole && files.length === 0 ? [nothing] : []),
      ...notCheckedOut(cwd, absent),
      ...(isAll ? filter.unused() : []),
    ],
    // Absolute paths of folders that were listed completely, and of those with all files that were not named themselves.
    folders,
    roots: [boundOf(cwd), ...roots],
    // True for the absolute path of a vendored file that was not requested.
    isVendored,
  };
}

/** What is in the repository and not in the work tree was not read. Sparse checkouts leave out many files. */
function notCheckedOut(cwd: string, [first, ...others]: readonly string[]): Notice[] {
  if (first === undefined) return [];
  const more = others.length > 0 ? `, like ${plural(others.length, 'other path')}` : '';
  const message = `not read: it is not checked out${more} (a submodule, a clone without a work tree, or outside of the sparse checkout)`;
  return [{ code: 'not-checked-out', file: relativePath(cwd, first), message }];
}

/** Sorted by path in code-unit order. Of duplicates, the entry that the user named is kept. */
export function eachOnce(entries: FileEntry[]): readonly FileEntry[] {
  const sorted = entries.sort((a, b) => byText(a.path, b.path) || Number(b.named) - Number(a.named));
  return sorted.filter(({ path }, at) => sorted[at - 1]?.path !== path);
}

const NOTHING = 'the folder is empty, or Git or "ignores" of the config leaves all files out. Try --no-ignore.';

/** Which paths of a folder are meant, `null` for all. */
type Meant = ((path: string) => boolean) | null;

function filesBelow(folder: string, matches: Meant, noIgnore: boolean, filter: PathFilter, { cwd, root }: FileScope) {
  const pathOf = pathsFrom(cwd, folder);
  const patternPathOf = pathsFrom(root, folder);
  const listing = listFolder(folder, noIgnore);
  const start = folder.endsWith(sep) ? folder : folder + sep;
  const [files, ignored]: [FileEntry[], FileEntry[]] = [[], []];
  for (const file of listing.files) {
    if ((matches && !matches(file)) || isLeftOver(file)) continue;
    const absolute = start + (sep === '/' ? file : file.replaceAll('/', sep));
    const to = filter.passes(patternPathOf(file)) ? files : ignored;
    to.push({ path: pathOf(file), absolute, named: false });
  }
  // A link and an absent path may stand for a file or for a folder.
  const isAsked = (path: string): boolean =>
    [path, `${path}/*`].every((one) => (!matches || matches(one)) && filter.passes(patternPathOf(one)));
  const told = listing.notices.filter(({ code, file }) => code !== 'leads-out' || file === '' || isAsked(file));
  const notices = told.map((one) => ({ ...one, file: one.file && relativePath(cwd, join(folder, one.file)) }));
  const absent = matches ? [] : listing.absent.filter(isAsked).map((path) => join(folder, path));
  return { files, ignored, notices, absent, folder, matches };
}

/** Converts paths relative to `folder` to paths relative to `from`, as fast as possible because there are many. */
function pathsFrom(from: string, folder: string): (file: string) => string {
  const down = relativePath(folder, from);
  if (down === '.') return (file) => file;
  if (!isOutside(down)) return (file) => relativePath(from, join(folder, file));
  const prefix = relativePath(from, folder);
  return (file) => `${prefix}/${file}`;
}

export interface FileEntry {
  /** Relative to the working directory, with `/`. */
  readonly path: string;
  readonly absolute: string;
  readonly named: boolean;
}

const BELOW_VENDORED = new RegExp(String.raw`[\\/](?:${[...VENDORED_FOLDERS].join('|').replaceAll('.', '\\.')})[\\/]`);

/** Whether a file is vendored, unless the command line names a folder in one, or `overrides` give another role. */
function vendoredFiles(scope: Omit<FileScope, 'own'>, folders: readonly string[]) {
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
  return (absolute: string): boolean => isOthers(absolute) && !asked.some((folder) => isWithin(absolute, folder));
}
