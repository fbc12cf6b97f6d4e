import { PLACEHOLDER } from '../text/literal.ts';
import { countBefore, grouped, oncePer, type Range, type Source } from '../text/source.ts';
import { bracketsAround } from '../read/page.ts';
import { REQUEST_FUNCTION } from './call-range.ts';

/** A call whose address is built from a base address elsewhere in the file. */
export interface BaseUse {
  /** The part of the address at the call. */
  readonly at: Range;
  /** The path below the base, with placeholders. */
  readonly path: string;
  /** Where the client of the call is created or its headers are set. */
  readonly from: readonly Range[];
}

/** A base address, and the variable or option it is assigned to, or `null`. */
export interface Base extends Range {
  readonly name: string | null;
}

/** Maximum number of uses per base. */
const MAX_COUNT = 200;
const FILLED =
  /[$#]\{[^{}\n]{0,100}\}|\$?\{\{[^{}\n]{0,100}\}\}|\{[^{}\n]{0,100}\}|\$\(?\w{1,60}\)?|%[sdvq]|<[\w-]{1,40}>/g;
/** What creates a client of an HTTP library, up to its opening bracket, with the name it is assigned to. */
const CLIENT =
  /(?:\b([A-Za-z_]\w{0,60})[ \t]{0,4}(?::[ \t]{0,4}[\w.<>]{1,60}[ \t]{0,4})?=[ \t\n]{0,8}(?:await[ \t]{1,4})?)?\b(?:axios\.create|ky\.(?:create|extend)|got\.extend|o?fetch\.create|httpx\.(?:Async)?Client|aiohttp\.ClientSession|requests\.Session|OAuth2Session|Faraday\.new|new[ \t]{1,4}[\w.\\]{0,30}(?:Client|RestClient))[ \t]{0,4}$/;
const VERBS =
  '(?:get|post|put|patch|delete|head|request|(?:Get|Post|Put|Patch|Delete)(?:String|FromJson|AsJson)?Async|SendAsync)';

const NAME = String.raw`(?:[\w$]{1,40}\.|@)?\w{1,60}`;
/** Names before a path. Lookaheads, because what follows a name may contain other uses. */
const NAME_USES: readonly RegExp[] = [
  // Inside of a text: `${BASE}/groups`, `{self.base}/groups`, `{{ base }}/groups`, `$BASE/groups`.
  String.raw`(?:[$#]?\{{1,2}[ \t]?(?<name>${NAME})[ \t]?\}{1,2})(?=(?<rest>/(?:\{\{[^{}\n]{0,100}\}\}|[^"'\x60\s]){1,300}))`,
  String.raw`\$(?<name>\w{1,60})(?=(?<rest>/(?:\{\{[^{}\n]{0,100}\}\}|[^"'\x60\s]){1,300}))`,
  // Before a text: `BASE + "/groups"`.
  String.raw`(?<![\w"'])(?<name>${NAME})(?=(?<joint>[ \t]{0,4}[+.][ \t]{0,4}[a-z]?["'\x60])(?<rest>/[^"'\x60\n]{0,300}))`,
  // Filled into a text: `"%s/groups" % base`.
  String.raw`["'\x60](?:%s|\{\}|\{0\})(?=(?<rest>/[^"'\x60\n]{1,300})["'\x60](?:\.format\(|,|[ \t]%[ \t]\()[ \t]{0,4}(?<name>${NAME}))`,
].map((source) => new RegExp(source, 'g'));
/** A path in a call of a client. */
const CLIENT_USE = new RegExp(
  String.raw`\b(?<name>\w{1,60})(?=(?<joint>[ \t\n]{0,20}(?:\.|->)${VERBS}(?:<[^>\n]{0,80}>)?\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'\x60])(?<rest>/?[^"'\x60\n]{1,300}))`,
  'g',
);
/** A whole address by its name: `fetch(url, …)`, `curl "$URL"`. */
const WHOLE_USES: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<=(?<![\w.])${REQUEST_FUNCTION}\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?)(?<name>\w{1,60})(?=[ \t\n]{0,40}[,)])`,
    'g',
  ),
  /(?<=\b(?:curl|wget)\b[^\n|;]{0,300}[ \t"'])\$\{?(?<name>\w{1,60})\}?(?=["']?(?:[ \t;|)\\]|$))/gm,
];

/** A use of a name. `caller` is the client whose headers are sent. */
interface NamedUse extends Pick<BaseUse, 'at' | 'path'> {
  readonly name: string;
  readonly index: number;
  readonly caller: string | null;
}

function usesIn(
  text: string,
  patterns: readonly RegExp[],
  callerAt: (name: string, at: number) => string | null,
): ReadonlyMap<string, readonly NamedUse[]> {
  const uses = patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ index, 0: whole, groups }): NamedUse[] => {
      const { name = '', joint = '', rest = '' } = groups!;
      const offset = index + whole.length + joint.length;
      const at = rest === '' ? { offset: index, endOffset: offset } : { offset, endOffset: offset + rest.length };
      const path = rest === '' ? '' : pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, at.endOffset);
      // `base.url`: both names are possible.
      return name
        .split(/[.@]/)
        .filter((one) => one !== '')
        .map((one) => ({ name: one, at, path, index, caller: callerAt(name, index) }));
    }),
  );
  return grouped(
    uses.sort((a, b) => a.index - b.index),
    ({ name }) => name,
  );
}

/** `session.get(f"{BASE}/…")`: the session. */
function callerBefore(text: string, at: number): string | null {
  const CALLER =
    /\b([A-Za-z_]\w{0,40})\.(?:get|post|put|patch|delete|request)\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'`]?$/i;
  return CALLER.exec(text.slice(Math.max(0, at - 120), at))?.[1] ?? null;
}

const HEADERS =
  /\b(?<name>\w{1,60})(?=(?<rest>\.(?:headers|defaults|auth)\b[^\n]{0,300}?(?:\{\n(?:[^\n}]{0,200}\n){0,20}|(?=\n|$))))/g;

/** What a text does with names, found in one pass for all of them. */
const namesOf = oncePer(({ text }: Source) => ({
  client: usesIn(text, [CLIENT_USE], (name) => name),
  name: usesIn(text, NAME_USES, (_, at) => callerBefore(text, at)),
  whole: usesIn(text, WHOLE_USES, () => null),
  /** `session.headers.update({…})`, `client.defaults.headers.common.Accept = …`, `s.auth = …`. */
  headers: grouped(
    [...text.matchAll(HEADERS)].map(({ index, 0: whole, groups }) => ({
      name: whole,
      offset: index,
      endOffset: index + whole.length + groups!.rest!.length,
    })),
    ({ name }) => name,
  ),
}));

/** A base address under the name that calls use. */
interface Holder {
  readonly base: Base;
  readonly made: readonly Range[];
  readonly uses: BaseUse[];
}

/**
 * The calls that append a path to each base address, in the order of the bases. `null` if the name of a base is used
 * only with another one. A call belongs to the last base that was assigned to its name.
 */
export function usesOfBases(source: Source, bases: readonly Base[]): (readonly BaseUse[] | null)[] {
  const names = namesOf(source);
  const holders = bases.map((base) => {
    const client = clientOf(source, base);
    const name = client?.name ?? base.name;
    const kind = client ? ('client' as const) : ('name' as const);
    return name === null ? null : { kind, name, holder: { base, made: client ? [client.made] : [], uses: [] } };
  });
  const known = holders.filter((one) => one !== null);
  const used = new Set<string>();
  for (const [key, group] of grouped(known, ({ kind, name }) => `${kind} ${name}`)) {
    const { kind, name } = group[0]!;
    const found = [...(names[kind].get(name) ?? [])];
    if (kind === 'name' && found.length === 0) found.push(...assignedUses(source, group[0]!.holder.base, name));
    share(
      source,
      group.map(({ holder }) => holder),
      found,
    );
    if (group.some(({ holder }) => holder.uses.length > 0)) used.add(key);
  }
  return holders.map((one) => {
    if (!one) return [];
    return one.holder.uses.length > 0 || !used.has(`${one.kind} ${one.name}`) ? one.holder.uses : null;
  });
}

/** Calls with a whole address by its name. A setting of that name may be any address. */
function assignedUses(source: Source, { offset }: Base, name: string): readonly NamedUse[] {
  const before = source.text.slice(Math.max(0, offset - 120), offset);
  const isAssigned = new RegExp(
    String.raw`\b${name}[ \t]{0,8}(?::[ \t]{0,4}\w{1,20}[ \t]{0,4})?:?=[ \t]{0,8}[a-z]{0,2}["'\x60]?$`,
  ).test(before);
  return isAssigned ? (namesOf(source).whole.get(name) ?? []) : [];
}

/** Maximum number of places that set headers of one client. */
const MAX_HEADERS = 12;

/** Assigns each call of a name to the last base before it, or to the first base. */
function share(source: Source, holders: readonly Holder[], found: readonly NamedUse[]): void {
  const { headers } = namesOf(source);
  let last = 0;
  for (const { at, path, index, caller } of found) {
    while (last + 1 < holders.length && holders[last + 1]!.base.offset <= index) last++;
    const { base, made, uses } = holders[last]!;
    if ((index >= base.offset && index < base.endOffset) || uses.length >= MAX_COUNT) continue;
    const from = last === 0 ? 0 : base.offset;
    const to = holders[last + 1]?.base.offset ?? source.text.length;
    const set = caller === null ? [] : (headers.get(caller) ?? []);
    const first = countBefore(set, ({ offset }) => offset < from);
    uses.push({
      at,
      path,
      from: [...made, ...set.slice(first, first + MAX_HEADERS).filter(({ offset }) => offset < to)],
    });
  }
}

/** The client that is created with a base address. */
function clientOf(source: Source, base: Range): { readonly name: string; readonly made: Range } | null {
  const { text } = source;
  for (const { offset, endOffset } of bracketsAround(text, base, '(')) {
    const start = Math.max(0, offset - 200);
    const match = CLIENT.exec(text.slice(start, offset));
    if (!match) continue;
    const name = match[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1];
    return name === undefined ? null : { name, made: { offset: start + match.index, endOffset } };
  }
  return null;
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
