import { hostQuery, ownerOf } from '../facts/query.ts';
import type { FoundString } from '../classify/found-string.ts';
import type { Kind } from '../classify/host-shapes.ts';
import type { FileRole } from '../config/roles.ts';
import type { RuleLevel, Severity } from '../config/severity.ts';
import type { Facts } from '../facts/facts.ts';
import type { Check, RuleSetup } from './checks.ts';
import { isToolCheck, type RuleProblem } from './rule.ts';

/** The severity of a problem in product code. */
export const severityOf = ({ severity, rule }: RuleSetup, problem: RuleProblem): Severity =>
  severity ?? problem.severity ?? rule.severity;

/** What the severity of a finding depends on besides its rule. */
export interface RoleInput {
  readonly role: FileRole;
  /** Kind of its string, `null` without one. */
  readonly kind: Kind | null;
  /** True for a host with the token of a project. */
  readonly hasToken: boolean;
  /** True if a record of the string's cluster is known. */
  readonly recorded: boolean;
}

const NOT_OF_SERVICE: ReadonlySet<Kind | null> = new Set<Kind>(['not-service', 'templated-unknown']);

/** A literal password of a cluster is a risk in any file. */
const KEEPS_WITH_TOKEN = 'credentials-in-text';

/**
 * Decides the severity of a finding in its file. No other code does. In product files it is the severity of the rule's
 * page. Elsewhere problems may be intentional, unless a record shows that the cluster belongs to the project.
 * @param severity that of the rule's page, or of the config for product code
 */
export function severityInRole(severity: Severity, rule: Check, input: RoleInput): RuleLevel {
  const { role, kind, hasToken, recorded } = input;
  if (isToolCheck(rule) || (rule.id === KEEPS_WITH_TOKEN && hasToken)) return severity;
  const isOfOthers = rule.basis === undefined && NOT_OF_SERVICE.has(kind);
  if (role === 'product') return isOfOthers && severity === 'error' && rule.refused !== true ? 'warning' : severity;
  // Tests assert calls, and record answers.
  if (role === 'test' && (isOfOthers || rule.basis === 'code')) return 'off';
  if (role === 'docs' && isOfOthers && rule.refused !== true) return 'off';
  if (!recorded) return 'info';
  return role === 'docs' && severity === 'error' ? 'warning' : severity;
}

/** What the records say about the clusters of a string. */
export interface Standing {
  readonly recorded: boolean;
  /** True if records of its cluster contradict each other, so that none of them proves a fix. */
  readonly disputed: boolean;
}

export function standingOf({ hosts }: FoundString, facts: Facts): Standing {
  const records = hosts.flatMap((host) => ownerOf(facts, hostQuery(host)).cluster ?? []);
  return { recorded: records.length > 0, disputed: records.some(({ conflicts }) => conflicts.length > 0) };
}
