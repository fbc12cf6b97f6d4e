import type { ConnectionString, UriIssue, UriOption } from './connection-string.ts';
import { authIssues } from './check-auth.ts';
import { optionIssues } from './check-options.ts';
import { readHosts } from './hosts.ts';
import { isOpen, range } from './issue.ts';
import { knownOption } from './options.ts';
import { readDatabase, readQuery, type ParsedOption, type UriFacts } from './query.ts';
import { readScheme, secondScheme } from './scheme.ts';
import { splitParts } from './split.ts';
import { readUser } from './userinfo.ts';

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

const publicOption = ({ offset, endOffset, name, nameRange, value, valueRange, secret }: ParsedOption): UriOption => ({
  offset,
  endOffset,
  name,
  nameRange,
  value,
  valueRange,
  secret,
});
