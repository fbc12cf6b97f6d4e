import type { Range } from './source.ts';

/** A comment that begins with a given word, or a line of a longer comment that does. */
export interface Comment extends Range {
  /** From the word to the end of the comment's words. */
  readonly body: Range;
  /** Where the whole comment ends: what stands on the next line is below it. */
  readonly closedAt: number;
}

/** Longest comment whose end is looked for, in UTF-16 code units. */
const MAX_LENGTH = 2_000;

/** Openers of block comments and what closes them, the longer ones first. Stars may follow an opener. */
const BLOCKS: readonly (readonly [opener: string, closer: string])[] = [
  ['{{!--', '--}}'],
  ['<!--', '-->'],
  ['<%--', '--%>'],
  ['--[[', ']]'],
  ['<%#', '%>'],
  ['{{!', '}}'],
  ['{#-', '#}'],
  ['{#', '#}'],
  ['{-', '-}'],
  ['<#', '#>'],
  ['#|', '|#'],
  ['#=', '=#'],
  ['/+', '+/'],
  ['/*', '*/'],
  ['(*', '*)'],
  ['@*', '*@'],
];

/** What begins a comment that ends with its line. */
const LINES = ['//', '#', '--', ';', '%', '::', '!', "'", 'REM', 'rem', 'Rem'] as const;
/** Often written more than once, `///`, `##`. */
const REPEATED = '/#-;%';
/** Only a comment when nothing but space stands before it and a space follows: each means something else elsewhere. */
const AMBIGUOUS: readonly string[] = ['::', '!', "'", 'REM', 'rem', 'Rem', '%', ';'];

/**
 * The comment whose first word stands at `word`, in the syntax of any language; `null` when that place is no comment.
 * @param lineStart offset at which the line of the word starts
 */
export function commentAt(text: string, word: number, lineStart: number): Comment | null {
  const { space, blank } = leading(text, word);
  return (
    blockAt(text, word, blank) ??
    (blank < lineStart ? continued(text, word, lineStart) : null) ??
    lineComment(text, word, space, lineStart)
  );
}

/** How far back from the word there is only space, and how far only space, stars and line ends. */
function leading(text: string, word: number): { space: number; blank: number } {
  const least = Math.max(0, word - MAX_LENGTH);
  let space = word;
  while (space > least && isSpace(text, space - 1)) space--;
  let blank = space;
  while (blank > least && (isSpace(text, blank - 1) || '*\r\n'.includes(text[blank - 1]!))) blank--;
  return { space, blank };
}

const isSpace = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

function blockAt(text: string, word: number, blank: number): Comment | null {
  for (const [opener, closer] of BLOCKS) {
    // The star of an opener was taken for one of those that follow it.
    const end = opener.endsWith('*') ? blank + 1 : blank;
    const offset = end - opener.length;
    if (!text.startsWith(opener, offset)) continue;
    const close = indexWithin(text, closer, word);
    if (close < 0 || isInString(text, offset)) return null;
    return inTemplate(text, {
      offset,
      endOffset: close + closer.length,
      body: { offset: word, endOffset: close },
    });
  }
  return null;
}

/** The comment of a Go template stands between braces that belong to it. */
function inTemplate(text: string, { offset, endOffset, body }: Omit<Comment, 'closedAt'>): Comment {
  const before = /\{\{-?\s{0,3}$/.exec(text.slice(Math.max(0, offset - 6), offset));
  const after = before && /^\s{0,3}-?\}\}/.exec(text.slice(endOffset, endOffset + 6));
  const from = before && after ? offset - before[0].length : offset;
  const to = after ? endOffset + after[0].length : endOffset;
  return { offset: from, endOffset: to, body, closedAt: to };
}

/** A line within a block comment, ` * word …`. */
function continued(text: string, word: number, lineStart: number): Comment | null {
  if (!/^[ \t]*\*[ \t]*$/.test(text.slice(lineStart, word))) return null;
  const before = text.slice(Math.max(0, word - MAX_LENGTH), word);
  const opened = before.lastIndexOf('/*');
  const close = indexWithin(text, '*/', word);
  if (opened < 0 || opened < before.lastIndexOf('*/') || close < 0) return null;
  const endOffset = Math.min(close, lineEnd(text, word));
  return { offset: word, endOffset, body: { offset: word, endOffset }, closedAt: close };
}

function lineComment(text: string, word: number, space: number, lineStart: number): Comment | null {
  const opener = LINES.find((one) => text.startsWith(one, space - one.length));
  if (opener === undefined) return null;
  let offset = space - opener.length;
  while (REPEATED.includes(opener[0]!) && text[offset - 1] === opener[0]) offset--;
  const before = text.charAt(offset - 1);
  const apart = space < word;
  if (AMBIGUOUS.includes(opener) && !(before.trim() === '' && apart)) return null;
  // `https://connlint-…`, `…/#connlint-…` and `--connlint-…` are an address and an option.
  if (!apart && /[^\s)\]};,"'`]/.test(before)) return null;
  if (!apart && opener === '--' && offset > lineStart) return null;
  if (isInString(text, offset)) return null;
  const endOffset = lineEnd(text, word);
  return { offset, endOffset, body: { offset: word, endOffset }, closedAt: endOffset };
}

/** True when a quote stands directly before the place and opens a string: an odd one on its line. */
function isInString(text: string, at: number): boolean {
  const quote = text[at - 1];
  if (quote !== '"' && quote !== "'" && quote !== '`') return false;
  let count = 0;
  for (let i = at - 1; i >= Math.max(0, at - MAX_LENGTH) && text[i] !== '\n' && text[i] !== '\r'; i--) {
    if (text[i] === quote) count++;
  }
  return count % 2 === 1;
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r' && at - from < MAX_LENGTH) at++;
  return at;
}

/** `indexOf` that looks no further than the longest comment. */
function indexWithin(text: string, wanted: string, from: number): number {
  const at = text.slice(from, from + MAX_LENGTH).indexOf(wanted);
  return at < 0 ? -1 : from + at;
}
