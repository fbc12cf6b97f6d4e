import type { UriIssue } from './connection-string.ts';
import { optionsOf, type UriFacts } from './uri-facts.ts';
import { error } from './uri-text.ts';

/** URI options specification, conflicting TLS options 1 to 7: whatever the values are. */
const EXCLUSIVE = [
  ['tlsInsecure', 'tlsAllowInvalidCertificates'],
  ['tlsInsecure', 'tlsAllowInvalidHostnames'],
  ['tlsInsecure', 'tlsDisableOCSPEndpointCheck'],
  ['tlsInsecure', 'tlsDisableCertificateRevocationCheck'],
  ['tlsAllowInvalidCertificates', 'tlsDisableOCSPEndpointCheck'],
  ['tlsAllowInvalidCertificates', 'tlsDisableCertificateRevocationCheck'],
  ['tlsDisableOCSPEndpointCheck', 'tlsDisableCertificateRevocationCheck'],
] as const;

const MEANING: Readonly<Record<string, boolean>> = {
  ...{ true: true, 1: true, yes: true, y: true, t: true },
  ...{ false: false, 0: false, '-1': false, no: false, n: false, f: false },
};

/** The eight rules of the specification; the option that stands later is reported. */
export function tlsIssues(facts: UriFacts): UriIssue[] {
  if (!facts.options.some(({ key }) => key === 'ssl' || key.startsWith('tls'))) return [];
  const issues: UriIssue[] = [];
  for (const [one, other] of EXCLUSIVE) {
    const [first, second] = [optionsOf(facts, one)[0], optionsOf(facts, other)[0]];
    if (!first || !second) continue;
    const later = first.offset > second.offset ? first : second;
    issues.push(error('tls-conflict', later, `${one} and ${other} exclude each other.`));
  }
  return [...issues, ...unequalIssues(facts)];
}

/** Rule 8: all instances of `tls` and `ssl` have the same value. Empty values are ignored. */
function unequalIssues(facts: UriFacts): UriIssue[] {
  const switches = facts.options.filter(({ key, unknown }) => !unknown && (key === 'tls' || key === 'ssl'));
  const [first, ...others] = switches.filter(({ decoded }) => decoded);
  const different = others.find((option) => meaning(option.decoded) !== meaning(first?.decoded ?? null));
  return different ? [error('tls-conflict', different, 'All values of tls and ssl must be the same.')] : [];
}

function meaning(value: string | null): boolean | string | null {
  return value === null ? null : (MEANING[value] ?? value);
}
