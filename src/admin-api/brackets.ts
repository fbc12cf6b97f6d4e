import { countBefore, oncePer, type Range } from '../text/source.ts';

export type BracketPair = '()' | '{}';

/** From an opening bracket to behind the closing one. */
interface Brackets extends Range {
  endOffset: number;
  readonly parent: Brackets | null;
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** All brackets of one kind, in the order of their openings. Unclosed ones never end. */
function bracketsOf(text: string, pair: BracketPair): readonly Brackets[] {
  const all: Brackets[] = [];
  let innermost: Brackets | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === pair[0]) {
      innermost = { offset: at, endOffset: NEVER, parent: innermost };
      all.push(innermost);
    } else if (char === pair[1] && innermost) {
      innermost.endOffset = at + 1;
      innermost = innermost.parent;
    }
  }
  return all;
}

/** By text, because several questions are asked about each. */
const known = oncePer(({ text }: { readonly text: string }) => ({
  '()': bracketsOf(text, '()'),
  '{}': bracketsOf(text, '{}'),
}));

/** The brackets around a range, from the innermost outwards. */
export function* bracketsAround(file: { readonly text: string }, range: Range, pair: BracketPair): Iterable<Range> {
  const all = known(file)[pair];
  let at: Brackets | null = all[countBefore(all, ({ offset }) => offset < range.offset) - 1] ?? null;
  for (; at; at = at.parent) {
    if (at.endOffset >= range.endOffset && at.endOffset < NEVER && at.endOffset > range.offset) yield at;
  }
}

/** The end of the brackets that open at an offset, `null` if they never close. */
export function closingEnd(file: { readonly text: string }, open: number, pair: BracketPair): number | null {
  const all = known(file)[pair];
  const found = all[countBefore(all, ({ offset }) => offset < open)];
  return found?.offset === open && found.endOffset < NEVER ? found.endOffset : null;
}
