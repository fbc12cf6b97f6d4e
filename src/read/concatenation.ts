import { fenceAt } from './raw-strings.ts';
import { balancedEnd, placeholderSource, variableName } from './placeholders.ts';
import type { Syntax } from './languages.ts';

/** Where the characters of a string literal begin, and how it ends. */
interface StringStart {
  readonly quote: string;
  readonly start: number;
  readonly raw: boolean;
  readonly closer: string | null;
}

/** The next piece of a concatenated string. */
export type Piece = {
  /** Text between this piece and the one before it. */
  readonly separator: string;
  /** The separator that a comma after the piece adds, for an argument of a joining call, otherwise `null`. */
  readonly list: string | null;
} & (
  | (StringStart & { readonly kind: 'string' })
  | {
      readonly kind: 'placeholder';
      readonly offset: number;
      readonly endOffset: number;
      readonly text: string;
      readonly name: string | null;
    }
);

export interface JoinPlace {
  /** Offset of the delimiter that opened the first piece. */
  readonly opened: number;
  /** True inside a comment, whose further lines begin with its marker. */
  readonly comment: boolean;
  /** The separator that a comma after the previous piece adds. */
  readonly list: string | null;
}

const PREFIX = /^(?:[fFrRbBuUL]{0,2}|u8R|\$+@?|@\$?|[a-z]{1,4}|[a-z]{0,2}#{1,16})(?=["'`])/;

/** The string literal that begins at `at`, or `null`. */
function stringStart(text: string, at: number, syntax: Syntax): StringStart | null {
  const prefix = PREFIX.exec(text.slice(at, at + 20))?.[0] ?? '';
  const quoteAt = at + prefix.length;
  const quote = text.charAt(quoteAt);
  if (quote === '' || !syntax.quotes.includes(quote) || (prefix.includes('#') && syntax.fenced !== 'hashes'))
    return null;
  const raw = /^[rR]$/.test(prefix);
  const fence = fenceAt(text, quoteAt, syntax);
  if (fence) return { quote, raw, ...fence };
  const triple = text.startsWith(quote.repeat(3), quoteAt) ? 3 : 1;
  return { quote, start: quoteAt + triple, raw, closer: null };
}

/** End of an operand such as `process.env.DB_USER`, `System.getenv("X")`, `$user->name`. `at` if there is none. */
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
    } else if (char === '{' && /->$|^\$\w+$/.test(text.slice(Math.max(at, i - 40), i))) {
      const end = balancedEnd(text, i, 400);
      if (end < 0) return i;
      i = end;
    } else if (/^(?:->|::|\?\.|\?->)[\w$[{(]/.test(text.slice(i, i + 5)))
      i += text[i] === '?' && text[i + 2] === '>' ? 3 : 2;
    else if (char === '.' && !dotJoins && /[\w$]/.test(text.charAt(i + 1))) i++;
    else if (char === '!' && /[.[)\s+,;]/.test(text.charAt(i + 1))) i++;
    else break;
  }
  return i;
}

const CALL = /^\)?\s*(?:\?\.|\.)\s*(?:concat|append|Append|push|plus|write_str)\(/;

interface Concatenation {
  readonly next: number;
  readonly separator: string;
  readonly list: string | null;
}

/** The operator after a piece, with the offset of the next piece. */
function concatenationAt(text: string, after: number, syntax: Syntax, place: JoinPlace): Concatenation | null {
  const behind = (at: number): number => spacingAt(text, at, syntax, place.comment).endOffset;
  const { endOffset: at, breaks } = spacingAt(text, after, syntax, place.comment);
  const call = CALL.exec(text.slice(at, at + 24));
  if (call) return { next: behind(at + call[0].length), separator: '', list: '' };
  if (place.list !== null && text[at] === ',') {
    const next = behind(at + 1);
    // A comma after the last element joins nothing.
    if (listEndAt(text, next) === 0) return { next, separator: place.list, list: place.list };
    return concatenationAt(text, next + listEndAt(text, next), syntax, { ...place, list: null });
  }
  const ended = place.list === null ? 0 : listEndAt(text, at);
  if (ended > 0) return concatenationAt(text, at + ended, syntax, { ...place, list: null });
  for (const join of syntax.joins) {
    if (NO_SIGN.has(join) || !text.startsWith(join, at)) continue;
    if (text[at + join.length] === '=' || text.startsWith('...', at)) continue;
    return { next: behind(at + join.length), separator: '', list: place.list };
  }
  if (text[at] === ',') {
    const separator = listSeparator(text, at, place.opened);
    if (separator !== null) return { next: behind(at + 1), separator, list: null };
  }
  return at > after && isAdjacent(text, at, breaks, syntax, place)
    ? { next: at, separator: '', list: place.list }
    : null;
}

/** Concatenation without an operator. */
const NO_SIGN = new Set(['', '()', ' ', 'operand', 'word', ',']);

/** True if the piece at `at` belongs to the previous one because only white space is between them. */
function isAdjacent(text: string, at: number, breaks: boolean, syntax: Syntax, { opened }: JoinPlace): boolean {
  const { joins } = syntax;
  if (joins.includes(' ') && /\(str\s+$/.test(text.slice(Math.max(0, opened - 12), opened))) return true;
  if (joins.includes('operand') && !breaks && /[\w$]/.test(text[at]!)) return !/^in\b/.test(text.slice(at, at + 3));
  if (!stringStart(text, at, syntax)) return false;
  return (
    joins.includes('') ||
    (joins.includes('operand') && !breaks) ||
    (joins.includes('()') && (!breaks || isBracketed(text, opened)))
  );
}

/** How far back an open bracket is searched, in code units. */
const BRACKET_WINDOW = 4_000;

/** True after an open bracket, where a statement continues over line ends. */
function isBracketed(text: string, at: number): boolean {
  let open = 0;
  for (let i = at - 1; i >= Math.max(0, at - BRACKET_WINDOW); i--) {
    if (/[([{]/.test(text[i]!) && ++open > 0) return true;
    if (/[)\]}]/.test(text[i]!)) open--;
  }
  return false;
}

/** The piece that is joined to the one that ended at `after`, or `null`. */
export function nextPiece(text: string, after: number, syntax: Syntax, place: JoinPlace): Piece | null {
  const concatenation = concatenationAt(text, after, syntax, place);
  if (!concatenation) return null;
  const { next, separator } = concatenation;
  const joining = joinCallAt(text, next);
  const inside = joining?.isLiteral ? spacingAt(text, joining.start, syntax, place.comment).endOffset : next;
  const string = joining && inside === next ? null : stringStart(text, inside, syntax);
  if (string)
    return {
      kind: 'string',
      ...string,
      separator,
      list: inside > next ? joining!.separator : concatenation.list,
    };
  const end = joining?.endOffset ?? operandEnd(text, next, syntax.joins.includes('.'));
  if (end <= next) return null;
  const expression = text.slice(next, end);
  const name = variableName(expression);
  return {
    kind: 'placeholder',
    offset: next,
    endOffset: end,
    text: `\${${placeholderSource(expression)}}`,
    name,
    separator,
    list: concatenation.list,
  };
}

/** A call that joins a list: `",".join(…)`, `String.join(",", …)`. */
export interface JoinCall {
  readonly separator: string;
  /** After the bracket of the list. */
  readonly start: number;
  /** After the call. */
  readonly endOffset: number;
  /** True if the list contains only strings, so that each of them is a piece. */
  readonly isLiteral: boolean;
}

const SEPARATOR = String.raw`(["'])(?<separator>[^"'\\\n]{0,40})\1`;
const BEFORE_LIST = String.raw`(?:(?:new ?)?[\w.<>[\]]{0,30}[[({]\s{0,200})?`;
/** Calls with the elements last: `",".join([…])`, `String.join(",", …)`, `implode(",", […])`. */
const ELEMENTS_LAST = [
  new RegExp(String.raw`^[fFrRbBuU]{0,2}${SEPARATOR}\s{0,20}\.\s{0,20}join\(\s{0,20}${BEFORE_LIST}`),
  new RegExp(String.raw`^(?:[\w.:]{0,40}[jJ]oin|implode)\(\s{0,20}${SEPARATOR}\s{0,20},\s{0,20}${BEFORE_LIST}`),
];
/** Calls with the elements first: `[…].join(",")`, `strings.Join([]string{…}, ",")`. */
const ELEMENTS_FIRST = /^(?:\w{1,20}\.Join\(\[\]string\{|\[)/;
const BEHIND_ELEMENTS = new RegExp(
  String.raw`^[\]}](?:\s{0,20}\.\s{0,20}join\(\s{0,20}${SEPARATOR}\s{0,20}\)|\s{0,20},\s{0,20}${SEPARATOR.replace('\\1', '\\3').replace('separator', 'second')}\s{0,20}\))`,
);
/** Maximum length of a call, in code units. */
const MAX_CALL_LENGTH = 4_000;

/** The call that begins at `at`, or `null`. */
function joinCallAt(text: string, at: number): JoinCall | null {
  const ahead = text.slice(at, at + 400);
  for (const form of ELEMENTS_LAST) {
    const match = form.exec(ahead);
    const endOffset = match
      ? balancedEnd(text, at + match[0].indexOf('(', match[0].indexOf('oin')), MAX_CALL_LENGTH)
      : -1;
    if (!match || endOffset < 0) continue;
    const start = at + match[0].length;
    return {
      separator: match.groups!.separator!,
      start,
      endOffset,
      isLiteral: isLiteral(text.slice(start, endOffset)),
    };
  }
  return elementsFirst(text, at, ELEMENTS_FIRST.exec(ahead)?.[0].length ?? 0);
}

function elementsFirst(text: string, at: number, length: number): JoinCall | null {
  const start = at + length;
  const closed = length > 0 ? balancedEnd(text, start - 1, MAX_CALL_LENGTH) : -1;
  const behind = closed < 0 ? null : BEHIND_ELEMENTS.exec(text.slice(closed - 1, closed + 200));
  if (!behind) return null;
  const separator = behind.groups!.separator ?? behind.groups!.second!;
  const endOffset = closed - 1 + behind[0].length;
  return { separator, start, endOffset, isLiteral: isLiteral(text.slice(start, closed - 1)) };
}

/** True for strings separated by commas, followed by brackets. */
function isLiteral(list: string): boolean {
  const rest = list.replace(/[fFrRbBuU]{0,2}(["'])[^"'\\\n]{0,300}\1/g, '').replace(/(?:#|\/\/)[^\n]{0,300}/g, '');
  return rest.length < list.length && /^[\s,\])}]*$/.test(rest);
}

/** Length of the text at `at` that ends a list of pieces, 0 if there is none. */
function listEndAt(text: string, at: number): number {
  const ahead = text.slice(at, at + 200);
  return (BEHIND_ELEMENTS.exec(ahead) ?? /^[\]})]?\)/.exec(ahead))?.[0].length ?? 0;
}

/** `",".join([…`, with the separator first. */
const JOIN_CALL = /(["'])([^"'\n]{0,3})\1\s*\.\s*join\(\s*[[(][^\]]{0,300}$/;
/** `join(",", […`, `String.join(",", …`, `implode(',', […`, with the separator as an argument. */
const ELEMENTS_OF_JOIN = /(?:\b[jJ]oin|implode)(?:\(|[ \t])\s*(["'])([^"'\n]{0,3})\1\s*,[^)\]]{0,300}$/;

/** The separator of a list of pieces (`[…].join(',')`), or `null` if the list is not joined. */
function listSeparator(text: string, at: number, opened: number): string | null {
  const before = text.slice(Math.max(0, opened - 400), opened);
  if (
    /(?:\bpaste0|\bconcat|\bCONCAT|\bstrcat|\bStrCat|\(str|\bstr\.join|\bString\.Concat|\bconcat!|\bpath\.join)\s*\(?\s*[fFrRbBuU]{0,2}$/.test(
      before,
    )
  )
    return '';
  const called = JOIN_CALL.exec(before) ?? ELEMENTS_OF_JOIN.exec(before);
  if (called) return called[2]!;
  if (!/[[,]\s*$/.test(before)) return null;
  const end = listEnd(text, at);
  if (end < 0) return null;
  const join = /^\]?\s*\.\s*join(?:\(\s*(?:(["'`])([^"'`\n]{0,3})\1\s*)?\))?(?![\w])/.exec(text.slice(end, end + 40));
  return join ? (join[2] ?? (join[0].endsWith('()') ? ',' : '')) : null;
}

/** Offset of the `]` that closes the list around `at`, within a few thousand characters. */
function listEnd(text: string, at: number): number {
  let depth = 0;
  for (const { index, 0: bracket } of text.slice(at, at + 4000).matchAll(/[[\]]/g)) {
    if (bracket === '[') depth++;
    else if (depth-- === 0) return at + index;
  }
  return -1;
}

/** Maximum length of a comment between pieces, in code units. */
const MAX_COMMENT_LENGTH = 300;

const COMMENT_LEAD = /^[ \t]*(?:\/\/+|#+|\*+|--+|;+)?[ \t]*/;

/** Text that may be between two pieces of a string. */
export interface Spacing {
  readonly endOffset: number;
  /** True if it ends a line at which nothing shows that the statement continues. */
  readonly breaks: boolean;
}

/**
 * White space, comments and continued lines from `at` on. `comment`: the text itself is commented out, line by line.
 */
function spacingAt(text: string, at: number, syntax: Syntax, comment: boolean): Spacing {
  let breaks = false;
  for (let i = at; ;) {
    const char = text[i];
    if (char === ' ' || char === '\t') i++;
    else if (char === '\r' || char === '\n') {
      i++;
      breaks ||= char === '\n';
      if (comment && text[i] !== '\n') i += COMMENT_LEAD.exec(text.slice(i, i + 40))?.[0].length ?? 0;
    } else {
      const next = overContinuation(text, i, syntax) ?? overComment(text, i, syntax, comment);
      if (next === null) return { endOffset: i, breaks };
      i = next;
    }
  }
}

/** Offset after a line continuation and its line end. */
function overContinuation(text: string, at: number, { continued }: Syntax): number | null {
  if (continued === '' || text[at] !== continued) return null;
  const end = /^.[ \t]{0,40}\r?\n/.exec(text.slice(at, at + 44))?.[0];
  return end === undefined ? null : at + end.length;
}

/** Offset after a comment within the maximum length. */
function overComment(text: string, at: number, syntax: Syntax, comment: boolean): number | null {
  const ahead = text.slice(at, at + MAX_COMMENT_LENGTH);
  for (const [open, close] of syntax.block) {
    if (!ahead.startsWith(open)) continue;
    const end = ahead.indexOf(close, open.length);
    return end < 0 ? null : at + end + close.length;
  }
  if (comment || !syntax.code || !syntax.line.some((mark) => ahead.startsWith(mark))) return null;
  const end = ahead.indexOf('\n');
  return end < 0 ? null : at + end;
}
