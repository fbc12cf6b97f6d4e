import type { ConnectionString, Scheme, UriHost } from './connection-string.ts';
import { applyEdits, type Edit } from '../text/source.ts';
import { authIssues } from './check-auth.ts';
import { optionIssues } from './check-options.ts';
import { readHosts } from './hosts.ts';
import { decodePercent, isOpen, range, textAt } from './part.ts';
import { databaseIssues, readQuery, type ParsedOption } from './query.ts';
import { readScheme, secondScheme, splitParts, type Anatomy } from './split.ts';
import { readUser, severityAt, USERINFO_CODE } from './userinfo.ts';

/**
 * Parses exactly one candidate and reports its faults. Never throws: an invalid string is parsed as far as possible.
 * Offsets are UTF-16 code units of `text`. Parts with pieces that a program fills in (U+FFFC) are not checked. Grammar:
 * MongoDB connection string specification. Options: URI options and authentication specifications (2026-08).
 */
export function parseConnectionString(
  text: string,
  { schemes = ['mongodb', 'mongodb+srv'] }: { readonly schemes?: readonly [direct: string, srv: string] } = {},
): ConnectionString {
  const part = readScheme(text, schemes);
  const second = part.scheme && secondScheme(text, part, schemes);
  const scheme = second?.scheme ?? part.scheme;
  const anatomy = second?.anatomy ?? splitParts(text, part.rest);
  const { path, query } = anatomy;
  const user = readUser(text, anatomy, scheme !== null);
  const hostsRange = user.hosts;
  // Two schemes are one mistake, of which wrong user info is a part.
  const issues = second ? [second.issue] : [...part.issues, ...user.issues];
  const hosts = readHosts(text, hostsRange, scheme, issues);
  const databaseRange = path && path.offset < path.endOffset ? path : null;
  if (databaseRange) issues.push(...databaseIssues(text, databaseRange));
  const options = query ? readQuery(text, query, issues) : [];
  // A missing option is only a fault beside another option.
  if (options.length > 0) {
    const facts = factsOf(text, anatomy, scheme, user, hosts, options);
    issues.push(...optionIssues(facts), ...authIssues(facts));
  }
  return {
    offset: 0,
    endOffset: text.length,
    scheme,
    schemeRange: part.schemeRange,
    userRange: user.userRange,
    passwordRange: user.passwordRange,
    hosts,
    hostsRange,
    database: databaseRange && decodePercent(textAt(text, databaseRange)),
    databaseRange,
    options: options.map(({ written }) => written),
    issues: issues.sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset),
  };
}

/** The input of checks that concern several parts. */
export type UriFacts = Readonly<ReturnType<typeof factsOf>>;

const factsOf = (
  text: string,
  { userinfo, hosts: before }: Anatomy,
  scheme: Scheme | null,
  { user, password, hosts: hostsRange }: ReturnType<typeof readUser>,
  hosts: readonly UriHost[],
  options: readonly ParsedOption[],
) => ({
  scheme,
  options,
  // A piece that a program fills in may contain more options, so that a missing one proves nothing.
  open: isOpen(text, range(before.endOffset, text.length)),
  // The same for more hosts.
  hosts: isOpen(text, hostsRange) ? null : hosts,
  hostsRange,
  user,
  password,
  userinfo,
  isUserLiteral: userinfo !== null && !isOpen(text, userinfo),
});

/** No password has more wrong characters. If more edits are needed, the string was misread. */
const MAX_EDITS = 1000;

/** One edit per character to encode. `null` if the text can be split in several ways, empty if nothing is wrong. */
export function userinfoEdits(text: string, { issues }: Pick<ConnectionString, 'issues'>): Edit[] | null {
  const edits: Edit[] = [];
  for (const issue of issues) {
    if (issue.code !== USERINFO_CODE) continue;
    if (!issue.unique) return null;
    for (let at = issue.offset; at < issue.endOffset; at++) {
      if (severityAt(text, at) === null) continue;
      if (edits.length === MAX_EDITS) return null;
      edits.push({ offset: at, endOffset: at + 1, text: encodeURIComponent(text[at]!) });
    }
  }
  // With a part of the password encoded, another host may be likelier.
  const hosts = (value: string): string => textAt(value, parseConnectionString(value).hostsRange);
  return hosts(applyEdits(text, edits)) === hosts(text) ? edits : null;
}
