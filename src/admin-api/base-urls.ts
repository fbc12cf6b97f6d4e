import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';

/** A call whose address is put together from a base address elsewhere in the file. */
export interface BaseUse {
  /** The part of the address that stands at the call. */
  readonly at: Range;
  /** Below the base, with placeholders. */
  readonly path: string;
  /** Where the client of the call was made, or its headers were set. */
  readonly from: readonly Range[];
}

/** Most uses of one base that are looked at. */
const MAX_COUNT = 200;
const FILLED =
  /[$#]\{[^{}\n]{0,100}\}|\$?\{\{[^{}\n]{0,100}\}\}|\{[^{}\n]{0,100}\}|\$\(?\w{1,60}\)?|%[sdvq]|<[\w-]{1,40}>/g;
const CLIENT =
  /(?:\b([A-Za-z_]\w{0,60})[ \t]{0,4}(?::[ \t]{0,4}[\w.<>]{1,60}[ \t]{0,4})?=[ \t\n]{0,8}(?:await[ \t]{1,4})?)?\b(?:axios\.create|ky\.(?:create|extend)|got\.extend|o?fetch\.create|httpx\.(?:Async)?Client|aiohttp\.ClientSession|requests\.Session|OAuth2Session|Faraday\.new|new[ \t]{1,4}[\w.\\]{0,30}(?:Client|RestClient))[ \t]{0,4}\(/g;
const VERBS =
  '(?:get|post|put|patch|delete|head|request|(?:Get|Post|Put|Patch|Delete)(?:String|FromJson|AsJson)?Async|SendAsync)';

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A base address, and the variable or option that holds it; `null` where it has none. */
export interface Base extends Range {
  readonly name: string | null;
}

/**
 * The calls that put something behind base addresses, for each of these, which are in order; `null` where the name of a base is used with
 * another one only. Looks once for each name: a call belongs to the base that its name was given last.
 */
export function usesOfBases(text: string, bases: readonly Base[]): (readonly BaseUse[] | null)[] {
  const groups = new Map<string, Holder[]>();
  const headers = headersIn(text);
  const holders = bases.map((base): Holder | null => {
    const client = clientOf(text, base);
    const name = client?.name ?? base.name;
    if (name === null) return null;
    const holder = { base, client, name, uses: [] };
    const key = `${client ? 'client' : 'name'} ${name}`;
    groups.set(key, [...(groups.get(key) ?? []), holder]);
    return holder;
  });
  for (const group of groups.values()) share(text, group, headers);
  return holders.map((holder) => {
    if (!holder) return [];
    const key = `${holder.client ? 'client' : 'name'} ${holder.name}`;
    const isUsed = holder.uses.length > 0 || groups.get(key)!.every(({ uses }) => uses.length === 0);
    return isUsed ? holder.uses : null;
  });
}

/** A base address under the name that calls use. */
interface Holder {
  readonly base: Base;
  readonly client: Client | null;
  readonly name: string;
  readonly uses: BaseUse[];
}

/** Gives each call of one name to the base that stands last in front of it, or to the first one. */
function share(text: string, holders: readonly Holder[], headers: HeadersIn): void {
  const [first] = holders;
  if (!first) return;
  const found = first.client ? clientUses(text, first.name) : nameUses(text, first.name);
  let last = 0;
  for (const { at, path, index, caller } of found) {
    while (last + 1 < holders.length && holders[last + 1]!.base.offset <= index) last++;
    const { base, client, uses } = holders[last]!;
    if ((index >= base.offset && index < base.endOffset) || uses.length >= MAX_COUNT) continue;
    const reach = { offset: last === 0 ? 0 : base.offset, endOffset: holders[last + 1]?.base.offset ?? text.length };
    uses.push({
      at,
      path,
      from: [...(client ? [client.made] : []), ...(caller === null ? [] : headers(caller, reach))],
    });
  }
}

/** A use of a name; `caller` is the client whose headers it sends. */
interface NamedUse extends Pick<BaseUse, 'at' | 'path'> {
  readonly index: number;
  readonly caller: string | null;
}

interface Client {
  readonly name: string;
  readonly made: Range;
}

function clientOf(text: string, base: Range): Client | null {
  const from = Math.max(0, base.offset - 400);
  const part = text.slice(from, base.offset);
  const before = [...part.matchAll(CLIENT)].findLast((match) => isOpen(part, match.index + match[0].length));
  if (!before) return null;
  const end = text.indexOf(')', base.endOffset);
  const endOffset = lastBracket(text, from + before.index, end < 0 ? base.endOffset : end + 1);
  const name = before[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1];
  return name === undefined ? null : { name, made: { offset: from + before.index, endOffset } };
}

/** True when the bracket before a place is not closed up to the end. */
function isOpen(text: string, from: number): boolean {
  let depth = 1;
  for (let at = from; at < text.length && depth > 0; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
  }
  return depth > 0;
}

function lastBracket(text: string, from: number, least: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + 4_000); at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0 && at + 1 >= least) return at + 1;
  }
  return least;
}

function clientUses(text: string, name: string): NamedUse[] {
  const pattern = new RegExp(
    String.raw`\b${escaped(name)}[ \t\n]{0,20}(?:\.|->)${VERBS}(?:<[^>\n]{0,80}>)?\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}(["'\x60])(/?[^"'\x60\n]{1,300})`,
    'g',
  );
  return [...text.matchAll(pattern)].map((match) => {
    const rest = match[2]!;
    const endOffset = match.index + match[0].length;
    const path = pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, endOffset);
    return { at: { offset: endOffset - rest.length, endOffset }, path, index: match.index, caller: name };
  });
}

type HeadersIn = (client: string, reach: Range) => readonly Range[];

/** Most places that set headers of one client. */
const MAX_HEADERS = 12;

/** `session.headers.update({…})`, `client.defaults.headers.common.Accept = …`, `s.auth = …`; each client is looked for once. */
function headersIn(text: string): HeadersIn {
  const known = new Map<string, readonly Range[]>();
  return (client, reach) => {
    const ranges = known.get(client) ?? headersOf(text, client);
    known.set(client, ranges);
    return ranges.filter(({ offset }) => offset >= reach.offset && offset < reach.endOffset).slice(0, MAX_HEADERS);
  };
}

function headersOf(text: string, client: string): Range[] {
  const pattern = new RegExp(
    String.raw`\b${escaped(client)}\.(?:headers|defaults|auth)\b[^\n]{0,300}?(?:\{\n(?:[^\n}]{0,200}\n){0,20}|(?=\n|$))`,
    'g',
  );
  return [...text.matchAll(pattern)].map((match) => ({
    offset: match.index,
    endOffset: match.index + match[0].length,
  }));
}

function nameUses(text: string, name: string): NamedUse[] {
  const own = escaped(name);
  const owner = String.raw`(?:[\w$]{1,40}\.|@)?`;
  const pattern = new RegExp(
    [
      String.raw`(?:[$#]\{${owner}${own}\}|\{${owner}${own}\}|\{\{[ \t]?${owner}${own}[ \t]?\}\}|\$${own})(/(?:\{\{[^{}\n]{0,100}\}\}|[^"'\x60\s]){1,300})`,
      String.raw`(?<![\w"'])${owner}${own}[ \t]{0,4}(?:\+|\.)[ \t]{0,4}[a-z]?["'\x60](/[^"'\x60\n]{0,300})`,
      String.raw`["'\x60](?:%s|\{\}|\{0\})(/[^"'\x60\n]{1,300})["'\x60](?:\.format\(|,|[ \t]%[ \t]\()[ \t]{0,4}${owner}${own}\b`,
    ].join('|'),
    'g',
  );
  return [...text.matchAll(pattern)].map((match) => {
    const rest = match[1] ?? match[2] ?? match[3]!;
    const offset = match.index + match[0].indexOf(rest);
    const at = { offset, endOffset: offset + rest.length };
    return { at, path: pathFrom(text, rest, at.endOffset), index: match.index, caller: callerOf(text, match.index) };
  });
}

/** `session.get(f"{BASE}/…")`: the session. */
function callerOf(text: string, at: number): string | null {
  const caller =
    /\b([A-Za-z_]\w{0,40})\.(?:get|post|put|patch|delete|request)\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'`]?$/i.exec(
      text.slice(Math.max(0, at - 120), at),
    );
  return caller?.[1] ?? null;
}

/** With what code adds behind: `"/groups/" + id + "/clusters"`. What fills in the text itself adds nothing. */
function pathFrom(text: string, rest: string, end: number): string {
  let path = rest;
  let after = text.slice(end, end + 300);
  for (let pieces = 0; pieces < 6; pieces++) {
    const added =
      /^["'`][ \t]{0,4}(?:\+|\.(?!format\())[ \t]{0,4}[\w.()$[\]]{1,80}(?:[ \t]{0,4}[+.][ \t]{0,4}["'`]([^"'`\n]{0,200}))?/.exec(
        after,
      );
    if (!added) break;
    path += PLACEHOLDER + (added[1] ?? '');
    after = added[1] === undefined ? '' : after.slice(added[0].length);
  }
  return path
    .replace(FILLED, PLACEHOLDER)
    .replace(/[?#][^]*$/, '')
    .replace(/\/$/, '');
}
