import type { FoundString } from './found.ts';
import type { Source } from './source.ts';

/** `mongodb://[user:password@]host1[:port1][,…][/[database][?options]]`: brackets around what may be left out. */
const NOTATION = /\[(?::[^:]|[,/?&@]|\.{2,3})|@\]|\]\[|\[\/?\[/;

/** How people leave a piece out. */
const ELISION = /^(?:\.{2,}|…+)$/;

/**
 * True for a text that is a string from its beginning to its end, so that its grammar can be judged. What describes the
 * form of strings, matches them, leaves a piece out or is only the beginning of one is none.
 */
export function isWholeString(string: FoundString, source: Source): boolean {
  if (!string.uri || NOTATION.test(string.literal.value)) return false;
  return !isPattern(string, source) && !isElided(string) && !isBeginning(string, source);
}

/** Slashes with a backslash belong to a pattern everywhere but in JSON, which may write them so. */
function isPattern({ range, literal }: FoundString, { path, text }: Source): boolean {
  if (literal.decoded !== 'json' || /\.(?:json\w?|ipynb|har|ndjson)$/i.test(path)) return false;
  return /^[^/]{0,40}\\\//.test(text.slice(range.offset, range.offset + 60));
}

/** Left out in the user info, a piece does no harm: it is not known anyway. */
function isElided({ literal, uri }: FoundString): boolean {
  const from = uri?.hostsRange.offset ?? 0;
  return literal.holes.some(({ at, text }) => at >= from && ELISION.test(text));
}

const OPENERS = '<{[(|$\\';

/**
 * True for a text that goes on elsewhere: it ends where more has to follow (`…:pw@`), or its end is not the end of a
 * value but a piece that could not be read.
 */
function isBeginning({ literal, range, inValue }: FoundString, { text }: Source): boolean {
  const last = literal.value.slice(Math.max(0, inValue.endOffset - 2), inValue.endOffset);
  if (last.endsWith('@') || (last.endsWith(':') && last !== '::')) return true;
  const next = text[range.endOffset] ?? ' ';
  return literal.quote !== next && (OPENERS.includes(next) || text.startsWith('...', range.endOffset));
}

/**
 * True where a percent sign stands for itself, so that one may be put in: not in the format of a print function, in a
 * batch file, a unit of systemd, an INI file (of Python, say), or in a text that is percent-encoded as a whole.
 */
export function takesPercent({ literal }: FoundString, { path }: Source): boolean {
  if (literal.decoded === 'percent' || /\.(?:bat|cmd|service|ini|cfg)$/i.test(path)) return false;
  return !literal.holes.some(({ text }) => text.startsWith('%'));
}
