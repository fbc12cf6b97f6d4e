import { applyEdits, type Edit } from '../text/edits.ts';
import type { FileRole } from '../config/roles.ts';
import { nameOf, type Finding, type OfferedFix } from './finding.ts';
import { grouped, type Range } from '../text/source.ts';
import type { FileResult } from './lint-text.ts';

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
 * True if a text has no finding that the fixes caused: of each rule there are fewer than before, by those that were
 * fixed. One that was accepted and counts after the fixes is new.
 */
export function causesNothing(
  before: readonly Finding[],
  fixed: ReadonlySet<Finding>,
  after: readonly Finding[],
): boolean {
  const left = new Map<string, number>();
  const open = (findings: readonly Finding[]) => findings.filter(({ suppressed }) => suppressed === null).map(nameOf);
  for (const name of open(before.filter((finding) => !fixed.has(finding)))) left.set(name, (left.get(name) ?? 0) + 1);
  return open(after).every((name) => {
    left.set(name, (left.get(name) ?? 0) - 1);
    return left.get(name)! >= 0;
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
  for (let round = 0, changed = true; changed && round < MAX_ROUNDS; round++) {
    changed = false;
    const fixable = input.projectFindings([...results.values()]).filter(isFixable);
    for (const [path, fixes] of grouped(fixable, ({ file }) => file)) {
      const result = results.get(path);
      const text = result ? (fixed.get(path)?.after ?? input.textOf(result)) : null;
      if (text === null || !result) continue;
      const left = Math.max(MIN_TRIALS, Math.min(MAX_TRIALS, Math.floor(MAX_TRIED_CHARS / text.length)));
      if (!trials.has(path)) trials.set(path, { left });
      const next = fixOne({ input, results, path, text, result, trials: trials.get(path)! }, fixes);
      if (!next) continue;
      changed = true;
      const { before = text, original = result, fixes: earlier = [] } = fixed.get(path) ?? {};
      fixed.set(path, { ...next, before, original, fixes: [...earlier, ...next.fixes] });
      results.set(path, next.result);
    }
  }
  return [...fixed.values()].filter(({ before, after }) => before !== after);
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
  for (let left = fixes; left.length > 0;) {
    const chosen = chooseFixes(left);
    const proven = provenAmong(state, chosen, null);
    if (proven) return proven;
    left = left.filter((fix) => !chosen.includes(fix));
  }
  return null;
}

/** The text after the fixes that work together: all of them, or those that are found by halving. */
function provenAmong(state: FileState, fixes: readonly Fixable[], others: FixedText | null): FixedText | null {
  if (state.trials.left-- <= 0) return others;
  const all = applied(state, [...(others?.fixes ?? []), ...fixes]);
  if (all.after !== state.text && isProven(state, all)) return all;
  if (fixes.length === 1) return others;
  const half = fixes.length >> 1;
  return provenAmong(state, fixes.slice(half), provenAmong(state, fixes.slice(0, half), others));
}

/** A text with some of its fixes. `original` is the result before the fixes. */
function applied({ input, path, text, result: original }: FileState, fixes: readonly Fixable[]) {
  const edits = fixes.flatMap(({ fix }) => fix.edits);
  const after = applyEdits(text, edits);
  return { path, before: text, after, original, result: input.lint(path, after), fixes };
}

export type FixedText = Readonly<ReturnType<typeof applied>>;

/** True if the fixes resolve their findings and cause none: in this file, or in all files for a rule about all files. */
function isProven({ input, results, path, result: original }: FileState, { fixes, result }: FixedText): boolean {
  const isLocal = !fixes.some(({ rule }) => input.needsAll(rule));
  const view = (one: FileResult): readonly Finding[] =>
    isLocal
      ? input.findingsOf(one)
      : input.projectFindings([...new Map(results).set(path, one).values()]).filter(({ file }) => file === path);
  const places = new Set(fixes.map(placeKey));
  const before = view(original);
  const fixed = new Set(before.filter((finding) => finding.suppressed === null && places.has(placeKey(finding))));
  return causesNothing(before, fixed, view(result));
}

const placeKey = ({ rule, offset, endOffset }: Finding): string => `${rule} ${offset} ${endOffset}`;
