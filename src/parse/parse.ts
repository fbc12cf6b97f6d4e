import type { ConnectionString, Presence, UriIssue, UriOption } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { authIssues } from './check-auth.ts';
import { optionIssues } from './check-options.ts';
import { readHosts } from './hosts.ts';
import { isFilledIn, isOpen, range } from './issue.ts';
import { knownOption } from './options.ts';
import { readDatabase, readQuery, type ParsedOption, type UriFacts } from './query.ts';
import { readScheme, secondScheme } from './scheme.ts';
import { splitParts, type Anatomy } from './split.ts';
import { lostAt, readUserinfo } from './userinfo.ts';

export interface ParseOptions {
  readonly schemes?: readonly [direct: string, srv: string];
}

/**
 * Parses exactly one candidate and reports its faults. Never throws: an invalid string is parsed as far as possible.
 * Offsets are UTF-16 code units of `text`. Parts with pieces that a program fills in (U+FFFC) are not checked. Grammar:
 * MongoDB connection string specification. Options: URI options and authentication specifications (2026-08).
 */
export function parseConnectionString(text: string, options: ParseOptions = {}): ConnectionString {
  const schemes = options.schemes ?? ['mongodb', 'mongodb+srv'];
  const part = readScheme(text, schemes);
  const second = part.scheme && secondScheme(text, part, schemes, isOption);
  const scheme = second?.scheme ?? part.scheme;
  const anatomy = second?.anatomy ?? splitParts(text, part.rest, isOption);
  const user = readUser(text, anatomy, scheme !== null);
  const { hosts, issues: hostIssues } = readHosts(text, user.hosts, scheme);
  const database = readDatabase(text, anatomy.path);
  const query = anatomy.query ? readQuery(text, anatomy.query) : { options: [], issues: [] };
  const openFrom = anatomy.path || anatomy.query ? anatomy.hosts.endOffset : user.hosts.offset;
  const facts: UriFacts = {
    user: user.user,
    password: user.password,
    userinfoRange: anatomy.userinfo,
    isUserLiteral: anatomy.userinfo !== null && !isOpen(text, anatomy.userinfo),
    scheme,
    options: query.options,
    open: isOpen(text, range(openFrom, text.length)),
    hosts: isOpen(text, user.hosts) ? null : hosts.map(({ host }) => host),
    hostsRange: user.hosts,
  };
  // Two schemes are one mistake, of which wrong user info is a part.
  const leading = second ? [second.issue] : [...part.issues, ...user.issues];
  const issues = [...leading, ...hostIssues, ...database.issues, ...query.issues, ...factIssues(facts)];
  return {
    offset: 0,
    endOffset: text.length,
    scheme,
    schemeRange: part.schemeRange,
    userRange: user.userRange,
    passwordRange: user.passwordRange,
    hosts,
    hostsRange: user.hosts,
    database: database.database,
    databaseRange: database.databaseRange,
    options: query.options.map(publicOption),
    issues: issues.sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset),
  };
}

const isOption = (name: string): boolean => knownOption(name) !== undefined;

/** A missing option is only a fault beside another option. */
const factIssues = (facts: UriFacts): UriIssue[] =>
  facts.options.length === 0 ? [] : [...optionIssues(facts), ...authIssues(facts)];

/** User name, password, and the range of the hosts after them. */
interface User {
  readonly userRange: Range | null;
  readonly passwordRange: Range | null;
  readonly hosts: Range;
  readonly issues: readonly UriIssue[];
  readonly user: Presence;
  readonly password: Presence;
}

function readUser(text: string, anatomy: Anatomy, hasScheme: boolean): User {
  const { userinfo, hosts } = anatomy;
  if (userinfo) {
    const { userRange, passwordRange, issues } = readUserinfo(text, userinfo, anatomy);
    const user = presence(text, userRange, 'no');
    // An empty password is not reported, although it is present.
    const password = passwordRange
      ? presence(text, passwordRange, 'unknown')
      : isOpen(text, userinfo)
        ? 'unknown'
        : 'no';
    return { userRange, passwordRange, hosts, issues, user, password };
  }
  const lost = hasScheme ? lostAt(text, hosts) : null;
  if (lost) return { ...lost, user: 'unknown', password: 'unknown' };
  const user: Presence = isOpen(text, hosts) ? 'unknown' : 'no';
  return { userRange: null, passwordRange: null, hosts, issues: [], user, password: user };
}

/** A piece that is filled in from end to end may also be empty. */
function presence(text: string, at: Range, whenEmpty: Presence): Presence {
  if (at.offset === at.endOffset) return whenEmpty;
  return isFilledIn(text, at) ? 'unknown' : 'yes';
}

const publicOption = ({ offset, endOffset, name, nameRange, value, valueRange, secret }: ParsedOption): UriOption => ({
  offset,
  endOffset,
  name,
  nameRange,
  value,
  valueRange,
  secret,
});
