import type { Context } from '../core/literal.ts';
import { jsonPaths } from './json-path.ts';
import { openingAt } from './opening.ts';
import { languageNamed, languageOf, SYNTAX } from './syntax.ts';
import type { Language, Syntax } from './syntax.ts';
import type { Opening } from './scan.ts';

/** What is known of a place before a string there is read. */
export interface Surroundings {
  readonly language: Language;
  readonly syntax: Syntax;
  readonly context: Context;
  /** True when the text is itself a value without delimiters around it. */
  readonly value: boolean;
}

/** Answers for offsets in ascending order; each part of the text is looked at once. */
export interface Surveyor {
  at(offset: number): Surroundings;
  /** How the string that begins at `start` is delimited. */
  opening(start: number, around: Surroundings): Opening;
  /** Property path of a place in a JSON text, `null` elsewhere. */
  path(offset: number): string | null;
}

interface Fence {
  readonly start: number;
  readonly end: number;
  readonly language: Language;
}

const FENCE = /^[ \t>]*(`{3,}|~{3,})[ \t]*\{?\.?([\w+#-]*)/;
const DIRECTIVE =
  /^([ \t]*)\.\. (?:code(?:-block)?|sourcecode|literalinclude|io-code-block|input|output)::[ \t]*([\w+#-]*)/;

/** Fenced code of Markdown and code directives of reStructuredText, in order. */
function fences(text: string): Fence[] {
  const found: Fence[] = [];
  let open: { start: number; mark: string; indent: number; language: Language } | null = null;
  for (let at = 0; at <= text.length;) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + 200));
    const fence = FENCE.exec(line);
    const directive = fence ? null : DIRECTIVE.exec(line);
    if (
      open &&
      (open.mark !== ''
        ? fence?.[1]?.startsWith(open.mark)
        : /^[ \t]*\S/.test(line) && line.search(/\S/) <= open.indent)
    ) {
      found.push({ start: open.start, end: at, language: open.language });
      open = null;
    } else if (!open && (fence ?? directive)) {
      const word = (fence ?? directive)![2] ?? '';
      open = {
        start: end,
        mark: fence?.[1] ?? '',
        indent: directive?.[1]?.length ?? 0,
        language: languageNamed(word) ?? 'text',
      };
    }
    if (newline < 0) break;
    at = newline + 1;
  }
  if (open) found.push({ start: open.start, end: text.length, language: open.language });
  return found;
}

/** What is open at a place of a line. */
export interface LineState {
  readonly quote: string | null;
  readonly opened: number;
  readonly comment: boolean;
}

/** Longest part of a line that is read again to know whether a place is inside quotes. */
const LINE_WINDOW = 1_500;

/** Start of the line that holds `at`, or of the part of it that is looked at: a line can be as long as the file. */
export function lineStartBefore(text: string, at: number): number {
  const from = Math.max(0, at - LINE_WINDOW);
  const newline = text.slice(from, at).lastIndexOf('\n');
  return newline < 0 ? from : from + newline + 1;
}

type LineReader = (at: number, syntax: Syntax) => LineState;

/** Reads lines up to a place: the quote that is open there, and whether a comment has begun. Goes on where it stopped. */
function lineReader(text: string): LineReader {
  let last: { readonly state: LineState; readonly at: number; readonly syntax: Syntax } | null = null;
  return (at, syntax) => {
    const lineStart = lineStartBefore(text, at);
    const known = last?.syntax === syntax && last.at <= at && last.at > lineStart ? last : null;
    const begun = /^[ \t]*\*(?:[ \t/]|$)/.test(text.slice(lineStart, lineStart + 80)) && syntax.block.length > 0;
    const state = readLine(
      text,
      known?.at ?? lineStart,
      at,
      lineStart,
      syntax,
      known?.state ?? { quote: null, opened: -1, comment: begun },
    );
    last = { state: state.state, at: state.at, syntax };
    return state.state;
  };
}

function readLine(
  text: string,
  from: number,
  at: number,
  lineStart: number,
  syntax: Syntax,
  begin: LineState,
): { state: LineState; at: number } {
  let { quote, opened, comment } = begin;
  let i = from;
  for (; i < at; i++) {
    const char = text[i]!;
    if (char === '\\' && quote !== null && !syntax.raw.includes(quote)) i++;
    else if (quote !== null) {
      if (char === quote) quote = null;
    } else if (LEADS.has(char) && beginsComment(text, i, lineStart, syntax)) comment = true;
    else if (syntax.quotes.includes(char) && !isApostrophe(text, i)) {
      quote = char;
      opened = i;
    }
  }
  return { state: { quote, opened, comment }, at: i };
}

/** First characters of all comment markers. */
const LEADS = new Set("/#-;%'!:Rr");

/** A marker begins a comment at the start of a line or behind white space; `//` also behind code, but never in `://`. */
function beginsComment(text: string, at: number, lineStart: number, syntax: Syntax): boolean {
  if (!syntax.line.some((mark) => text.startsWith(mark, at))) return false;
  if (at === lineStart) return true;
  const before = text.charAt(at - 1);
  if (/\s/.test(before)) return true;
  return syntax.code && before !== ':' && text.startsWith('//', at) && /[;,)}\]]/.test(before);
}

const isApostrophe = (text: string, at: number): boolean =>
  text[at] === "'" && /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at + 1));

/** Says whether a place is inside a block comment; asked in ascending order, each part of the text is searched once. */
function blockTracker(text: string, syntax: Syntax): (offset: number) => boolean {
  let from = 0;
  let inside: string | null = null;
  let closeAt = -1;
  const nexts = syntax.block.map(([open, close]) => ({ open, close, at: -1 }));
  const nextOpen = (): { at: number; close: string } => {
    let best = { at: Infinity, close: '' };
    for (const next of nexts) {
      while (next.at < from) {
        const at = text.indexOf(next.open, Math.max(from, next.at + 1));
        next.at = at < 0 ? Infinity : at;
        // `src/**` in a string is no comment: one begins behind white space or punctuation.
        if (at > 0 && !/[\s;{}(),>]/.test(text[at - 1]!)) from = Math.max(from, at + 1);
      }
      if (next.at < best.at) best = { at: next.at, close: next.close };
    }
    return best;
  };
  return (offset) => {
    for (;;) {
      if (inside !== null) {
        // Looked up once: a comment that never ends must not be searched again for every place in it.
        if (closeAt < from) {
          const close = text.indexOf(inside, from);
          closeAt = close < 0 ? Infinity : close;
        }
        const close = closeAt;
        if (close >= offset) return true;
        from = close + inside.length;
        inside = null;
      }
      const open = nextOpen();
      if (open.at >= offset) return false;
      inside = open.close;
      from = open.at + 2;
    }
  };
}

/** A surveyor for one text. */
export function survey(path: string, text: string, value = false): Surveyor {
  const language = languageOf(path);
  const prose = language === 'markdown' || /\.(?:txt|log|text)$/i.test(path);
  const blocks = language === 'markdown' ? fences(text) : [];
  const base = SYNTAX[language];
  const inBlock = blockTracker(text, base);
  const lineState = lineReader(text);
  let next = 0;
  const fenceAt = (offset: number): Fence | undefined => {
    while (next > 0 && blocks[next - 1]!.start > offset) next--;
    while (next < blocks.length && blocks[next]!.end <= offset) next++;
    const fence = blocks[next];
    return fence && fence.start <= offset ? fence : undefined;
  };
  return {
    at(offset) {
      const fence = fenceAt(offset);
      const syntax = fence ? SYNTAX[fence.language] : base;
      if (prose && !fence) return { language, syntax, context: 'prose', value };
      const comment = lineState(offset, syntax).comment || (!fence && inBlock(offset));
      return { language: fence?.language ?? language, syntax, context: comment ? 'comment' : 'code', value };
    },
    path: language === 'json' && !path.endsWith('.ipynb') ? jsonPaths(text) : () => null,
    opening: (start, around) => openingAt(text, start, around, lineState),
  };
}
