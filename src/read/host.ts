import { classifyHost } from '../classify/classify-host.ts';
import type { Hit } from '../find/hits.ts';
import type { FoundHost, FoundString, HostGroup } from '../classify/found-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { parseConnectionString } from '../parse/parse.ts';
import type { Range } from '../text/source.ts';
import { foundIn, escapedSeparator, isBehindMark, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';

/** Maximum number of characters between the start of a host and its domain. */
const MAX_NAME_LENGTH = 300;
const NAME_CHAR = /[A-Za-z0-9_.\-\uFFFC]/;
/** The start of a name that continues on the next line: `pl-0-us-`. */
const WRAPPED = /(?<![\w.-])[A-Za-z0-9][A-Za-z0-9-]{0,62}-\r?\n[ \t]{0,40}(?:(?:\/\/|[#>*])[ \t]{0,8})?$/;
const OPENERS: Readonly<Record<string, string>> = { '}': '{', '>': '<', ')': '(' };

/**
 * Start of the host whose domain begins at `dot`: letters, digits, dots and hyphens, and unknown pieces between them.
 */
function hostStart(text: string, dot: number, floor: number): number {
  let at = dot;
  const limit = Math.max(floor, dot - MAX_NAME_LENGTH);
  while (at > limit) {
    const char = text[at - 1]!;
    if (NAME_CHAR.test(char)) at--;
    else if (char === '\\' && (text[at] === '.' || text[at] === '-')) at--;
    else if (char === '…') at--;
    else if (OPENERS[char]) {
      const open = openedAt(text, at - 1, limit);
      if (open < 0) break;
      at = open;
    } else break;
  }
  // `%` is not a letter of a name, but the `%s` is part of it.
  if (at > limit && text[at - 1] === '%' && /^[svd][.-]/.test(text.slice(at, at + 2))) return at - 1;
  if (text[at - 1] === '$' && /\w/.test(text.charAt(at))) return at - 1;
  const wrapped = WRAPPED.exec(text.slice(limit, at));
  return wrapped ? limit + wrapped.index : at;
}

/** An element of XML, whose content is the name; in `<name>-shard` the brackets are a placeholder. */
function isTag(text: string, open: number, close: number): boolean {
  const name = /^[A-Za-z][\w.:-]{0,60}/.exec(text.slice(open + 1, close))?.[0];
  return name !== undefined && text.slice(close, close + 2 * MAX_NAME_LENGTH).includes(`</${name}>`);
}

/** Start of the unknown piece that ends with the bracket at `close`, or -1. */
function openedAt(text: string, close: number, limit: number): number {
  const isDoubled = text[close] === '>' && text[close - 1] === '>';
  const before = text.slice(limit, isDoubled ? close - 1 : close);
  const open = limit + before.lastIndexOf(isDoubled ? '<<' : OPENERS[text[close]!]!);
  if (open < limit || close - open > 120 || /[\n"'`\s]{2}|[\n]/.test(text.slice(open, close))) return -1;
  if (text[close] === ')') return text[open - 1] === '$' ? open - 1 : -1;
  if (text[close] === '>') return isTag(text, open, close) ? -1 : open;
  let start = open;
  while (start > limit && (text[start - 1] === '{' || text[start - 1] === '$' || text[start - 1] === '#')) start--;
  return start;
}

const HOST_LIST = new RegExp(
  String.raw`^([\w.${PLACEHOLDER}-]{1,300}(?::(?:\d{1,5}(?!\w|\.\d)|${PLACEHOLDER}))?(?:,[\w.${PLACEHOLDER}-]{1,253}(?::(?:\d{1,5}|${PLACEHOLDER}))?){0,200})(\/[\w${PLACEHOLDER}.-]{0,64}\?[\w.-]{1,60}=[^\s"'<>]{0,2000})?`,
  'u',
);

/** `package com.example.mongodb.net;`: packages are named after hosts, in the opposite order. */
const PACKAGE = /(?:^|\n)[ \t]*(?:package|import(?:[ \t]+static)?)[ \t]+$/;

/** An Atlas host without a scheme, with its port and the hosts listed after it. */
export function readHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const { text, profile } = reading;
  let start = hostStart(text, hit.offset, reading.floor);
  start = dropPrefix(text, start, hit.offset);
  if (start >= hit.offset || /^[.\\-]|^\*/.test(text.slice(start, hit.offset))) {
    if (!/^\.{3}|^…/.test(text.slice(start, start + 3))) return null;
  }
  const before = start > reading.floor ? text.charAt(start - 1) : '';
  if (/[\]+*?)}]/.test(before) || !endsName(text, hit.endOffset)) return null;
  if (PACKAGE.test(text.slice(Math.max(0, start - 40), start))) return null;
  const join = text[hit.endOffset] === ':' || text[hit.endOffset] === ',';
  const literal = readLiteral(start, reading, { join, only: 'hosts' });
  const match = HOST_LIST.exec(literal.value);
  if (!match) return null;
  const hosts = hostsOf(match[1]!, profile);
  const first = hosts[0];
  if (!first?.class.domain || first.class.kind === 'not-service') return null;
  const listed = hosts.filter((host) => host.class.domain !== null);
  const end = hosts.length === listed.length && match[2] ? match[0].length : listed.at(-1)!.endOffset;
  return foundIn(literal, 0, end, { kind: first.class.kind, form: 'host', hosts: listed }, first.class);
}

/** The host of a private endpoint whose domain the program fills in: `${name}-pl-0-lb.${domain}`. */
export function readBuiltHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const start = hostStart(reading.text, hit.offset + 1, reading.floor);
  const literal = readLiteral(start, reading, { join: false, only: 'hosts' });
  const match = HOST_LIST.exec(literal.value);
  if (!match || literal.context !== 'code') return null;
  const hosts = hostsOf(match[1]!, reading.profile);
  if (!hosts.every(({ host }) => /\uFFFC[^\uFFFC]{0,60}-pl-\d[\w-]{0,40}\.\uFFFC/u.test(host))) return null;
  return foundIn(literal, 0, match[0].length, { kind: 'templated-unknown', form: 'host', hosts });
}

/** The prefixes `_mongodb._tcp.` of a DNS query and `https:` without slashes are not part of the name. */
function dropPrefix(text: string, start: number, dot: number): number {
  const name = text.slice(start, dot);
  const colour = /^\d{1,3}m/.exec(name)?.[0].length ?? 0;
  if (colour > 0 && isBehindMark(text, start + colour)) return start + colour;
  const query = /^_[\w-]+\._(?:tcp|udp)\./i.exec(name);
  if (query) return start + query[0].length;
  // The shell's default for an unset variable: `${HOST:-…}`.
  if (name.startsWith('-') && /\$\{\w{1,60}:?$/.test(text.slice(Math.max(0, start - 64), start))) return start + 1;
  if (text.startsWith('${', start - 2)) return start + (/^\w{1,60}-/.exec(name)?.[0].length ?? 0);
  const escaped = escapedSeparator(text, start);
  if (escaped > 0) return start + escaped;
  // The letter of an escape (`\n`) before a name is not part of the name.
  return text[start - 1] === '\\' && /^[nrt]\w/.test(name) ? start + 1 : start;
}

/** False if the domain continues as another name (`<domain>.example.org`, `<domain>x`). */
function endsName(text: string, at: number): boolean {
  const rest = text.slice(at, at + 3);
  return !/^(?:[A-Za-z0-9_]|-[A-Za-z0-9]|\.[A-Za-z0-9_])/.test(rest) && !rest.startsWith('(');
}

/** The hosts of a list, which the parser reads like those of a string. Some programs write `host,port`. */
function hostsOf(written: string, profile: ReaderInput['profile']): FoundHost[] {
  const scheme = `${profile.schemes[0]}://`;
  const list = written.replace(/\.$/, '').replace(/^([^:,]+),(?=\d{2,5}(?:,|$))/, '$1:');
  const back = ({ offset, endOffset }: Range): Range => ({
    offset: offset - scheme.length,
    endOffset: endOffset - scheme.length,
  });
  return parseConnectionString(scheme + list, { schemes: profile.schemes }).hosts.map((one) => ({
    ...one,
    ...back(one),
    hostRange: back(one.hostRange),
    portRange: one.portRange && back(one.portRange),
    class: classifyHost(one.host, 'host', profile),
    resolved: false,
  }));
}

/** Text between two items of one list, such as `", "`, a new line with a dash, or `", 27017), new ServerAddress("`. */
const BETWEEN = /^[\s"'`,;:\-[\]{}()=></]{1,60}(?:[\w.]{1,30}[\s"'`,;:\-[\]{}()=></]{1,60}){0,9}$/;
const MAX_BETWEEN = 160;

/** How far from a list its client, or its replica-set option, is searched, in code units. */
const WINDOW = 300;
const CLIENT =
  /replica_?-?set|ServerAddress|MongoClient|Mongo::Client|\bseeds\b|SetHosts|\bmongo(?:sh|dump|restore|export|import|stat|top)?[ \t][^\n]{0,200}-h(?:ost)?\b/i;
/** How far from a node its port may be. */
const PORT_WINDOW = 60;

/**
 * Groups nodes of one cluster that are written separately, as items of an array or list. The first node gets the group.
 */
export function withHostGroups(text: string, strings: readonly FoundString[]): FoundString[] {
  const marked = [...strings];
  for (let at = 0; at < strings.length;) {
    let end = at + 1;
    const isNode = nodeOf(strings[at]!) !== null;
    if (isNode) while (end < strings.length && isNeighbour(text, strings[end - 1]!, strings[end]!)) end++;
    if (isNode) marked[at] = { group: groupOf(text, strings.slice(at, end)), ...strings[at]! };
    at = end;
  }
  return marked;
}

/** The first host of a string without a scheme, if all are nodes. */
function nodeOf({ form, hosts, literal, uri }: FoundString): FoundHost | null {
  const isNode = hosts.every(({ class: { node, placeholder }, resolved }) => node && !placeholder && !resolved);
  return form === 'host' && uri === null && isNode && literal.context === 'code' ? (hosts[0] ?? null) : null;
}

function isNeighbour(text: string, first: FoundString, next: FoundString): boolean {
  const [a, b] = [nodeOf(first), nodeOf(next)];
  if (!a || a.class.cluster !== b?.class.cluster || a.class.token !== b.class.token || a.host === b.host) return false;
  const { endOffset } = first.range;
  return next.range.offset - endOffset <= MAX_BETWEEN && BETWEEN.test(text.slice(endOffset, next.range.offset));
}

function groupOf(text: string, strings: readonly FoundString[]): HostGroup {
  const { offset } = strings[0]!.range;
  const { endOffset } = strings.at(-1)!.range;
  const around = text.slice(Math.max(0, offset - WINDOW), offset) + text.slice(endOffset, endOffset + WINDOW);
  const hosts = strings.flatMap((string) => string.hosts);
  const near = text.slice(Math.max(0, offset - PORT_WINDOW), endOffset + PORT_WINDOW);
  const own = hosts.find(({ port }) => port !== null)?.port;
  const port = own ?? /\b(?:27017|27016)\b/.exec(near)?.[0];
  // Commas join the seeds of a client.
  const isOfClient = strings.some((string) => string.hosts.length > 1) || CLIENT.test(around);
  return { hosts, isOfClient, port: port === undefined ? null : Number(port) };
}
