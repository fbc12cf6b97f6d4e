import type { Range } from '../core/source.ts';

/** True when one of the sorted offsets lies in the range. */
export function touches(sorted: readonly number[], range: Range): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < range.offset) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low]! < range.endOffset;
}

/** Two lists of offsets as one sorted list; `sorted` itself when there is nothing to add. */
export function withOffsets(sorted: readonly number[], added: readonly number[]): readonly number[] {
  return added.length === 0 ? sorted : [...sorted, ...added].sort((a, b) => a - b);
}
