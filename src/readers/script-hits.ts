import type { Range } from '../core/source.ts';
import { countBefore } from '../core/sorted.ts';

/** True when one of the sorted offsets lies in the range. */
export function touches(sorted: readonly number[], range: Range): boolean {
  const next = sorted[countBefore(sorted, (offset) => offset < range.offset)];
  return next !== undefined && next < range.endOffset;
}

/** Two lists of offsets as one sorted list; `sorted` itself when there is nothing to add. */
export function withOffsets(sorted: readonly number[], added: readonly number[]): readonly number[] {
  return added.length === 0 ? sorted : [...sorted, ...added].sort((a, b) => a - b);
}
