import type { Unknown, ShownString } from './finding.ts';
import type { KeptNote } from './rule.ts';
import { lineIndexOf } from '../text/source.ts';
import type { LineIndex, LineTable } from '../text/source.ts';
import type { KeptSource } from './file-result.ts';

/** What of a text is asked for again but its findings and comments: once, when all texts have been seen. */
export type Rest = Pick<KeptSource, 'shown' | 'unknown' | 'notes' | 'lines'>;

/** The same as plain data, small when it is written down. */
export interface PlainRest {
  readonly shown: readonly ShownString[];
  /** Places are lines and columns in turn. */
  readonly unknown: readonly (readonly [rule: string, missing: Unknown['missing'], places: readonly number[]])[];
  readonly notes: readonly (readonly [rule: string, notes: readonly KeptNote[]])[];
  /** Distances from each line start to the next, in UTF-16 code units; the last one goes to the end. */
  readonly lines: { readonly first: number; readonly lengths: readonly number[]; readonly numbers: number[] | null };
}

export function plainRest({ shown, unknown, notes }: Rest, table: LineTable): PlainRest {
  return {
    shown,
    unknown: unknown.map(({ rule, missing, places }) => [
      rule,
      missing,
      places.flatMap(({ line, column }) => [line, column]),
    ]),
    notes: notes ? [...notes] : [],
    lines: plainTable(table),
  };
}

function plainTable({ starts, numbers, length }: LineTable): PlainRest['lines'] {
  const lengths = Array.from(starts, (start, i) => (starts[i + 1] ?? length) - start);
  return { first: starts[0] ?? 0, lengths, numbers: numbers && Array.from(numbers) };
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

function indexOf({ first, lengths, numbers }: PlainRest['lines']): LineIndex {
  const starts = new Uint32Array(lengths.length);
  let length = first;
  for (const [i, own] of lengths.entries()) {
    starts[i] = length;
    length += own;
  }
  return lineIndexOf({ starts, numbers, length });
}
