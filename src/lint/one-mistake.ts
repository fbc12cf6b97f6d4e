import { SEVERITIES } from '../config/severity.ts';
import { grouped, oncePer, overlaps, type Range } from '../text/source.ts';
import { stringAt } from '../classify/found-string.ts';
import { nameOf, type Finding } from './finding.ts';
import type { RuleSetup } from './checks.ts';
import { isToolCheck } from './rule.ts';

/** For each rule those that report the cause of its findings, and the rules that need no facts. */
export const causesOf = oncePer((setups: readonly RuleSetup[]) => {
  const of = new Map<string, string[]>();
  for (const { rule } of setups) for (const id of rule.supersedes ?? []) of.set(id, [...(of.get(id) ?? []), rule.name]);
  const textual = setups.filter(({ rule }) => isToolCheck(rule) || rule.basis !== 'facts').map(({ rule }) => rule.name);
  return { of, textual: new Set(textual) };
});

type Causes = ReturnType<typeof causesOf>;

/**
 * Joins the findings about one string that have the same cause: the finding about the cause remains and lists the
 * others as related. A finding that is more severe than its cause remains too.
 * @param strings of the file, in order
 */
export function joinMistakes(findings: readonly Finding[], strings: readonly Range[], causes: Causes) {
  if (!findings.some((finding) => causes.of.has(nameOf(finding)))) return findings;
  const roots = new Map<Finding, Finding>();
  for (const [string, own] of grouped(findings, (finding) => stringAt(strings, finding))) {
    // The first of the most severe findings of each rule.
    const inOrder = own.toReversed().sort((a, b) => level(b) - level(a));
    const leaders = new Map(inOrder.map((finding) => [nameOf(finding), finding]));
    for (const finding of string ? own : []) {
      const root = rootCause(finding, leaders, causes);
      if (root && root !== finding) roots.set(finding, root);
    }
  }
  const joined = grouped([...roots], ([, root]) => root);
  return findings.flatMap((finding) => {
    if (roots.has(finding)) return [];
    const others = joined.get(finding);
    return others ? { ...finding, related: [...finding.related, ...others.map(([one]) => asRelated(one))] } : finding;
  });
}

/** The first cause of a finding, or the finding itself. `null` if rules supersede each other in a circle. */
function rootCause(
  finding: Finding,
  leaders: ReadonlyMap<string, Finding>,
  causes: Causes,
  seen = new Set<Finding>(),
): Finding | null {
  if (seen.has(finding)) return null;
  const isTextual = causes.textual.has(nameOf(finding));
  const next = causes.of
    .get(nameOf(finding))
    ?.flatMap((id) => leaders.get(id) ?? [])
    .find((cause) => level(cause) <= level(finding) && (isTextual || isSameMistake(cause, finding)));
  return next ? rootCause(next, leaders, causes, seen.add(finding)) : finding;
}

/** A finding from facts about another part of the string is another mistake. */
const isSameMistake = (cause: Finding, other: Finding): boolean => cause.rule === other.rule || overlaps(cause, other);

const level = ({ off, severity }: Finding): number => (off ? SEVERITIES.length : SEVERITIES.indexOf(severity));

function asRelated(finding: Finding): Finding['related'][number] {
  const { file, line, column, message } = finding;
  return { file, line, column, message: `${nameOf(finding)}: ${message}` };
}
