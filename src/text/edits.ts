import type { Range } from './source.ts';

export interface Edit extends Range {
  readonly text: string;
}

/** Edits that mend something. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** The text after edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset || a.endOffset - b.endOffset)) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.endOffset;
  }
  return parts.join('') + text.slice(at);
}
