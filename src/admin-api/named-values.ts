import type { FoundString } from '../classify/found-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { grouped, overlaps, textBefore, type Range, type Source } from '../text/source.ts';
import { bracketsAround } from '../read/brackets.ts';
import { valuesOf } from '../read/values.ts';
import { REQUEST_FUNCTION } from './call-range.ts';

/** Text in quotes, with the prefixes of Python. */
export const QUOTED = /(?:\b[bfru]{1,2})?(?:"(?:[^"\\\n]|\\.){0,1000}"|'(?:[^'\\\n]|\\.){0,1000}'|`[^`]{0,1000}`)/gi;
const VARIABLE = String.raw`[$#]?\{{1,2}[^{}\n]{0,100}\}{1,2}|\$\(?\w{1,60}\)?`;
const VARIABLES = new RegExp(VARIABLE, 'g');
/** What code or people fill in: a pattern for use in others. */
export const FILLED = String.raw`(?:${VARIABLE}|%[sdvq]|<[\w-]{1,40}>)`;
const ALL_FILLED = new RegExp(FILLED, 'g');
/** A name that is no key and no member of another object: those have values of their own. */
const NAME = /(?<![\w-]|[\w)\]](?<!\b(?:this|self))\.)[A-Za-z_]\w{0,60}(?!\w|-\w)(?!["']?[ \t]{0,4}(?::(?!:)|=(?!=)))/g;
/** Maximum number of names that are followed from one text, and of values of a call. */
const MAX_NAMES = 100;
const MAX_VALUES = 12;

function namesIn(text: string): string[] {
  const code = text.replace(QUOTED, (quoted) => (quoted.match(VARIABLES) ?? []).join(' '));
  return [...new Set(code.match(NAME))].slice(0, MAX_NAMES);
}

/** The values of the names in a call, and of the names in those, in order. `isOther`: a value of another call. */
export function usedValues(file: { readonly text: string }, call: Range, isOther: (value: Range) => boolean): Range[] {
  const found = new Map<number, Range>();
  const follow = ({ offset, endOffset }: Range): void => {
    for (const value of namesIn(file.text.slice(offset, endOffset)).flatMap((name) => valuesOf(file, name, call)))
      if (found.size < MAX_VALUES && !overlaps(value, call) && !isOther(value)) found.set(value.offset, value);
  };
  follow(call);
  for (const value of [...found.values()]) follow(value);
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

const MAX_USES = 200;
/** What creates a client of an HTTP library, up to its opening bracket, with the name it is assigned to. */
const CLIENT =
  /(?:\b([A-Za-z_]\w{0,60})[ \t]{0,4}(?::[ \t]{0,4}[\w.<>]{1,60}[ \t]{0,4})?=[ \t\n]{0,8}(?:await[ \t]{1,4})?(?:new[ \t]{1,4})?)?[\w.\\]{0,40}(?:\.create|\.extend|\.new|Client|Session)[ \t]{0,4}$/;
const VERBS =
  '(?:get|post|put|patch|delete|head|request|(?:Get|Post|Put|Patch|Delete)(?:String|FromJson|AsJson)?Async|SendAsync)';

/** Names with a path behind them, or as the whole address. Lookaheads, because other uses may follow. */
const USES = [
  // Inside of a text: `${BASE}/groups`, `{self.base}/groups`, `{{ base }}/groups`, `$BASE/groups`.
  String.raw`(?<=[{$](?:[ \t]|[\w$]{0,40}\.|@)?)(?<name>\w{1,60})(?=(?<joint>[ \t]?\}{0,2})(?<rest>/(?:\{\{[^{}\n]{0,100}\}\}|[^"'\x60\s]){1,300}))`,
  // Before a text: `BASE + "/groups"`.
  String.raw`(?<![\w"'])(?<name>\w{1,60})(?=(?<joint>[ \t]{0,4}[+.][ \t]{0,4}[a-z]?["'\x60])(?<rest>/[^"'\x60\n]{0,300}))`,
  // Filled into a text: `"%s/groups" % base`.
  String.raw`["'\x60](?:%s|\{\}|\{0\})(?=(?<rest>/[^"'\x60\n]{1,300})["'\x60](?:\.format\(|,|[ \t]%[ \t]\()[ \t]{0,4}(?:[\w$]{1,40}\.|@)?(?<name>\w{1,60}))`,
  // A call of a client: `client.get("/groups")`.
  String.raw`\b(?<name>\w{1,60})(?=(?<joint>[ \t\n]{0,20}(?:\.|->)${VERBS}(?:<[^>\n]{0,80}>)?\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?[a-z]{0,2}["'\x60])(?<rest>/?[^"'\x60\n]{1,300}))`,
  String.raw`(?<=(?<![\w.])${REQUEST_FUNCTION}\([ \t\n]{0,40}(?:["']\w{3,6}["'],[ \t]{0,4})?)(?<name>\w{1,60})(?=[ \t\n]{0,40}[,)])`,
  String.raw`(?<=\b(?:curl|wget)\b[^\n|;]{0,300}[ \t"'])\$\{?(?<name>\w{1,60})\}?(?=["']?(?:[ \t\n;|)\\]|$))`,
];

const usesIn = (text: string) =>
  USES.flatMap((pattern) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index, 0: whole, groups }) => {
      const { name = '', joint = '', rest = '' } = groups!;
      const offset = index + whole.length + joint.length;
      if (rest === '') return { name, at: { offset: index, endOffset: offset }, path: '' };
      const at = { offset, endOffset: offset + rest.length };
      return { name, at, path: pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, at.endOffset) };
    }),
  ).sort((a, b) => a.at.offset - b.at.offset);

/**
 * The calls of these addresses, in order: those that append a path to it, otherwise the address itself, unless its name
 * is used only with another one. A call belongs to the last address before it that has its name, or to the first. `at`:
 * the address, or the part that follows it; `path` below the generation (`/groups/…/clusters`), without a query.
 */
export function callSites(
  { text }: Source,
  addresses: readonly FoundString[],
  pathOf: (address: FoundString) => string,
) {
  const bases = addresses.map((address) => {
    const own = /(?:^|[.[$@])(\w{1,60})\]?$/.exec(address.literal.key ?? '')?.[1] ?? null;
    return { address, name: clientOf(text, address.range) ?? own, uses: [] as ReturnType<typeof usesIn> };
  });
  const byName = grouped(bases, ({ name }) => name);
  for (const use of usesIn(text)) {
    const sharing = byName.get(use.name) ?? [];
    const owner = sharing.findLast(({ address }) => address.range.offset <= use.at.offset) ?? sharing[0];
    if (owner && owner.uses.length < MAX_USES && !overlaps(use.at, owner.address.range)) owner.uses.push(use);
  }
  const sites = bases.flatMap(({ address, name, uses }) => {
    const path = pathOf(address);
    if (uses.length > 0) return uses.map((use) => ({ address, at: use.at, path: path + use.path }));
    const isOther = name !== null && byName.get(name)!.some((one) => one.uses.length > 0);
    return isOther ? [] : [{ address, at: address.range, path }];
  });
  return sites.sort((a, b) => a.at.offset - b.at.offset);
}

/** The name of the client that is created with a base address. */
function clientOf(text: string, base: Range): string | null {
  for (const { offset, endOffset } of bracketsAround(text, base, '(')) {
    const match = CLIENT.exec(textBefore(text, offset, 200));
    if (!match) continue;
    return match[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1] ?? null;
  }
  return null;
}

/** The path with all that code appends: `"/groups/" + id + "/clusters"`. Interpolations inside append nothing. */
export function pathFrom(text: string, rest: string, end: number): string {
  let path = rest;
  let after = text.slice(end, end + 300);
  for (let pieces = 0; pieces < 6; pieces++) {
    const added =
      /^["'`][ \t]{0,4}(?:\+|\.(?!format\())[ \t]{0,4}[\w.()$[\]]{0,80}[\w)\]](?:[ \t]{0,4}[+.][ \t]{0,4}["'`]([^"'`\n]{0,200}))?/.exec(
        after,
      );
    if (!added) break;
    path += PLACEHOLDER + (added[1] ?? '');
    after = added[1] === undefined ? '' : after.slice(added[0].length);
  }
  return path
    .replace(ALL_FILLED, PLACEHOLDER)
    .replace(/[?#][^]*$/, '')
    .replace(/\/$/, '');
}
