import type { Range, Source } from '../text/source.ts';

/** A text with the offsets of words in it, by word in lower case. */
interface SearchedFile {
  readonly source: Source;
  readonly anchors: ReadonlyMap<string, readonly number[]>;
}

interface CodeMatch extends Range {
  readonly match: RegExpExecArray;
}

/**
 * Matches of a pattern in the code of a file, outside of comments (`#`, `//` or block comments). The pattern must be
 * global, bounded in every repetition, and must not match the empty text.
 */
export function codeMatches(text: string, pattern: RegExp): CodeMatch[] {
  return matchesWithin(text, { offset: 0, endOffset: text.length }, pattern);
}

/**
 * Matches of a pattern in the code of a file, searched only on lines with one of the trigger's words. Matches must not
 * span lines.
 */
export function lineMatches(file: SearchedFile, words: readonly string[], pattern: RegExp): CodeMatch[] {
  return linesWith(file, words).flatMap((line) => matchesWithin(file.source.text, line, pattern));
}

/**
 * The matches in whole lines of a text. `matchAll` would copy the pattern for each text.
 */
function matchesWithin(text: string, lines: Range, pattern: RegExp): CodeMatch[] {
  const found: CodeMatch[] = [];
  const part = text.slice(lines.offset, lines.endOffset);
  pattern.lastIndex = 0;
  for (let match = pattern.exec(part); match; match = pattern.exec(part)) {
    const offset = lines.offset + match.index;
    if (!inComment(text, offset)) found.push({ match, offset, endOffset: offset + match[0].length });
  }
  return found;
}

/** The lines of a file that contain one of these words of a trigger, in order. */
function linesWith({ source: { text }, anchors }: SearchedFile, words: readonly string[]): Range[] {
  const places = words.flatMap((word) => anchors.get(word.toLowerCase()) ?? []).sort((a, b) => a - b);
  const lines: Range[] = [];
  let end = -1;
  for (const at of places) {
    if (at <= end) continue;
    const next = text.indexOf('\n', at);
    end = next < 0 ? text.length : next;
    lines.push({ offset: text.lastIndexOf('\n', at) + 1, endOffset: end });
  }
  return lines;
}

/** How much of a line is searched for the start of a comment. */
const LINE_WINDOW = 400;

function inComment(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LINE_WINDOW), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/^[ \t]*(?:#|\/\/|\*)/.test(line) || /[ \t](?:#|\/\/)[ \t]/.test(withoutStrings(line))) return true;
  // Paths in strings (`"arn:aws:s3:::bucket/*"`) do not start a comment.
  const code = withoutStrings(before);
  return code.lastIndexOf('/*') > code.lastIndexOf('*/');
}

/** An apostrophe within a word does not start a string. */
const withoutStrings = (text: string): string =>
  text.replace(/"(?:[^"\\\n]|\\.){0,300}"|(?<!\w)'(?:[^'\\\n]|\\.){0,300}'/g, '""');
