import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import { applyEdits, type Edit, type Fix } from '../text/edits.ts';
import type { Segment } from '../text/literal.ts';
import { suggestionsOf, type RuleProblem } from './rule.ts';
import type { RuleSetup } from './checks.ts';
import { severityOf } from './severity-in-role.ts';

/** A problem of a string, with the check that reports it. */
export interface StringProblem {
  readonly setup: RuleSetup;
  readonly problem: RuleProblem;
}

/** More offers than a person reads. Further ones are not made. */
const MAX_OFFERS = 40;
/** Longer than any string that a person fixes. */
const MAX_LENGTH = 4_096;

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
  let left = string.literal.value.length > MAX_LENGTH ? 0 : MAX_OFFERS;
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
    return { setup, problem: { ...problem, fix, suggestions } };
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
  const inside = valueEdits(string, edits);
  if (!inside) return null;
  const value = applyEdits(literal.value, inside);
  const whole: Segment = { ...range, at: 0, length: value.length, exact: false };
  return describe({ ...literal, value, segments: [whole], placeholders: [] }, null, profile);
}

/** Edits of a string's source in offsets of its value, in order; `null` if one of them changes something else. */
export function valueEdits({ literal }: FoundString, edits: readonly Edit[]): readonly Edit[] | null {
  const found: Edit[] = [];
  let at = 0;
  for (const { offset: start, endOffset: end, text } of edits.toSorted((a, b) => a.offset - b.offset)) {
    const offset = valueOffset(literal.segments, start);
    const endOffset = valueOffset(literal.segments, end);
    if (offset === null || endOffset === null || offset < at) return null;
    found.push({ offset, endOffset, text });
    at = endOffset;
  }
  return found.length === 0 ? null : found;
}

function valueOffset(segments: readonly Segment[], offset: number): number | null {
  const segment = segments.find((one) => one.exact && one.offset <= offset && offset <= one.endOffset);
  return segment ? segment.at + (offset - segment.offset) : null;
}
