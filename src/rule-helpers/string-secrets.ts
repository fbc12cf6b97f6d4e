import type { FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER, display, sourceRange } from '../text/literal.ts';
import { isPasswordPlaceholder } from './whole-string.ts';
import type { Range } from '../text/source.ts';
import { decodePercent } from '../parse/percent.ts';
import { MASK, redacted } from '../parse/redact.ts';

/** A literal secret in a string: its characters, and what it belongs to. */
export interface StringSecret extends Range {
  readonly kind: 'password' | 'option' | 'address';
  /** Name of the option that holds it. */
  readonly option?: string;
}

const textOf = ({ literal }: FoundString, { offset, endOffset }: Range): string =>
  decodePercent(literal.value.slice(offset, endOffset));

function isLiteral(string: FoundString, range: Range, user: string | null): boolean {
  const value = textOf(string, range);
  return !value.includes(PLACEHOLDER) && !isPasswordPlaceholder(value, user);
}

/** Passwords and secret options that stand in a string as they are; placeholders and unknown pieces are none. */
export function literalSecrets(string: FoundString): StringSecret[] {
  if (!string.uri) return addressSecrets(string);
  const { userRange, passwordRange, options } = string.uri;
  // On a host that is certainly one of the service the name of the user is a password, however weak.
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

/** True for hosts of which the text shows that they stand for others: no token of a project, `host`, `<host>`. */
export function isPlaceholderHost({ hosts }: FoundString): boolean {
  return (
    hosts.length > 0 &&
    hosts.every(({ host, class: seen }) => seen.placeholder || /^(?:host|hostname|server)\d?$/i.test(host))
  );
}

/** RFC 2606: names under which nothing can be reached. */
export function isExampleHost({ hosts }: FoundString): boolean {
  return (
    hosts.length > 0 &&
    hosts.every(({ host }) => /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid)\.?$/i.test(host))
  );
}

/** User info of an address of the administration API or of the metrics. */
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

/** True for a string whose secrets open nothing but the machine that it is used on. */
export function isOwnMachine({ hosts }: FoundString): boolean {
  return hosts.length > 0 && hosts.every(({ host }) => OWN_MACHINE.has(host.toLowerCase()));
}

/** Where the text shows what a report would not: user names, passwords, values of options, placeholders that may be real ones. */
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
