import type { FoundFile } from '../lint/rule.ts';
import type { Range, Source } from '../text/source.ts';

/** An interpolated piece, in the syntax of several languages. */
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
/** A number in braces after a bracket or letter is a repetition in a pattern. */
const FILLED = String.raw`${PIECES}|(?<![\])\w.+*?\\])${BRACES}`;

/** A value between two texts, joined by operators: `" + i + "`. */
const BETWEEN = String.raw`["'\x60][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}[\w.()[\]$]{1,60}[ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)[ \t]{0,4}["'\x60]`;
/** An expression and the operator that joins it with the following text. */
const BEFORE = String.raw`[\w)\]}][ \t]{0,4}(?:\+|\.{1,2}|&|<>|~)=?\s{0,40}[a-z]{0,2}["'\x60]`;
/** A function that inserts text, up to its second argument. */
const PUT_IN = String.raw`\b(?:\w{0,20}[Rr]eplace\w{0,20}|g?sub|concat|append|join|push)\([^\n]{0,120}?,[ \t]{0,4}[a-z]?["'\x60](?:\\?\$\{?\d\}?|\\\d)?|\b(?:concat|append|join)\([ \t]{0,4}["'\x60]|\bs(?<mark>[/|#])[^/|#\n]{1,80}\k<mark>(?:\\\d)?`;
const OPEN_INDEX = String.raw`\d?(?:${PIECES}|${BRACES}|${BETWEEN})`;
const INDEX = String.raw`(?:\d\d|${OPEN_INDEX})`;

const NODE = new RegExp(
  String.raw`(?:(${FILLED})["']?|${BEFORE}|${PUT_IN})-shard-${INDEX}-${INDEX}` +
    String.raw`|[\w}]-shard-(?:${OPEN_INDEX}-${INDEX}|\d\d-${OPEN_INDEX})`,
  'g',
);

const MARK = '-shard-';
/** A node with a literal index: only the part before it can be interpolated. */
const WRITTEN_OUT = /-shard-\d\d-\d\d/y;
/** Characters of interpolations before the marker: `$cluster`, `%s`, `\\1`, `${1`, `%(name)s`. */
const FILLING = new Set('$%\\{)');
/** Maximum length of such a word, in code units. */
const MAX_WORD_LENGTH = 64;

/** A quick check that rules out most nodes, which are literal, before the slower pattern. */
function mayBeBuilt(text: string, at: number): boolean {
  WRITTEN_OUT.lastIndex = at;
  if (!WRITTEN_OUT.test(text)) return true;
  let start = at;
  while (start > 0 && at - start < MAX_WORD_LENGTH && isWord(text.charCodeAt(start - 1))) start--;
  return start === at || at - start === MAX_WORD_LENGTH || FILLING.has(text.charAt(start - 1));
}

/** How far after an operator the joined text may be on later lines, in code units. */
const MAX_LEAD_LENGTH = 60;

/**
 * The ranges in which to apply the pattern: lines with a marker that may be built, and the lines that lead up to them.
 */
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

/** Maximum distance between pieces of one host list, in code units. */
const LIST_GAP = 160;

/**
 * Ranges in which code builds the node names of a cluster from another name, one per list.
 * @param isOurs true if the text is about Atlas and not about other software that numbers shards
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

/** The operator or call before the name itself. */
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

/**
 * All matches of a global pattern that does not match the empty text. `matchAll` would copy the pattern for each text.
 */
export function everyMatch(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) found.push(match);
  return found;
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
export function lineMatches(file: FoundFile, words: readonly string[], pattern: RegExp): CodeMatch[] {
  return linesWith(file, words).flatMap((line) => matchesWithin(file.source.text, line, pattern));
}

/** @param lines whole lines */
function matchesWithin(text: string, lines: Range, pattern: RegExp): CodeMatch[] {
  return everyMatch(text.slice(lines.offset, lines.endOffset), pattern).flatMap((match): CodeMatch[] => {
    const offset = lines.offset + match.index;
    return inComment(text, offset) ? [] : [{ match, offset, endOffset: offset + match[0].length }];
  });
}

/** The lines of a file that contain one of these words of a trigger, in order. */
function linesWith({ source: { text }, anchors }: FoundFile, words: readonly string[]): Range[] {
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
