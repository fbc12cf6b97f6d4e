import type { Kind } from '../classify/host-shapes.ts';
import { isDeployed } from '../config/roles.ts';
import type { FileRole } from '../config/roles.ts';
import type { RuleLevel, Severity } from '../config/severity.ts';
import type { Rule } from './rule.ts';

/** What the severity of a finding depends on besides its rule. */
export interface RoleInput {
  readonly role: FileRole;
  /** Of the string that it is about; `null` where there is none. */
  readonly kind: Kind | null;
  /** True for a host with the token of a project. */
  readonly hasToken: boolean;
  /** True where a record of the string's cluster is known. */
  readonly recorded: boolean;
  /** True where a test asserts, mocks or records. */
  readonly asserted: boolean;
}

const NOT_OF_SERVICE: ReadonlySet<Kind | null> = new Set<Kind>(['not-service', 'templated-unknown']);

/** A literal password of a cluster opens it wherever it stands. */
const KEEPS_WITH_TOKEN = 'credentials-in-text';

/**
 * How severe a finding is where it stands: the only place that decides it. What a project runs is judged as the rule's page
 * says; what people read is at most a warning; what tests hold is wrong on purpose, unless a record says that the cluster is
 * one of the project's own.
 * @param severity that of the rule's page, or what the config says of product code
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
  // A string as the service issues it is what a manual shows: only a record says that it is somebody's own.
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

/** Formats in which tests keep what they compare with and what was answered to them. */
const RECORDED = /\.(?:json|jsonl|ya?ml|snap|snaphost|har|txt|http|golden|xml|csv|out)$/i;
const ASSERTS =
  /\b(?:assert|expect|should|verify|require|mock|stub|fake|nock|httpmock|intercept|responses?|respond|record|cassette|reply|golden|toEqual|toBe|Equal|when|given)/i;

/** True where a file of tests asserts, mocks or records what stands in this place. */
export function isAsserted(path: string, text: string, offset: number): boolean {
  if (RECORDED.test(path)) return true;
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const before = text.lastIndexOf('\n', Math.max(0, start - 2)) + 1;
  const end = text.indexOf('\n', offset);
  return ASSERTS.test(
    text.slice(Math.max(before, offset - MAX_LINE), Math.min(end < 0 ? text.length : end, offset + MAX_LINE)),
  );
}

/** How far a line is looked at to either side. */
const MAX_LINE = 1_000;
