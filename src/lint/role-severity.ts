import type { Kind } from '../classify/host-shapes.ts';
import { isDeployed } from '../config/roles.ts';
import type { FileRole } from '../config/roles.ts';
import type { RuleLevel, Severity } from '../config/severity.ts';
import type { Rule } from './rule.ts';

/** What the severity of a finding depends on besides its rule. */
export interface RoleInput {
  readonly role: FileRole;
  /** Kind of its string, `null` without one. */
  readonly kind: Kind | null;
  /** True for a host with the token of a project. */
  readonly hasToken: boolean;
  /** True if a record of the string's cluster is known. */
  readonly recorded: boolean;
  /** True if a test asserts, mocks or records the string. */
  readonly asserted: boolean;
}

const NOT_OF_SERVICE: ReadonlySet<Kind | null> = new Set<Kind>(['not-service', 'templated-unknown']);

/** A literal password of a cluster is a risk in any file. */
const KEEPS_WITH_TOKEN = 'credentials-in-text';

/**
 * Decides the severity of a finding in its file. No other code does. In files that are deployed it is the severity of
 * the rule's page. In documents it is at most a warning. In tests, problems are intentional, unless a record shows that
 * the cluster belongs to the project.
 * @param severity that of the rule's page, or of the config for product code
 */
export function severityInRole(severity: Severity, rule: Rule, input: RoleInput): RuleLevel {
  if (rule.scope === 'tool' || (rule.id === KEEPS_WITH_TOKEN && input.hasToken)) return severity;
  if (rule.basis === 'facts') return ofFacts(severity, input);
  if (rule.basis === 'code') return ofCode(severity, input);
  return NOT_OF_SERVICE.has(input.kind) ? ofOtherText(severity, rule.refused === true, input) : ofText(severity, input);
}

const lower = (severity: Severity): Severity => (severity === 'error' ? 'warning' : 'info');

function ofFacts(severity: Severity, { role, recorded }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return recorded ? severity : 'info';
  if (severity === 'error') return 'warning';
  // Documents show strings as Atlas issues them. Only a record proves that one is real.
  return recorded ? severity : 'info';
}

function ofText(severity: Severity, { role, recorded }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return recorded ? severity : 'info';
  return lower(severity);
}

function ofOtherText(severity: Severity, isRefused: boolean, { role }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity === 'error' && !isRefused ? 'warning' : severity;
  return role === 'test' ? 'off' : 'info';
}

function ofCode(severity: Severity, { role, asserted }: RoleInput): RuleLevel {
  if (isDeployed(role)) return severity;
  if (role === 'test') return asserted ? 'off' : 'info';
  return lower(severity);
}

/** Formats in which tests keep expected values and recorded answers. */
const RECORDED = /\.(?:json|jsonl|ya?ml|snap|snaphost|har|txt|http|golden|xml|csv|out)$/i;
const ASSERTS =
  /\b(?:assert|expect|should|verify|require|mock|stub|fake|nock|httpmock|intercept|responses?|respond|record|cassette|reply|golden|toEqual|toBe|Equal|when|given)/i;

/** True if a test file asserts, mocks or records the text at this offset. */
export function isAsserted(path: string, text: string, offset: number): boolean {
  if (RECORDED.test(path)) return true;
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const before = text.lastIndexOf('\n', Math.max(0, start - 2)) + 1;
  const end = text.indexOf('\n', offset);
  return ASSERTS.test(
    text.slice(Math.max(before, offset - MAX_LINE), Math.min(end < 0 ? text.length : end, offset + MAX_LINE)),
  );
}

/** How much of a line is read in each direction. */
const MAX_LINE = 1_000;
