import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { range, MAX_PARTS, isEscape } from './input.ts';

/** Ranges of the parts after the scheme, without separators. */
export interface Anatomy {
  readonly userinfo: Range | null;
  readonly hosts: Range;
  readonly path: Range | null;
  readonly query: Range | null;
  /** True if user info and hosts can also be split in another way. */
  readonly ambiguous: boolean;
  /** True if the user info stands before each host of a list: `user:pass@host1,user:pass@host2`. */
  readonly isRepeated: boolean;
}

/** One way to split the text. The host list ends at a `/`, a `?` or the end. */
interface Reading {
  /** Offset of the `@`, -1 without user info. */
  readonly at: number;
  readonly hostStart: number;
  readonly hostEnd: number;
  readonly strength: Strength;
}

/**
 * Splits the text after the scheme. The user info ends at the last `@` before the first `/` or `?` that follows a
 * plausible host, because passwords with a raw slash are common. Each stretch between two delimiters is read once.
 */
export function splitParts(masked: string, start: number, isOption: (name: string) => boolean): Anatomy {
  const first = readingOf(masked, start, nextDelimiter(masked, start), start);
  const settled = first.at >= 0 && first.strength === 'strong';
  const later = settled ? null : laterReading(masked, first, isOption);
  const better = later && isBetter(later, first) ? later : null;
  const { at, hostStart, hostEnd, strength } = better?.reading ?? first;
  const firstIsValid = better !== null && first.strength !== 'none' && !better.slashBetween;
  // If another such reading follows the chosen one, encoding the password would only lead to that one.
  const next = better && strength === 'weak' ? laterReading(masked, better.reading, isOption) : null;
  const isOneOfMany = better !== null && next !== null && isBetter(next, better.reading);
  const isGuess = firstIsValid || isOneOfMany || better?.overQuery === true || strength === 'none';
  const isRepeated = at >= 0 && isRepeatedUser(masked, start, at);
  return {
    userinfo: at < 0 ? null : range(start, at),
    hosts: range(hostStart, hostEnd),
    ...pathAndQuery(masked, hostEnd),
    ambiguous: isGuess || isRepeated || (at >= 0 && hasHostBefore(masked, start, at, strength)),
    isRepeated,
  };
}

function nextDelimiter(masked: string, from: number, limit = masked.length): number {
  let at = from;
  while (at < limit && masked[at] !== '/' && masked[at] !== '?') at++;
  return at;
}

function readingOf(masked: string, from: number, to: number, start: number): Reading {
  let at = to - 1;
  while (at >= from && masked[at] !== '@') at--;
  if (at >= from) return { at, hostStart: at + 1, hostEnd: to, strength: hostStrength(masked, at + 1, to) };
  const strength = from === start ? hostStrength(masked, start, to) : 'none';
  return { at: -1, hostStart: start, hostEnd: to, strength };
}

interface Later {
  readonly reading: Reading;
  /** True if a second slash makes the database name of the first reading invalid. */
  readonly slashBetween: boolean;
  /** True if it contains a question mark that could begin the options. */
  readonly overQuery: boolean;
}

/** The first stretch with an `@` after the first delimiter. A strong host is best, then a weak one, then any. */
function laterReading(masked: string, first: Reading, isOption: (name: string) => boolean): Later | null {
  let weak: Later | null = null;
  let any: Later | null = null;
  let slashBetween = false;
  let overQuery = false;
  let overOption = false;
  for (let from = first.hostEnd; from < masked.length;) {
    if (masked[from] === '?') {
      const likely = queryAt(masked, from, isOption);
      // Options follow hosts. If there are no hosts before the question mark, it may belong to a password.
      if (likely === 'end' || (likely !== 'no' && first.strength !== 'none')) break;
      overQuery ||= likely !== 'no';
      overOption ||= likely === 'yes';
    }
    const to = nextDelimiter(masked, from + 1);
    const reading = readingOf(masked, from + 1, to, -1);
    slashBetween ||= from !== first.hostEnd && masked[from] === '/';
    const found = { reading, slashBetween: slashBetween || masked[to] === '/', overQuery };
    if (reading.strength === 'strong') return found;
    if (!overOption && reading.strength === 'weak') weak ??= found;
    else if (!overOption && reading.at >= 0) any ??= found;
    from = to;
  }
  return weak ?? any;
}

/**
 * Whether a question mark begins the options: certain before a known option name, possible by its position or before
 * any name.
 */
function queryAt(masked: string, mark: number, isOption: (name: string) => boolean): 'end' | 'yes' | 'perhaps' | 'no' {
  const at = mark + 1;
  if (at === masked.length || masked[at] === PLACEHOLDER) return 'end';
  let end = at;
  while (end < at + 64 && /[\w.;-]/.test(masked[end] ?? ' ')) end++;
  if (masked[end] === '=' && isOption(masked.slice(at, end))) return 'yes';
  const isClosed = end === masked.length || masked[end] === '&' || masked[end] === '=';
  return isClosed || masked[mark - 1] === '/' ? 'perhaps' : 'no';
}

function isBetter({ reading, slashBetween }: Later, first: Reading): boolean {
  // Text before an `@` may be a password. An invalid host is better than a database name that prints the password.
  if (reading.strength === 'none') return first.strength === 'none' && first.at < 0;
  if (first.strength === 'none') return true;
  if (first.strength === 'weak') return reading.strength === 'strong' || slashBetween;
  return reading.strength === 'strong' && slashBetween;
}

/** True if the user info contains an `@` before text that could also be the host. */
function hasHostBefore(masked: string, start: number, end: number, chosen: Strength): boolean {
  let from = masked.indexOf('@', start) + 1;
  while (from > 0 && from <= end) {
    const next = masked.indexOf('@', from);
    const to = nextDelimiter(masked, from, next);
    const strength = hostStrength(masked, from, to);
    if (strength === 'strong' || (strength === 'weak' && chosen !== 'strong')) return true;
    if (isListedHost(masked.slice(from, to))) return true;
    from = next + 1;
  }
  return false;
}

/** True if a comma follows a host that is certain: one with a dot or a port. */
function isListedHost(text: string): boolean {
  const comma = text.indexOf(',');
  if (comma < 0) return false;
  const entry = text.slice(0, comma);
  return entryStrength(entry) === 'strong' || (entry.includes(':') && entryStrength(entry) === 'weak');
}

/** True if the text before the first `@` is also before another one, after a comma. */
function isRepeatedUser(masked: string, start: number, last: number): boolean {
  const first = masked.indexOf('@', start);
  if (first === start || first >= last) return false;
  const again = masked.indexOf(`,${masked.slice(start, first + 1)}`, first);
  return again >= 0 && again <= last;
}

function pathAndQuery(masked: string, hostEnd: number): Pick<Anatomy, 'path' | 'query'> {
  if (hostEnd >= masked.length) return { path: null, query: null };
  const mark = masked.indexOf('?', hostEnd);
  const query = mark < 0 ? null : range(mark + 1, masked.length);
  if (mark === hostEnd) return { path: null, query };
  return { path: range(hostEnd + 1, mark < 0 ? masked.length : mark), query };
}

/** How much a text resembles a host list. `strong` hosts have a dot, brackets, a socket path, or are `localhost`. */
type Strength = 'none' | 'weak' | 'strong';

const HIGHEST_PORT = 65535;

/** The port number, or `null` if it is not between 1 and 65535. */
export function portNumber(text: string): number | null {
  if (!/^\d{1,10}$/.test(text)) return null;
  const port = Number(text);
  return port >= 1 && port <= HIGHEST_PORT ? port : null;
}

/** Rates a comma-separated host list by its first hosts, in linear time. */
export function hostStrength(masked: string, from: number, to: number): Strength {
  let strong = false;
  let start = from;
  let count = 0;
  for (let at = from; at <= to && count < MAX_PARTS; at++) {
    if (at < to && masked[at] !== ',') continue;
    const strength = entryStrength(masked.slice(start, at));
    if (strength === 'none') return 'none';
    strong ||= strength === 'strong';
    start = at + 1;
    count++;
  }
  return strong ? 'strong' : 'weak';
}

function entryStrength(entry: string): Strength {
  if (entry.startsWith('[')) return /^\[[\da-f:.]+(?:%[\w.-]+)?\](:.*)?$/i.test(entry) ? 'strong' : 'none';
  const colon = entry.indexOf(':');
  const host = colon < 0 ? entry : entry.slice(0, colon);
  if (host === '' || !hasHostLetters(host)) return 'none';
  const port = colon < 0 ? null : entry.slice(colon + 1);
  if (port !== null && !port.includes(PLACEHOLDER) && portNumber(port) === null) return 'none';
  return looksDotted(host) || host.includes(PLACEHOLDER) || host === 'localhost' || /%2f/i.test(host)
    ? 'strong'
    : 'weak';
}

/** True for a name with a dot and without empty labels, except the root's. */
function looksDotted(host: string): boolean {
  return host.indexOf('.', 1) > 0 && !host.includes('..') && !host.startsWith('.') && host.length > 2;
}

/** Characters of hosts, except escapes and the spaces in the path of a socket. */
const LETTERS = /^[\w.\u0080-\uffff-]+$/;

function hasHostLetters(host: string): boolean {
  return (LETTERS.test(host) || hasEscapedLetters(host)) && /[^.-]/.test(host);
}

function hasEscapedLetters(host: string): boolean {
  const isSocket = /%2f/i.test(host);
  for (let at = 0; at < host.length; at++) {
    const letter = host[at]!;
    if (/[\w.-]/.test(letter) || letter > '\u007f') continue;
    if (letter === '%' && isEscape(host, at)) continue;
    if (!(isSocket && letter === ' ')) return false;
  }
  return true;
}

/** Brackets around optional parts. Those of an IPv6 address look different. */
const OPTIONAL = /\[(?::[^:]|[,/?&@]|\.{2,3})|@\]|\]\[|\[\/?\[/;

/** True for a description of the syntax: `mongodb://[user:password@]host1[:port1][,…][/[database][?options]]`. */
export const isNotation = (value: string): boolean => OPTIONAL.test(value);
