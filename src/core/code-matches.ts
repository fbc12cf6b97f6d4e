import type { Range } from './source.ts';

export interface CodeMatch extends Range {
  readonly match: RegExpExecArray;
}

/** Every match of a global pattern that matches no empty text. `matchAll` makes a copy of the pattern for each text. */
export function everyMatch(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match);
  return found;
}

/**
 * Places of a pattern in the code of a file that comments with `#`, `//` or block marks: what stands in a comment does not
 * count. The pattern must be global, bounded in every repetition, and match no empty text.
 */
export function codeMatches(text: string, pattern: RegExp): CodeMatch[] {
  return everyMatch(text, pattern)
    .filter((match) => !inComment(text, match.index))
    .map((match) => ({ match, offset: match.index, endOffset: match.index + match[0].length }));
}

/** Longest part of a line that is looked at for the beginning of a comment. */
const LINE_WINDOW = 400;

function inComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINE_WINDOW), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/^[ \t]*(?:#|\/\/|\*)/.test(line) || /[ \t](?:#|\/\/)[ \t]/.test(withoutStrings(line))) return true;
  // Paths in strings (`"arn:aws:s3:::bucket/*"`) open no comment.
  const code = withoutStrings(before);
  return code.lastIndexOf('/*') > code.lastIndexOf('*/');
}

/** An apostrophe within a word opens no string. */
const withoutStrings = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.){0,300}"|(?<!\w)'(?:[^'\\\n]|\\.){0,300}'/g, '""');
