import { isUtf8 } from 'node:buffer';
import { existsSync, realpathSync, type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, dirname, relative, sep } from 'node:path';
import { repositoryOf, leavesTree, behindLinks, isOutside, isWithin, relativePath, whyOutside } from './paths.ts';
import { entryAt } from './read-file.ts';
import { isVendoredPath } from '../../lint/file-role.ts';
import { gitFiles, isIgnoredFolder } from '../git/ls-files.ts';
import { IGNORE_FILES, isIgnored, withIgnoreFiles, type IgnoreRules, type RefusedLines } from './ignore-files.ts';
import type { Notice } from '../../lint/finding.ts';
import { systemCode } from '../errors.ts';

interface FolderListing {
  /** Relative to the folder, with `/`. Unsorted, possibly with duplicates. */
  readonly files: string[];
  /** Here `file` is relative to the folder, `.` for the folder itself. */
  readonly notices: Notice[];
  /** What Git knows and the work tree lacks: files of a sparse checkout, and submodules, which end in `/`. */
  readonly absent: string[];
  /** Links that add no file to the list. */
  readonly unfollowed: string[];
}

export interface FolderOptions {
  readonly cwd: string;
  /** Everything except `.git`. */
  readonly noIgnore?: boolean;
}

/** The user's own files in a folder: as Git lists them, or without Git those that no ignore file excludes. */
export function listFolder(folder: string, options: FolderOptions): FolderListing {
  // Git uses the real path of a folder, not the link that leads to it.
  const real = realpathSync.native(folder);
  const listing = listReal(real, options);
  listing.notices.push(...unreadLinks(real, listing));
  return listing;
}

function listReal(real: string, options: FolderOptions): FolderListing {
  if (options.noIgnore) return walked(real, real, true);
  const repository = repositoryOf(real);
  if (repository === null && process.env.GIT_DIR === undefined)
    return withClones(real, options, walkFiles(real, ruleTop(real, null, realpathSync.native(options.cwd)), 'own'));
  // A user who names an ignored folder wants its contents.
  if (repository !== real && isIgnoredFolder(real)) return walked(real, real);
  return fromGit(real, repository, options, false);
}

function fromGit(folder: string, repository: string | null, options: FolderOptions, inner: boolean): FolderListing {
  const listed = gitFiles(folder, { inner });
  if ('failed' in listed) return withoutGit(folder, repository, realpathSync.native(options.cwd), listed.failed);
  const names = sortOutLinks(folder, listed.perhapsLinks);
  const links = linkTargets(folder, names.links);
  const files = listed.files.concat(names.files, links.files);
  const notices = [...listed.lost.map(lostName), ...unopened(listed.unopened), ...listed.outside.map(leadsOut)];
  const listing = { files, notices, absent: [...listed.absent], unfollowed: links.unfollowed };
  for (const path of listed.repositories) addBelow(listing, path, repositoryInside(join(folder, path), options));
  return listing;
}

function repositoryInside(folder: string, options: FolderOptions): FolderListing {
  const isFolder = entryAt(folder)?.isDirectory() ?? false;
  if (isFolder && existsSync(join(folder, '.git'))) return fromGit(folder, folder, options, true);
  const listing = isFolder ? walked(folder, folder) : { files: [], notices: [], absent: [], unfollowed: [] };
  // A submodule that is not checked out is an empty or missing folder.
  return listing.files.length > 0 ? listing : { ...listing, absent: ['/'] };
}

function addBelow(listing: FolderListing, path: string, inner: FolderListing): void {
  for (const file of inner.files) listing.files.push(`${path}/${file}`);
  for (const link of inner.unfollowed) listing.unfollowed.push(`${path}/${link}`);
  for (const file of inner.absent) listing.absent.push(file === '/' ? `${path}/` : `${path}/${file}`);
  for (const notice of inner.notices) {
    listing.notices.push({ ...notice, file: notice.file ? `${path}/${notice.file}` : path });
  }
}

function withoutGit(folder: string, repository: string | null, cwd: string, reason: string): FolderListing {
  const listing = walked(folder, ruleTop(folder, repository, cwd));
  const message = `${reason}; folders are read instead, with their .gitignore files`;
  return { ...listing, notices: [...listing.notices, { code: 'git-unavailable', file: '', message }] };
}

/** A folder outside of any repository, with the clones in it as Git lists them. */
function withClones(folder: string, options: FolderOptions, found: WalkedFiles): FolderListing {
  const listing = listingOf(folder, found);
  for (const path of found.clones) addBelow(listing, path, repositoryInside(join(folder, path), options));
  return listing;
}

const walked = (folder: string, top: string, all = false): FolderListing =>
  listingOf(folder, walkFiles(folder, top, all ? 'all' : 'inner'));

function listingOf(folder: string, { files, links, lost, unreadable, refused }: WalkedFiles): FolderListing {
  const notices: Notice[] = unreadable.map(({ folder: path, code }) => {
    const message = `the folder cannot be read (${code}); its files were not read`;
    return { code: 'unreadable', file: path.slice(0, -1) || '.', message };
  });
  const targets = linkTargets(folder, links);
  return {
    files: [...files, ...targets.files],
    unfollowed: targets.unfollowed,
    notices: [...notices, ...refused.map(costlyLines), ...lost.map(lostName)],
    absent: [],
  };
}

function costlyLines({ file, count, why }: RefusedLines): Notice {
  const patterns = count === 1 ? 'a pattern' : `${count} patterns`;
  return { code: 'costly-pattern', file, message: `${patterns} not used: the first one ${why}` };
}

function unopened(count: number): Notice[] {
  const message = `git could not open ${count === 1 ? 'a folder' : `${count} folders`}; nothing in there was read`;
  return count === 0 ? [] : [{ code: 'unreadable', file: '', message }];
}

/** The notice for a path in Git's list that is outside of its work tree. */
function leadsOut(path: string): Notice {
  const message = 'not read: Git lists a path that leads out of the repository';
  return { code: 'leads-out', file: path, message };
}

function lostName(path: string): Notice {
  return { code: 'unreadable', file: path, message: 'the name of the file is not valid UTF-8; it was not read' };
}

interface WalkedFiles {
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
  readonly links: readonly string[];
  /** Names that are not valid UTF-8. */
  readonly lost: readonly string[];
  readonly unreadable: readonly { readonly folder: string; readonly code: string }[];
  readonly refused: readonly RefusedLines[];
  /** Repositories below the root that were not entered. */
  readonly clones: readonly string[];
}

interface Folder {
  /** Relative to the root: empty, or with a slash at its end. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

const REPOSITORY = '.git';
/** Folders of version control systems. */
const SKIPPED = new Set([REPOSITORY, '.hg', '.svn']);

/**
 * Lists a folder without Git. Ignore files apply from `top` (the root or a folder above it) downwards. If the root
 * itself is ignored, only those inside it apply. Links are listed, not followed.
 * @param what `all` leaves out only `.git`; `own` does not enter repositories below the root
 */
function walkFiles(root: string, top: string, what: 'all' | 'inner' | 'own'): WalkedFiles {
  const all = what === 'all';
  const clones: string[] = [];
  const files: string[] = [];
  const links: string[] = [];
  const lost: string[] = [];
  const unreadable: { folder: string; code: string }[] = [];
  const refused: RefusedLines[] = [];
  const { prefix, rules } = all ? { prefix: '', rules: [] } : outerRules(root, top);
  const folders: Folder[] = [{ path: '', rules }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const entries = readFolder(root, folder.path);
    if (!Array.isArray(entries)) {
      unreadable.push({ folder: folder.path, code: entries.code });
      continue;
    }
    if (what === 'own' && folder.path !== '' && entries.some(({ name }) => name === REPOSITORY)) {
      clones.push(folder.path.slice(0, -1));
      continue;
    }
    const here = prefix + folder.path;
    const inner =
      all || !hasIgnoreFile(entries)
        ? folder.rules
        : withIgnoreFiles(folder.rules, join(root, folder.path), here, IGNORE_FILES, (one) =>
            refused.push({ ...one, file: one.file.slice(prefix.length) }),
          );
    const invalid = invalidNames(root, folder.path, entries);
    lost.push(...invalid.names.map((name) => folder.path + name));
    for (const entry of invalid.others) {
      const path = folder.path + entry.name;
      if (entry.isDirectory()) {
        const skipped = all ? entry.name === REPOSITORY : SKIPPED.has(entry.name);
        if (!skipped && !isIgnored(inner, `${prefix}${path}/`)) folders.push({ path: `${path}/`, rules: inner });
      } else if (entry.name !== REPOSITORY && !isIgnored(inner, prefix + path)) {
        if (entry.isFile()) files.push(path);
        else if (entry.isSymbolicLink()) links.push(path);
      }
    }
  }
  return { files, links, lost, unreadable, refused, clones };
}

/** Two names may be decoded to the same text, so those that are not valid are found by their bytes. */
function invalidNames(
  root: string,
  path: string,
  entries: readonly Dirent[],
): { names: string[]; others: readonly Dirent[] } {
  if (!entries.some(({ name }) => name.includes('\uFFFD'))) return { names: [], others: entries };
  const all = readdirSync(join(root, path), { encoding: 'buffer' });
  const valid = new Set(all.filter((name) => isUtf8(name)).map(String));
  const seen = new Set<string>();
  const others = entries.filter(({ name }) => valid.has(name) && !seen.has(name) && seen.add(name));
  return { names: all.filter((name) => !isUtf8(name)).map(String), others };
}

function readFolder(root: string, path: string): Dirent[] | { code: string } {
  try {
    return readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { code };
  }
}

function hasIgnoreFile(entries: readonly Dirent[]): boolean {
  return entries.some(({ name }) => IGNORE_FILES.some((file) => file === name));
}

/** The rules of the folders above the root, and the root's path relative to them. */
function outerRules(root: string, top: string): { prefix: string; rules: IgnoreRules } {
  if (root === top) return { prefix: '', rules: [] };
  const names = relative(top, root).split(sep);
  let rules: IgnoreRules = [];
  let base = '';
  for (const name of names) {
    rules = withIgnoreFiles(rules, join(top, base), base);
    base += `${name}/`;
    if (isIgnored(rules, base)) return { prefix: '', rules: [] };
  }
  return { prefix: base, rules };
}

/** Where ignore rules begin for a folder: at the repository's root, otherwise at `cwd` if the folder is inside it. */
function ruleTop(folder: string, repository: string | null, cwd: string): string {
  if (repository !== null) return repository;
  for (let at = folder; ; at = dirname(at)) {
    if (at === cwd) return cwd;
    if (dirname(at) === at) return folder;
  }
}

/** Splits names into links and other files. Folders that replaced a file are neither. */
function sortOutLinks(root: string, names: readonly string[]): { files: string[]; links: string[] } {
  const files: string[] = [];
  const links: string[] = [];
  for (const name of names) {
    const stats = entryAt(join(root, name));
    if (stats?.isSymbolicLink()) links.push(name);
    else if (stats?.isFile()) files.push(name);
  }
  return { files, links };
}

/**
 * The files that links inside a folder point to, relative to it, and the links that point elsewhere: to folders (which
 * may form cycles), out of the root, into a Git directory, or nowhere.
 */
function linkTargets(root: string, links: readonly string[]): Pick<FolderListing, 'files' | 'unfollowed'> {
  const files: string[] = [];
  const unfollowed: string[] = [];
  const realRoot = links.length === 0 ? root : behindLinks(root);
  for (const link of links) {
    const target = fileBehind(join(root, link));
    const path = target === null ? null : relativePath(realRoot, target);
    if (path === null || isOutside(path) || leavesTree(path)) unfollowed.push(link);
    else files.push(path);
  }
  return { files, unfollowed };
}

function fileBehind(link: string): string | null {
  try {
    return statSync(link).isFile() ? realpathSync.native(link) : null;
  } catch {
    return null;
  }
}

/** Links to something that would be read if the list contained it. */
function unreadLinks(root: string, { files, unfollowed }: FolderListing): Notice[] {
  if (unfollowed.length === 0) return [];
  const repository = behindLinks(repositoryOf(root) ?? root);
  const why = whyOutside([repository]);
  const hasFiles = (folder: string): boolean =>
    isWithin(root, folder) || files.some((path) => path.startsWith(`${relativePath(root, folder)}/`));
  return unfollowed.flatMap((link) => {
    const path = join(root, link);
    // Emacs locks a file with a link that leads nowhere. Packages are linked by their managers.
    if (basename(link).startsWith('.#') || isVendoredPath(`${link}/`)) return [];
    const stats = statsBehind(path);
    if (stats !== null && !stats.isFile() && !stats.isDirectory()) return [];
    const target = stats === null ? null : behindLinks(path);
    if (target === null || !isWithin(target, repository)) return [notFollowed(link, why(path) ?? LEADS_NOWHERE)];
    const inRepository = relativePath(repository, target);
    const isTold = (stats?.isFile() ?? false) || leavesTree(inRepository) || isVendoredPath(`${inRepository}/`);
    // What is outside of the folder was not asked for.
    if (isTold || !isWithin(target, root) || hasFiles(target) || holdsOnlyLinks(target)) return [];
    return [notFollowed(link, 'is a link to a folder that is ignored')];
  });
}

const LEADS_NOWHERE = 'is a link that leads nowhere';

const notFollowed = (file: string, why: string): Notice => ({
  code: 'leads-out',
  file,
  message: `not read: it ${why}`,
});

function statsBehind(link: string): Stats | null {
  try {
    return statSync(link);
  } catch {
    return null;
  }
}

/** True for an empty folder too. Its links are followed, or reported, by themselves. */
function holdsOnlyLinks(folder: string): boolean {
  const entries = readFolder(folder, '');
  return Array.isArray(entries) && entries.every((entry) => entry.isSymbolicLink());
}
