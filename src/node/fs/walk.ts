import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync, type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isVendoredPath } from '../../lint/file-role.ts';
import type { Notice } from '../../lint/finding.ts';
import { systemCode } from '../errors.ts';
import { gitFiles, isIgnoredFolder, lostName } from '../git/ls-files.ts';
import { behindLinks, isOutside, isWithin, leavesTree, relativePath, repositoryOf, whyOutside } from './paths.ts';
import { entryAt, statsOf } from './read-file.ts';

interface FolderListing {
  /** Relative to the folder, with `/`. Unsorted, possibly with duplicates. */
  readonly files: string[];
  /** Here `file` is relative to the folder, `.` for the folder itself. */
  readonly notices: Notice[];
  /** What Git knows and the work tree lacks: files of a sparse checkout, and submodules. */
  readonly absent: string[];
  readonly links: string[];
}

const emptyListing = (): FolderListing => ({ files: [], notices: [], absent: [], links: [] });

/**
 * The user's own files in a folder: as Git lists them, otherwise all.
 * @param noIgnore everything except the folders of version control systems
 */
export function listFolder(folder: string, noIgnore: boolean): Omit<FolderListing, 'links'> {
  // Git uses the real path of a folder, not the link that leads to it.
  const real = realpathSync.native(folder);
  const repository = noIgnore ? null : repositoryOf(real);
  // A user who names an ignored folder wants its contents.
  const isListed = repository !== null && (repository === real || !isIgnoredFolder(real));
  const listing = isListed ? fromGit(real) : walk(real, !noIgnore);
  followLinks(real, listing);
  return listing;
}

function fromGit(folder: string): FolderListing {
  const listed = gitFiles(folder);
  if ('failed' in listed) {
    const listing = walk(folder, true);
    const message = `${listed.failed}; folders are read instead, with the files that Git ignores`;
    listing.notices.push({ code: 'git-unavailable', file: '', message });
    return listing;
  }
  const { files, absent, notices } = listed;
  const listing: FolderListing = { files, absent, notices, links: [] };
  for (const name of listed.perhapsLinks) {
    const stats = entryAt(join(folder, name));
    if (stats?.isSymbolicLink()) listing.links.push(name);
    // A folder may have replaced a file.
    else if (stats?.isFile()) files.push(name);
  }
  for (const path of listed.repositories) {
    const inside = join(folder, path);
    const isFolder = entryAt(inside)?.isDirectory() ?? false;
    const inner = !isFolder
      ? emptyListing()
      : existsSync(join(inside, REPOSITORY))
        ? fromGit(inside)
        : walk(inside, true);
    // A submodule that is not checked out is an empty or missing folder.
    if (inner.files.length === 0) absent.push(path);
    addBelow(listing, path, inner);
  }
  return listing;
}

function addBelow(listing: FolderListing, path: string, inner: FolderListing): void {
  for (const file of inner.files) listing.files.push(`${path}/${file}`);
  for (const link of inner.links) listing.links.push(`${path}/${link}`);
  for (const file of inner.absent) listing.absent.push(`${path}/${file}`);
  for (const notice of inner.notices) {
    listing.notices.push({ ...notice, file: notice.file ? `${path}/${notice.file}` : path });
  }
}

const REPOSITORY = '.git';
/** Folders of version control systems. */
const STORES = new Set([REPOSITORY, '.hg', '.svn']);

/**
 * Lists a folder without Git.
 * @param hasClones true if repositories below the root are listed by Git
 */
function walk(root: string, hasClones: boolean): FolderListing {
  const listing = emptyListing();
  const folders = [''];
  for (let path = folders.pop(); path !== undefined; path = folders.pop()) {
    const here = join(root, path);
    const entries = readFolder(here);
    if (!Array.isArray(entries)) {
      const message = `the folder cannot be read (${entries.code}); its files were not read`;
      listing.notices.push({ code: 'unreadable', file: path.slice(0, -1) || '.', message });
      continue;
    }
    const names = entries.map(({ name }) => name);
    if (hasClones && path !== '' && names.includes(REPOSITORY)) {
      addBelow(listing, path.slice(0, -1), fromGit(here));
      continue;
    }
    const isLost = lostNames(here, names);
    for (const entry of entries) {
      const { name } = entry;
      if (isLost(name)) listing.notices.push(lostName(path + name));
      else if (STORES.has(name)) continue;
      else if (entry.isDirectory()) folders.push(`${path}${name}/`);
      else if (entry.isFile()) listing.files.push(path + name);
      else if (entry.isSymbolicLink()) listing.links.push(path + name);
    }
  }
  return listing;
}

function readFolder(path: string): Dirent[] | { code: string } {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { code };
  }
}

/** Two names may be decoded to the same text, so those that are not valid are found by their bytes. */
function lostNames(folder: string, names: readonly string[]): (name: string) => boolean {
  if (!names.some((name) => name.includes('\uFFFD'))) return () => false;
  const valid = new Set(
    readdirSync(folder, { encoding: 'buffer' })
      .filter((name) => isUtf8(name))
      .map(String),
  );
  return (name) => !valid.delete(name);
}

/**
 * Adds the files inside the root to which links point. Links to folders may form cycles, so their files are listed where
 * they are. Reports links that lead out of the repository or nowhere.
 */
function followLinks(root: string, { links, files, notices }: FolderListing): void {
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
