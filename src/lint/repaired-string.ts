import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import type { Edit } from '../text/edits.ts';
import type { Placeholder, Segment } from '../text/literal.ts';
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
/** Repairs of one string. Each is judged by reading the whole string again. */
const MAX_REPAIRS = 24;

/**
 * The problems of a string with repairs that the rules accept: a repair that leads to another error takes the repair of that error
 * with it, and where there is none it is not offered. Nor are repairs beyond the first ones: another run offers them.
 */
export function withJudgedRepairs(
  string: FoundString,
  problems: readonly StringProblem[],
  judge: Judge,
  profile: ServiceProfile,
): readonly StringProblem[] {
  const isRepaired = problems.some(({ problem: { fix, suggestions = [] } }) => fix ?? suggestions.length > 0);
  if (!isRepaired || !string.uri || string.hosts.some(({ resolved }) => resolved)) return problems;
  const before = new Set(problems.filter(isError).map(keyOf));
  let count = 0;
  const judged = (repair: Repair, isPlanned: boolean): Repair[] => {
    if (++count > MAX_REPAIRS) return [];
    let own = repair;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const after = repairedString(string, own, profile);
      if (!after) return [own];
      const errors = judge(after)
        .flatMap(({ setup, result }) => (isMissingFact(result) ? [] : [{ setup, problem: result }]))
        .filter((one) => isError(one) && !before.has(keyOf(one)) && !(isPlanned && NOT_YET.has(one.setup.rule.id)));
      const [first] = errors;
      if (!first) return [own];
      const { fix, suggestions = [] } = first.problem;
      const next = fix ?? (suggestions.length === 1 ? suggestions[0] : undefined);
      if (!next || next.edits.some((edit) => own.edits.some((other) => touches(edit, other)))) return [];
      own = { ...own, edits: [...own.edits, ...next.edits] };
    }
    return [];
  };
  return problems.map(({ setup, problem }) => {
    const { fix, suggestions } = problem;
    const isPlanned = (setup.rule.changes ?? []).length > 0;
    const own = { ...problem, ...(fix && { fix: judged(fix, isPlanned)[0] }) };
    const offers = suggestions?.flatMap((one) => judged(one, isPlanned));
    return { setup, problem: offers ? { ...own, suggestions: offers } : own };
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
const touches = (a: Edit, b: Edit): boolean => a.offset <= b.endOffset && b.offset <= a.endOffset;

/** The string as it reads after a repair, at its old place; `null` when the repair changes something else. */
export function repairedString(string: FoundString, { edits }: Repair, profile: ServiceProfile): FoundString | null {
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
      segments.push({ ...segment, offset, endOffset, at: value.length + start - from, length });
    }
    for (const one of literal.placeholders)
      if (from <= one.at && one.at < to) placeholders.push({ ...one, at: value.length + one.at - from });
    value += literal.value.slice(from, to);
  };
  for (const { offset, endOffset, text, source } of inside) {
    keep(offset);
    if (text !== '') segments.push({ ...source, at: value.length, length: text.length, exact: false });
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

/** Edits of a string's source in offsets of its value, in order; `null` when one changes something else than the string, or none is given. */
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
