import type { ConnectionString, UriIssue, UriOption } from './connection-string.ts';
import type { Range } from '../text/source.ts';
import { splitParts, type Anatomy } from './split.ts';
import { authIssues } from './check-auth.ts';
import {
  duplicateIssues,
  optionIssues,
  proxyIssues,
  readWriteIssues,
  tlsIssues,
  loadBalancedIssues,
  topologyIssues,
} from './check-options.ts';
import { readDatabase, readQuery, type ParsedOption, type Presence, type UriFacts } from './path-and-query.ts';
import { readHosts } from './hosts.ts';
import { lostAt, readUserinfo } from './userinfo.ts';
import { knownOption } from './options.ts';
import { readScheme, secondScheme, type SecondScheme } from './scheme.ts';
import { hasPlaceholder, isAllPlaceholder, uriText, type UriText } from './input.ts';

export interface ParseOptions {
  readonly schemes?: readonly [direct: string, srv: string];
  /** Pieces such as `<password>`, which are treated like interpolations. */
  readonly placeholders?: readonly Range[];
}

/**
 * Parses exactly one candidate and reports its faults. Never throws: an invalid string is parsed as far as possible.
 * Offsets are UTF-16 code units of `text`. Parts with unknown pieces are not checked. Grammar: MongoDB connection
 * string specification. Options: URI options and authentication specifications (2026-08).
 */
export function parseConnectionString(text: string, options: ParseOptions = {}): ConnectionString {
  const uri = uriText(text, options.placeholders ?? []);
  const schemes = options.schemes ?? ['mongodb', 'mongodb+srv'];
  const part = readScheme(uri.masked, schemes);
  const { scheme: first, schemeRange, rest, issues } = part;
  const second = first && secondScheme(uri.masked, part, schemes, isOption);
  const scheme = second?.scheme ?? first;
  const anatomy = second?.anatomy ?? splitParts(uri.masked, rest, isOption);
  const user = second ? readSecondUser(uri, second) : readUser(uri, anatomy, scheme !== null);
  const hosts = readHosts(uri, user.hosts, scheme);
  const database = readDatabase(uri, anatomy.path);
  const query = anatomy.query ? readQuery(uri, anatomy.query, anatomy.path) : { options: [], issues: [] };
  const facts: UriFacts = {
    user: user.user,
    password: user.password,
    userinfoRange: anatomy.userinfo,
    scheme,
    options: query.options,
    open: hasPlaceholder(uri, anatomy.path || anatomy.query ? anatomy.hosts.endOffset : user.hosts.offset, text.length),
    hosts: hasPlaceholder(uri, user.hosts.offset, user.hosts.endOffset) ? null : hosts.hosts.map(({ host }) => host),
    hostsRange: user.hosts,
  };
  // Two schemes are one mistake.
  const found = [
    second ? [] : issues,
    user.issues,
    hosts.issues,
    database.issues,
    query.issues,
    factIssues(uri, facts),
  ].flat();
  return {
    offset: 0,
    endOffset: text.length,
    scheme,
    schemeRange,
    userRange: user.userRange,
    passwordRange: user.passwordRange,
    hosts: hosts.hosts,
    hostsRange: user.hosts,
    database: database.database,
    databaseRange: database.databaseRange,
    options: query.options.map(publicOption),
    issues: found.length > 1 ? found.sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset) : found,
  };
}

const isOption = (name: string): boolean => knownOption(name) !== undefined;

function factIssues(uri: UriText, facts: UriFacts): UriIssue[] {
  // All these checks are about options. A missing option is only a fault beside another option.
  if (facts.options.length === 0) return [];
  return [
    ...optionIssues(facts),
    ...duplicateIssues(facts),
    ...topologyIssues(facts),
    ...loadBalancedIssues(facts),
    ...tlsIssues(facts),
    ...proxyIssues(facts),
    ...readWriteIssues(facts),
    ...authIssues(uri, facts),
  ];
}

/** User name, password, and the offset of the hosts after them. */
interface User {
  readonly userRange: Range | null;
  readonly passwordRange: Range | null;
  readonly hosts: Range;
  readonly issues: readonly UriIssue[];
  readonly user: Presence;
  readonly password: Presence;
}

function readUser(uri: UriText, anatomy: Anatomy, hasScheme: boolean): User {
  const { userinfo, hosts } = anatomy;
  if (userinfo) {
    const { userRange, passwordRange, issues } = readUserinfo(uri, userinfo, anatomy);
    const isOpen = hasPlaceholder(uri, userinfo.offset, userinfo.endOffset);
    const user = presence(uri, userRange, 'no');
    // An empty password is not reported, although it is present.
    const password = passwordRange ? presence(uri, passwordRange, 'unknown') : isOpen ? 'unknown' : 'no';
    return { userRange, passwordRange, hosts, issues, user, password };
  }
  const lost = hasScheme ? lostAt(uri, hosts) : null;
  if (lost) {
    const { userRange, passwordRange, hosts: behind, issue } = lost;
    return { userRange, passwordRange, hosts: behind, issues: [issue], user: 'unknown', password: 'unknown' };
  }
  const user: Presence = hasPlaceholder(uri, hosts.offset, hosts.endOffset) ? 'unknown' : 'no';
  return { userRange: null, passwordRange: null, hosts, issues: [], user, password: user };
}

/** A fault of user info before or around a second scheme is a fault of the scheme. */
function readSecondUser(uri: UriText, { anatomy, issue }: SecondScheme): User {
  return { ...readUser(uri, anatomy, true), issues: [issue] };
}

/** A piece that is unknown from end to end may also be empty. */
function presence(uri: UriText, { offset, endOffset }: Range, whenEmpty: Presence): Presence {
  if (offset === endOffset) return whenEmpty;
  return isAllPlaceholder(uri, offset, endOffset) ? 'unknown' : 'yes';
}

function publicOption(option: ParsedOption): UriOption {
  const { offset, endOffset, name, nameRange, value, valueRange, secret, secretRange } = option;
  const shown = { offset, endOffset, name, nameRange, value, valueRange, secret };
  return secretRange ? { ...shown, secretRange } : shown;
}
