import type { Lack, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import type { Range } from '../text/source.ts';
import { countBefore } from '../text/source.ts';

/** A candidate with its unknown pieces blanked out. `masked` is as long as `text` and has `PLACEHOLDER` where nothing is known. */
export interface UriText {
  readonly text: string;
  readonly masked: string;
  /** Sorted offsets of the `PLACEHOLDER` characters in `masked`. */
  readonly placeholders: readonly number[];
}

/** Longer lists are no connection string that anybody wrote; the bound keeps memory in check on hostile input. */
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

/** True when something between the offsets is unknown. */
export function hasPlaceholder({ placeholders }: UriText, from: number, to: number): boolean {
  const next = placeholders[countBefore(placeholders, (placeholder) => placeholder < from)];
  return next !== undefined && next < to;
}

/** True when a range that is not empty shows nothing but unknown pieces. */
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

/** What makes a string invalid by itself, but not a client that is given the rest elsewhere. */
export function incomplete(lacks: Lack, code: string, at: Range, message: string): UriIssue {
  return { ...error(code, at, message), lacks };
}
