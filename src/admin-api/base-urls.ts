import { PLACEHOLDER } from '../text/literal.ts';
import { grouped, type Range, type Source } from '../text/source.ts';
import { bracketsAround } from '../read/page.ts';
import { REQUEST_FUNCTION } from './call-range.ts';

/** A call whose address is built from a base address elsewhere in the file. */
export interface BaseUse {
  /** The part of the address at the call. */
  readonly at: Range;
  /** The path below the base, with placeholders. */
  readonly path: string;
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
  /(?:\b([A-Za-z_]\w{0,60})[ \t]{0,4}(?::[ \t]{0,4}[\w.<>]{1,60}[ \t]{0,4})?=[ \t\n]{0,8}(?:await[ \t]{1,4})?(?:new[ \t]{1,4})?)?[\w.\\]{0,40}(?:\.create|\.extend|\.new|Client|Session)[ \t]{0,4}$/;
const VERBS =
  '(?:get|post|put|patch|delete|head|request|(?:Get|Post|Put|Patch|Delete)(?:String|FromJson|AsJson)?Async|SendAsync)';

/**
 * Names with a path behind them, or as the whole address of a call. Lookaheads, because what follows a name may contain
 * other uses.
 */
const USES: readonly RegExp[] = [
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
].map((source) => new RegExp(source, 'g'));

interface NamedUse extends BaseUse {
  readonly name: string;
}

/** The uses of all names in a text, in order. */
function usesIn(text: string): NamedUse[] {
  return USES.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: whole, groups }): NamedUse => {
      const { name = '', joint = '', rest = '' } = groups!;
      const offset = index + whole.length + joint.length;
      if (rest === '') return { name, at: { offset: index, endOffset: offset }, path: '' };
      const at = { offset, endOffset: offset + rest.length };
      return { name, at, path: pathFrom(text, rest.startsWith('/') ? rest : `/${rest}`, at.endOffset) };
    }),
  ).sort((a, b) => a.at.offset - b.at.offset);
}

/**
 * The calls that append a path to each base address, in the order of the bases. `null` if the name of a base is used
 * only with another one. A call belongs to the last base before it that has its name, or to the first.
 */
export function usesOfBases({ text }: Source, bases: readonly Base[]): (readonly BaseUse[] | null)[] {
  const named = bases.map((base) => ({ base, name: clientOf(text, base) ?? base.name, uses: [] as BaseUse[] }));
  const byName = grouped(named, ({ name }) => name);
  for (const use of usesIn(text)) {
    const { offset } = use.at;
    const sharing = byName.get(use.name) ?? [];
    const owner = sharing.findLast(({ base }) => base.offset <= offset) ?? sharing[0];
    if (owner && offset >= owner.base.offset && offset < owner.base.endOffset) continue;
    if (owner && owner.uses.length < MAX_COUNT) owner.uses.push(use);
  }
  return named.map(({ name, uses }) =>
    uses.length === 0 && name !== null && byName.get(name)!.some((one) => one.uses.length > 0) ? null : uses,
  );
}

/** The name of the client that is created with a base address. */
function clientOf(text: string, base: Range): string | null {
  for (const { offset, endOffset } of bracketsAround(text, base, '(')) {
    const match = CLIENT.exec(text.slice(Math.max(0, offset - 200), offset));
    if (!match) continue;
    return match[1] ?? /^[^\n]{0,40}\bas[ \t]{1,4}(\w{1,60})/.exec(text.slice(endOffset, endOffset + 120))?.[1] ?? null;
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
