import { resolve } from 'node:path';
import { readBlobs, type GitBlob } from './blobs.ts';
import { changesSince, mergeBase, workTreeTop, type GitChange } from './changes.ts';
import type { Project } from '../project/project.ts';
import { readText, decodeBytes } from '../fs/read-file.ts';
import { selectFiles, type SelectOptions, type LinesOf, type Selection } from './staged.ts';
import { countBefore } from '../../text/source.ts';

/**
 * The changes in the work tree since the merge base: changed and new files, committed or not. Findings count on new
 * lines. Takes four Git calls, and a fifth for the old lines of files with findings. Throws a `UserError` for an
 * unknown commit.
 */
export function filesSince(project: Project, ref: string, options: SelectOptions): Selection {
  const top = workTreeTop(project.cwd, '--since');
  const changes = changesSince(top, mergeBase(top, ref), options.noIgnore);
  const present = changes.filter(({ status }) => status !== 'D');
  const { list } = selectFiles(project, top, present, options);
  const byPath = new Map(present.map((change) => [resolve(top, change.path), change]));
  const gone = changes.filter(({ status }) => status === 'D').slice(0, MAX_MISSING_FILES);
  return {
    list,
    placesIn(files) {
      const changed = files.flatMap((file) => {
        const change = byPath.get(resolve(project.cwd, file));
        return change ? [{ file, change }] : [];
      });
      const { textsOf, missing } = oldTexts(top, changed, gone);
      const lines = new Map(changed.map(({ file }) => [file, newLines(resolve(project.cwd, file), textsOf(file))]));
      const counts = ({ file, line, endLine }: LinesOf): boolean => {
        const own = lines.get(file);
        if (own === undefined || own === 'all') return own === 'all';
        for (let at = line; at <= endLine; at++) if (own.has(at)) return true;
        return false;
      };
      return { counts, notices: missing.map((file) => ({ code: 'base-missing', file, message: BASE_MISSING })) };
    },
  };
}

const BASE_MISSING =
  'all of its lines count as new: this clone lacks the version to compare with (`git fetch --refetch origin` fetches it)';

/** Maximum number of deleted files among which the old name of a new file is searched. */
const MAX_MISSING_FILES = 500;
/** Minimum share of common lines for a new file to count as a moved one. */
const ALIKE = 0.5;

interface ChangedFile {
  readonly file: string;
  readonly change: GitChange;
}

/** A file's old text, and the candidates for a new file, which may have been moved. */
interface OldTexts {
  readonly textsOf: (file: string) => string | readonly Candidate[] | null;
  /** Files with an older version that Git does not have. */
  readonly missing: readonly string[];
}

interface Candidate {
  readonly text: string;
  readonly lines: ReadonlySet<string>;
}

function oldTexts(top: string, changed: readonly ChangedFile[], gone: readonly GitChange[]): OldTexts {
  const kept = changed.filter(({ change }) => change.status === 'M');
  const moved = kept.length < changed.length ? gone : [];
  const ids = [...kept.map(({ change }) => change), ...moved].map(({ oldId }) => oldId);
  const blobs = readBlobs(top, ids);
  const texts = blobs.map(textOf);
  const old = new Map(kept.map(({ file }, i) => [file, texts[i] ?? null]));
  const candidates = texts
    .slice(kept.length)
    .flatMap((text) => (text === null ? [] : [{ text, lines: linesOf(text) }]));
  return {
    textsOf: (file) => (old.has(file) ? old.get(file)! : candidates),
    missing: kept.flatMap(({ file }, i) => ('missing' in blobs[i]! ? [file] : [])),
  };
}

function textOf(blob: GitBlob): string | null {
  const decoded = 'bytes' in blob ? decodeBytes(blob.bytes) : null;
  return decoded && 'text' in decoded ? decoded.text : null;
}

function newLines(path: string, old: ReturnType<OldTexts['textsOf']>): ReadonlySet<number> | 'all' {
  const read = readText(path, { named: true });
  if (!('text' in read)) return 'all';
  const before = typeof old === 'string' ? old : mostAlike(read.text, old ?? []);
  return before === null ? 'all' : changedLines(before, read.text);
}

function mostAlike(text: string, candidates: readonly Candidate[]): string | null {
  const own = linesOf(text);
  let best: string | null = null;
  let most = ALIKE;
  for (const { text: old, lines } of candidates) {
    const common = [...lines].filter((line) => own.has(line)).length;
    const share = common / Math.max(own.size, lines.size);
    if (share < most || (share === most && best !== null)) continue;
    best = old;
    most = share;
  }
  return best;
}

const linesOf = (text: string): Set<string> => new Set(text.split(/\r\n|\r|\n/));

/** A range of both texts, as 0-based lines with exclusive ends. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly oldFrom: number;
  readonly oldTo: number;
}

/** Up to this many pairs of lines are compared one by one if no line is unique. */
const MAX_PAIRS = 250_000;

/**
 * The lines (1-based) of a text that an older one does not have, or has in another order. Line ends do not count. Lines
 * that occur exactly once in both are the anchors (patience diff), so that the time depends on the length of the texts
 * and not on the size of the change.
 */
export function changedLines(before: string, after: string): ReadonlySet<number> {
  const ids = new Map<string, number>();
  const old = idsOf(before, ids);
  const now = idsOf(after, ids);
  const changed = new Set<number>();
  const open: Stretch[] = [{ from: 0, to: now.length, oldFrom: 0, oldTo: old.length }];
  for (let next = open.pop(); next; next = open.pop()) {
    const stretch = withoutEqualEnds(old, now, next);
    const { from, to, oldFrom, oldTo } = stretch;
    if (from === to) continue;
    const anchors = oldFrom === oldTo ? [] : anchorsOf(old, now, stretch);
    if (anchors.length > 0) open.push(...between(stretch, anchors));
    else for (const line of unmatched(old, now, stretch)) changed.add(line + 1);
  }
  return changed;
}

function idsOf(text: string, ids: Map<string, number>): number[] {
  return text.split(/\r\n|\r|\n/).map((line) => {
    const id = ids.get(line) ?? ids.size;
    ids.set(line, id);
    return id;
  });
}

function withoutEqualEnds(old: readonly number[], now: readonly number[], stretch: Stretch): Stretch {
  let { from, to, oldFrom, oldTo } = stretch;
  while (from < to && oldFrom < oldTo && now[from] === old[oldFrom]) {
    from++;
    oldFrom++;
  }
  while (from < to && oldFrom < oldTo && now[to - 1] === old[oldTo - 1]) {
    to--;
    oldTo--;
  }
  return { from, to, oldFrom, oldTo };
}

type Pair = readonly [line: number, oldLine: number];

/** The longest list of lines that occur once in each text and in the same order in both. */
function anchorsOf(old: readonly number[], now: readonly number[], stretch: Stretch): Pair[] {
  const oldPlaces = placesOnce(old, stretch.oldFrom, stretch.oldTo);
  const pairs: Pair[] = [];
  for (const [id, line] of placesOnce(now, stretch.from, stretch.to)) {
    const oldLine = oldPlaces.get(id);
    if (oldLine !== undefined) pairs.push([line, oldLine]);
  }
  return longestRising(pairs);
}

/** The positions of lines that occur once, in order. */
function placesOnce(lines: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  const often = new Set<number>();
  for (let at = from; at < to; at++) {
    const id = lines[at]!;
    if (often.has(id)) continue;
    if (places.delete(id)) often.add(id);
    else places.set(id, at);
  }
  return places;
}

/** The longest subsequence with ascending old lines. The pairs are sorted by new lines. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = [];
  const previous: number[] = [];
  for (const [i, [, oldLine]] of pairs.entries()) {
    const low = countBefore(ends, (end) => pairs[end]![1] < oldLine);
    previous[i] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = i;
  }
  const run: Pair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at]!) run.push(pairs[at]!);
  return run.reverse();
}

function between({ from, to, oldFrom, oldTo }: Stretch, anchors: readonly Pair[]): Stretch[] {
  const stretches: Stretch[] = [];
  let [line, oldLine] = [from, oldFrom];
  for (const [next, oldNext] of [...anchors, [to, oldTo] as const]) {
    stretches.push({ from: line, to: next, oldFrom: oldLine, oldTo: oldNext });
    [line, oldLine] = [next + 1, oldNext + 1];
  }
  return stretches;
}

/** The new lines outside of the longest common subsequence, or all of them if that would take too long. */
function unmatched(old: readonly number[], now: readonly number[], stretch: Stretch): number[] {
  const { from, to, oldFrom, oldTo } = stretch;
  const [rows, columns] = [to - from, oldTo - oldFrom];
  const all = Array.from({ length: rows }, (_, i) => from + i);
  if (columns === 0 || rows * columns > MAX_PAIRS) return all;
  const lengths = new Uint32Array((rows + 1) * (columns + 1));
  const at = (row: number, column: number): number => row * (columns + 1) + column;
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const isSame = now[from + row] === old[oldFrom + column];
      lengths[at(row, column)] = isSame
        ? lengths[at(row + 1, column + 1)]! + 1
        : Math.max(lengths[at(row + 1, column)]!, lengths[at(row, column + 1)]!);
    }
  }
  let column = 0;
  return all.filter((line, row) => {
    while (column < columns && now[line] !== old[oldFrom + column]) {
      if (lengths[at(row, column + 1)]! < lengths[at(row + 1, column)]!) return true;
      column++;
    }
    if (column === columns) return true;
    column++;
    return false;
  });
}
