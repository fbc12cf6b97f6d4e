import type { FoundString } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { describe } from '../read/uri.ts';
import { applyEdits, FAR, type Fix, grouped, rangeOver } from '../text/source.ts';
import { literalOf, valueEdits } from '../text/literal.ts';
import type { FileRole } from '../config/severity.ts';
import type { RuleSetup } from './checks.ts';
import { suggestionsOf, type RuleProblem } from './rule.ts';
import { severityOf, type Finding, type OfferedFix } from './finding.ts';
import type { FileResult } from './lint.ts';

/** A problem of a string, with the check that reports it. */
export interface StringProblem {
  readonly setup: RuleSetup;
  readonly problem: RuleProblem;
}

/** More offers than a person reads. Further ones are not made. */
const MAX_OFFERS = 40;

/** The problems of a string, with only those fixes that the rules accept: none that leads to another error. */
export function withJudgedFixes(
  string: FoundString,
  problems: readonly StringProblem[],
  check: (fixed: FoundString) => readonly StringProblem[],
  profile: ServiceProfile,
): readonly StringProblem[] {
  const isOffered = problems.some(({ problem }) => problem.fix !== undefined || suggestionsOf(problem).length > 0);
  if (!isOffered || !string.uri || string.hosts.some(({ resolved }) => resolved)) return problems;
  const before = new Set(problems.filter(isError).map(keyOf));
  let left = string.literal.value.length > FAR ? 0 : MAX_OFFERS;
  const isAccepted = (fix: Fix, { rule: { changes = [] } }: RuleSetup): boolean => {
    if (left-- <= 0) return false;
    const fixed = fixedString(string, fix, profile);
    const errors = fixed ? check(fixed).filter((one) => isError(one) && !before.has(keyOf(one))) : [];
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
function fixedString({ literal, range }: FoundString, { edits }: Fix, profile: ServiceProfile): FoundString | null {
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

/** True for a finding that `--fix` resolves: not accepted, with a proven fix, and at least a warning in this file. */
export function isFixable(finding: Finding): finding is Fixable {
  const { fix, suppressed, role, severity } = finding;
  return fix !== null && suppressed === null && !LEFT_ALONE.has(role) && severity !== 'info';
}

/** The fixes that can be applied together, in order. Of those that overlap, the first counts as a whole. */
export function chooseFixes(findings: readonly Fixable[]): Fixable[] {
  const byEdit = findings.map((finding) => ({ finding, cover: rangeOver(finding.fix.edits) }));
  byEdit.sort((a, b) => a.cover.offset - b.cover.offset);
  const chosen = new Set<Fixable>();
  let end = -1;
  let last: Fixable | null = null;
  for (const { finding, cover } of byEdit) {
    const isSame = finding.rule === last?.rule;
    const first = isSame && cover.endOffset > cover.offset ? end : end + 1;
    // Changes of two rules may combine to another meaning, so the second waits for the next round.
    if (cover.offset < first || (last && !isSame && finding.line === last.line)) continue;
    chosen.add(finding);
    end = cover.endOffset;
    last = finding;
  }
  return findings.filter((finding) => chosen.has(finding));
}

export interface FixInput {
  readonly linted: readonly FileResult[];
  /** The text of a result, or `null` if the file has changed since. */
  readonly textOf: (result: FileResult) => string | null;
  readonly lint: (path: string, text: string) => FileResult;
  /** Findings of all files, with accepted ones marked. */
  readonly projectFindings: (linted: readonly FileResult[]) => readonly Finding[];
}

/** More rounds than fixes need that depend on each other. */
const MAX_ROUNDS = 10;

/** A text before and after its fixes. */
export interface FixedText {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** That of the text after the fixes. */
  readonly result: FileResult;
  readonly fixes: readonly Fixable[];
}

/** Applies proven fixes until none remains. After each round the texts are checked again. Nothing is written to disk. */
export function fixTexts({ linted, textOf, lint, projectFindings }: FixInput): FixedText[] {
  const fixed = new Map<string, FixedText>();
  const results = new Map<string, FileResult>(linted.map((result) => [result.path, result]));
  for (let round = 0, changed = true; changed && round < MAX_ROUNDS; round++) {
    changed = false;
    const fixable = projectFindings([...results.values()]).filter(isFixable);
    for (const [path, fixes] of grouped(fixable, ({ file }) => file)) {
      const earlier = fixed.get(path);
      const result = results.get(path);
      const text = earlier?.after ?? (result ? textOf(result) : null);
      if (text === null) continue;
      const chosen = chooseFixes(fixes);
      const edits = chosen.flatMap(({ fix }) => fix.edits);
      const after = applyEdits(text, edits);
      if (after === text) continue;
      changed = true;
      const next = lint(path, after);
      results.set(path, next);
      const before = earlier?.before ?? text;
      fixed.set(path, { path, before, after, result: next, fixes: [...(earlier?.fixes ?? []), ...chosen] });
    }
  }
  return [...fixed.values()].filter(({ before, after }) => before !== after);
}
