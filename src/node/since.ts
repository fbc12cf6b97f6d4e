import { resolve } from 'node:path';
import { changedLines } from '../core/changed-lines.ts';
import { readBlobs } from './git-blobs.ts';
import type { Blob } from './git-blobs.ts';
import { changesSince, mergeBase, workTreeTop } from './git-changes.ts';
import type { GitChange } from './git-changes.ts';
import type { Project } from './project.ts';
import { readText } from './read-file.ts';
import { selectFiles } from './selected-files.ts';
import type { SelectOptions } from './selected-files.ts';
import type { LinesOf, Selection } from './selection.ts';
import { decode } from './text-encoding.ts';

/**
 * What the work tree has that the commit has not in which this branch began: changed and new files, committed or not.
 * Findings count on lines that are new. Three runs of git, and a fourth for the old lines of files with findings.
 * Throws a `UserError` for a commit that git does not know.
 */
export function filesSince(project: Project, ref: string, options: SelectOptions): Selection {
  const top = workTreeTop(project.cwd, '--since');
  const changes = changesSince(top, mergeBase(top, ref), options.noIgnore);
  const present = changes.filter(({ status }) => status !== 'D');
  const { list } = selectFiles(project, top, present, options);
  const byPath = new Map(present.map((change) => [resolve(top, change.path), change]));
  const gone = changes.filter(({ status }) => status === 'D').slice(0, MOST_GONE);
  return {
    list,
    placesIn(files) {
      const changed = files.flatMap((file) => {
        const change = byPath.get(resolve(project.cwd, file));
        return change ? [{ file, change }] : [];
      });
      const olds = oldTexts(top, changed, gone);
      const lines = new Map(changed.map(({ file }) => [file, newLines(resolve(project.cwd, file), olds(file))]));
      return ({ file, line, endLine }: LinesOf): boolean => {
        const own = lines.get(file);
        if (own === undefined || own === 'all') return own === 'all';
        for (let at = line; at <= endLine; at++) if (own.has(at)) return true;
        return false;
      };
    },
  };
}

/** Among so many files that are gone the older name of a new one is looked for. */
const MOST_GONE = 500;
/** From this share of common lines on, a new file is taken for one that is gone. */
const ALIKE = 0.5;

interface ChangedFile {
  readonly file: string;
  readonly change: GitChange;
}

/** A file's text as it was; the candidates for a new one, which may be a file that was moved. */
type OldTexts = (file: string) => string | readonly Candidate[] | null;

interface Candidate {
  readonly text: string;
  readonly lines: ReadonlySet<string>;
}

function oldTexts(top: string, changed: readonly ChangedFile[], gone: readonly GitChange[]): OldTexts {
  const kept = changed.filter(({ change }) => change.status === 'M');
  const moved = kept.length < changed.length ? gone : [];
  const ids = [...kept.map(({ change }) => change), ...moved].map(({ oldId }) => oldId);
  const texts = readBlobs(top, ids).map(textOf);
  const old = new Map(kept.map(({ file }, i) => [file, texts[i] ?? null]));
  const candidates = texts
    .slice(kept.length)
    .flatMap((text) => (text === null ? [] : [{ text, lines: linesOf(text) }]));
  return (file) => (old.has(file) ? old.get(file)! : candidates);
}

function textOf(blob: Blob): string | null {
  const decoded = 'bytes' in blob ? decode(blob.bytes) : null;
  return decoded && 'text' in decoded ? decoded.text : null;
}

function newLines(path: string, old: ReturnType<OldTexts>): ReadonlySet<number> | 'all' {
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
