import { SEVERITIES } from '../config/severity.ts';
import { oncePer, overlaps, type Range } from '../text/source.ts';
import { nameOf, stringAt, type Finding } from './finding.ts';
import type { RuleSetup } from './checks.ts';
import { isToolCheck } from './rule.ts';

export interface Causes {
  /** The rules that report the cause of a rule's findings, by rule. */
  readonly of: ReadonlyMap<string, readonly string[]>;
  /** Rules that need no facts. */
  readonly textual: ReadonlySet<string>;
}

export const causesOf = oncePer((setups: readonly RuleSetup[]): Causes => {
  const of = new Map<string, string[]>();
  for (const { rule } of setups) for (const id of rule.supersedes ?? []) of.set(id, [...(of.get(id) ?? []), rule.name]);
  const textual = setups.filter(({ rule }) => isToolCheck(rule) || rule.basis !== 'facts').map(({ rule }) => rule.name);
  return { of, textual: new Set(textual) };
});

/**
 * Joins the findings about one string that have the same cause: the finding about the cause remains and lists the
 * others as related. A finding that is more severe than its cause remains too.
 * @param strings of the file, in order
 */
export function joinMistakes(
  findings: readonly Finding[],
  strings: readonly Range[],
  causes: Causes,
): readonly Finding[] {
  if (!findings.some((finding) => causes.of.has(nameOf(finding)))) return findings;
  const places = findings.map((finding) => stringAt(strings, finding));
  const leaders = leadersOf(findings, places);
  const joined = new Map<Finding, Finding[]>();
  const remaining = findings.filter((finding, at) => {
    const own = places[at] && leaders.get(places[at]);
    const cause = own && rootCause(finding, own, causes);
    if (!cause) return true;
    const others = joined.get(cause);
    if (others) others.push(finding);
    else joined.set(cause, [finding]);
    return false;
  });
  return remaining.map((finding) => {
    const others = joined.get(finding);
    if (!others) return finding;
    return { ...finding, related: [...finding.related, ...others.map(asRelated)] };
  });
}

/**
 * The first cause of a finding. `null` for a finding that remains, for example if rules supersede each other in a
 * circle.
 */
function rootCause(finding: Finding, leaders: ReadonlyMap<string, Finding>, causes: Causes): Finding | null {
  const seen = new Set([finding]);
  for (let at = finding; ;) {
    const next: Finding | undefined = causes.of
      .get(nameOf(at))
      ?.flatMap((id) => leaders.get(id) ?? [])
      .find((cause) => canLead(cause, at) && (causes.textual.has(nameOf(at)) || isSameMistake(cause, at)));
    if (!next) return at === finding ? null : at;
    if (seen.has(next)) return null;
    seen.add(next);
    at = next;
  }
}

/** A finding from facts about another part of the string is another mistake. */
const isSameMistake = (cause: Finding, other: Finding): boolean => cause.rule === other.rule || overlaps(cause, other);

/** The most severe finding of each rule, by string. */
function leadersOf(
  findings: readonly Finding[],
  places: readonly (object | null)[],
): ReadonlyMap<object, ReadonlyMap<string, Finding>> {
  const leaders = new Map<object, Map<string, Finding>>();
  findings.forEach((finding, at) => {
    const string = places[at];
    if (!string) return;
    const own = leaders.get(string) ?? new Map<string, Finding>();
    leaders.set(string, own);
    const first = own.get(nameOf(finding));
    if (!first || !canLead(first, finding)) own.set(nameOf(finding), finding);
  });
  return leaders;
}

const level = ({ off, severity }: Finding): number => (off ? SEVERITIES.length : SEVERITIES.indexOf(severity));
const canLead = (cause: Finding, other: Finding): boolean => level(cause) <= level(other);

function asRelated(finding: Finding): Finding['related'][number] {
  const { file, line, column, message } = finding;
  return { file, line, column, message: `${nameOf(finding)}: ${message}` };
}
