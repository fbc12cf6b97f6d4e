import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryOf } from './bounds.ts';
import { gitFiles, isIgnoredFolder } from './git-files.ts';
import type { Asked } from './git-files.ts';
import { linkTargets, sortOutLinks } from './link-targets.ts';
import type { PathTable } from './path-table.ts';
import { ruleTop, walkFiles } from './walk-files.ts';

/** Something about the files that the user should hear of, and that ends nothing. */
export interface FileNotice {
  readonly code: 'leads-out' | 'git-unavailable' | 'unreadable' | 'pattern-matches-nothing' | 'nothing-to-scan';
  /** `null` when it is about no single file. */
  readonly file: string | null;
  readonly message: string;
}

export interface FolderListing {
  /** Relative to the folder, with `/`; unsorted, possibly twice. */
  readonly files: string[];
  /** More of them, sorted; only of what git was asked ahead. */
  readonly table?: PathTable | null;
  /** `file` is relative to the folder here, empty for the folder itself. */
  readonly notices: FileNotice[];
}

export interface FolderOptions {
  readonly cwd: string;
  /** Everything but `.git`. */
  readonly noIgnore?: boolean;
  /** What git was asked ahead. */
  readonly asked?: Asked | null | undefined;
}

/** The files of a folder that are the user's own: as git lists them, outside git without those that ignore files name. */
export function listFolder(folder: string, options: FolderOptions): FolderListing {
  // Git asks where a folder really is, not by which link it was reached.
  const real = realpathSync(folder);
  if (options.noIgnore) return walked(real, real, true);
  const repository = repositoryOf(real);
  if (repository === null && process.env.GIT_DIR === undefined)
    return walked(real, ruleTop(real, null, realpathSync(options.cwd)));
  // Somebody who names an ignored folder wants to see what is in it.
  if (repository !== real && isIgnoredFolder(real)) return walked(real, real);
  return fromGit(real, repository, options, false);
}

function fromGit(folder: string, repository: string | null, options: FolderOptions, inner: boolean): FolderListing {
  const { asked } = options;
  const listed = asked?.folder === folder ? asked.files : gitFiles(folder, { inner });
  if ('failed' in listed) return withoutGit(folder, repository, realpathSync(options.cwd), listed.failed);
  const names = sortOutLinks(folder, listed.perhapsLinks);
  const lost = listed.perhapsLost
    ? [...listed.files, ...listed.perhapsLinks].filter((path) => isLost(folder, path))
    : [];
  const files = without(lost, listed.files).concat(names.files, linkTargets(folder, names.links));
  const notices = [...lost.map(lostName), ...unopened(listed.unopened), ...listed.outside.map(leadsOut)];
  const listing = { files, table: listed.table, notices };
  for (const path of listed.repositories) addBelow(listing, path, repositoryInside(join(folder, path), options));
  return listing;
}

function repositoryInside(folder: string, options: FolderOptions): FolderListing {
  // A submodule that is not checked out is an empty folder, or none.
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) return { files: [], notices: [] };
  return existsSync(join(folder, '.git')) ? fromGit(folder, folder, options, true) : walked(folder, folder);
}

function addBelow(listing: FolderListing, path: string, inner: FolderListing): void {
  for (const file of inner.files) listing.files.push(`${path}/${file}`);
  for (const notice of inner.notices) {
    listing.notices.push({ ...notice, file: notice.file ? `${path}/${notice.file}` : path });
  }
}

function withoutGit(folder: string, repository: string | null, cwd: string, reason: string): FolderListing {
  const listing = walked(folder, ruleTop(folder, repository, cwd));
  const message = `${reason}; folders are read instead, with their .gitignore files`;
  return { ...listing, notices: [...listing.notices, { code: 'git-unavailable', file: null, message }] };
}

function walked(folder: string, top: string, all = false): FolderListing {
  const { files, links, unreadable } = walkFiles(folder, top, all);
  const lost = files.filter((path) => isLost(folder, path));
  const notices: FileNotice[] = unreadable.map(({ folder: path, code }) => {
    const message = `the folder cannot be read (${code}); what it holds was not looked at`;
    return { code: 'unreadable', file: path.slice(0, -1), message };
  });
  return {
    files: [...without(lost, files), ...linkTargets(folder, links)],
    notices: [...notices, ...lost.map(lostName)],
  };
}

function without(lost: readonly string[], files: readonly string[]): readonly string[] {
  return lost.length === 0 ? files : files.filter((path) => !lost.includes(path));
}

function unopened(count: number): FileNotice[] {
  const message = `git could not open ${count === 1 ? 'a folder' : `${count} folders`}; nothing in there was looked at`;
  return count === 0 ? [] : [{ code: 'unreadable', file: null, message }];
}

/** What is said of a path that git lists and that is no file of its work tree. */
export function leadsOut(path: string): FileNotice {
  const message = 'not looked at: git lists a path that leads out of the repository';
  return { code: 'leads-out', file: path, message };
}

/** True for a name that came out of its bytes with a replacement character: no file can be opened by it. */
function isLost(folder: string, path: string): boolean {
  return path.includes('\uFFFD') && !existsSync(join(folder, path));
}

function lostName(path: string): FileNotice {
  return { code: 'unreadable', file: path, message: 'the name of the file is not valid UTF-8; it was not looked at' };
}
