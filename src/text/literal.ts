import { type Edit, countBefore, type Range } from './source.ts';

/** Stands for what the source does not show (`${user}`, `%s`). Parsers take it for a letter: no string contains it. */
export const PLACEHOLDER = '\uFFFC';

/** Source range of a piece of a value. An exact segment has the same characters in the source and in the value. */
export interface Segment extends Range {
  readonly at: number;
  readonly length: number;
  readonly exact: boolean;
}

export interface Placeholder extends Range {
  /** Offset of the `PLACEHOLDER` character in the value. */
  readonly at: number;
  /** As written in the source: `${user}`, `<password>`, `%s`. */
  readonly text: string;
  /** The variable, if the placeholder consists of a single name. */
  readonly name: string | null;
  /** True for words that a person should replace (`<password>`), false for values that a program fills in. */
  readonly isExample: boolean;
  /** The literal that a call passes for it. */
  readonly passed?: string;
}

export type Context = 'code' | 'comment' | 'prose' | 'searched';

/** A string of the source as the program sees it: decoded, concatenated, unknown pieces as placeholders. */
export interface Literal {
  readonly value: string;
  /** Sorted by `at`, without gaps, covering the value. */
  readonly segments: readonly Segment[];
  readonly placeholders: readonly Placeholder[];
  /** Variable, property or key path to which the value is assigned, if the format shows one. */
  readonly key: string | null;
  readonly context: Context;
  readonly decoded: 'base64' | 'json' | 'html' | 'percent' | null;
  /** The delimiter before the value, or `null` for bare text. */
  readonly quote: string | null;
}

/** A literal from one range of the source, which contains the same characters if it is exact. */
export const literalOf = (value: string, at: Range, exact: boolean, more: Partial<Literal> = {}): Literal => ({
  value,
  segments: [{ at: 0, length: value.length, offset: at.offset, endOffset: at.endOffset, exact }],
  placeholders: [],
  key: null,
  context: 'code',
  decoded: null,
  quote: null,
  ...more,
});

const segmentAt = (segments: readonly Segment[], at: number): Segment | undefined =>
  segments[Math.max(0, countBefore(segments, (segment) => segment.at <= at) - 1)];

/** Source range of characters of the value. A part of a segment that is not exact maps to the whole segment. */
export function sourceRange(literal: Pick<Literal, 'segments'>, from: number, to: number): Range {
  const first = segmentAt(literal.segments, from);
  if (!first) return { offset: 0, endOffset: 0 };
  const offset = first.exact ? first.offset + (from - first.at) : first.offset;
  if (to <= from) return { offset, endOffset: offset };
  const last = segmentAt(literal.segments, to - 1)!;
  return { offset, endOffset: last.exact ? last.offset + (to - last.at) : last.endOffset };
}

/** The beginning of a literal, up to an offset of its value. */
export function beginningOf(literal: Literal, length: number): Literal {
  if (length >= literal.value.length) return literal;
  const segments = literal.segments
    .filter(({ at }) => at < length)
    .map((segment): Segment => {
      const { at, offset, exact } = segment;
      if (at + segment.length <= length) return segment;
      return { ...segment, length: length - at, ...(exact && { endOffset: offset + length - at }) };
    });
  const placeholders = literal.placeholders.filter(({ at }) => at < length);
  return { ...literal, value: literal.value.slice(0, length), segments, placeholders };
}

/** The characters of the value that a range of the source touches. */
export function valueRange({ segments }: Pick<Literal, 'segments'>, { offset, endOffset }: Range): Range {
  const before = countBefore(segments, (segment) => segment.offset <= offset);
  const first = segments[Math.max(0, before - 1)];
  const last = segments[countBefore(segments, (segment) => segment.offset < endOffset) - 1] ?? first;
  if (!first || !last) return { offset: 0, endOffset: 0 };
  const from = first.exact ? first.at + Math.min(Math.max(0, offset - first.offset), first.length) : first.at;
  const to = last.exact ? last.at + Math.min(Math.max(0, endOffset - last.offset), last.length) : last.at + last.length;
  return { offset: from, endOffset: Math.max(from, to) };
}

/** True if the source shows these characters of the value unchanged and adjacent, so that they can be edited. */
export function isExact(literal: Pick<Literal, 'segments'>, from: number, to: number): boolean {
  const segment = segmentAt(literal.segments, from);
  return segment !== undefined && segment.exact && to <= segment.at + segment.length;
}

export function placeholderAt({ placeholders }: Pick<Literal, 'placeholders'>, at: number): Placeholder | undefined {
  const placeholder = placeholders[countBefore(placeholders, (one) => one.at < at)];
  return placeholder?.at === at ? placeholder : undefined;
}

/** Edits of a string's source in offsets of its value, in order; `null` if one of them changes something else. */
export function valueEdits({ segments }: Pick<Literal, 'segments'>, edits: readonly Edit[]): readonly Edit[] | null {
  const found: Edit[] = [];
  let at = 0;
  for (const { offset: start, endOffset: end, text } of edits.toSorted((a, b) => a.offset - b.offset)) {
    const offset = valueOffset(segments, start);
    const endOffset = valueOffset(segments, end);
    if (offset === null || endOffset === null || offset < at) return null;
    found.push({ offset, endOffset, text });
    at = endOffset;
  }
  return found.length === 0 ? null : found;
}

function valueOffset(segments: readonly Segment[], offset: number): number | null {
  const segment = segments.find((one) => one.exact && one.offset <= offset && offset <= one.endOffset);
  return segment ? segment.at + (offset - segment.offset) : null;
}
