import { classifyHost } from '../classify/classify-host.ts';
import type { Hit } from '../find/hits.ts';
import type { FoundHost, FoundString, HostGroup } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { beginningOf, PLACEHOLDER, type Literal } from '../text/literal.ts';
import { readHosts } from '../parse/hosts.ts';
import { range } from '../parse/part.ts';
import { matchAt, NEAR, textBefore } from '../text/source.ts';
import { foundIn, wordStart, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';

/** Maximum number of characters between the start of a host and its domain. */
const MAX_NAME_LENGTH = 300;
/** What is between the brackets of what a program or a person fills in. */
const within = (brackets: string): string => String.raw`(?:(?!["'\x60\s]{2})[^${brackets}\n]){0,120}`;
const FILLED = [
  String.raw`[{$#]{0,3}\{${within('{}')}\}{1,2}`,
  String.raw`\$\(${within('()')}\)`,
  String.raw`<<${within('<>')}>>`,
  // No element of XML, whose content is the name.
  String.raw`(?!<([A-Za-z][\w.:-]{0,60})[^]{0,600}<\/\2>)<${within('<>')}>`,
].join('|');
/** The start of a name that continues on the next line: `pl-0-us-`. */
const WRAPPED = String.raw`(?<![\w.-])[A-Za-z0-9][A-Za-z0-9-]{0,62}-\r?\n[ \t]{0,40}(?:(?:\/\/|[#>*])[ \t]{0,8})?`;
/** A name up to an offset: letters, digits, dots and hyphens, and unknown pieces between them. */
const NAME_BEFORE = new RegExp(
  String.raw`(?<=((?:%(?=[svd][.-])|\$(?=\w)|${WRAPPED})?(?:[A-Za-z0-9_.\-…${PLACEHOLDER}]|\\(?=[.-])|${FILLED}){0,${MAX_NAME_LENGTH}}))`,
  'uy',
);

/** Start of the host whose domain begins at `dot`. */
const hostStart = (text: string, dot: number, floor: number): number =>
  Math.max(floor, dot - matchAt(NAME_BEFORE, text, dot)![1]!.length);

const HOST_LIST = new RegExp(
  String.raw`^([\w.${PLACEHOLDER}-]{1,300}(?::(?:\d{1,5}(?!\w|\.\d)|${PLACEHOLDER}))?(?:,[\w.${PLACEHOLDER}-]{1,253}(?::(?:\d{1,5}|${PLACEHOLDER}))?){0,200})(\/[\w${PLACEHOLDER}.-]{0,64}\?[\w.-]{1,60}=[^\s"'<>]{0,2000})?`,
  'u',
);

/** `package com.example.mongodb.net;`: packages are named after hosts, in the opposite order. */
const PACKAGE = /(?:^|\n)[ \t]*(?:package|import(?:[ \t]+static)?)[ \t]+$/;

/** An Atlas host without a scheme, with its port and the hosts listed after it. */
export function readHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const { text, profile } = reading;
  const first = wordStart(text, hostStart(text, hit.offset, reading.floor));
  const start = first + (matchAt(PREFIX, text, first)?.[0].length ?? 0);
  const lead = leadOf(text, start, hit);
  if (!lead && (start >= hit.offset || /^[.\\-]|^\*/.test(text.slice(start, hit.offset))))
    if (!/^\.{3}|^…/.test(text.slice(start, start + 3))) return null;
  const before = start > reading.floor ? text.charAt(start - 1) : '';
  if (/[\]+*?)}]/.test(before) || !endsName(text, hit.endOffset)) return null;
  if (PACKAGE.test(textBefore(text, start, 40))) return null;
  const join = text[hit.endOffset] === ':' || text[hit.endOffset] === ',';
  const rest = readLiteral(start, reading, { join, only: 'hosts' });
  const literal = lead === null ? rest : withLead(rest, start, lead);
  const match = HOST_LIST.exec(literal.value);
  if (!match) return null;
  const hosts = hostsOf(match[1]!, profile);
  const leading = hosts[0];
  if (!leading?.class.domain || leading.class.kind === 'not-service') return null;
  const isTemplate = leading.class.token !== null || leading.class.kind === 'templated-unknown';
  if (lead && (literal.context !== 'code' || !isTemplate)) return null;
  const listed = hosts.filter((host) => host.class.domain !== null);
  const end = hosts.length === listed.length && match[2] ? match[0].length : listed.at(-1)!.endOffset;
  return foundIn(beginningOf(literal, end), { kind: leading.class.kind, form: 'host', hosts: listed }, leading.class);
}

/** In front of `.ab123.mongodb.net` or `-pri.ab123.mongodb.net` as a value, or as a piece that is joined to another. */
const END_OF_NAME =
  /(?<=([=:+.&<>~,(]|\b(?:return|str)\b)\s{0,40}(?:[a-zA-Z]{0,2}["'`]|(?<=[=:][ \t]{0,9})))(?=[.-]\w)/y;
/** Calls and operators that only compare a host with it. */
const TESTED =
  /(?:ends_?with|has_?suffix|includes?|contains|index_?of|search|match(?:es)?|test|strip\w*|trim\w*|remove\w*|split|[!=]==?|=~|no_?proxy\W{1,4})\W{0,4}$/i;
/** The variable that is joined to it. */
const LEADER = /(?<=([A-Za-z_$][\w$.]{0,80})\s{0,40}(?:\+{1,2}|\.{1,2}|&|<>|~)\s{0,40}[a-zA-Z]{0,2}["'`])/y;
/** `join(".", [name, "ab123.mongodb.net"])`, `".".join((name, "…"))`, `[name, "…"].join(".")`, `Join(…, ".")`. */
const JOINED_BEFORE = /(?:["'`]\.["'`]\.join\(|join\b[^\n"'`]{0,9}["'`]\.["'`])[^\n]{0,100},\s{0,40}["'`]$/i;
const JOINED_AFTER = /["'`]\s{0,9}[\])}]{1,3}(?:\.join\(|,)\s{0,9}["'`]\.["'`]/y;

/** What the program puts before a host that is written without its first label; `null` for a whole host. */
function leadOf(text: string, start: number, { offset, endOffset }: Hit) {
  const before = textBefore(text, start, 140);
  const [, sign = null] = matchAt(END_OF_NAME, text, start) ?? [];
  // `.mongodb.net` alone is a host only where something is joined to it.
  const isEnd = sign !== null && (start < offset || /^[+.&<>~]/.test(sign)) && !TESTED.test(before);
  if (isEnd) return { name: matchAt(LEADER, text, start)?.[1]?.split(/[$.]/).at(-1) ?? null, separator: '' };
  const isItem = /^\w{1,20}$/.test(text.slice(start, offset)) && /,\s{0,40}["'`]$/.test(before);
  if (!isItem || !(JOINED_BEFORE.test(before) || matchAt(JOINED_AFTER, text, endOffset))) return null;
  return { name: null, separator: '.' };
}

function withLead(rest: Literal, start: number, { name, separator }: NonNullable<ReturnType<typeof leadOf>>): Literal {
  const at = { offset: start, endOffset: start };
  const length = 1 + separator.length;
  return {
    ...rest,
    value: PLACEHOLDER + separator + rest.value,
    segments: [
      { ...at, at: 0, length, exact: false },
      ...rest.segments.map((one) => ({ ...one, at: one.at + length })),
    ],
    placeholders: [
      { ...at, at: 0, text: name === null ? '…' : `\${${name}}`, name, isExample: false },
      ...rest.placeholders.map((one) => ({ ...one, at: one.at + length })),
    ],
  };
}

/** The host of a private endpoint whose domain the program fills in: `${name}-pl-0-lb.${domain}`. */
export function readBuiltHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const start = hostStart(reading.text, hit.offset + 1, reading.floor);
  const literal = readLiteral(start, reading, { join: false, only: 'hosts' });
  const match = HOST_LIST.exec(literal.value);
  if (!match || literal.context !== 'code') return null;
  const hosts = hostsOf(match[1]!, reading.profile);
  if (!hosts.every(({ host }) => /\uFFFC[^\uFFFC]{0,60}-pl-\d[\w-]{0,40}\.\uFFFC/u.test(host))) return null;
  return foundIn(beginningOf(literal, match[0].length), { kind: 'templated-unknown', form: 'host', hosts });
}

/** Text that does not belong to a name: `_mongodb._tcp.` of a DNS query, the shell's variable before its default, `${HOST:-…}`. */
const PREFIX = /_[\w-]+\._(?:tcp|udp)\.|(?<=\$\{\w{1,60}:?)-|(?<=\$\{)\w{1,60}-/y;

/** False if the domain continues as another name (`<domain>.example.org`, `<domain>x`). */
function endsName(text: string, at: number): boolean {
  const rest = text.slice(at, at + 3);
  return !/^(?:[A-Za-z0-9_]|-[A-Za-z0-9]|\.[A-Za-z0-9_])/.test(rest) && !rest.startsWith('(');
}

/** The hosts of a list, which the parser reads like those of a string. Some programs write `host,port`. */
function hostsOf(written: string, profile: ServiceProfile): FoundHost[] {
  const list = written.replace(/\.$/, '').replace(/^([^:,]+),(?=\d{2,5}(?:,|$))/, '$1:');
  return readHosts(list, range(0, list.length), null, []).map((one) => {
    return { class: classifyHost(one.host, 'host', profile), resolved: false, ...one };
  });
}

/** Text between two items of one list, such as `", "`, a new line with a dash, or `", 27017), new ServerAddress("`. */
const BETWEEN = /^[\s"'`,;:\-[\]{}()=></]{1,60}(?:[\w.]{1,30}[\s"'`,;:\-[\]{}()=></]{1,60}){0,9}$/;
const MAX_BETWEEN = 160;

const CLIENT =
  /replica_?-?set|ServerAddress|MongoClient|Mongo::Client|\bseeds\b|SetHosts|\bmongodb\(|\bmongo(?:sh|dump|restore|export|import|stat|top)?[ \t][^\n]{0,200}-h(?:ost)?\b/i;
/** How far from a node its port may be. */
const PORT_WINDOW = 60;

/** Groups nodes of one cluster that are written separately, as items of a list. The first has the group. */
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
  if (form !== 'host' || uri !== null || literal.context !== 'code') return null;
  const isNode = hosts.every(({ class: { node, placeholder }, resolved }) => node && !placeholder && !resolved);
  return isNode ? (hosts[0] ?? null) : null;
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
  const around = textBefore(text, offset) + text.slice(endOffset, endOffset + NEAR);
  const hosts = strings.flatMap((string) => string.hosts);
  const near = text.slice(Math.max(0, offset - PORT_WINDOW), endOffset + PORT_WINDOW);
  const own = hosts.find(({ port }) => port !== null)?.port;
  const port = own ?? /\b(?:27017|27016)\b/.exec(near)?.[0];
  // Commas join the seeds of a client.
  const isOfClient = strings.some((string) => string.hosts.length > 1) || CLIENT.test(around);
  return { hosts, isOfClient, port: port === undefined ? null : Number(port) };
}
