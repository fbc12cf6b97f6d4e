import { lineStarts, countBefore } from './source.ts';
import type { LineTable } from './source.ts';

/** A place in a text that is too large to be held. */
export interface WholePlace {
  /** In UTF-16 code units, as all offsets. */
  readonly offset: number;
  /** 1-based number of its line. */
  readonly line: number;
  /** Offset at which that line starts. */
  readonly lineStart: number;
}

/** A piece of such a text, and where it begins there. */
export interface Excerpt extends WholePlace {
  /** Where it begins among the other excerpts. */
  readonly at: number;
  readonly length: number;
}

/** Where the pieces stand that a text was put together from. */
export interface Excerpts {
  /** In order; the first one is the beginning. */
  readonly parts: readonly Excerpt[];
  /** Of the whole text. */
  readonly length: number;
}

/** Turns offsets in a text that was put together into those in the whole one. What stands between two pieces is the end of the first. */
export function wholeOffsets({ parts }: Excerpts): (offset: number) => number {
  return (offset) => {
    const part = parts[countBefore(parts, ({ at }) => at <= offset) - 1];
    return part ? part.offset + Math.min(offset - part.at, part.length) : offset;
  };
}

/** The lines of the whole text that stand in the pieces, or that pieces begin in. */
export function wholeLines(
  text: string,
  { parts, length }: Excerpts,
): LineTable & { readonly starts: readonly number[]; readonly numbers: readonly number[] } {
  const inner = lineStarts(text);
  const starts: number[] = [];
  const numbers: number[] = [];
  let next = 0;
  for (const part of parts) {
    let { line } = part;
    const add = (start: number): void => {
      if (line <= (numbers.at(-1) ?? 0)) return;
      starts.push(start);
      numbers.push(line);
    };
    add(part.lineStart);
    while (next < inner.length && inner[next]! <= part.at) next++;
    for (; next < inner.length && inner[next]! <= part.at + part.length; next++) {
      line++;
      add(part.offset + inner[next]! - part.at);
    }
  }
  return { starts, numbers, length };
}
