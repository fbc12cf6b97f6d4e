import { resolve, join } from 'node:path';
import { isGenerated, type SkippedFile } from '../fs/read-file.ts';
import { vendoredFiles, type FileEntry, type FileList } from '../fs/list-files.ts';
import { readBlobs, type GitBlob } from './blobs.ts';
import { stagedChanges, workTreeTop } from './changes.ts';
import type { Notice, Finding } from '../../lint/finding.ts';
import { countFindings, type Report } from '../../lint/report.ts';
import { realpathSync } from 'node:fs';
import { boundOf, leavesTree, hasPath, isWithin, relativePath } from '../fs/paths.ts';
import { leadsOut } from '../fs/walk.ts';
import { namedPath, pathFilter, type FileScope } from '../fs/patterns.ts';
import { isLeftOver } from '../../find/own-files.ts';

/**
 * The contents of the next commit: those of the index, whatever the work tree contains. Takes two Git calls. Findings
 * count in these files, and in the config or a fact file if it is staged too.
 */
export function stagedFiles(scope: FileScope, options: SelectOptions): Selection {
  const top = workTreeTop(scope.cwd, '--staged');
  const changes = stagedChanges(top);
  const { list, known } = selectFiles(scope, top, changes, options);
  const readable = list.files.filter(({ path }) => !isGenerated(path));
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

/** The part of a project to check, as selected by Git. */
export interface Selection {
  readonly list: FileList;
  /** Reads a file whose contents differ from the disk. */
  readonly read?: (entry: FileEntry) => { readonly bytes: Buffer } | SkippedFile;
  /** Whether findings in these files count, by line. */
  readonly placesIn: (files: readonly string[]) => CountedPlaces;
}

interface CountedPlaces {
  readonly counts: (place: LinesOf) => boolean;
  readonly notices: readonly Notice[];
}

export type LinesOf = Pick<Finding, 'file' | 'line' | 'endLine'>;

/**
 * A report with only the findings that count: those with one of their own lines or a related range in the selection, so
 * that findings about several files are kept.
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

/** Files from Git, each with its data. */
interface SelectedFiles<T> {
  readonly list: FileList;
  readonly known: ReadonlyMap<FileEntry, T>;
}

export interface SelectOptions {
  /** Only these paths and everything below them. */
  readonly paths: readonly string[];
  readonly noIgnore: boolean;
}

/**
 * Selects from Git's files those to scan: below the paths, included by the config, and not the tool's own. Throws a
 * `UserError` for a path that exists neither in Git nor on disk.
 * @param top folder to which the paths of the items are relative
 */
export function selectFiles<T extends { readonly path: string }>(
  scope: FileScope,
  top: string,
  items: readonly T[],
  options: SelectOptions,
): SelectedFiles<T> {
  const { cwd, own } = scope;
  // Git uses the real path of a folder, not the link that leads to it.
  const real = realpathSync.native(cwd);
  const placed = items
    .filter(({ path }) => !leavesTree(path))
    .map((item) => ({ item, absolute: resolve(cwd, relativePath(real, join(top, item.path))) }));
  const isWanted = wanted(options.paths, cwd, placed);
  const filter = pathFilter(scope, options.noIgnore);
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
  const isVendored = vendoredFiles(scope, folders);
  const roots = [top, boundOf(cwd)];
  return { list: { files, skippedIgnored, notices, folders: [], roots, isVendored, listedAt: Date.now() }, known };
}

function wanted(
  paths: readonly string[],
  cwd: string,
  placed: readonly { readonly absolute: string }[],
): (absolute: string) => boolean {
  const tests = paths.map((argument): ((absolute: string) => boolean) => {
    const path = resolve(cwd, argument);
    const isMeant = (absolute: string): boolean => isWithin(absolute, path);
    // Files of the index need not exist on disk.
    if (argument !== '' && placed.some(({ absolute }) => isMeant(absolute))) return isMeant;
    const named = namedPath(argument, cwd);
    if (named.kind !== 'glob') return () => false;
    const { base, matches } = named;
    return (absolute) => isWithin(absolute, base) && matches(relativePath(base, absolute));
  });
  return (absolute) => tests.some((test) => test(absolute));
}

/**
 * Git's contents of a file, or why it is skipped.
 * @param where for messages: `staged`, `in that commit`
 */
export function contentsOf(blob: GitBlob, where: string): { readonly bytes: Buffer } | SkippedFile {
  if ('bytes' in blob) return blob;
  if ('missing' in blob) return { skipped: 'unreadable', reason: `git does not have the contents that are ${where}` };
  return { skipped: 'large', reason: `${Math.round(blob.tooLarge / 1_000_000)} MB are ${where}` };
}
