import type { Syntax } from './languages.ts';
import type { Range } from '../text/source.ts';

/** The decoded text of an escape. `text: null` ends the string that is being read. */
export interface Decoded {
  readonly text: string | null;
  readonly endOffset: number;
}

const HEX4 = /^[0-9A-Fa-f]{4}/;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ldquo: '\u201c',
  rdquo: '\u201d',
  lsquo: '\u2018',
  rsquo: '\u2019',
  raquo: '\u00bb',
  '#x2F': '/',
  '#47': '/',
};
/**
 * Also doubly encoded, as in documents that are generated from documents. The semicolon after a quote or bracket may be
 * missing at the end of a text.
 */
const ENTITY =
  /&(?:amp;(?=(?:amp;|quot|apos|[lg]t|#\d{1,6};|#[xX][0-9A-Fa-f]{1,6};)))?(?:(amp|nbsp|[lr][ds]quo|raquo|(?:quot|apos|[lg]t)(?=;|[^\w=;]|$))(?:;|(?<=quot|apos|[lg]t))|#(\d{1,6});|#[xX]([0-9A-Fa-f]{1,6});)/y;

const fromCode = (code: number): string | null => (code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : null);

/** `&amp;`, `&#47;`, `&#x2f;` at `at`. `&lt;…&gt;` is a placeholder and read elsewhere. */
export function entityAt(text: string, at: number): Decoded | null {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (!match) return null;
  const [whole, name, decimal, hex] = match;
  const decoded = name ? (NAMED[name] ?? null) : fromCode(parseInt(decimal ?? hex ?? '', decimal ? 10 : 16));
  return { text: decoded, endOffset: at + whole.length };
}

/** Characters that patterns, JSON or shells write with a backslash and that mean themselves. */
const SELF = new Set('/.-+:@?&=#_~%$!*()[]{},;| ');

/** A quote in a manual page: `\(dq`, `\*(Aq`. */
const ROFF_QUOTE = /^(?:\((?:[alod]q|cq)|\*\(Aq)/;

/** True after such a quote, or after a font: `\fB`. */
export const isBehindRoff = (text: string, at: number): boolean =>
  /\\(?:\((?:[alod]q|cq)|\*\(Aq|f[BIR])$/.test(text.slice(Math.max(0, at - 5), at));

/**
 * A backslash and the escape after it. Several backslashes (a string within a string) count as one. Escapes for quotes,
 * control characters and pattern classes end a connection string, which cannot contain them.
 */
export function backslashAt(text: string, at: number, folds: Syntax['folds']): Decoded {
  if (folds === 'gap') {
    const gap = /^\\\s{1,200}\\/.exec(text.slice(at, at + 202));
    if (gap) return { text: '', endOffset: at + gap[0].length };
  }
  let next = at;
  while (text[next] === '\\' && next - at < 8) next++;
  const char = text.charAt(next);
  if (char === 'u' && HEX4.test(text.slice(next + 1, next + 5))) {
    return { text: fromCode(parseInt(text.slice(next + 1, next + 5), 16)), endOffset: next + 5 };
  }
  const long = /^u\{([0-9A-Fa-f]{1,6})\}|^x([0-9A-Fa-f]{2})/.exec(text.slice(next, next + 10));
  if (long) return { text: fromCode(parseInt(long[1] ?? long[2] ?? '', 16)), endOffset: next + long[0].length };
  if (ROFF_QUOTE.test(text.slice(next, next + 4))) return { text: null, endOffset: next };
  if (SELF.has(char)) return { text: char, endOffset: next + 1 };
  const newline = /^\r?\n/.exec(text.slice(next, next + 2));
  if (!newline) return { text: null, endOffset: next };
  let end = next + newline[0].length;
  if (folds) while (text[end] === ' ' || text[end] === '\t') end++;
  return { text: '', endOffset: end };
}

/** How to decode the characters between the delimiters. */
export type Spelling = 'string' | 'template' | 'raw-template' | 'plain';

/** Receives one piece of a value. `exact` if the source has the same characters. */
export type Take = (value: string, range: Range, exact: boolean) => void;

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v' };
const OCTAL = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/;
const HEX = /^x([0-9a-fA-F]{2})/;
const UNICODE = /^u(?:([0-9a-fA-F]{4})|\{0{0,32}([0-9a-fA-F]{1,6})\})/;
const BACKSLASH = 92;
const CARRIAGE_RETURN = 13;

/** Maximum length of an escape: `\u{…}` with leading zeros. */
const MAX_LENGTH = 44;

interface Escape {
  readonly value: string;
  /** In code units, including the backslash. */
  readonly length: number;
}

/** The escape at `at` (ECMA-262 section 12.9.4, with the old octal forms). An invalid escape stays unchanged. */
function escapeAt(text: string, at: number): Escape {
  const rest = text.slice(at + 1, at + MAX_LENGTH);
  const first = rest.charAt(0);
  if (first === '\r') return { value: '', length: rest[1] === '\n' ? 3 : 2 };
  if (first === '\n' || first === '\u2028' || first === '\u2029') return { value: '', length: 2 };
  const octal = OCTAL.exec(rest);
  if (octal) return { value: String.fromCharCode(parseInt(octal[0], 8)), length: 1 + octal[0].length };
  if (first !== 'x' && first !== 'u') return { value: SIMPLE[first] ?? first, length: 1 + first.length };
  const match = (first === 'x' ? HEX : UNICODE).exec(rest);
  const code = parseInt(match?.[1] ?? match?.[2] ?? '', 16);
  if (!match || code > 0x10ffff) return { value: `\\${first}`, length: 2 };
  return { value: String.fromCodePoint(code), length: 1 + match[0].length };
}

/** A line end in a template is a single `\n`, however the file writes it. */
function lineEndAt(text: string, at: number): Escape {
  return { value: '\n', length: text[at + 1] === '\n' ? 2 : 1 };
}

/**
 * Decodes the characters of a range: each run of plain characters is one exact piece, each escape a piece of its own.
 */
export function decodeCharacters(text: string, range: Range, spelling: Spelling, take: Take): void {
  const escapes = spelling === 'string' || spelling === 'template';
  const lineEnds = spelling === 'template' || spelling === 'raw-template';
  const plain = (from: number, to: number): void => {
    if (to > from) take(text.slice(from, to), { offset: from, endOffset: to }, true);
  };
  let run = range.offset;
  for (let at = run; at < range.endOffset;) {
    const unit = text.charCodeAt(at);
    const escaped = unit === BACKSLASH && escapes;
    if (!escaped && !(unit === CARRIAGE_RETURN && lineEnds)) {
      at++;
      continue;
    }
    plain(run, at);
    const escape = escaped ? escapeAt(text, at) : lineEndAt(text, at);
    run = Math.min(at + escape.length, range.endOffset);
    take(escape.value, { offset: at, endOffset: run }, false);
    at = run;
  }
  plain(run, range.endOffset);
}

const COLOUR = /\[[\d;]{1,16}m$/;
/** In code units. */
const MAX_COLOUR_LENGTH = 24;

/** True after a terminal colour code: `\u001b[33m`. */
export const endsColour = (text: string, at: number): boolean =>
  COLOUR.test(text.slice(Math.max(0, at - MAX_COLOUR_LENGTH), at));
