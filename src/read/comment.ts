import { lineStartBefore, type Range } from '../text/source.ts';
import { lineEndAfter, type Page } from './page.ts';

/** A comment that begins with a given word, or a line of a longer comment that does. */
export interface DirectiveComment extends Range {
  /** From the word to the end of the comment's words. */
  readonly body: Range;
  /** End of the whole comment. A suppression for the next line refers to the line after it. */
  readonly closedAt: number;
}

/** What is between the beginning of a comment and its first word. */
const MARK = /^(?:rem\s)?\W*$/i;

/** The comment whose first word is at `word`, or the line of one, ` * word …`; `null` if there is none. */
export function directiveComment(page: Page, word: number): DirectiveComment | null {
  const { text } = page;
  const comment = page.commentAt(word);
  if (!comment) return null;
  const { offset, endOffset, closesAt } = comment;
  if (MARK.test(text.slice(offset, word)))
    return { offset, endOffset, body: { offset: word, endOffset: closesAt }, closedAt: endOffset };
  if (!/^[ \t]*\*[ \t]*$/.test(text.slice(lineStartBefore(text, word), word))) return null;
  const body = { offset: word, endOffset: Math.min(closesAt, lineEndAfter(text, word)) };
  return { ...body, body, closedAt: closesAt };
}
