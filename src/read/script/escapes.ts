import type { Range } from '../../text/source.ts';

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
