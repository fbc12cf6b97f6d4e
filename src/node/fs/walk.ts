import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync, type Dirent, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isVendoredPath } from '../../lint/file-role.ts';
import type { Notice } from '../../lint/finding.ts';
import { systemCode } from '../errors.ts';
import { runGit } from '../git/run-git.ts';
import { behindLinks, isOutside, isWithin, leavesTree, relativePath, repositoryOf, whyOutside } from './paths.ts';
import { entryAt, entryNames, statsOf } from './read-file.ts';

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
export function listFolder(folder: string, noIgnore: boolean): FolderListing {
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

/** Tracked files and those that are not ignored, in one Git call. Deleted ones too: readers check every file anyway. */
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
const isIgnoredByGit = (path: string): boolean =>
  !('failed' in runGit(dirname(path), ['check-ignore', '-q', '--', `./${basename(path)}`]));
