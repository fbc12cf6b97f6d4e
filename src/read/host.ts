import forms from './forms.json' with { type: 'json' };
import { classifyHost } from '../classify/classify-host.ts';
import type { Hit } from '../find/hits.ts';
import type { FoundHost, FoundString, HostGroup } from '../classify/found-string.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { beginningOf, PLACEHOLDER, type Literal } from '../text/literal.ts';
import { readHosts } from '../parse/hosts.ts';
import { range } from '../parse/part.ts';
import { namedForms, matchAt, NEAR, textBefore } from '../text/source.ts';
import { foundIn, wordStart, type ReaderInput } from './hit-reader.ts';
import { readLiteral } from './reader.ts';

const FORMS = namedForms(forms.host, forms.parts);

/** Start of the host whose domain begins at `dot`. */
const hostStart = (text: string, dot: number, floor: number): number =>
  Math.max(floor, dot - matchAt(FORMS.before, text, dot)![1]!.length);

/** An Atlas host without a scheme, with its port and the hosts listed after it. */
export function readHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const { text } = reading;
  if (FORMS.goesOn.test(text.slice(hit.endOffset, hit.endOffset + 3))) return null;
  const first = wordStart(text, hostStart(text, hit.offset, reading.floor));
  const start = first + (matchAt(FORMS.prefix, text, first)?.[0].length ?? 0);
  const found = hostFrom(start, leadOf(text, start, hit), hit, reading);
  // `lagoon@net@.ab123.mongodb.net`, `$name.ab123.mongodb.net`: what no language here fills in may have any mark.
  const [end] = found
    ? []
    : (/[.-](?:pri\.)?[a-z\d]{5}(?:\.\w{3,5})?$/.exec(text.slice(0, hit.offset).slice(-30)) ?? []);
  const from = hit.offset - (end?.length ?? 0);
  const isFilled = end !== undefined && from >= reading.floor && FORMS.filled.test(textBefore(text, from, 60));
  return isFilled ? hostFrom(from, { name: null, lead: PLACEHOLDER }, hit, reading) : found;
}

/** The same from an offset on. */
function hostFrom(start: number, lead: Lead | null, hit: Hit, reading: ReaderInput): FoundString | null {
  const { text } = reading;
  if (!lead && (start >= hit.offset || /^[.\\-]|^\*/.test(text.slice(start, hit.offset))))
    if (!/^\.{3}|^…/.test(text.slice(start, start + 3))) return null;
  const join = text[hit.endOffset] === ':' || text[hit.endOffset] === ',';
  const rest = readLiteral(start, reading, { join, only: 'hosts' });
  const literal = lead === null ? rest : withLead(rest, start, lead);
  const match = FORMS.list.exec(literal.value);
  if (!match) return null;
  const hosts = hostsOf(match[1]!, reading.profile);
  const leading = hosts[0];
  if (!leading?.class.domain || leading.class.kind === 'not-service') return null;
  const isTemplate = leading.class.token !== null || leading.class.kind === 'templated-unknown';
  if (lead && (literal.context !== 'code' || !isTemplate)) return null;
  const listed = hosts.filter((host) => host.class.domain !== null);
  const end = hosts.length === listed.length && match[2] ? match[0].length : listed.at(-1)!.endOffset;
  return foundIn(beginningOf(literal, end), { kind: leading.class.kind, form: 'host', hosts: listed }, leading.class);
}

/** What a program puts before a part of a host: a text, or what a variable has. */
interface Lead {
  readonly name: string | null;
  readonly lead: string;
}

/** What the program puts before a host that is written without its first label; `null` for a whole host. */
function leadOf(text: string, start: number, { offset, endOffset }: Hit): Lead | null {
  const before = textBefore(text, start, 140);
  // `"lagoon-pri" + ".ab123.mongodb.net"`
  const [, pieces = ''] = matchAt(FORMS.pieces, text, start) ?? [];
  if (pieces !== '' && start < offset)
    return { name: null, lead: (pieces.match(/[\w.-]{1,80}(?=["'`])/g) ?? []).join('') };
  const [, sign = null] = matchAt(FORMS.endOfName, text, start) ?? [];
  // `.mongodb.net` alone is a host only where something is joined to it.
  const isEnd = sign !== null && (start < offset || /^[+.&<>~|]/.test(sign)) && !FORMS.tested.test(before);
  if (isEnd) return { name: matchAt(FORMS.leader, text, start)?.[1]?.split(/[$.]/).at(-1) ?? null, lead: PLACEHOLDER };
  const isItem = /^\w{1,20}(?:\.\w{3,5})?$/.test(text.slice(start, offset)) && /,\s{0,40}["'`]$/.test(before);
  const joined = isItem ? (FORMS.joinedBefore.exec(before) ?? matchAt(FORMS.joinedAfter, text, endOffset)) : null;
  const separator = joined?.slice(1).find(Boolean);
  return separator === undefined ? null : { name: null, lead: PLACEHOLDER + separator };
}

function withLead(rest: Literal, start: number, { name, lead }: Lead): Literal {
  const at = { offset: start, endOffset: start };
  const behind = <T extends { readonly at: number }>(one: T): T => ({ ...one, at: one.at + lead.length });
  const filled = { ...at, at: 0, text: name === null ? '…' : `\${${name}}`, name, isExample: false };
  return {
    ...rest,
    value: lead + rest.value,
    segments: [{ ...at, at: 0, length: lead.length, exact: false }, ...rest.segments.map(behind)],
    placeholders: [...(lead.startsWith(PLACEHOLDER) ? [filled] : []), ...rest.placeholders.map(behind)],
  };
}

/** The host of a private endpoint whose domain the program fills in: `${name}-pl-0-lb.${domain}`. */
export function readBuiltHost(hit: Hit, reading: ReaderInput): FoundString | null {
  const start = hostStart(reading.text, hit.offset + 1, reading.floor);
  const literal = readLiteral(start, reading, { join: false, only: 'hosts' });
  const match = FORMS.list.exec(literal.value);
  if (!match || literal.context !== 'code') return null;
  const hosts = hostsOf(match[1]!, reading.profile);
  if (!hosts.every(({ host }) => /\uFFFC[^\uFFFC]{0,60}-pl-\d[\w-]{0,40}\.\uFFFC/u.test(host))) return null;
  return foundIn(beginningOf(literal, match[0].length), { kind: 'templated-unknown', form: 'host', hosts });
}

/** The hosts of a list, which the parser reads like those of a string. Some programs write `host,port`. */
function hostsOf(written: string, profile: ServiceProfile): FoundHost[] {
  const list = written.replace(/\.$/, '').replace(/^([^:,]+),(?=\d{2,5}(?:,|$))/, '$1:');
  return readHosts(list, range(0, list.length), null, []).map((one) => {
    return { class: classifyHost(one.host, 'host', profile), resolved: false, ...one };
  });
}

const MAX_BETWEEN = 160;

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
  return next.range.offset - endOffset <= MAX_BETWEEN && FORMS.between.test(text.slice(endOffset, next.range.offset));
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
  const isOfClient = strings.some((string) => string.hosts.length > 1) || FORMS.client.test(around);
  return { hosts, isOfClient, port: port === undefined ? null : Number(port) };
}
