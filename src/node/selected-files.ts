import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { boundOf, leavesTree } from './bounds.ts';
import type { Blob } from './git-blobs.ts';
import type { FileEntry } from './file-entries.ts';
import type { FileList } from './list-files.ts';
import { leadsOut } from './list-folder.ts';
import { namedPath } from './named-paths.ts';
import { pathFilter } from './path-filter.ts';
import type { SkippedFile } from './read-file.ts';
import { isWithin, relativePath } from './shown-path.ts';
import { isLeftOver } from '../core/own-text.ts';

/** Files that git names, each with what else is known of it. */
export interface SelectedFiles<T> {
  readonly list: FileList;
  readonly known: ReadonlyMap<FileEntry, T>;
}

/** What of a project decides which of its files are looked at. */
export interface FileScope {
  /** Absolute. */
  readonly cwd: string;
  readonly config: { readonly include: readonly string[]; readonly ignores: readonly string[] };
  /** Absolute: what the patterns of the config are relative to. */
  readonly root: string;
  /** Absolute paths that are never looked at. */
  readonly own: ReadonlySet<string>;
}

export interface SelectOptions {
  /** Only these and what is below them. */
  readonly paths: readonly string[];
  readonly noIgnore: boolean;
}

/**
 * Of files that git names those that are looked at: below the paths, passed by the config, and none of the tool's own.
 * Throws a `UserError` for a path that exists neither for git nor on the disk.
 * @param top folder to which the paths of the items are relative
 */
export function selectFiles<T extends { readonly path: string }>(
  { cwd, config, root, own }: FileScope,
  top: string,
  items: readonly T[],
  options: SelectOptions,
): SelectedFiles<T> {
  // Git says where a folder really is, not by which link it was reached.
  const real = realpathSync(cwd);
  const placed = items
    .filter(({ path }) => !leavesTree(path))
    .map((item) => ({ item, absolute: resolve(cwd, relativePath(real, join(top, item.path))) }));
  const isWanted = wanted(options.paths, cwd, placed);
  const filter = pathFilter({
    cwd,
    include: config.include,
    ignores: config.ignores,
    patternRoot: root,
    noIgnore: options.noIgnore,
  });
  const known = new Map<FileEntry, T>();
  let skippedIgnored = 0;
  for (const { item, absolute } of placed) {
    if (!isWanted(absolute) || own.has(absolute) || isLeftOver(absolute)) continue;
    if (filter.passes(relativePath(filter.root, absolute))) {
      known.set({ path: relativePath(cwd, absolute), absolute, named: false }, item);
    } else skippedIgnored++;
  }
  const files = [...known.keys()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const notices = items.filter(({ path }) => leavesTree(path)).map(({ path }) => leadsOut(path));
  return { list: { files, skippedIgnored, notices, folders: [], roots: [top, boundOf(cwd)] }, known };
}

function wanted(
  paths: readonly string[],
  cwd: string,
  placed: readonly { readonly absolute: string }[],
): (absolute: string) => boolean {
  const tests = paths.map((argument): ((absolute: string) => boolean) => {
    const path = resolve(cwd, argument);
    const isMeant = (absolute: string): boolean => isWithin(absolute, path);
    // The disk need not have what the index has.
    if (argument !== '' && placed.some(({ absolute }) => isMeant(absolute))) return isMeant;
    const named = namedPath(argument, cwd);
    if (named.kind !== 'glob') return () => false;
    const { base, matches } = named;
    return (absolute) => isWithin(absolute, base) && matches(relativePath(base, absolute));
  });
  return (absolute) => tests.some((test) => test(absolute));
}

/**
 * What git stores of a file, or why it is not looked at.
 * @param where for people: `staged`, `in that commit`
 */
export function contentsOf(blob: Blob, where: string): { readonly bytes: Buffer } | SkippedFile {
  if ('bytes' in blob) return blob;
  if ('missing' in blob) return { skipped: 'unreadable', reason: `git does not have the contents that are ${where}` };
  return { skipped: 'large', reason: `${Math.round(blob.tooLarge / 1_000_000)} MB are ${where}` };
}
