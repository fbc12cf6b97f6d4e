import { countBefore, oncePer, type Range, type Source, textBefore } from '../text/source.ts';

/** A pair of brackets, from the one that opens to the one that closes. */
export interface Nest extends Range {
  readonly text: string;
  readonly parent: Nest | null;
  readonly children: Nest[];
  /** All pairs of the text. */
  readonly all: readonly Nest[];
  /** Offsets of the commas, semicolons and line ends between its parts. */
  readonly cuts: number[];
}

/** More brackets than are open around a setting. */
const MAX_OPEN = 100;

/** All pairs of brackets, in the order in which they open. A quote ends with its line. */
export const nestsOf = oncePer(({ text }: Source): readonly Nest[] => {
  const nests: Nest[] = [];
  const open: (Nest & { endOffset: number })[] = [];
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    const parent = open.at(-1);
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{' || char === '[' || char === '(') {
      const nest = {
        text,
        offset: at,
        endOffset: text.length,
        parent: parent ?? null,
        children: [],
        all: nests,
        cuts: [],
      };
      nests.push(nest);
      parent?.children.push(nest);
      open.push(nest);
    } else if (parent && (char === '}' || char === ']' || char === ')')) {
      parent.endOffset = at;
      open.pop();
    }
    if (quote === '' && (char === ',' || char === ';' || char === '\n')) parent?.cuts.push(at);
  }
  return nests;
});

/** The innermost brackets around an offset. */
export function nestAt(source: Source, offset: number): Nest | null {
  const nests = nestsOf(source);
  let nest = nests[countBefore(nests, (one) => one.offset < offset) - 1] ?? null;
  for (let level = 0; nest && nest.endOffset < offset; level++) nest = level < MAX_OPEN ? nest.parent : null;
  return nest;
}

/** `"name": {`, `name => [`, `Name: []Type{`, `Name struct {`. */
const KEY =
  /(["'`]?)([A-Za-z_$][\w.$-]{0,80})\\?\1(?:[ \t]{0,8}(?:=>|:=|[:=])\s{0,40}(?:(?:new )?[&\w.[\]<>*]{1,60}\s?)?|[ \t]{1,8}struct[ \t]?)$/;

/** The key before a bracket. */
export const keyBefore = ({ text, offset }: Pick<Nest, 'text' | 'offset'>): string | undefined =>
  KEY.exec(textBefore(text, offset, 160))?.[2];
