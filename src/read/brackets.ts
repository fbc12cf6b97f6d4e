import { countBefore, oncePerText, type Range, type Source, textBefore } from '../text/source.ts';

/** A pair of brackets, from the one that opens to the one that closes. */
export interface Nest extends Range {
  readonly source: Source;
  readonly text: string;
  readonly parent: Nest | null;
  readonly children: Nest[];
  /** Offsets of the commas, semicolons and line ends between its parts. */
  readonly cuts: number[];
}

/** More brackets than are open around a setting. */
const MAX_OPEN = 100;

/** All pairs of brackets, in the order in which they open. A quote ends with its line. */
export const nestsOf = oncePerText((source: Source): readonly Nest[] => {
  const { text } = source;
  const all: Nest[] = [];
  let parent = null as OpenNest | null;
  for (let at = 0; at < text.length; at++) {
    switch (text.charAt(at)) {
      case '"':
      case "'":
        at = quoteEnd(text, at);
        if (text[at] === '\n') parent?.cuts.push(at);
        break;
      case '{':
      case '[':
      case '(': {
        const nest: OpenNest = { source, text, offset: at, endOffset: text.length, parent, children: [], cuts: [] };
        all.push(nest);
        parent?.children.push(nest);
        parent = nest;
        break;
      }
      case '}':
      case ']':
      case ')':
        if (parent) parent.endOffset = at;
        parent = parent?.parent ?? null;
        break;
      case ',':
      case ';':
      case '\n':
        parent?.cuts.push(at);
        break;
      default:
    }
  }
  return all;
});

interface OpenNest extends Nest {
  endOffset: number;
  readonly parent: OpenNest | null;
}

function quoteEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start] && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at;
}

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
