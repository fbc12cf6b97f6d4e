import type { Lack, UriIssue } from './connection-string.ts';
import { PLACEHOLDER } from '../text/literal.ts';
import { tried, type Range } from '../text/source.ts';

export function error(code: string, at: Range, message: string): UriIssue {
  return { code, severity: 'error', message, offset: at.offset, endOffset: at.endOffset };
}

export function warning(code: string, at: Range, message: string): UriIssue {
  return { code, severity: 'warning', message, offset: at.offset, endOffset: at.endOffset };
}

/** A fault of the string alone, which a client that is given the missing part separately does not have. */
export function incomplete(lacks: Lack, code: string, at: Range, message: string): UriIssue {
  return { lacks, ...error(code, at, message) };
}

export const range = (offset: number, endOffset: number): Range => ({ offset, endOffset });

export const textAt = (text: string, { offset, endOffset }: Range): string => text.slice(offset, endOffset);

/** True if the range contains a piece that a program fills in. */
export const isOpen = (text: string, at: Range): boolean => textAt(text, at).includes(PLACEHOLDER);

/** True for nothing but pieces that a program fills in. */
export const isUnknown = (text: string): boolean => text !== '' && text.replaceAll(PLACEHOLDER, '') === '';

/** True if a `%` does not start a valid escape. */
export const hasBadPercent = (text: string): boolean => text.includes('%') && /%(?![\da-f]{2})/i.test(text);

/** Percent-decodes UTF-8. Invalid escapes stay unchanged, as in drivers that do not fail, and `+` is a plus sign. */
export const decodePercent = (text: string): string =>
  text.includes('%')
    ? text.replaceAll(/(?:%[\da-f]{2})+/gi, (part) => tried(() => decodeURIComponent(part)) ?? part)
    : text;
