import type { Unknown } from '../core/finding.ts';
import type { KeptNote } from '../core/rule.ts';
import { lineIndexOf } from '../core/source.ts';
import type { LineIndex } from '../core/source.ts';
import type { ShownString } from '../core/to-finding.ts';
import type { KeptSource } from './kept-source.ts';

/** What of a text is asked for again but its findings and comments: once, when all texts have been seen. */
export type Rest = Pick<KeptSource, 'shown' | 'unknown' | 'notes' | 'lines'>;

/** The same as plain data, small when it is written down. */
export interface PlainRest {
  readonly shown: readonly ShownString[];
  /** Places are lines and columns in turn. */
  readonly unknown: readonly (readonly [rule: string, missing: Unknown['missing'], places: readonly number[]])[];
  readonly notes: readonly (readonly [rule: string, notes: readonly KeptNote[]])[];
  /** Length of each line with its end, in UTF-16 code units. */
  readonly lines: readonly number[];
}

export function plainRest({ shown, unknown, notes, lines }: Rest): PlainRest {
  return {
    shown,
    unknown: unknown.map(({ rule, missing, places }) => [
      rule,
      missing,
      places.flatMap(({ line, column }) => [line, column]),
    ]),
    notes: notes ? [...notes] : [],
    lines: lengthsOf(lines),
  };
}

function lengthsOf(lines: LineIndex): number[] {
  return Array.from({ length: lines.lineCount }, (_, i) => lines.lineStart(i + 2) - lines.lineStart(i + 1));
}

/**
 * Each part is put together when it is asked for.
 * @param file whose rest it is
 */
export function fromPlainRest(plain: PlainRest, file: string): Rest {
  return {
    shown: plain.shown,
    get unknown() {
      return plain.unknown.map(([rule, missing, numbers]) => ({ rule, missing, places: placesOf(numbers, file) }));
    },
    get notes() {
      return plain.notes.length > 0 ? new Map(plain.notes) : null;
    },
    get lines() {
      return indexOf(plain.lines);
    },
  };
}

function placesOf(numbers: readonly number[], file: string): Unknown['places'] {
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({
    file,
    line: numbers[2 * i]!,
    column: numbers[2 * i + 1]!,
  }));
}

function indexOf(lengths: readonly number[]): LineIndex {
  const starts = new Uint32Array(lengths.length);
  let length = 0;
  for (const [i, own] of lengths.entries()) {
    starts[i] = length;
    length += own;
  }
  return lineIndexOf(starts, length);
}
