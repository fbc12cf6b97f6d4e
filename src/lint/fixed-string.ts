import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import type { Edit } from '../text/edits.ts';
import type { Placeholder, Segment } from '../text/literal.ts';
import { grouped } from '../text/source.ts';
import { isMissingFact, type Fix, type RuleProblem, type RuleResult } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';

/** A problem of a string, with the rule that reports it. */
export interface StringProblem {
  readonly setup: RuleSetup;
  readonly problem: RuleProblem;
}

/** Runs all rules about strings. */
type CheckString = (string: FoundString) => readonly { readonly setup: RuleSetup; readonly result: RuleResult }[];

/** More fixes of one string than depend on each other. */
const MAX_ROUNDS = 4;
/** Fixes of one string that are checked one by one, each by reading the whole string again. More are checked by rule. */
const MAX_SINGLE_FIXES = 4;
const MAX_ALTERNATIVES = 24;
/** Longer than any string that a person fixes. The end of a still longer one is not even read. */
const MAX_LENGTH = 4_096;
/** Problems of one rule in one string: more than a person reads. */
const MAX_PROBLEMS = 50;

/**
 * The problems of a string with fixes that the rules accept: a fix that leads to another error takes the fix of that
 * error with it, and where there is none it is not offered. Many fixes of a rule are checked together, and one by one
 * if that fails. A string that is too long to show all of its problems is not fixed.
 */
export function withAcceptedFixes(
  string: FoundString,
  all: readonly StringProblem[],
  check: CheckString,
  profile: ServiceProfile,
): readonly StringProblem[] {
  const problems = firstOfEachRule(all);
  const offered = offeredFixes(problems);
  if (offered.length === 0 || !string.uri || string.hosts.some(({ resolved }) => resolved)) return problems;
  const isRead = problems.length === all.length && string.literal.value.length <= MAX_LENGTH;
  const before = new Set(problems.filter(isError).map(keyOf));
  const accepted = isRead ? acceptedFixes(offered, { string, before, check, profile }) : NONE_ACCEPTED;
  return problems.map(({ setup, problem }) => {
    const { fix, suggestions } = problem;
    const own = { ...problem, ...(fix && { fix: accepted.get(fix) }) };
    const left = suggestions?.flatMap((one) => accepted.get(one) ?? []);
    return { setup, problem: left ? { ...own, suggestions: left } : own };
  });
}

function firstOfEachRule(problems: readonly StringProblem[]): readonly StringProblem[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  const counts = new Map<RuleSetup, number>();
  return problems.filter(({ setup }) => {
    const count = counts.get(setup) ?? 0;
    counts.set(setup, count + 1);
    return count < MAX_PROBLEMS;
  });
}

interface Offered {
  readonly setup: RuleSetup;
  readonly fix: Fix;
  /** False for one of several fixes of the same problem. */
  readonly isSole: boolean;
}

function offeredFixes(problems: readonly StringProblem[]): Offered[] {
  const offered: Offered[] = [];
  for (const { setup, problem } of problems) {
    const { fix, suggestions = [] } = problem;
    const isSole = suggestions.length + (fix ? 1 : 0) === 1;
    if (fix) offered.push({ setup, fix, isSole });
    for (const one of suggestions) offered.push({ setup, fix: one, isSole });
  }
  return offered;
}

/** A string whose fixes are checked. */
interface Fixing {
  readonly string: FoundString;
  /** Its errors. */
  readonly before: ReadonlySet<string>;
  readonly check: CheckString;
  readonly profile: ServiceProfile;
}

/** What to offer for each fix: nothing, or the fix with the fixes that it needs. */
type Accepted = ReadonlyMap<Fix, Fix | undefined>;
const NONE_ACCEPTED: Accepted = new Map();

function acceptedFixes(offered: readonly Offered[], fixing: Fixing): Accepted {
  const accepted = new Map<Fix, Fix | undefined>();
  const accept = (fixes: readonly Offered[]): void => fixes.forEach(({ fix }) => accepted.set(fix, fix));
  let left = MAX_SINGLE_FIXES;
  const sole = offered.filter(({ isSole }) => isSole);
  for (const same of grouped(sole, ({ setup }) => setup).values()) {
    if (same.length > left && areAcceptedTogether(same, fixing)) {
      accept(same);
      continue;
    }
    const single = same.slice(0, left);
    const others = same.slice(left);
    left -= single.length;
    for (const one of single) accepted.set(one.fix, acceptedFix(one, fixing));
    if (single.length > 0 && others.length > 0 && areAcceptedTogether(others, fixing)) accept(others);
  }
  const alternatives = offered.filter(({ isSole }) => !isSole);
  for (const one of alternatives.slice(0, MAX_ALTERNATIVES)) accepted.set(one.fix, acceptedFix(one, fixing));
  return accepted;
}

/** The fix with those of the errors that it leads to, `undefined` where one of them has none. */
function acceptedFix({ setup, fix }: Offered, fixing: Fixing): Fix | undefined {
  let own = fix;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const after = fixedString(fixing.string, own, fixing.profile);
    const error = after && errorAfter(after, setup, fixing);
    if (!error) return own;
    const { fix: first, suggestions = [] } = error.problem;
    const next = first ?? (suggestions.length === 1 ? suggestions[0] : undefined);
    if (!next || touch(next.edits, own.edits)) return undefined;
    own = { ...own, edits: [...own.edits, ...next.edits] };
  }
  return undefined;
}

/** @param same fixes of one rule */
function areAcceptedTogether(same: readonly Offered[], fixing: Fixing): boolean {
  const edits = apart(same.flatMap(({ fix }) => fix.edits));
  const after = fixedString(fixing.string, { edits }, fixing.profile);
  return after !== null && !errorAfter(after, same[0]!.setup, fixing);
}

/** An error that the string did not have before the fix of this rule. */
function errorAfter(fixed: FoundString, { rule: { changes = [] } }: RuleSetup, fixing: Fixing): StringProblem | null {
  for (const { setup, result } of fixing.check(fixed)) {
    if (isMissingFact(result)) continue;
    const one = { setup, problem: result };
    const isExpected = changes.length > 0 && NOT_YET.has(setup.rule.name);
    if (isError(one) && !fixing.before.has(keyOf(one)) && !isExpected) return one;
  }
  return null;
}

/** The edits that overlap no earlier one: neighbours may remove the separator between them. */
function apart(edits: readonly Edit[]): Edit[] {
  let end = -1;
  return edits
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ offset, endOffset }) => {
      if (offset < end) return false;
      end = endOffset;
      return true;
    });
}

/** What only the planned change issues is in no record yet. */
const NOT_YET: ReadonlySet<string> = new Set(['host-not-in-record/unknown-cluster']);

const isError = ({ setup, problem }: StringProblem): boolean =>
  (setup.severity ?? problem.severity ?? setup.rule.severity) === 'error';
/** Names of hosts differ after a fix, names of options do not. */
const keyOf = ({ setup, problem: { message, data = {} } }: StringProblem): string =>
  [setup.rule.name, message, ...Object.values(data).filter((value) => !/\w\.[\w-]{1,63}\.\w/.test(String(value)))].join(
    ' ',
  );
const touch = (some: readonly Edit[], others: readonly Edit[]): boolean =>
  some.some((a) => others.some((b) => a.offset <= b.endOffset && b.offset <= a.endOffset));

/** The string as it reads after a fix, at its old place; `null` when the fix changes something else. */
function fixedString(string: FoundString, { edits }: Pick<Fix, 'edits'>, profile: ServiceProfile): FoundString | null {
  const { literal, inValue } = string;
  if (inValue.offset > 0 || inValue.endOffset < literal.value.length || literal.decoded !== null) return null;
  const inside = valueEdits(string, edits);
  if (!inside) return null;
  let value = '';
  const segments: Segment[] = [];
  const placeholders: Placeholder[] = [];
  let from = 0;
  const keep = (to: number): void => {
    for (const segment of literal.segments) {
      const start = Math.max(segment.at, from);
      const length = Math.min(segment.at + segment.length, to) - start;
      if (length <= 0) continue;
      const offset = segment.exact ? segment.offset + start - segment.at : segment.offset;
      const endOffset = segment.exact ? offset + length : segment.endOffset;
      segments.push({ offset, endOffset, at: value.length + start - from, length, exact: segment.exact });
    }
    for (const one of literal.placeholders)
      if (from <= one.at && one.at < to) placeholders.push({ ...one, at: value.length + one.at - from });
    value += literal.value.slice(from, to);
  };
  for (const { offset, endOffset, text, source } of inside) {
    keep(offset);
    if (text !== '') {
      const { offset: start, endOffset: end } = source;
      segments.push({ at: value.length, length: text.length, offset: start, endOffset: end, exact: false });
    }
    value += text;
    from = endOffset;
  }
  keep(literal.value.length);
  const found = describe({ ...literal, value, segments, placeholders }, null, profile);
  return { ...found, range: string.range, ...(string.replicaSet && { replicaSet: string.replicaSet }) };
}

/** An edit in offsets of a value. */
interface ValueEdit extends Edit {
  /** The edit in offsets of the source. */
  readonly source: Edit;
}

/**
 * Edits of a string's source in offsets of its value, in order; `null` when one changes something else than the string,
 * or none is given.
 */
export function valueEdits({ literal, inValue }: FoundString, edits: readonly Edit[]): readonly ValueEdit[] | null {
  const found: ValueEdit[] = [];
  let at = inValue.offset;
  for (const source of [...edits].sort((a, b) => a.offset - b.offset)) {
    const offset = valueOffset(literal.segments, source.offset);
    const endOffset = valueOffset(literal.segments, source.endOffset);
    if (offset === null || endOffset === null || offset < at || endOffset > inValue.endOffset) return null;
    found.push({ offset, endOffset, text: source.text, source });
    at = endOffset;
  }
  return found.length === 0 ? null : found;
}

function valueOffset(segments: readonly Segment[], offset: number): number | null {
  const segment = segments.find((one) => one.exact && one.offset <= offset && offset <= one.endOffset);
  return segment ? segment.at + (offset - segment.offset) : null;
}
