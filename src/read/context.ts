import { lineStartBefore } from '../text/source.ts';
import type { Context } from '../text/literal.ts';
import { languageNamed, languageOf, SYNTAX, type Language, type Syntax } from './languages.ts';
import type { Delimiter } from './scanner.ts';
import { bareCloser, fenceAt, fenceBefore } from './raw-strings.ts';

/** What is known about an offset before the string there is read. */
export interface SourceContext {
  readonly language: Language;
  readonly syntax: Syntax;
  readonly context: Context;
  /** True if the text is itself a value without delimiters. */
  readonly value: boolean;
}

/** Offsets must be passed in ascending order, so that each part of the text is read once. */
export interface ContextReader {
  at(offset: number): SourceContext;
  /** The delimiter of the string that begins at `start`. */
  delimiter(start: number, around: SourceContext): Delimiter;
  /** Property path in a JSON text, otherwise `null`. */
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

/** What is open at an offset of a line. */
export interface LineState {
  readonly quote: string | null;
  readonly opened: number;
  readonly comment: boolean;
}

/** How much of a line is read again to decide whether an offset is inside quotes. */
export const LINE_WINDOW = 1_500;

type LineReader = (at: number, syntax: Syntax) => LineState;

/**
 * Reads lines up to an offset: the quote that is open there, and whether a comment has begun. Continues from the last
 * offset.
 */
function lineReader(text: string): LineReader {
  let last: { readonly state: LineState; readonly at: number; readonly syntax: Syntax } | null = null;
  return (at, syntax) => {
    const lineStart = lineStartBefore(text, at, LINE_WINDOW);
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
const LEADS: ReadonlySet<string> = new Set(
  Object.values(SYNTAX).flatMap(({ line }) => line.map((mark) => mark.charAt(0))),
);

/** A marker begins a comment at the start of a line or after white space. `//` also after code, but never in `://`. */
function beginsComment(text: string, at: number, lineStart: number, syntax: Syntax): boolean {
  if (!syntax.line.some((mark) => text.startsWith(mark, at))) return false;
  if (at === lineStart) return true;
  const before = text.charAt(at - 1);
  if (/\s/.test(before)) return true;
  return syntax.code && before !== ':' && text.startsWith('//', at) && /[;,)}\]]/.test(before);
}

const isApostrophe = (text: string, at: number): boolean =>
  text[at] === "'" && /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at + 1));

/**
 * Whether an offset is inside a block comment. Offsets must be ascending, so that each part of the text is searched
 * once.
 */
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
        // `src/**` in a string is not a comment. Comments begin after white space or punctuation.
        if (at > 0 && !/[\s;{}(),>]/.test(text[at - 1]!)) from = Math.max(from, at + 1);
      }
      if (next.at < best.at) best = { at: next.at, close: next.close };
    }
    return best;
  };
  return (offset) => {
    for (;;) {
      if (inside !== null) {
        // Cached, because a comment without an end must not be searched again for every offset in it.
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

export function contextReader(path: string, text: string, value = false): ContextReader {
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
      if (prose && !fence) return { language, syntax, context: value ? 'code' : 'prose', value };
      const comment = lineState(offset, syntax).comment || (!fence && inBlock(offset));
      return { language: fence?.language ?? language, syntax, context: comment ? 'comment' : 'code', value };
    },
    path: language === 'json' && !path.endsWith('.ipynb') ? jsonPaths(text) : () => null,
    delimiter: (start, around) => delimiterAt(text, start, around, lineState),
  };
}

/** The delimiter of a text that is itself a value. No value contains this character. */
const VALUE = '\uFFFF';

const CLOSERS: Readonly<Record<string, string>> = {
  '(': ')',
  '<': '>',
  '[': ']',
  '{': '}',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '«': '»',
};

/**
 * The delimiter of the string that begins at `start`: the characters before it, or a quote that is open on its line.
 */
function delimiterAt(
  text: string,
  start: number,
  around: SourceContext,
  lineState: (at: number, syntax: Syntax) => LineState,
): Delimiter {
  const { syntax, context, language } = around;
  const comment = context === 'comment';
  const fence = fenceBefore(text, start, syntax);
  if (fence >= 0) {
    const { closer } = fenceAt(text, fence, syntax)!;
    return { quote: '"', opened: fence, escapes: 0, raw: false, closer, comment };
  }
  const before = text.charAt(start - 1);
  if (before === '"' || before === "'" || before === '`') {
    let escapes = 0;
    while (text[start - 2 - escapes] === '\\' && escapes < 8) escapes++;
    // `sed 's/x/"mongodb://…"/'`: quotes inside the quotes of a shell are text, which joins nothing.
    if (
      escapes === 0 &&
      syntax.joins.includes('word') &&
      lineState(start - 1, syntax).quote === (before === '"' ? "'" : '"')
    )
      return { quote: null, opened: start, escapes, raw: false, closer: before, comment };
    const opened = text.startsWith(before.repeat(3), start - 3) ? start - 3 : start - 1;
    return { quote: before, opened, escapes, raw: isRaw(text, opened), closer: null, comment };
  }
  const closer = bareCloser(text, start, language);
  if (closer !== null) return { quote: null, opened: start, escapes: 0, raw: false, closer, comment };
  const line = lineState(start, syntax);
  if (line.quote !== null && text[line.opened + 1] !== line.quote) {
    const { quote, opened } = line;
    const closer = fenceAt(text, opened, syntax)?.closer ?? null;
    return { quote, opened, escapes: 0, raw: isRaw(text, opened), closer, comment };
  }
  const quote = around.value ? VALUE : null;
  return { quote, opened: start, escapes: 0, raw: false, closer: CLOSERS[before] ?? null, comment };
}

/** In `r'…'` nothing is an escape. */
const isRaw = (text: string, quoteAt: number): boolean =>
  /(?:^|\W)[rR]$/.test(text.slice(Math.max(0, quoteAt - 2), quoteAt));

interface Level {
  /** The current property, `null` in an array or before the first property. */
  key: string | null;
  readonly array: boolean;
}

const SIGNS = '{}[],:';

/** Maximum number of levels in a property path. */
const MAX_LEVELS = 100;

/** Maximum length of a property name. */
const MAX_KEY_LENGTH = 120;

/**
 * The property path of an offset in a JSON text (`api.mongo.url`). Offsets must be ascending, so that the text is read
 * once. Comments and trailing commas are skipped, and broken text is read as far as possible.
 */
function jsonPaths(text: string): (offset: number) => string | null {
  const levels: Level[] = [];
  let at = 0;
  let name: string | null = null;
  /** End of the string at `at`, cached because many offsets may be in one string. */
  let known = { at: -1, end: 0 };
  const step = (char: string): void => {
    const level = levels.at(-1);
    if (char === '{' || char === '[') levels.push({ key: null, array: char === '[' });
    else if (char === '}' || char === ']') levels.pop();
    else if (char === ',' && level) level.key = null;
    else if (char === ':' && level && !level.array && name !== null) level.key = name;
    if (char === '{' || char === '[' || char === ',') name = null;
  };
  return (offset) => {
    while (at < offset) {
      const char = text[at]!;
      if (char === '"') {
        if (known.at !== at) known = { at, end: stringEnd(text, at) };
        const { end } = known;
        // The offset is inside this string, which is the value.
        if (end > offset) break;
        name = text.slice(at + 1, Math.min(end - 1, at + 1 + MAX_KEY_LENGTH));
        at = end;
        continue;
      }
      if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
        at = commentEnd(text, at);
        continue;
      }
      if (SIGNS.includes(char)) step(char);
      at++;
    }
    const path: string[] = [];
    for (const { key } of levels.slice(0, MAX_LEVELS)) if (key !== null) path.push(key);
    return path.length > 0 ? path.join('.') : null;
  };
}

/** Offset after the closing quote. An unclosed string ends with its line. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
    else if (text[at] === '\n') return at;
  }
  return text.length;
}

function commentEnd(text: string, start: number): number {
  const end = text[start + 1] === '*' ? text.indexOf('*/', start + 2) + 2 : text.indexOf('\n', start);
  return end <= start ? text.length : end;
}
