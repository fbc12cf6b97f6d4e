import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import { applyEdits, FAR, type Fix, grouped, rangeOver } from '../text/source.ts';
import { literalOf, valueEdits } from '../text/literal.ts';
import type { FileRole } from '../config/severity.ts';
import type { RuleSetup } from './checks.ts';
import { nameOf, type Finding, type OfferedFix } from './finding.ts';
import { suggestionsOf, type RuleProblem } from './rule.ts';
import { severityOf } from './severity-in-role.ts';
import type { FileResult } from './lint.ts';

/** A problem of a string, with the check that reports it. */
export interface StringProblem {
  readonly setup: RuleSetup;
  readonly problem: RuleProblem;
}

/** More offers than a person reads. Further ones are not made. */
const MAX_OFFERS = 40;

/**
 * The problems of a string, with only those fixes that the rules themselves accept: none that leads to another error.
 * @param check the problems of a string after a fix, from the checks that may report an error
 */
export function withJudgedFixes(
  string: FoundString,
  problems: readonly StringProblem[],
  check: (fixed: FoundString) => readonly StringProblem[],
  profile: ServiceProfile,
): readonly StringProblem[] {
  const isOffered = problems.some(({ problem }) => problem.fix !== undefined || suggestionsOf(problem).length > 0);
  if (!isOffered || !string.uri || string.hosts.some(({ resolved }) => resolved)) return problems;
  const before = new Set(problems.filter(isError).map(keyOf));
  const judged = new Map<string, readonly StringProblem[]>();
  let left = string.literal.value.length > FAR ? 0 : MAX_OFFERS;
  const isAccepted = (fix: Fix, { rule: { changes = [] } }: RuleSetup): boolean => {
    if (left-- <= 0) return false;
    const fixed = fixedString(string, fix, profile);
    if (!fixed) return true;
    const { value } = fixed.literal;
    const errors = judged.get(value) ?? check(fixed).filter((one) => isError(one) && !before.has(keyOf(one)));
    judged.set(value, errors);
    return !errors.some(({ setup }) => changes.length === 0 || !NOT_YET.has(setup.rule.name));
  };
  return problems.map(({ setup, problem }) => {
    const fix = problem.fix && isAccepted(problem.fix, setup) ? problem.fix : undefined;
    const suggestions = suggestionsOf(problem).filter((one) => isAccepted(one, setup));
    // No spread with new keys behind it: see CONTRIBUTING.md.
    return { setup, problem: Object.assign({}, problem, { fix, suggestions }) };
  });
}

/** True for a check that may report an error, and so refuse a fix. */
export const mayRefuse = ({ rule, severity }: RuleSetup): boolean =>
  severity === 'error' ||
  (severity === null && (rule.severity === 'error' || rule.docs.severities?.error !== undefined));

/** What only the planned change issues is in no record yet. */
const NOT_YET: ReadonlySet<string> = new Set(['host-not-in-record/unknown-cluster']);

const isError = ({ setup, problem }: StringProblem): boolean => severityOf(setup, problem) === 'error';
/** Names of hosts differ after a fix, names of options do not. */
const keyOf = ({ setup, problem: { message, data = {} } }: StringProblem): string =>
  [setup.rule.name, message, ...Object.values(data).filter((value) => !/\w\.[\w-]{1,63}\.\w/.test(String(value)))].join(
    ' ',
  );

/** The string as it reads after a fix, at its old place; `null` if the fix changes something else. */
function fixedString(string: FoundString, { edits }: Fix, profile: ServiceProfile): FoundString | null {
  const { literal, range } = string;
  if (literal.decoded !== null) return null;
  const inside = valueEdits(literal, edits);
  if (!inside) return null;
  const value = applyEdits(literal.value, inside);
  const { segments, placeholders } = literalOf(value, range, false);
  return describe({ ...literal, value, segments, placeholders }, null, profile);
}

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
  const byEdit = findings.map((finding) => ({ finding, cover: rangeOver(finding.fix.edits) }));
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

/**
 * True if a text has no finding that the fixes caused: of each rule there are fewer than before, by those that were
 * fixed. One that was accepted and counts after the fixes is new.
 */
export function causesNothing(before: readonly Finding[], fixed: ReadonlySet<Finding>, after: readonly Finding[]) {
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
  /** Findings of one file, with accepted ones marked, and without those that depend on all files. */
  readonly findingsOf: (result: FileResult) => readonly Finding[];
  /** Findings of all files, with accepted ones marked. */
  readonly projectFindings: (linted: readonly FileResult[]) => readonly Finding[];
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
      const next = fixOne({ input, path, text, result, trials: trials.get(path)! }, fixes);
      if (!next) continue;
      changed = true;
      const { before = text, fixes: earlier = [] } = fixed.get(path) ?? {};
      fixed.set(path, { ...next, before, fixes: [...earlier, ...next.fixes] });
      results.set(path, next.result);
    }
  }
  return [...fixed.values()].filter(({ before, after }) => before !== after);
}

interface FileState {
  readonly input: FixInput;
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

function applied({ input, path, text }: FileState, fixes: readonly Fixable[]) {
  const edits = fixes.flatMap(({ fix }) => fix.edits);
  const after = applyEdits(text, edits);
  return { path, before: text, after, result: input.lint(path, after), fixes };
}

export type FixedText = Readonly<ReturnType<typeof applied>>;

/** True if the fixes resolve their findings and cause none in the file. */
function isProven({ input, result: original }: FileState, { fixes, result }: FixedText): boolean {
  const places = new Set(fixes.map(placeKey));
  const before = input.findingsOf(original);
  const fixed = new Set(before.filter((finding) => finding.suppressed === null && places.has(placeKey(finding))));
  return causesNothing(before, fixed, input.findingsOf(result));
}

const placeKey = ({ rule, offset, endOffset }: Finding): string => `${rule} ${offset} ${endOffset}`;
