import { PLACEHOLDER } from '../text/literal.ts';
import { countBefore, once, type Range } from '../text/source.ts';
import { everyMatch } from '../rule-helpers/built-hosts.ts';

/** A call whose address is built from a base address elsewhere in the file. */
interface BaseUse {
  /** The part of the address at the call. */
  readonly at: Range;
  /** The path below the base, with placeholders. */
  readonly path: string;
  /** Where the client of the call is created or its headers are set. */
  readonly from: readonly Range[];
}

/** Maximum number of uses per base. */
const MAX_COUNT = 200;
const FILLED =
  /[$#]\{[^{}\n]{0,100}\}|\$?\{\{[^{}\n]{0,100}\}\}|\{[^{}\n]{0,100}\}|\$\(?\w{1,60}\)?|%[sdvq]|<[\w-]{1,40}>/g;
const CLIENT =
  /(?:\b([A-Za-z_]\w{0,60})[ \t]{0,4}(?::[ \t]{0,4}[\w.<>]{1,60}[ \t]{0,4})?=[ \t\n]{0,8}(?:await[ \t]{1,4})?)?\b(?:axios\.create|ky\.(?:create|extend)|got\.extend|o?fetch\.create|httpx\.(?:Async)?Client|aiohttp\.ClientSession|requests\.Session|OAuth2Session|Faraday\.new|new[ \t]{1,4}[\w.\\]{0,30}(?:Client|RestClient))[ \t]{0,4}\(/g;
const VERBS =
  '(?:get|post|put|patch|delete|head|request|(?:Get|Post|Put|Patch|Delete)(?:String|FromJson|AsJson)?Async|SendAsync)';

/** A base address, and the variable or option it is assigned to, or `null`. */
export interface Base extends Range {
  readonly name: string | null;
}

/**
 * The calls that append a path to each base address, in the order of the bases. `null` if the name of a base is used
 * only with another one. Each name is searched once: a call belongs to the last base that was assigned to its name.
 */
export function usesOfBases(text: string, bases: readonly Base[]): (readonly BaseUse[] | null)[] {
  const groups = new Map<string, Group>();
  const headers = headersIn(text);
  const usesOf = { client: namedUses(text, CLIENT_USE), name: namedUses(text, NAME_USE) };
  const holders = bases.map((base): { readonly holder: Holder; readonly group: Group } | null => {
    const client = clientOf(text, base);
    const name = client?.name ?? base.name;
    if (name === null) return null;
    const key = `${client ? 'client' : 'name'} ${name}`;
    const group = groups.get(key) ?? { holders: [], isUsed: false };
    const holder = { base, client, name, uses: [] };
    group.holders.push(holder);
    groups.set(key, group);
    return { holder, group };
  });
  for (const group of groups.values()) {
    const { client, name } = group.holders[0]!;
    share(text, group.holders, usesOf[client ? 'client' : 'name'](name), headers);
    group.isUsed = group.holders.some(({ uses }) => uses.length > 0);
  }
  return holders.map((known) => {
    if (!known) return [];
    return known.holder.uses.length > 0 || !known.group.isUsed ? known.holder.uses : null;
  });
}

/** The base addresses of one name. */
interface Group {
  readonly holders: Holder[];
  isUsed: boolean;
}

/** A base address under the name that calls use. */
interface Holder {
  readonly base: Base;
  readonly client: Client | null;
  readonly name: string;
  readonly uses: BaseUse[];
}

/** Assigns each call of a name to the last base before it, or to the first base. */
function share(text: string, holders: readonly Holder[], found: readonly NamedUse[], headers: HeadersIn): void {
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

/** Groups values by name, keeping their order. */
export function valuesByName<T>(entries: readonly (readonly [name: string, value: T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [name, value] of entries) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

/** A use of a name. `caller` is the client whose headers are sent. */
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
  const end = text.slice(base.endOffset, base.endOffset + MAX_CLIENT_LENGTH).indexOf(')');
  const endOffset = lastBracket(text, from + before.index, base.endOffset + end + 1);
  const name = before[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1];
  return name === undefined ? null : { name, made: { offset: from + before.index, endOffset } };
}

/** Maximum length of a call that creates a client, in code units. */
const MAX_CLIENT_LENGTH = 4_000;

/** True if the last bracket before the offset is still open at its end. */
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
  for (let at = from; at < Math.min(text.length, from + MAX_CLIENT_LENGTH); at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0 && at + 1 >= least) return at + 1;
  }
  return least;
}

const NAME = String.raw`(\w{1,60})`;

/** A call of a client: its name, the quote, the path. A lookahead, because the rest may contain other uses. */
const CLIENT_USE: UsePattern = {
  pattern: new RegExp(
    String.raw`\b${NAME}(?=([ \t\n]{0,20}(?:\.|->)${VERBS}(?:<[^>\n]{0,80}>)?\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'\x60])(/?[^"'\x60\n]{1,300}))`,
    'g',
  ),
  read: (text, { index, 0: whole, 1: name = '', 2: opening = '', 3: rest = '' }) => {
    const offset = index + whole.length + opening.length;
    const at = { offset, endOffset: offset + rest.length };
    const path = pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, at.endOffset);
    return [[name, { at, path, index, caller: name }]];
  },
};

interface UsePattern {
  readonly pattern: RegExp;
  readonly read: (text: string, match: RegExpExecArray) => readonly (readonly [name: string, use: NamedUse])[];
}

/** The uses of each name, found in one pass over the text. */
function namedUses(text: string, { pattern, read }: UsePattern): (name: string) => readonly NamedUse[] {
  const uses = once(() => valuesByName(everyMatch(text, pattern).flatMap((match) => read(text, match))));
  return (name) => uses().get(name) ?? [];
}

type HeadersIn = (client: string, reach: Range) => readonly Range[];

/** Maximum number of places that set headers of one client. */
const MAX_HEADERS = 12;

/**
 * `session.headers.update({…})`, `client.defaults.headers.common.Accept = …`, `s.auth = …`, found in one pass over the
 * text.
 */
function headersIn(text: string): HeadersIn {
  const headers = once(() => headersByClient(text));
  return (client, reach) => {
    const ranges = headers().get(client) ?? [];
    const first = countBefore(ranges, ({ offset }) => offset < reach.offset);
    return ranges.slice(first, first + MAX_HEADERS).filter(({ offset }) => offset < reach.endOffset);
  };
}

const HEADERS = new RegExp(
  String.raw`\b${NAME}(?=(\.(?:headers|defaults|auth)\b[^\n]{0,300}?(?:\{\n(?:[^\n}]{0,200}\n){0,20}|(?=\n|$))))`,
  'g',
);

function headersByClient(text: string): Map<string, Range[]> {
  return valuesByName(
    everyMatch(text, HEADERS).map(({ index, 1: name = '', 2: rest = '' }) => [
      name,
      { offset: index, endOffset: index + name.length + rest.length },
    ]),
  );
}

const OWNER = String.raw`([\w$]{1,40}\.|@)?`;
const OWNED = OWNER + NAME;

/** A name before a path: inside a text, or next to a text into which it is interpolated. */
const NAME_USE: UsePattern = {
  pattern: new RegExp(
    [
      String.raw`(?:[$#]\{${OWNED}\}|\{${OWNED}\}|\{\{[ \t]?${OWNED}[ \t]?\}\}|\$${NAME})(?=(/(?:\{\{[^{}\n]{0,100}\}\}|[^"'\x60\s]){1,300}))`,
      String.raw`(?<![\w"'])${OWNED}(?=([ \t]{0,4}[+.][ \t]{0,4}[a-z]?["'\x60])(/[^"'\x60\n]{0,300}))`,
      String.raw`["'\x60](?:%s|\{\}|\{0\})(?=(/[^"'\x60\n]{1,300})["'\x60](?:\.format\(|,|[ \t]%[ \t]\()[ \t]{0,4}${OWNED})`,
    ].join('|'),
    'g',
  ),
  read: (text, match) => {
    const { index, 0: whole } = match;
    const [, , braced, , inner, , doubled, bare, behind, , added, joint = '', joined, filled, owner, last] = match;
    const rest = (behind ?? joined ?? filled)!;
    const offset = index + whole.length + joint.length;
    const at = { offset, endOffset: offset + rest.length };
    const use = { at, path: pathFrom(text, rest, at.endOffset), index, caller: callerOf(text, index) };
    const name = (braced ?? inner ?? doubled ?? bare ?? added ?? last)!;
    // `"%s/…" % (base.url`: both names are possible.
    const outer = owner === undefined || owner === '@' ? [] : [owner.slice(0, -1)];
    return [name, ...outer].map((one) => [one, use] as const);
  },
};

/** `session.get(f"{BASE}/…")`: the session. */
function callerOf(text: string, at: number): string | null {
  const caller =
    /\b([A-Za-z_]\w{0,40})\.(?:get|post|put|patch|delete|request)\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'`]?$/i.exec(
      text.slice(Math.max(0, at - 120), at),
    );
  return caller?.[1] ?? null;
}

/**
 * The path with everything that code appends: `"/groups/" + id + "/clusters"`. Interpolations within the text append
 * nothing.
 */
export function pathFrom(text: string, rest: string, end: number): string {
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
