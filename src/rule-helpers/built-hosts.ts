import type { FoundFile } from '../lint/rule.ts';
import type { Range, Source } from '../text/source.ts';

/** A piece that a program fills in, as languages write it inside of a text. */
const PIECES = [
  String.raw`[$#]\{[^{}\n]{1,80}\}`,
  String.raw`\{\{[^{}\n]{1,80}\}\}`,
  String.raw`\$\([^()\n]{1,80}\)`,
  String.raw`\$\w{1,60}`,
  String.raw`\\\([^()\n]{1,80}\)`,
  String.raw`%\(\w{1,40}\)[sd]`,
  String.raw`%(?:\d\$)?0?\d?[sdvi]`,
].join('|');
const BRACES = String.raw`\{[^{}\n"']{0,80}\}`;
/** After a bracket or a letter a number in braces is how often a pattern repeats. */
const FILLED = String.raw`${PIECES}|(?<![\])\w.+*?\\])${BRACES}`;

/** A value that is put in by an operator between two texts: `" + i + "`. */
const BETWEEN = String.raw`["'\x60][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}[\w.()[\]$]{1,60}[ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}["'\x60]`;
/** An expression and the operator that puts the text behind it. */
const BEFORE = String.raw`[\w)\]}][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)=?\s{0,40}[a-z]{0,2}["'\x60]`;
/** What a function puts in, behind its first argument. */
const PUT_IN = String.raw`\b(?:\w{0,20}[Rr]eplace\w{0,20}|g?sub|concat|append|join|push)\([^\n]{0,120}?,[ \t]{0,4}[a-z]?["'\x60](?:\\?\$\{?\d\}?|\\\d)?|\b(?:concat|append|join)\([ \t]{0,4}["'\x60]|\bs(?<mark>[/|#])[^/|#\n]{1,80}\k<mark>(?:\\\d)?`;
const OPEN_INDEX = String.raw`\d?(?:${PIECES}|${BRACES}|${BETWEEN})`;
const INDEX = String.raw`(?:\d\d|${OPEN_INDEX})`;

const NODE = new RegExp(
  String.raw`(?:(${FILLED})["']?|${BEFORE}|${PUT_IN})-shard-${INDEX}-${INDEX}` +
    String.raw`|[\w}]-shard-(?:${OPEN_INDEX}-${INDEX}|\d\d-${OPEN_INDEX})`,
  'g',
);

const MARK = '-shard-';
/** The index of a node that is written out: only what stands before it can be filled in. */
const WRITTEN_OUT = /-shard-\d\d-\d\d/y;
/** Characters that make of a word before the mark something that is filled in: `$cluster`, `%s`, `\\1`, `${1`, `%(name)s`. */
const FILLING = new Set('$%\\{)');
/** Longest such word, in code units. */
const MAX_WORD_LENGTH = 64;

/** False where a node stands as it is, as most do. The pattern costs far more. */
function mayBeBuilt(text: string, at: number): boolean {
  WRITTEN_OUT.lastIndex = at;
  if (!WRITTEN_OUT.test(text)) return true;
  let start = at;
  while (start > 0 && at - start < MAX_WORD_LENGTH && isWord(text.charCodeAt(start - 1))) start--;
  return start === at || at - start === MAX_WORD_LENGTH || FILLING.has(text.charAt(start - 1));
}

/** How far behind an operator the text may stand that it joins, on further lines, in code units. */
const MAX_LEAD_LENGTH = 60;

/** What the pattern is held against: the lines with a mark of which one may be built, and what leads up to them. */
function nodeLines(text: string): Range[] {
  const lines: Range[] = [];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    const last = lines.at(-1);
    if (at < (last?.endOffset ?? 0) || !mayBeBuilt(text, at)) continue;
    const end = text.indexOf('\n', at);
    const endOffset = end < 0 ? text.length : end;
    const offset = text.lastIndexOf('\n', Math.max(0, at - MAX_LEAD_LENGTH)) + 1;
    if (last && offset <= last.endOffset) lines[lines.length - 1] = { offset: last.offset, endOffset };
    else lines.push({ offset, endOffset });
  }
  return lines;
}

const isWord = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);

/** Pieces of one list of hosts stand no further apart, in code units. */
const LIST_GAP = 160;

/**
 * Places at which code makes the names of a cluster's nodes out of another name, one for each list.
 * @param isOurs tells a text of the service from other software that counts shards
 */
export function builtNodeHosts({ path, text }: Source, isOurs: () => boolean): Range[] {
  if (/\.(?:mdx?|markdown|rst|adoc|txt|html?)$/i.test(path)) return [];
  const data = /\.(?:ya?ml|json\w?)$/i.test(path);
  const places = nodeLines(text)
    .flatMap((lines) => matchesWithin(text, lines, NODE))
    .filter(({ match: [, filled = ''] }) => !(data && /^\{[^{]/.test(filled)))
    .filter(({ match: [whole] }) => /-shard-\d/.test(whole) || isOurs())
    .map(({ offset, endOffset, match: [whole] }) => ({ offset: offset + lead(whole), endOffset }));
  return joined(places, text);
}

/** What stands before the name itself: an operator, a call. */
function lead(whole: string): number {
  const at = whole.lastIndexOf('-shard-');
  const filled = new RegExp(`(?:${FILLED})["']?$`).exec(whole.slice(0, at));
  return filled?.index ?? at;
}

function joined(places: readonly Range[], text: string): Range[] {
  const lists: Range[] = [];
  for (const place of places) {
    const last = lists.at(-1);
    const between = last ? text.slice(last.endOffset, place.offset) : '';
    if (last && between.length <= LIST_GAP && between.split('\n').length <= 2 && !/[;={]\s*$/.test(between))
      lists[lists.length - 1] = { offset: last.offset, endOffset: place.endOffset };
    else lists.push(place);
  }
  return lists;
}

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
  return matchesWithin(text, { offset: 0, endOffset: text.length }, pattern);
}

/**
 * Places of a pattern in the code of a file, looked for only on lines with one of the words of a trigger. No match may span
 * lines.
 */
export function lineMatches(file: FoundFile, words: readonly string[], pattern: RegExp): CodeMatch[] {
  return linesWith(file, words).flatMap((line) => matchesWithin(file.source.text, line, pattern));
}

/** @param lines whole ones */
function matchesWithin(text: string, lines: Range, pattern: RegExp): CodeMatch[] {
  return everyMatch(text.slice(lines.offset, lines.endOffset), pattern).flatMap((match): CodeMatch[] => {
    const offset = lines.offset + match.index;
    return inComment(text, offset) ? [] : [{ match, offset, endOffset: offset + match[0].length }];
  });
}

/** The lines of a file on which one of these words of a trigger stands, in order. */
export function linesWith({ source: { text }, anchors }: FoundFile, words: readonly string[]): Range[] {
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
