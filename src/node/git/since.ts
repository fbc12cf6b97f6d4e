import type * as Diff from 'diff';
import { resolve } from 'node:path';
import { readBlobs, type GitBlob } from './blobs.ts';
import { changesSince, mergeBase, workTreeTop, type GitChange } from './changes.ts';
import type { Project } from '../project/project.ts';
import { readText, decodeBytes } from '../fs/read-file.ts';
import { selectFiles, type SelectOptions, type LinesOf, type Selection } from './staged.ts';
import { load } from '../load.ts';

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

const splitLines = (text: string): string[] => text.split(/\r\n|\r|\n/);

const linesOf = (text: string): Set<string> => new Set(splitLines(text));

/** With more added and removed lines than this, a file counts as new, because comparing would take too long. */
const MAX_CHANGED_LINES = 2_000;

/** The lines (1-based) of a text that an older one does not have, or has in another order. Line ends do not count. */
export function changedLines(before: string, after: string): ReadonlySet<number> {
  const lines = splitLines(after);
  const { diffArrays } = load<typeof Diff>('diff');
  const changes = diffArrays(splitLines(before), lines, { maxEditLength: MAX_CHANGED_LINES });
  const changed = new Set<number>();
  let line = 0;
  for (const { added, removed, count } of changes ?? [{ added: true, removed: false, count: lines.length }]) {
    if (added) for (let at = 1; at <= count; at++) changed.add(line + at);
    if (!removed) line += count;
  }
  return changed;
}
