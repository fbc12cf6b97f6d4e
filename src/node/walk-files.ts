import { type Dirent, readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { systemCode } from './errors.ts';
import { IGNORE_FILES, type IgnoreRules, isIgnored, withIgnoreFiles } from './ignore-files.ts';

export interface WalkedFiles {
  /** Relative to the root, with `/`. */
  readonly files: readonly string[];
  readonly links: readonly string[];
  readonly unreadable: readonly { readonly folder: string; readonly code: string }[];
}

interface Folder {
  /** Relative to the root: empty, or with a slash at its end. */
  readonly path: string;
  readonly rules: IgnoreRules;
}

const REPOSITORY = '.git';
/** Stores of other version control systems, and dependencies: nobody edits what is in there. */
const SKIPPED = new Set([REPOSITORY, '.hg', '.svn', 'node_modules']);

/**
 * Lists a folder without git. Ignore files hold from `top` (the root itself or a folder above it) downwards; when the root
 * is itself ignored, only those inside it. `all` leaves out nothing but `.git`. Links are listed, not followed.
 */
export function walkFiles(root: string, top: string, all: boolean): WalkedFiles {
  const files: string[] = [];
  const links: string[] = [];
  const unreadable: { folder: string; code: string }[] = [];
  const { prefix, rules } = all ? { prefix: '', rules: [] } : outerRules(root, top);
  const folders: Folder[] = [{ path: '', rules }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    const entries = readFolder(root, folder.path);
    if (!Array.isArray(entries)) {
      unreadable.push({ folder: folder.path, code: entries.code });
      continue;
    }
    const here = prefix + folder.path;
    const inner =
      all || !hasIgnoreFile(entries) ? folder.rules : withIgnoreFiles(folder.rules, join(root, folder.path), here);
    for (const entry of entries) {
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
  return { files, links, unreadable };
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

/** The rules of the folders above the root, and the root's path in their terms. */
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

/** Where ignore rules begin to hold for a folder: at the repository's root, else at `cwd` when the folder is inside it. */
export function ruleTop(folder: string, repository: string | null, cwd: string): string {
  if (repository !== null) return repository;
  for (let at = folder; ; at = dirname(at)) {
    if (at === cwd) return cwd;
    if (dirname(at) === at) return folder;
  }
}
