import type { Syntax } from './languages.ts';

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
  if (SELF.has(char)) return { text: char, endOffset: next + 1 };
  const newline = /^\r?\n/.exec(text.slice(next, next + 2));
  if (!newline) return { text: null, endOffset: next };
  let end = next + newline[0].length;
  if (folds) while (text[end] === ' ' || text[end] === '\t') end++;
  return { text: '', endOffset: end };
}
