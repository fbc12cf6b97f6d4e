import { ownerOf } from '../facts/query.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { FileRole, Severity } from '../config/severity.ts';
import type { Facts } from '../facts/facts.ts';
import type { Check, RuleSetup } from './checks.ts';
import { isToolCheck, type RuleProblem } from './rule.ts';
import type { StringRecord } from './string-record.ts';

export const severityOf = ({ severity, rule }: RuleSetup, problem: RuleProblem): Severity =>
  severity ?? problem.severity ?? rule.severity;

/** What the severity of a finding depends on of its string. */
type JudgedString = Pick<StringRecord, 'kind' | 'token'> & Pick<Standing, 'recorded'>;

/** The severity of a problem in a file, and the severity in product code. */
export function placedSeverity(role: FileRole, string: JudgedString | null, setup: RuleSetup, problem: RuleProblem) {
  const own = severityOf(setup, problem);
  if (setup.fixed) return { severity: own, lowered: null, off: false };
  const level = severityInRole(own, setup.rule, role, string);
  const inProduct = severityInRole(own, setup.rule, 'product', string) as Severity;
  const off = level === 'off';
  return { severity: off ? 'info' : level, lowered: level === inProduct ? null : inProduct, off };
}

const NOT_OF_SERVICE: ReadonlySet<Kind> = new Set<Kind>(['not-service', 'templated-unknown']);

/**
 * Decides the severity of a finding in its file. No other code does. In product files it is the severity of the rule's
 * page. Elsewhere problems may be intentional, unless a record shows that the cluster belongs to the project.
 * @param severity that of the rule's page, or of the config for product code
 */
export function severityInRole(severity: Severity, rule: Check, role: FileRole, string: JudgedString | null) {
  // A literal password of a cluster is a risk in any file.
  if (isToolCheck(rule) || (rule.id === 'credentials-in-text' && string?.token)) return severity;
  const isOfOthers = rule.basis === undefined && string !== null && NOT_OF_SERVICE.has(string.kind);
  if (role === 'product') return isOfOthers && severity === 'error' && rule.refused !== true ? 'warning' : severity;
  // Tests assert calls, and record answers.
  if (role === 'test' && (isOfOthers || rule.basis === 'code')) return 'off';
  if (role === 'docs' && isOfOthers && rule.refused !== true) return 'off';
  if (!string?.recorded) return 'info';
  return role === 'docs' && severity === 'error' ? 'warning' : severity;
}

/** What the records say about the clusters of a string. `disputed`: two contradict each other, and prove no fix. */
export function standingOf({ hosts }: FoundString, facts: Facts) {
  const records = hosts.flatMap((host) => ownerOf(facts, host).cluster ?? []);
  return { recorded: records.length > 0, disputed: records.some(({ conflicts }) => conflicts.length > 0) };
}

export type Standing = Readonly<ReturnType<typeof standingOf>>;
