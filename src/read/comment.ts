import { anyForm, matchAt, type Range, FAR, textBefore, lineBefore } from '../text/source.ts';

/** A comment that begins with a given word, or a line of a longer comment that does. */
export interface Comment extends Range {
  /** From the word to the end of the comment's words. */
  readonly body: Range;
  /** End of the whole comment. A suppression for the next line refers to the line after it. */
  readonly closedAt: number;
}

/** Openers of block comments with their closers, longer ones first. Stars may follow an opener. */
const BLOCKS =
  '{{!-- --}}  <!-- -->  <%-- --%>  --[[ ]]  <%# %>  {{! }}  {#- #}  {# #}  {- -}  <# #>  #| |#  #= =#  /+ +/  ' +
  '/* */  (* *)  @* *@';

/**
 * Comments that end with the line, in any language. `//`, `#` and `--` may follow code. Other marks begin
 * a comment only at the start of a word and before a space. In `https://connlint-…`, `…/#connlint-…` and
 * `--connlint-…`, the word is part of an address or option.
 */
const LINE = anyForm('y', [
  String.raw`(?<=((?:\/{2,}|#+|-{2,})[ \t]{1,${FAR}}))`,
  String.raw`(?<=((?<!\S)(?:[Rr]em|REM|'|%+|;+|::|!)[ \t]{1,${FAR}}))`,
  String.raw`(?<=((?<![^\s)\]};,"'\x60])(?:\/{2,}|#+)))`,
  String.raw`(?<=((?<![^\r\n])-{2,}))`,
]);
/** Blanks, stars and line ends before a word. */
const BLANK = new RegExp(String.raw`(?<=([ \t*\r\n]{1,${FAR}}))`, 'y');

/** The comment whose first word is at `word`, in the syntax of any language, or `null` if there is none. */
export function commentAt(text: string, word: number): Comment | null {
  const blank = word - (matchAt(BLANK, text, word)?.[1]?.length ?? 0);
  return blockAt(text, word, blank) ?? continued(text, word) ?? lineComment(text, word);
}

function blockAt(text: string, word: number, blank: number): Comment | null {
  for (const pair of BLOCKS.split('  ')) {
    const [opener = '', closer = ''] = pair.split(' ');
    // The star of the opener was counted as one of the stars after it.
    const end = opener.endsWith('*') ? blank + 1 : blank;
    const offset = end - opener.length;
    if (!text.startsWith(opener, offset)) continue;
    const close = indexWithin(text, closer, word);
    if (close < 0 || isInString(text, offset)) return null;
    const closedAt = close + closer.length;
    const body = { offset: word, endOffset: close };
    // The braces of a Go template belong to its comment.
    const [before = ''] = /\{\{-?\s{0,3}$/.exec(textBefore(text, offset, 6)) ?? [];
    const [after = ''] = /^\s{0,3}-?\}\}/.exec(text.slice(closedAt, closedAt + 6)) ?? [];
    if (before === '' || after === '') return { offset, endOffset: closedAt, body, closedAt };
    const endOffset = closedAt + after.length;
    return { offset: offset - before.length, endOffset, body, closedAt: endOffset };
  }
  return null;
}

/** A line within a block comment, ` * word …`. */
function continued(text: string, word: number): Comment | null {
  if (!/^[ \t]*\*[ \t]*$/.test(lineTo(text, word))) return null;
  const before = textBefore(text, word, FAR);
  const opened = before.lastIndexOf('/*');
  const close = indexWithin(text, '*/', word);
  if (opened < 0 || opened < before.lastIndexOf('*/') || close < 0) return null;
  const endOffset = Math.min(close, lineEnd(text, word));
  return { offset: word, endOffset, body: { offset: word, endOffset }, closedAt: close };
}

function lineComment(text: string, word: number): Comment | null {
  const mark = matchAt(LINE, text, word)?.find(Boolean);
  const offset = word - (mark?.length ?? 0);
  if (mark === undefined || isInString(text, offset)) return null;
  const endOffset = lineEnd(text, word);
  return { offset, endOffset, body: { offset: word, endOffset }, closedAt: endOffset };
}

/** True if a quote right before the offset opens a string: the number of such quotes on the line is odd. */
function isInString(text: string, at: number): boolean {
  const quote = /["'`]/.exec(text.charAt(at - 1))?.[0];
  return quote !== undefined && lineTo(text, at).split(quote).length % 2 === 0;
}

/** The part of a line before an offset. A carriage return alone may end a line. */
const lineTo = (text: string, at: number): string => lineBefore(text, at, FAR).split('\r').at(-1)!;

const lineEnd = (text: string, from: number): number =>
  from + /^[^\r\n]*/.exec(text.slice(from, from + FAR))![0].length;

/** `indexOf`, limited to the maximum length of a comment. */
function indexWithin(text: string, wanted: string, from: number): number {
  const at = text.slice(from, from + FAR).indexOf(wanted);
  return at < 0 ? -1 : from + at;
}
