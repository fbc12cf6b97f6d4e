import type { FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER, display, sourceRange } from '../text/literal.ts';
import { isPasswordPlaceholder } from './whole-string.ts';
import type { Range } from '../text/source.ts';
import { decodePercent } from '../parse/percent.ts';
import { MASK, redacted } from '../parse/redact.ts';

/** A literal secret in a string, with its range and type. */
export interface StringSecret extends Range {
  readonly kind: 'password' | 'option' | 'address';
  /** Name of its option. */
  readonly option?: string;
}

const textOf = ({ literal }: FoundString, { offset, endOffset }: Range): string =>
  decodePercent(literal.value.slice(offset, endOffset));

function isLiteral(string: FoundString, range: Range, user: string | null): boolean {
  const value = textOf(string, range);
  return !value.includes(PLACEHOLDER) && !isPasswordPlaceholder(value, user);
}

/** Literal passwords and secret options in a string, without placeholders and unknown pieces. */
export function literalSecrets(string: FoundString): StringSecret[] {
  if (!string.uri) return addressSecrets(string);
  const { userRange, passwordRange, options } = string.uri;
  // On a host that is certainly on Atlas, even a user name or a weak word counts as a password.
  const user = userRange && !hasToken(string) ? textOf(string, userRange) : null;
  const found: StringSecret[] = [];
  if (passwordRange && isLiteral(string, passwordRange, user)) {
    const { offset, endOffset } = passwordRange;
    found.push({ kind: 'password', offset, endOffset });
  }
  for (const { name, secretRange } of options) {
    if (!secretRange || /user/i.test(name) || !isLiteral(string, secretRange, null)) continue;
    found.push({ kind: 'option', option: name, ...secretRange });
  }
  return found;
}

function hasToken({ hosts }: FoundString): boolean {
  return hosts.some(({ class: { domain, token, placeholder } }) => domain !== null && token !== null && !placeholder);
}

/** True for placeholder hosts: without a project token, `host`, `<host>`. */
export function isPlaceholderHost({ hosts }: FoundString): boolean {
  return (
    hosts.length > 0 &&
    hosts.every(({ host, class: seen }) => seen.placeholder || /^(?:host|hostname|server)\d?$/i.test(host))
  );
}

/** RFC 2606: names that are reserved for examples. */
export function isExampleHost({ hosts }: FoundString): boolean {
  return (
    hosts.length > 0 &&
    hosts.every(({ host }) => /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)\.?$/i.test(host))
  );
}

/** User info of an address of the Admin API or of the metrics discovery. */
function addressSecrets(string: FoundString): StringSecret[] {
  return string.secrets.flatMap((range): StringSecret[] => {
    const { value } = string.literal;
    const colon = value.slice(0, range.endOffset).indexOf(':', range.offset);
    if (colon < 0 || value[range.endOffset] !== '@') return [];
    const user = textOf(string, { offset: range.offset, endOffset: colon });
    const isShown = isLiteral(string, { offset: colon + 1, endOffset: range.endOffset }, user);
    return isShown ? [{ kind: 'address', ...range }] : [];
  });
}

const OWN_MACHINE: ReadonlySet<string> = new Set([
  ...['localhost', '127.0.0.1', '::1', '0.0.0.0', 'host.docker.internal'],
]);

/** True for a string whose secrets are only valid on the local machine. */
export function isOwnMachine({ hosts }: FoundString): boolean {
  return hosts.length > 0 && hosts.every(({ host }) => OWN_MACHINE.has(host.toLowerCase()));
}

/**
 * Ranges in which the text shows what reports hide: user names, passwords, option values, placeholders that may be real
 * values.
 */
export function secretPlaces(strings: readonly FoundString[]): Range[] {
  return strings.flatMap(({ literal, secrets }) => [
    ...secrets
      .filter(({ offset, endOffset }) => isShown(literal, { offset, endOffset }))
      .map(({ offset, endOffset }) => sourceRange(literal, offset, endOffset)),
    ...literal.placeholders.filter(({ text }) => text === MASK).map(({ offset, endOffset }) => ({ offset, endOffset })),
  ]);
}

function isShown(literal: FoundString['literal'], secret: Range): boolean {
  const { offset, endOffset } = secret;
  return redacted(literal, [secret], offset, endOffset) !== display(literal, offset, endOffset);
}
