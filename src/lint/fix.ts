import { mapRange, applyEdits, changesOf, composeChanges, type Change, type Edit } from '../text/edits.ts';
import type { FileRole } from '../config/roles.ts';
import type { Finding, OfferedFix } from './finding.ts';
import { byPlace } from './report.ts';
import { grouped, type Range } from '../text/source.ts';
import type { FileResult } from './file-result.ts';

export type Fixable = Finding & { readonly fix: OfferedFix };

/** Problems in these files are intentional, or belong to others. */
const LEFT_ALONE: ReadonlySet<FileRole> = new Set<FileRole>(['test', 'vendored']);

/**
 * True for a finding that `--fix` resolves: it has a proven fix, is not accepted, and has at least severity warning in
 * this file.
 */
export function isFixable(finding: Finding): finding is Fixable {
  const { fix, suppressed, role, severity, off } = finding;
  if (fix === null || suppressed !== null || fix.edits.length === 0) return false;
  return !LEFT_ALONE.has(role) && !off && severity !== 'info';
}

/**
 * The fixes that can be applied together, in the order of the file. Of fixes that overlap, the first counts. The edits
 * of a fix are applied all or none, and nothing else changes between them.
 */
export function chooseFixes(findings: readonly Fixable[]): Fixable[] {
  const byEdit = findings.map((finding) => ({ finding, cover: coverOf(finding.fix.edits) }));
  byEdit.sort((a, b) => a.cover.offset - b.cover.offset);
  const chosen = new Set<Fixable>();
  let end = -1;
  let last: Fixable | null = null;
  for (const { finding, cover } of byEdit) {
    // Adjacent changes of two rules may combine to another meaning, so the second waits for the next round.
    const first = finding.rule === last?.rule && cover.endOffset > cover.offset ? end : end + 1;
    if (cover.offset < first) continue;
    chosen.add(finding);
    end = cover.endOffset;
    last = finding;
  }
  return findings.filter((finding) => chosen.has(finding));
}

function coverOf(edits: readonly Edit[]): Range {
  return {
    offset: Math.min(...edits.map(({ offset }) => offset)),
    endOffset: Math.max(...edits.map(({ endOffset }) => endOffset)),
  };
}

/**
 * The findings after fixes that did not exist before, or that should be gone. Without any, the fixes work.
 * @param before findings of the text without the fixes, including the fixed ones
 */
export function caused(
  before: readonly Finding[],
  fixed: ReadonlySet<Finding>,
  after: readonly Finding[],
  changes: readonly Change[],
): Finding[] {
  const known = new Map<string, { next: number; readonly list: { range: Range; live: boolean }[] }>();
  for (const finding of [...before].sort(byPlace)) {
    if (fixed.has(finding)) continue;
    const same = known.get(finding.rule) ?? { next: 0, list: [] };
    same.list.push({ range: mapRange(finding, changes), live: finding.suppressed === null });
    known.set(finding.rule, same);
  }
  return [...after].sort(byPlace).filter((finding) => {
    const same = known.get(finding.rule);
    if (!same) return true;
    // Both lists are in the order of the text. Earlier findings that are entirely before this one were fixed.
    while (same.next < same.list.length && same.list[same.next]!.range.endOffset < finding.offset) same.next++;
    const match = same.list[same.next];
    if (!match || match.range.offset > finding.endOffset) return true;
    same.next++;
    return !match.live && finding.suppressed === null;
  });
}

export interface FixInput {
  readonly linted: readonly FileResult[];
  /** The text of a result, or `null` if the file has changed since. */
  readonly textOf: (result: FileResult) => string | null;
  readonly lint: (path: string, text: string) => FileResult;
  /** Findings of one file, without those that depend on all files. */
  readonly findingsOf: (result: FileResult) => readonly Finding[];
  /** Findings of all files, with accepted ones marked. */
  readonly projectFindings: (linted: readonly FileResult[]) => readonly Finding[];
  /** True for rules that check all files together. */
  readonly needsAll: (rule: string) => boolean;
}

export interface FixedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly changes: readonly Change[];
  readonly count: number;
  /** The result before the fixes. */
  readonly original: FileResult;
  readonly result: FileResult;
  readonly fixes: readonly Fixable[];
}

/** More rounds than fixes need that depend on each other. */
const MAX_ROUNDS = 10;
/**
 * Maximum number of times that a text is checked, and of a long text the characters that are checked. Only rules with
 * wrong fixes come close, and they must not block the run.
 */
const MAX_TRIALS = 200;
const MIN_TRIALS = 8;
const MAX_TRIED_CHARS = 1e7;

/**
 * Applies proven fixes until none remains. After each fix the text is checked again: a fix whose finding remains, or
 * that causes another finding, is not applied. Nothing is written to disk.
 */
export function fixTexts(input: FixInput): FixedText[] {
  const fixed = new Map<string, FixedText>();
  const results = new Map<string, FileResult>(input.linted.map((result) => [result.path, result]));
  const trials = new Map<string, FileState['trials']>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let changed = false;
    const byFile = fixableByFile(input.projectFindings([...results.values()]));
    for (const [path, fixes] of byFile) {
      const result = results.get(path);
      const text = result ? (fixed.get(path)?.after ?? input.textOf(result)) : null;
      if (text === null || !result) continue;
      if (!trials.has(path)) trials.set(path, { left: maxTrials(text) });
      const next = fixOne({ input, results, path, text, result, trials: trials.get(path)! }, fixes);
      if (!next) continue;
      changed = true;
      fixed.set(path, joined(fixed.get(path), next));
      results.set(path, next.result);
    }
    if (!changed) break;
  }
  return [...fixed.values()].filter(({ before, after }) => before !== after);
}

const maxTrials = (text: string): number =>
  Math.max(MIN_TRIALS, Math.min(MAX_TRIALS, Math.floor(MAX_TRIED_CHARS / text.length)));

const fixableByFile = (findings: readonly Finding[]): Map<string, Fixable[]> =>
  grouped(findings.filter(isFixable), ({ file }) => file);

function joined(first: FixedText | undefined, second: FixedText): FixedText {
  if (!first) return second;
  return {
    ...second,
    before: first.before,
    changes: composeChanges(first.changes, second.changes),
    count: first.count + second.count,
    original: first.original,
    fixes: [...first.fixes, ...second.fixes],
  };
}

interface FileState {
  readonly input: FixInput;
  readonly results: ReadonlyMap<string, FileResult>;
  readonly path: string;
  readonly text: string;
  readonly result: FileResult;
  readonly trials: { left: number };
}

/** One round over one file, or `null` if no fix works. */
function fixOne(state: FileState, fixes: readonly Fixable[]): FixedText | null {
  let left = fixes;
  for (;;) {
    const chosen = chooseFixes(left);
    if (chosen.length === 0) return null;
    const proven = provenAmong(state, chosen, null);
    if (proven) return proven;
    left = left.filter((fix) => !chosen.includes(fix));
  }
}

/** The text after the fixes that work together: all of them, or those that are found by halving. */
function provenAmong(state: FileState, fixes: readonly Fixable[], others: FixedText | null): FixedText | null {
  if (state.trials.left-- <= 0) return others;
  const all = applied(state, [...(others?.fixes ?? []), ...fixes]);
  if (all.after !== state.text && faultsOf(state, all).length === 0) return all;
  if (fixes.length === 1) return others;
  const half = fixes.length >> 1;
  return provenAmong(state, fixes.slice(half), provenAmong(state, fixes.slice(0, half), others));
}

function applied({ input, path, text, result: before }: FileState, fixes: readonly Fixable[]): FixedText {
  const edits = fixes.flatMap(({ fix }) => fix.edits);
  const after = applyEdits(text, edits);
  const result = input.lint(path, after);
  return { path, before: text, after, changes: changesOf(edits), count: fixes.length, original: before, result, fixes };
}

/** What the fixes cause, or do not resolve. */
function faultsOf(state: FileState, { fixes, result, changes }: FixedText): Finding[] {
  const view = viewOf(state, fixes);
  const places = new Set(fixes.map(placeKey));
  const before = view(state.result);
  const fixed = new Set(before.filter((finding) => finding.suppressed === null && places.has(placeKey(finding))));
  return caused(before, fixed, view(result), changes);
}

const placeKey = ({ rule, offset, endOffset }: Finding): string => `${rule} ${offset} ${endOffset}`;

/** Findings of this file, or of all files if one of the fixes belongs to a rule that checks all files. */
function viewOf({ input, results, path }: FileState, fixes: readonly Fixable[]) {
  if (!fixes.some(({ rule }) => input.needsAll(rule))) return input.findingsOf;
  return (result: FileResult): readonly Finding[] =>
    input.projectFindings([...new Map(results).set(path, result).values()]).filter(({ file }) => file === path);
}
