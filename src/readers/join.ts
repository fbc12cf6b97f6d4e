import { balancedEnd, holeText, variableName } from './holes.ts';
import type { Syntax } from './syntax.ts';

/** The next piece of a string that is put together from several. */
export type Piece = {
  /** Text between this piece and the one before it. */
  readonly glue: string;
  /** True when the piece is an argument of a joining call: a comma joins the next one. */
  readonly call: boolean;
} & (
  | { readonly kind: 'string'; readonly quote: string; readonly start: number; readonly raw: boolean }
  | {
      readonly kind: 'hole';
      readonly offset: number;
      readonly endOffset: number;
      readonly text: string;
      readonly name: string | null;
    }
);

export interface JoinPlace {
  /** Offset of the delimiter that opened the first piece. */
  readonly opened: number;
  /** True inside a comment: further lines begin with its marker. */
  readonly comment: boolean;
  /** True when the piece before is an argument of a joining call. */
  readonly call: boolean;
}

const COMMENT_LEAD = /^[ \t]*(?:\/\/+|#+|\*+|--+|;+)?[ \t]*/;

/** Skips white space, line ends (with the marker of a commented-out block) and short comments between pieces. */
function skipSpace(text: string, at: number, comment: boolean): number {
  for (let i = at; ;) {
    const char = text[i];
    if (char === ' ' || char === '\t') i++;
    else if (char === '\r' || char === '\n') {
      i++;
      if (comment && text[i] !== '\n') i += COMMENT_LEAD.exec(text.slice(i, i + 40))?.[0].length ?? 0;
    } else if (char === '/' && text[i + 1] === '*') {
      const end = text.indexOf('*/', i + 2);
      if (end < 0 || end - i > 300) return i;
      i = end + 2;
    } else return i;
  }
}

const PREFIX = /^(?:[fFrRbBuUL]{0,2}|\$@?|@\$?|[a-z]{1,4})(?=["'`])/;

/** Start of the characters of a string literal at `at`, with its delimiter. */
export function stringStart(
  text: string,
  at: number,
  syntax: Syntax,
): { quote: string; start: number; raw: boolean } | null {
  const prefix = PREFIX.exec(text.slice(at, at + 6))?.[0] ?? '';
  const quoteAt = at + prefix.length;
  const quote = text[quoteAt] ?? '';
  if (quote === '' || !syntax.quotes.includes(quote)) return null;
  const triple = text.startsWith(quote.repeat(3), quoteAt) ? 3 : 1;
  return { quote, start: quoteAt + triple, raw: syntax.raw.includes(quote) || /[rR@]/.test(prefix) };
}

/** End of an operand such as `process.env.DB_USER`, `System.getenv("X")`, `$user->name`; `at` when there is none. */
function operandEnd(text: string, at: number, dotJoins: boolean): number {
  let i = at;
  if (/^(?:await|new|str|url\.)\s/.test(text.slice(i, i + 6))) i = text.indexOf(' ', i) + 1;
  while (i < text.length && i - at < 300) {
    const char = text[i]!;
    if (/[\w$@]/.test(char)) i++;
    else if (i === at && char !== '(') return at;
    else if (char === '(' || char === '[') {
      const end = balancedEnd(text, i, 400);
      if (end < 0) return i;
      i = end;
    } else if (/^(?:->|::|\?\.|\?->)[\w$]/.test(text.slice(i, i + 5)))
      i += text[i] === '?' && text[i + 2] === '>' ? 3 : 2;
    else if (char === '.' && !dotJoins && /[\w$]/.test(text[i + 1] ?? '')) i++;
    else if (char === '!' && /[.[)\s+,;]/.test(text[i + 1] ?? '')) i++;
    else break;
  }
  return i;
}

const CALL = /^\)?\s*(?:\?\.|\.)\s*(?:concat|append|Append|push|plus|write_str)\(/;

/** Text that a list of pieces is joined with (`[…].join(',')`), or nothing when the list is just a list. */
function listGlue(text: string, at: number, opened: number): string | null {
  const before = text.slice(Math.max(0, opened - 400), opened);
  if (
    /(?:\bpaste0|\bconcat|\bCONCAT|\bstrcat|\(str|\bstr\.join|\bString\.Concat|\bconcat!|\bpath\.join)\s*\(?\s*[fFrRbBuU]{0,2}$/.test(
      before,
    )
  )
    return '';
  const called =
    /(["'])([^"'\n]{0,3})\1\s*\.\s*join\(\s*[[(][^\]]{0,300}$|implode\(\s*(["'])([^"'\n]{0,3})\3\s*,\s*(?:\[|array\()[^\]]{0,300}$/.exec(
      before,
    );
  if (called) return called[2] ?? called[4] ?? '';
  if (!/[[,]\s*$/.test(before)) return null;
  const end = listEnd(text, at);
  if (end < 0) return null;
  const join = /^\]?\s*\.\s*join(?:\(\s*(?:(["'`])([^"'`\n]{0,3})\1\s*)?\))?(?![\w])/.exec(text.slice(end, end + 40));
  return join ? (join[2] ?? (join[0].endsWith('()') ? ',' : '')) : null;
}

/** Offset of the `]` that closes the list around `at`, looked for over a few thousand characters. */
function listEnd(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < Math.min(text.length, at + 4000); i++) {
    if (text[i] === '[') depth++;
    else if (text[i] === ']' && depth-- === 0) return i;
  }
  return -1;
}

interface Joint {
  readonly next: number;
  readonly glue: string;
  readonly call: boolean;
}

/** The operator behind a piece, with the offset of the next one. */
function jointAt(text: string, after: number, syntax: Syntax, place: JoinPlace): Joint | null {
  const at = skipSpace(text, after, place.comment);
  const call = CALL.exec(text.slice(at, at + 24));
  if (call) return { next: skipSpace(text, at + call[0].length, place.comment), glue: '', call: true };
  if (place.call && text[at] === ',') return { next: skipSpace(text, at + 1, place.comment), glue: '', call: true };
  for (const join of syntax.joins) {
    if (join === '' || join === ' ' || join === 'word' || join === ',') continue;
    if (!text.startsWith(join, at) || text[at + join.length] === '=' || text.startsWith('...', at)) continue;
    if (join === '\\' && !/^\\[ \t]*\r?\n/.test(text.slice(at, at + 8))) continue;
    return { next: skipSpace(text, at + join.length, place.comment), glue: '', call: place.call };
  }
  if (text[at] === ',') {
    const glue = listGlue(text, at, place.opened);
    if (glue !== null) return { next: skipSpace(text, at + 1, place.comment), glue, call: false };
  }
  const adjacent =
    syntax.joins.includes('') ||
    (syntax.joins.includes(' ') && /\(str\s+$/.test(text.slice(Math.max(0, place.opened - 12), place.opened)));
  return adjacent && at > after && (stringStart(text, at, syntax) || syntax.joins.includes(' '))
    ? { next: at, glue: '', call: place.call }
    : null;
}

/** The piece that is joined to the one that ended at `after`, or nothing. */
export function nextPiece(text: string, after: number, syntax: Syntax, place: JoinPlace): Piece | null {
  const joint = jointAt(text, after, syntax, place);
  if (!joint) return null;
  const string = stringStart(text, joint.next, syntax);
  if (string) return { kind: 'string', ...string, glue: joint.glue, call: joint.call };
  const end = operandEnd(text, joint.next, syntax.joins.includes('.'));
  if (end <= joint.next) return null;
  const expression = text.slice(joint.next, end);
  return {
    kind: 'hole',
    offset: joint.next,
    endOffset: end,
    text: `\${${holeText(expression)}}`,
    name: variableName(expression),
    glue: joint.glue,
    call: joint.call,
  };
}
