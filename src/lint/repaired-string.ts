import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import type { Edit } from '../text/edits.ts';
import type { Placeholder, Segment } from '../text/literal.ts';
import { grouped } from '../text/source.ts';
import { isMissingFact, type Repair, type RuleProblem, type RuleResult } from './rule.ts';
import type { RuleSetup } from './run-rules.ts';

/** A problem of a string, with the rule that reports it. */
export interface StringProblem {
  readonly setup: RuleSetup;
  readonly problem: RuleProblem;
}

/** Runs all rules about strings. */
type Judge = (string: FoundString) => readonly { readonly setup: RuleSetup; readonly result: RuleResult }[];

/** More repairs of one string than depend on each other. */
const MAX_ROUNDS = 4;
/**
 * Repairs of one string that are judged one by one, each by reading the whole string again. More are judged by rule.
 */
const MAX_SINGLE_REPAIRS = 4;
const MAX_ALTERNATIVES = 24;
/** Longer than any string that a person repairs. The end of a still longer one is not even read. */
const MAX_LENGTH = 4_096;
/** Problems of one rule in one string: more than a person reads. */
const MAX_PROBLEMS = 50;

/**
 * The problems of a string with repairs that the rules accept: a repair that leads to another error takes the repair of
 * that error with it, and where there is none it is not offered. Many repairs of a rule are judged together, and one by
 * one if that fails. A string that is too long to show all of its problems is not repaired.
 */
export function withJudgedRepairs(
  string: FoundString,
  all: readonly StringProblem[],
  judge: Judge,
  profile: ServiceProfile,
): readonly StringProblem[] {
  const problems = firstOfEachRule(all);
  const offered = offeredRepairs(problems);
  if (offered.length === 0 || !string.uri || string.hosts.some(({ resolved }) => resolved)) return problems;
  const before = new Set(problems.filter(isError).map(keyOf));
  const errorAfter = (repaired: FoundString, { rule: { changes = [] } }: RuleSetup): StringProblem | undefined =>
    judge(repaired)
      .flatMap(({ setup, result }) => (isMissingFact(result) ? [] : [{ setup, problem: result }]))
      .find(
        (one) => isError(one) && !before.has(keyOf(one)) && !(changes.length > 0 && NOT_YET.has(one.setup.rule.id)),
      );
  const judged = ({ setup, repair }: Offered): Repair | undefined => {
    let own = repair;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const after = repairedString(string, own, profile);
      const error = after && errorAfter(after, setup);
      if (!error) return own;
      const { fix, suggestions = [] } = error.problem;
      const next = fix ?? (suggestions.length === 1 ? suggestions[0] : undefined);
      if (!next || touch(next.edits, own.edits)) return undefined;
      own = { ...own, edits: [...own.edits, ...next.edits] };
    }
    return undefined;
  };
  const judgedTogether = (same: readonly Offered[]): boolean => {
    const after = repairedString(string, { edits: apart(same.flatMap(({ repair }) => repair.edits)) }, profile);
    return after !== null && !errorAfter(after, same[0]!.setup);
  };
  const accepted = new Map<Repair, Repair | undefined>();
  if (problems.length === all.length && string.literal.value.length <= MAX_LENGTH) {
    const sole = offered.filter(({ isSole }) => isSole);
    const alternatives = offered.filter(({ isSole }) => !isSole).slice(0, MAX_ALTERNATIVES);
    let left = MAX_SINGLE_REPAIRS;
    const acceptTogether = (same: readonly Offered[]): boolean => {
      const areAccepted = same.length > 0 && judgedTogether(same);
      if (areAccepted) for (const { repair } of same) accepted.set(repair, repair);
      return areAccepted;
    };
    for (const same of grouped(sole, ({ setup }) => setup).values()) {
      if (same.length > left && acceptTogether(same)) continue;
      const single = same.slice(0, left);
      left -= single.length;
      for (const one of single) accepted.set(one.repair, judged(one));
      if (single.length > 0) acceptTogether(same.slice(single.length));
    }
    for (const one of alternatives) accepted.set(one.repair, judged(one));
  }
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
  readonly repair: Repair;
  /** False for one of several repairs of the same problem. */
  readonly isSole: boolean;
}

function offeredRepairs(problems: readonly StringProblem[]): Offered[] {
  return problems.flatMap(({ setup, problem: { fix, suggestions = [] } }) => {
    const repairs = fix ? [fix, ...suggestions] : suggestions;
    return repairs.map((repair) => ({ setup, repair, isSole: repairs.length === 1 }));
  });
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
const NOT_YET: ReadonlySet<string> = new Set(['host-not-in-cluster-record']);

const isError = ({ setup, problem }: StringProblem): boolean =>
  (setup.severity ?? problem.severity ?? setup.rule.severity) === 'error';
/** Names of hosts differ after a repair, names of options do not. */
const keyOf = ({ setup, problem: { message, data = {} } }: StringProblem): string =>
  [setup.rule.id, message, ...Object.values(data).filter((value) => !/\w\.[\w-]{1,63}\.\w/.test(String(value)))].join(
    ' ',
  );
const touch = (some: readonly Edit[], others: readonly Edit[]): boolean =>
  some.some((a) => others.some((b) => a.offset <= b.endOffset && b.offset <= a.endOffset));

/** The string as it reads after a repair, at its old place; `null` when the repair changes something else. */
export function repairedString(
  string: FoundString,
  { edits }: Pick<Repair, 'edits'>,
  profile: ServiceProfile,
): FoundString | null {
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
      const { offset: from, endOffset: to } = source;
      segments.push({ offset: from, endOffset: to, at: value.length, length: text.length, exact: false });
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
