import { join, resolve, sep, basename, dirname } from 'node:path';
import { boundOf, isOutside, relativePath, displayArgument, isWithin } from './paths.ts';
import { behindLinks, leavesTree, repositoryOf, whyOutside } from './paths.ts';
import { UserError, systemCode } from '../errors.ts';
import type { Notice } from '../../lint/finding.ts';
import { isOwnFile, namedPath, nothingMatches, pathFilter, pathMatcher } from './patterns.ts';
import type { FileScope, PathFilter } from './patterns.ts';
import { once, oncePer } from '../../text/source.ts';
import { isLeftOver } from '../../report/own-files.ts';
import { plural } from '../../report/escape.ts';
import { isVendoredPath, VENDORED_FOLDERS } from '../../lint/file-role.ts';
import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync, readdirSync, type Dirent } from 'node:fs';
import { runGit } from '../git/run-git.ts';
import { entryAt, entryNames, statsOf } from './read-file.ts';

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
  /** True for the absolute path of a vendored file that was not requested. */
  readonly isVendored: (absolute: string) => boolean;
}

/** The files to scan, without the tool's own. Throws a `UserError` for a path that does not exist or has none. */
export function listFiles(scope: FileScope, choice: FileChoice): FileList {
  const { cwd, root } = scope;
  const { paths, noIgnore = false, filterNamed = false } = choice;
  const filter = pathFilter(scope, noIgnore);
  const isWhole = paths.length === 0 && !filterNamed;
  const parts = (isWhole ? ['.'] : paths).map((argument) => {
    const { absolute, isFile, matches } = namedPath(argument, cwd);
    if (!isFile) {
      const part = filesBelow(absolute, matches, noIgnore, filter, scope);
      if (part.files.length > 0 || isWhole) return part;
      throw matches
        ? nothingMatches(argument)
        : new UserError(`nothing to scan in ${displayArgument(argument)}: ${NOTHING}`);
    }
    const passes = !filterNamed || filter.passes(relativePath(root, absolute));
    const named = [{ path: relativePath(cwd, absolute), absolute, named: true }];
    return { files: passes ? named : [], ignored: passes ? [] : named, notices: [], absent: [], folder: null, matches };
  });
  const files = eachOnce(parts.flatMap((part) => part.files));
  const listed = once(() => new Set(files.map(({ path }) => path)));
  const folders = parts.flatMap(({ folder, matches }) => (folder === null || matches ? [] : [folder]));
  const roots = parts.flatMap(({ folder }) => folder ?? []);
  const isVendored = vendoredFiles(scope, roots);
  const isOthers = (file: FileEntry): boolean => !isOwnFile(scope, file);
  const isAll = folders.some((folder) => isWithin(root, folder));
  const absent = parts.flatMap((part) => part.absent);
  return {
    files: files.filter(isOthers),
    // A file that another argument names is not ignored.
    ignored: eachOnce(parts.flatMap((part) => part.ignored)).filter(
      (file) => isOthers(file) && !listed().has(file.path),
    ),
    notices: [
      ...parts.flatMap((part) => part.notices),
      ...(isWhole && files.length === 0
        ? [{ code: 'nothing-to-scan', file: '', message: `nothing to scan: ${NOTHING}` }]
        : []),
      ...notCheckedOut(
        cwd,
        absent.filter((path) => !isVendored(path) && !isVendored(join(path, '*'))),
      ),
      ...(isAll ? filter.unused() : []),
    ],
    folders,
    roots: [boundOf(cwd), ...roots],
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
  const sorted = entries.sort((a, b) =>
    a.path < b.path ? -1 : Number(a.path > b.path) || Number(b.named) - Number(a.named),
  );
  return sorted.filter(({ path }, at) => sorted[at - 1]?.path !== path);
}

const NOTHING = 'the folder is empty, or Git or "ignores" of the config leaves all files out. Try --no-ignore.';

function filesBelow(
  folder: string,
  matches: ((path: string) => boolean) | null,
  noIgnore: boolean,
  filter: PathFilter,
  { cwd, root }: FileScope,
) {
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
  const notices = listing.notices
    .filter(({ code, file }) => code !== 'leads-out' || file === '' || isAsked(file))
    .map((notice) => ({ ...notice, file: notice.file && relativePath(cwd, join(folder, notice.file)) }));
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
export function vendoredFiles(scope: Omit<FileScope, 'own'>, folders: readonly string[]) {
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

const emptyListing = (root: string) => ({
  root,
  /** Relative to the root, with `/`. Unsorted, possibly with duplicates. */
  files: [] as string[],
  /** Here `file` is relative to the root, `.` for the root itself. */
  notices: [] as Notice[],
  /** What Git knows and the work tree lacks: files of a sparse checkout, and submodules. */
  absent: [] as string[],
  links: [] as string[],
});
type FolderListing = ReturnType<typeof emptyListing>;

/** The user's own files: as Git lists them, otherwise all. `noIgnore`: all but the folders of version control. */
function listFolder(folder: string, noIgnore: boolean): FolderListing {
  // Git uses the real path of a folder, not the link that leads to it.
  const real = realpathSync.native(folder);
  const listing = emptyListing(real);
  const repository = noIgnore ? null : repositoryOf(real);
  // A user who names an ignored folder wants its contents.
  if (repository !== null && (repository === real || !isIgnoredByGit(real))) listRepository(listing, '');
  else walk(listing, '', !noIgnore);
  followLinks(listing);
  return listing;
}

const LIST = ['ls-files', '-z', '-t', '--stage', '--cached', '--others', '--exclude-standard'];
const LEADS_OUT = 'not read: Git lists a path that leads out of the repository';
const LINK = '120000';
const SUBMODULE = '160000';

/**
 * Tracked files, and untracked files that are not ignored, in one Git call. Deleted files are included, because Git would
 * have to check every file, and readers do so anyway.
 * @param start of the paths in it: empty, or with `/` at its end
 */
function listRepository(listing: FolderListing, start: string): void {
  const { root, files, notices, absent } = listing;
  const folder = join(root, start);
  const answer = runGit(folder, LIST);
  if ('failed' in answer) {
    const message = `${answer.failed}; folders are read instead, with the files that Git ignores`;
    notices.push({ code: 'git-unavailable', file: start.slice(0, -1), message });
    walk(listing, start, true);
    return;
  }
  const { lines, lost } = linesOf(answer.output);
  notices.push(...lost.map((name) => lostName(start + name)));
  for (const [, path = ''] of answer.warnings.matchAll(/^warning: could not open directory '(.*)\/':/gm)) {
    // Git names it from the top of the repository.
    const named = existsSync(join(folder, path)) ? start + path : start.slice(0, -1);
    notices.push(unreadable(named, 'git could not open a folder; nothing in it was read'));
  }
  for (const line of lines) {
    // `? path`, or `H 100644 <hash> 0<tab>path` with another letter for special states.
    const isOther = line.startsWith('?');
    const name = line.slice(isOther ? 2 : line.indexOf('\t') + 1);
    const path = start + name;
    if (leavesTree(name)) notices.push({ code: 'leads-out', file: path, message: LEADS_OUT });
    else if (isOther ? path.endsWith('/') : line.startsWith(SUBMODULE, 2)) addRepository(listing, path);
    else if (line.startsWith('S') && !existsSync(join(root, path))) absent.push(path);
    else if (isOther || line.startsWith(LINK, 2)) addEntry(listing, path);
    else files.push(path);
  }
}

/** Records end with NUL. Two names may be decoded to the same text, so those that are not valid are taken out as bytes. */
function linesOf(output: Buffer): { lines: readonly string[]; lost: readonly string[] } {
  if (isUtf8(output)) return { lines: output.toString().split('\0').slice(0, -1), lost: [] };
  const lines: string[] = [];
  const lost: string[] = [];
  for (let at = 0, end = output.indexOf(0); end >= 0; at = end + 1, end = output.indexOf(0, at)) {
    const line = output.subarray(at, end);
    if (isUtf8(line)) lines.push(line.toString());
    else lost.push(line.toString().replace(/^(?:\? |[^\t]*\t)/, ''));
  }
  return { lines, lost };
}

/** A tracked symbolic link, or an untracked name that may be one. */
function addEntry({ root, files, links }: FolderListing, path: string): void {
  const stats = entryAt(join(root, path));
  if (stats?.isSymbolicLink()) links.push(path);
  // A folder may have replaced a file.
  else if (stats?.isFile()) files.push(path);
}

/** A submodule or another nested repository, whose contents Git does not list. */
function addRepository(listing: FolderListing, named: string): void {
  const path = named.replace(/\/$/, '');
  const inside = join(listing.root, path);
  const before = listing.files.length;
  if (entryAt(inside)?.isDirectory()) {
    if (existsSync(join(inside, REPOSITORY))) listRepository(listing, `${path}/`);
    else walk(listing, `${path}/`, true);
  }
  // A submodule that is not checked out is an empty or missing folder.
  if (listing.files.length === before) listing.absent.push(path);
}

const REPOSITORY = '.git';
/** What is in the folder of a clone without a work tree. */
const BARE = ['HEAD', 'objects', 'refs'];

const hasCommits = (repository: string): boolean =>
  existsSync(join(repository, 'packed-refs')) || entryNames(join(repository, 'refs', 'heads')).length > 0;

const STORES = new Set([REPOSITORY, '.hg', '.svn']);

/** Lists a folder without Git. `hasClones`: repositories below it are listed by Git. */
function walk(listing: FolderListing, start: string, hasClones: boolean): void {
  const { root, files, notices, absent, links } = listing;
  const folders = [start];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const here = join(root, path);
    const entries = readFolder(here);
    if (!Array.isArray(entries)) {
      const message = `the folder cannot be read (${entries.code}); its files were not read`;
      notices.push(unreadable(path.slice(0, -1) || '.', message));
      continue;
    }
    const names = entries.map(({ name }) => String(name));
    if (hasClones && path !== start && names.includes(REPOSITORY)) {
      const before = files.length;
      listRepository(listing, path);
      if (files.length === before && hasCommits(join(here, REPOSITORY))) absent.push(path.slice(0, -1));
      continue;
    }
    if (hasClones && path !== start && BARE.every((name) => names.includes(name))) {
      absent.push(path.slice(0, -1));
      continue;
    }
    for (const [at, entry] of entries.entries()) {
      const name = names[at]!;
      // Two names may be decoded to the same text.
      if (!isUtf8(entry.name)) notices.push(lostName(path + name));
      else if (STORES.has(name)) continue;
      else if (entry.isDirectory()) folders.push(`${path}${name}/`);
      else if (entry.isFile()) files.push(path + name);
      else if (entry.isSymbolicLink()) links.push(path + name);
    }
  }
}

function readFolder(path: string): Dirent<Buffer>[] | { code: string } {
  try {
    return readdirSync(path, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { code };
  }
}

/** Adds files inside the root. Links to folders may form cycles, so their files are listed where they are. */
function followLinks({ root, links, files, notices }: FolderListing): void {
  if (links.length === 0) return;
  const repository = behindLinks(repositoryOf(root) ?? root);
  const why = whyOutside([repository]);
  for (const link of links) {
    const path = join(root, link);
    const stats = statsOf(path);
    const target = stats && behindLinks(path);
    const inRoot = target && relativePath(root, target);
    if (stats?.isFile() && inRoot && !isOutside(inRoot) && !leavesTree(inRoot)) files.push(inRoot);
    // Emacs locks a file with a link that leads nowhere. Packages are linked by their managers.
    if (basename(link).startsWith('.#') || isVendoredPath(`${link}/`)) continue;
    const isOther = stats && !stats.isFile() && !stats.isDirectory();
    const reason = isOther || (target && isWithin(target, repository)) ? null : why(path);
    if (reason !== null) notices.push({ code: 'leads-out', file: link, message: `not read: it ${reason}` });
  }
}

const unreadable = (file: string, message: string): Notice => ({ code: 'unreadable', file, message });

const lostName = (file: string): Notice => unreadable(file, 'the name of the file is not valid UTF-8; it was not read');

/** Whether Git ignores a path, which need not exist. A tracked file is never ignored. */
export function isIgnoredByGit(path: string): boolean {
  const result = runGit(dirname(path), ['check-ignore', '-q', '--', `./${basename(path)}`]);
  return !('failed' in result);
}
