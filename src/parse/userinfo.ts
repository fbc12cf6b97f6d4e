import type { Presence, UriIssue } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import type { Anatomy } from './split.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { error, hasBadPercent, isOpen, isUnknown, range, textAt, warning } from './part.ts';

export const USERINFO_CODE = 'userinfo-unescaped';

/** Reads `user` or `user:password`, split at the first colon, with the range of the hosts after them. */
export function readUser(text: string, anatomy: Anatomy, hasScheme: boolean) {
  const { userinfo, hosts } = anatomy;
  if (!userinfo) {
    const user: Presence = isOpen(text, hosts) ? 'unknown' : 'no';
    const without = { userRange: null, passwordRange: null, hosts, issues: [], user, password: user };
    return (hasScheme ? lostAt(text, hosts) : null) ?? without;
  }
  const colon = text.indexOf(':', userinfo.offset);
  const isSplit = colon >= 0 && colon < userinfo.endOffset;
  const userRange = range(userinfo.offset, isSplit ? colon : userinfo.endOffset);
  const passwordRange = isSplit ? range(colon + 1, userinfo.endOffset) : null;
  const without: Presence = isOpen(text, userinfo) ? 'unknown' : 'no';
  return {
    userRange,
    passwordRange,
    hosts,
    issues: userIssues(text, anatomy, userinfo, [userRange, passwordRange]),
    user: presence(text, userRange, 'no'),
    // An empty password is not reported, although it is present.
    password: passwordRange ? presence(text, passwordRange, 'unknown') : without,
  };
}

/** A piece that is filled in from end to end may also be empty. */
function presence(text: string, at: Range, whenEmpty: Presence): Presence {
  if (at.offset === at.endOffset) return whenEmpty;
  return isUnknown(textAt(text, at)) ? 'unknown' : 'yes';
}

function userIssues(
  text: string,
  { ambiguous, isRepeated }: Anatomy,
  whole: Range,
  [user, password]: readonly [Range, Range | null],
): UriIssue[] {
  if (isRepeated) {
    const message = 'User info belongs before the first host only. Remove it before the other hosts.';
    return [{ ...error(USERINFO_CODE, whole, message), unique: false }];
  }
  const withAt = range(whole.offset, whole.endOffset + 1);
  const isEmpty = user.offset === user.endOffset;
  return [
    isEmpty ? error('userinfo-empty', withAt, 'The user name before `@` is missing.') : null,
    partIssue(text, user, 'user name', ambiguous),
    password && partIssue(text, password, 'password', ambiguous),
  ].filter((issue) => issue !== null);
}

function partIssue(text: string, part: Range, name: string, ambiguous: boolean): UriIssue | null {
  if (isOpen(text, part)) return null;
  const found = new Set<UriIssue['severity'] | null>();
  for (let at = part.offset; at < part.endOffset; at++) found.add(severityAt(text, at));
  if (!found.has('error') && !found.has('warning')) return null;
  const [report, what] = found.has('error')
    ? [error, 'an @, a colon, a slash or a percent sign that is not percent-encoded']
    : [warning, 'a reserved character that should be percent-encoded'];
  return { ...report(USERINFO_CODE, part, `The ${name} contains ${what}.`), unique: !ambiguous };
}

/**
 * The connection string specification requires an error for `@`, a second colon, a raw `/` and an invalid `%`, and lets
 * drivers accept the other delimiters. The sub-delimiters of RFC 3986 (`!$&'()*+,;=`) need no encoding.
 */
export function severityAt(text: string, at: number): UriIssue['severity'] | null {
  const letter = text[at]!;
  if (letter === '@' || letter === ':' || letter === '/') return 'error';
  if (letter === '%') return hasBadPercent(text.slice(at, at + 3)) ? 'error' : null;
  return '#?[]'.includes(letter) || letter.trim() === '' ? 'warning' : null;
}

/** The first host of a list, with text behind its first colon. */
const LOST = /^([^:]+):([^,:]{1,254})/;

/** `user:SECRETcluster0.token.domain.net` lacks its `@`. All but three labels is hidden: it may be secret. */
function lostAt(text: string, hosts: Range) {
  const [first = '', user = '', name = ''] = LOST.exec(textAt(text, hosts)) ?? [];
  if (first.includes(PLACEHOLDER) || isDomain(user) || !isDomain(name)) return null;
  const labels = name.split('.');
  const kept = labels.slice(-Math.min(3, labels.length - 1)).join('.');
  const hostStart = hosts.offset + first.length - kept.length;
  const passwordStart = hosts.offset + user.length + 1;
  return {
    userRange: range(hosts.offset, passwordStart - 1),
    passwordRange: range(passwordStart, hostStart - 1),
    hosts: range(hostStart, hosts.endOffset),
    issues: [error('userinfo-no-at', hosts, 'The `@` between user info and host is missing.')],
    user: 'unknown' as const,
    password: 'unknown' as const,
  };
}

/** At least three labels, the last one of letters. */
function isDomain(name: string): boolean {
  const labels = name.split('.', 64);
  return labels.length >= 3 && !labels.includes('') && /^[a-z]{2,63}$/i.test(labels.at(-1)!);
}
