import {
  countBefore,
  FAR,
  lineStartBefore,
  NEAR,
  oncePerText,
  textBefore,
  type Range,
  type Source,
} from '../text/source.ts';

/** A pair of brackets, from the one that opens to the one that closes. */
export interface Nest extends Range {
  readonly source: Source;
  readonly text: string;
  /** Known when it closes. */
  endOffset: number;
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
  let parent = null as Nest | null;
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
        const nest: Nest = { source, text, offset: at, endOffset: text.length, parent, children: [], cuts: [] };
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

function quoteEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== text[start] && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** The brackets around an offset, the innermost first. */
export function* nestsAround(source: Source, offset: number): Generator<Nest, undefined> {
  const nests = nestsOf(source);
  let nest = nests[countBefore(nests, (one) => one.offset < offset) - 1] ?? null;
  for (let level = 0; nest && level < MAX_OPEN; nest = nest.parent, level++) if (nest.endOffset >= offset) yield nest;
  return undefined;
}

/** The innermost brackets around an offset. */
export const nestAt = (source: Source, offset: number): Nest | null => nestsAround(source, offset).next().value ?? null;

/** `"name": {`, `name => [`, `name: Map<A, B> = {`, `Name: []Type{`, `Name struct {`. */
const KEY =
  /(["'`]?)([A-Za-z_$][\w.$-]{0,80})\\?\1(?:(?:[ \t]{0,8}:[ \t]{0,8}[A-Z][\w.$<>[\], |?]{0,100}(?= ?=))?[ \t]{0,8}(?:=>|:=|[:=])\s{0,40}(?:(?:new )?[&\w.[\]<>*]{1,60}\s?)?|[ \t]{1,8}struct[ \t]?)$/;

/** `registerAs('database', () => ({`: the section of what NestJS calls. */
const REGISTERED = /\bregisterAs\(\s{0,40}["'`]([\w.-]{1,60})["'`],\s{0,40}(?:async )?\(\)[^=\n]{0,60}=>\s{0,9}\(?$/;

/** The key before a bracket. */
export const keyBefore = ({ text, offset }: Pick<Nest, 'text' | 'offset'>): string | undefined => {
  const before = textBefore(text, offset, 160);
  return KEY.exec(before)?.[2] ?? REGISTERED.exec(before)?.[1];
};

/** What closes each bracket. */
export const CLOSERS: Readonly<Partial<Record<string, string>>> = { '(': ')', '[': ']', '{': '}' };

/** Offset after the bracket that closes the one at `at`, or -1. Those in quotes count: code is balanced. */
export function closeOf(text: string, at: number, most = FAR): number {
  const open = text[at]!;
  const close = CLOSERS[open];
  const end = Math.min(text.length, at + most);
  let depth = 0;
  for (let i = at; i < end; i++) {
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
  }
  return -1;
}

/** Offset of the innermost bracket that is open at `at`, or -1. */
export function openBefore(text: string, at: number): number {
  let depth = 0;
  for (let i = at - 1; i >= Math.max(0, at - FAR); i--) {
    const char = text[i]!;
    if (char === ')' || char === ']' || char === '}') depth++;
    else if ((char === '(' || char === '[' || char === '{') && depth-- === 0) return i;
  }
  return -1;
}

/** The part between brackets, or the lines of a statement, that contain a range: `uri: given ?? "…"`. */
export function partAround(text: string, { offset, endOffset }: Range): Range {
  const open = openBefore(text, offset);
  let start = lineStartBefore(text, offset);
  while (start > 0 && CONTINUES.test(text.slice(start, start + 40))) start = lineStartBefore(text, start - 1);
  const items = [...(open < 0 ? [] : [open + 1]), start].flatMap((from) => itemsFrom(text, from));
  const own = items.find((one) => one.offset <= offset && offset < one.endOffset);
  return own ?? { offset: start, endOffset: expressionEnd(text, endOffset) };
}

/** The brackets of one kind around a range, from the innermost outwards. */
export function* bracketsAround(text: string, range: Range, open: '(' | '{'): Iterable<Range> {
  for (let at = openBefore(text, range.offset); at >= 0; at = openBefore(text, at)) {
    const endOffset = text[at] === open ? closeOf(text, at, range.endOffset - at + FAR) : -1;
    if (endOffset > range.offset && endOffset >= range.endOffset) yield { offset: at, endOffset };
  }
}

const CONTINUES = /^\s*(?:\.|\|\||\?\?|\?|:|\+|or\b|&&)/;

/** End of the expression that begins at `from`: a comma, semicolon or closing bracket of its own level. */
export function expressionEnd(text: string, from: number, limit = from + NEAR): number {
  const most = Math.min(limit, text.length);
  let depth = 0;
  let quote: string | null = null;
  let at = from;
  for (; at < most; at++) {
    const char = text[at]!;
    if (quote !== null) {
      if (char === '\\') at++;
      else if (char === quote || (char === '\n' && quote !== '`')) quote = null;
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if ('([{'.includes(char)) depth++;
    else if (depth > 0) depth -= ')]}'.includes(char) ? 1 : 0;
    else if (')]},;'.includes(char)) break;
    else if (char === '\n' && !CONTINUES.test(text.slice(at, at + 40))) {
      const line = text.slice(from, at).trim();
      // Go ends the line of a chain with the dot. C# begins the members of an object on a line of their own.
      const isOpened = /^\s{1,40}\{/.test(text.slice(at, at + 42)) && /\bnew [\w.<>]{1,80}(?:\(\))?$/.test(line);
      if (line !== '' && !isOpened && !/(?:[.+]|\s[?:]|=>|\|\||\?\?)$/.test(line)) break;
    }
  }
  return Math.min(at, most);
}

/** The arguments of a call, or the items of a list, from the offset of the first on. */
export function itemsFrom(text: string, first: number): Range[] {
  const items: Range[] = [];
  for (let offset = first; offset - first < NEAR;) {
    const endOffset = expressionEnd(text, offset);
    if (endOffset > offset) items.push({ offset, endOffset });
    if (text[endOffset] !== ',') break;
    offset = endOffset + 1;
  }
  return items;
}
