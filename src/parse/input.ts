import type { Lack, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { countBefore, type Range } from '../text/source.ts';

/**
 * A candidate whose unknown pieces are masked. `masked` is as long as `text` and has `PLACEHOLDER` at unknown
 * characters.
 */
export interface UriText {
  readonly text: string;
  readonly masked: string;
  /** Sorted offsets of the `PLACEHOLDER` characters in `masked`. */
  readonly placeholders: readonly number[];
}

/** Nobody writes a longer list. The limit bounds the memory for hostile input. */
export const MAX_PARTS = 10_000;

export function uriText(text: string, placeholders: readonly Range[]): UriText {
  const masked = mask(text, placeholders);
  const offsets: number[] = [];
  for (let at = masked.indexOf(PLACEHOLDER); at >= 0; at = masked.indexOf(PLACEHOLDER, at + 1)) offsets.push(at);
  return { text, masked, placeholders: offsets };
}

function mask(text: string, placeholders: readonly Range[]): string {
  const sorted = [...placeholders].sort((a, b) => a.offset - b.offset);
  const pieces: string[] = [];
  let at = 0;
  for (const { offset, endOffset } of sorted) {
    const from = Math.max(at, offset);
    const to = Math.min(text.length, endOffset);
    if (to <= from) continue;
    pieces.push(text.slice(at, from), PLACEHOLDER.repeat(to - from));
    at = to;
  }
  return at === 0 ? text : pieces.join('') + text.slice(at);
}

/** True if the range contains an unknown piece. */
export function hasPlaceholder({ placeholders }: UriText, from: number, to: number): boolean {
  const next = placeholders[countBefore(placeholders, (placeholder) => placeholder < from)];
  return next !== undefined && next < to;
}

/** True if the range is not empty and contains only unknown pieces. */
export function isAllPlaceholder({ masked }: UriText, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (masked[at] !== PLACEHOLDER) return false;
  return to > from;
}

export function range(offset: number, endOffset: number): Range {
  return { offset, endOffset };
}

export function error(code: string, at: Range, message: string): UriIssue {
  return { code, severity: 'error', message, offset: at.offset, endOffset: at.endOffset };
}

export function warning(code: string, at: Range, message: string): UriIssue {
  return { code, severity: 'warning', message, offset: at.offset, endOffset: at.endOffset };
}

/** A fault of the string alone, which a client that is given the missing part separately does not have. */
export function incomplete(lacks: Lack, code: string, at: Range, message: string): UriIssue {
  return { ...error(code, at, message), lacks };
}

/** Value of a hexadecimal digit's code unit, -1 for anything else. */
function hexDigit(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48;
  const letter = unit | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** True if `%` at this offset is followed by two hexadecimal digits. */
export function isEscape(text: string, at: number): boolean {
  return hexDigit(text.charCodeAt(at + 1)) >= 0 && hexDigit(text.charCodeAt(at + 2)) >= 0;
}

/** Offset of the first `%` that does not start a valid escape, -1 if there is none. */
export function badPercent(text: string): number {
  for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
    if (!isEscape(text, at)) return at;
  }
  return -1;
}

/** Percent-decodes UTF-8. Invalid escapes stay unchanged, and `+` is a plus sign. */
export function decodePercent(text: string): string {
  let at = text.indexOf('%');
  if (at < 0) return text;
  const pieces: string[] = [];
  let shown = 0;
  while (at >= 0) {
    let end = at;
    while (text[end] === '%' && isEscape(text, end)) end += 3;
    if (end > at) {
      pieces.push(text.slice(shown, at), decodeWhole(text.slice(at, end)));
      shown = end;
    }
    at = text.indexOf('%', Math.max(end, at + 1));
  }
  return pieces.join('') + text.slice(shown);
}

/** Percent-decodes a whole text. Bytes that are not UTF-8 stay encoded, as in drivers that do not fail. */
export function decodeWhole(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
