import type { SourceLocation, SourceRange } from '@eslint/core';
import { ConfigCommentParser } from '@eslint/plugin-kit';
import { commentAt } from '../core/comment.ts';
import { lineIndex } from '../core/source.ts';

/** A comment that speaks to ESLint. */
export interface DirectiveComment {
  readonly type: 'Comment';
  /** `eslint-disable-line`, `eslint`, … */
  readonly label: string;
  /** Between the label and the reason. */
  readonly value: string;
  /** The reason, behind `--`. */
  readonly justification: string;
  /** Of the comment alone, without the space around it: an unused one is taken out by this. */
  readonly range: SourceRange;
  readonly loc: SourceLocation;
}

/** A severity for a rule needs the plugin's name here, so that a sentence that begins with "eslint" is none. */
const WORD =
  /\beslint(?:-(?:disable|enable)(?:-(?:next-)?line)?(?![\w-])|(?=\s{1,20}["']?[@\w-]{1,80}\/[\w/-]{1,80}["']?\s{0,20}:))/g;

const parser = new ConfigCommentParser();

/** ESLint's comments in a text, behind whatever begins a comment in any language. */
export function directiveComments(text: string): DirectiveComment[] {
  if (!text.includes('eslint')) return [];
  const lines = lineIndex(text);
  return [...text.matchAll(WORD)].flatMap(({ index }): DirectiveComment[] => {
    const comment = commentAt(text, index, lines.lineStart(lines.position(index).line));
    const parsed = comment && parser.parseDirective(text.slice(comment.body.offset, comment.body.endOffset));
    if (!parsed) return [];
    const { label, value, justification } = parsed;
    const end = trimmedEnd(text, comment.offset, comment.endOffset);
    const place = (offset: number) => {
      const { line, column } = lines.position(offset);
      return { line, column: column - 1 };
    };
    const loc = { start: place(comment.offset), end: place(end) };
    return [{ type: 'Comment', label, value, justification, range: [comment.offset, end], loc }];
  });
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && text[at - 1]!.trim() === '') at--;
  return at;
}
