import { countBefore, type Range } from './source.ts';

/** Replaces a range of the source text. */
export interface Edit extends Range {
  readonly text: string;
}

/** Edits that mend something. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** A part of a text and the part that replaced it. */
export interface Change {
  readonly old: Range;
  readonly new: Range;
}

const byOffset = (a: Range, b: Range): number => a.offset - b.offset || a.endOffset - b.endOffset;

/** The text after edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort(byOffset)) {
    parts.push(text.slice(at, edit.offset), edit.text);
    at = edit.endOffset;
  }
  return parts.join('') + text.slice(at);
}

/** The edits as ranges before and after, sorted. */
export function changesOf(edits: readonly Edit[]): Change[] {
  let shift = 0;
  return [...edits].sort(byOffset).map(({ offset, endOffset, text }) => {
    const start = offset + shift;
    shift += text.length - (endOffset - offset);
    return { old: { offset, endOffset }, new: { offset: start, endOffset: start + text.length } };
  });
}

/**
 * Maps a range of the old text to the new text. A range that begins or ends within a change takes in the whole change.
 */
export function mapRange({ offset, endOffset }: Range, changes: readonly Change[]): Range {
  const start = mapOffset(offset, changes, ({ offset: inside }) => inside);
  const end = mapOffset(endOffset, changes, ({ endOffset: inside }) => inside);
  return { offset: start, endOffset: Math.max(start, end) };
}

/** `inside` maps an offset that was within a change. */
function mapOffset(offset: number, changes: readonly Change[], inside: (range: Range) => number): number {
  const after = countBefore(changes, ({ old }) => old.endOffset <= offset);
  const next = changes[after];
  if (next && next.old.offset < offset) return inside(next.new);
  const last = changes[after - 1];
  return last ? offset + last.new.endOffset - last.old.endOffset : offset;
}

/** Combines two rounds of changes, the second made in the text that results from the first. */
export function composeChanges(first: readonly Change[], second: readonly Change[]): Change[] {
  const back = first.map((change) => ({ old: change.new, new: change.old }));
  const touched = merged([...first.map((change) => change.new), ...second.map((change) => change.old)]);
  return touched.map((middle) => ({ old: around(middle, back), new: around(middle, second) }));
}

/** Joins ranges that overlap or touch. */
function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort(byOffset)) {
    const last = result.at(-1);
    if (!last || range.offset > last.endOffset) result.push(range);
    else result[result.length - 1] = { offset: last.offset, endOffset: Math.max(last.endOffset, range.endOffset) };
  }
  return result;
}

/** Maps a range over changes that lie either completely inside it or outside it. */
function around({ offset, endOffset }: Range, changes: readonly Change[]): Range {
  let before = 0;
  let within = 0;
  for (const { old, new: now } of changes) {
    const shift = now.endOffset - now.offset - (old.endOffset - old.offset);
    if (old.endOffset < offset) before += shift;
    else if (old.offset <= endOffset) within += shift;
  }
  return { offset: offset + before, endOffset: endOffset + before + within };
}
