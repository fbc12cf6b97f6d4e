import { resolve, join } from 'node:path';
import { isGenerated } from '../fs/generated-files.ts';
import { readBlobs } from './blobs.ts';
import { stagedChanges, workTreeTop } from './changes.ts';
import type { Notice, Place } from '../../lint/finding.ts';
import type { Config } from '../../config/config.ts';
import type { Report } from '../../lint/report.ts';
import { countFindings } from '../../lint/report.ts';
import type { FileEntry, FileList } from '../fs/list-files.ts';
import type { SkippedFile } from '../fs/read-file.ts';
import { realpathSync } from 'node:fs';
import { boundOf, leavesTree } from '../fs/bounds.ts';
import type { GitBlob } from './blobs.ts';
import { leadsOut } from '../fs/walk.ts';
import { vendoredFiles } from '../fs/vendored.ts';
import { namedPath, pathFilter } from '../fs/patterns.ts';
import { hasPath, isWithin, relativePath } from '../fs/paths.ts';
import { isLeftOver } from '../../find/own-files.ts';

/**
 * What the next commit brings: the contents of the index, whatever the work tree holds by now. Two runs of git. Findings
 * count where they stand in one of these files, and in the config or a fact file when that is staged too.
 */
export function stagedFiles(scope: FileScope, options: SelectOptions): Selection {
  const top = workTreeTop(scope.cwd, '--staged');
  const changes = stagedChanges(top);
  const { list, known } = selectFiles(scope, top, changes, options);
  const readable = [...list.files].filter(({ path }) => !isGenerated(path));
  const blobs = readBlobs(
    top,
    readable.map((entry) => known.get(entry)!.id),
  );
  const contents = new Map(readable.map((entry, i) => [entry, blobs[i]!]));
  const staged = new Set(changes.map(({ path }) => resolve(top, path)));
  return {
    list,
    read: (entry) => {
      const blob = contents.get(entry);
      return blob ? contentsOf(blob, 'staged') : { skipped: 'generated', reason: 'a lock file or source map' };
    },
    placesIn: () => ({ counts: (place) => staged.has(resolve(scope.cwd, place.file)), notices: [] }),
  };
}

/** The part of a project that a run is about, where git says which it is. */
export interface Selection {
  readonly list: FileList;
  /** Reads a file where it is not the one on the disk. */
  readonly read?: (entry: FileEntry) => { readonly bytes: Buffer } | SkippedFile;
  /** Says whether findings with lines in these files count. */
  readonly placesIn: (files: readonly string[]) => CountedPlaces;
}

export interface CountedPlaces {
  readonly counts: (place: LinesOf) => boolean;
  readonly notices: readonly Notice[];
}

export type LinesOf = Pick<Place, 'file' | 'line' | 'endLine'>;

/**
 * A report without what stands elsewhere: a finding is kept for one of its own lines or for a place that it relates to, so
 * that nothing is lost of what only several files together show.
 */
export function narrowed(report: Report, placesIn: Selection['placesIn']): Report {
  const places = [
    ...report.findings.flatMap((finding) => [finding, ...finding.related]),
    ...report.unknown.flatMap((unknown) => unknown.places),
  ];
  const { counts, notices } = placesIn([...new Set(places.map(({ file }) => file))].sort());
  const line = ({ file, line }: { file: string; line: number }): boolean => counts({ file, line, endLine: line });
  const findings = report.findings.filter((finding) => counts(finding) || finding.related.some(line));
  const unknown = report.unknown
    .map((one) => ({ ...one, places: one.places.filter(line) }))
    .filter((one) => one.places.length > 0);
  const off = report.off.filter(counts);
  const summary = { ...report.summary, findings: countFindings(findings, off) };
  return { ...report, findings, off, unknown, summary, notices: [...report.notices, ...notices] };
}

/** Files that git names, each with what else is known of it. */
export interface SelectedFiles<T> {
  readonly list: FileList;
  readonly known: ReadonlyMap<FileEntry, T>;
}

/** What of a project decides which of its files are looked at. */
export interface FileScope {
  /** Absolute. */
  readonly cwd: string;
  readonly config: Pick<Config, 'include' | 'ignores' | 'roles'>;
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
  const real = realpathSync.native(cwd);
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
    if (!isWanted(absolute) || hasPath(own, absolute) || isLeftOver(absolute)) continue;
    if (filter.passes(relativePath(filter.root, absolute))) {
      known.set({ path: relativePath(cwd, absolute), absolute, named: false }, item);
    } else skippedIgnored++;
  }
  const files = [...known.keys()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const notices = items.filter(({ path }) => leavesTree(path)).map(({ path }) => leadsOut(path));
  const named = options.paths.map((path) => resolve(cwd, path));
  const folders = named.filter((path) => !placed.some(({ absolute }) => absolute === path));
  const isVendored = vendoredFiles({ cwd, ...config, patternRoot: root }, folders);
  return { list: { files, skippedIgnored, notices, folders: [], roots: [top, boundOf(cwd)], isVendored }, known };
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
export function contentsOf(blob: GitBlob, where: string): { readonly bytes: Buffer } | SkippedFile {
  if ('bytes' in blob) return blob;
  if ('missing' in blob) return { skipped: 'unreadable', reason: `git does not have the contents that are ${where}` };
  return { skipped: 'large', reason: `${Math.round(blob.tooLarge / 1_000_000)} MB are ${where}` };
}
