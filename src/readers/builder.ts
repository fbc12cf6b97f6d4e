import { HOLE } from '../core/literal.ts';
import type { Hole, Segment } from '../core/literal.ts';

/** Collects a literal's value piece by piece, keeping where each piece came from. */
export interface Builder {
  readonly segments: Segment[];
  readonly holes: Hole[];
  /** The value so far. */
  value(): string;
  readonly length: number;
  /** Last character of the value, `''` at the start. */
  last(): string;
  /** Characters that stand in the source as they are. */
  exact(text: string, offset: number): void;
  /** Characters that the source writes in another way. */
  decoded(text: string, offset: number, endOffset: number): void;
  hole(hole: Omit<Hole, 'at'>): void;
  /** Takes back everything from a value offset on. */
  cut(at: number): void;
}

export function builder(): Builder {
  const segments: Segment[] = [];
  const holes: Hole[] = [];
  let value = '';
  const add = (text: string, offset: number, endOffset: number, exact: boolean): void => {
    if (text === '') return;
    const last = segments.at(-1);
    if (exact && last?.exact && last.endOffset === offset) {
      segments[segments.length - 1] = { ...last, length: last.length + text.length, endOffset };
    } else {
      segments.push({ at: value.length, length: text.length, offset, endOffset, exact });
    }
    value += text;
  };
  return {
    segments,
    holes,
    value: () => value,
    get length() {
      return value.length;
    },
    last: () => value.slice(-1),
    exact: (text, offset) => {
      add(text, offset, offset + text.length, true);
    },
    decoded: (text, offset, endOffset) => {
      add(text, offset, endOffset, false);
    },
    hole: (hole) => {
      holes.push({ ...hole, at: value.length });
      add(HOLE, hole.offset, hole.endOffset, false);
    },
    cut: (at) => {
      value = value.slice(0, at);
      while (holes.length > 0 && holes.at(-1)!.at >= at) holes.pop();
      while (segments.length > 0 && segments.at(-1)!.at >= at) segments.pop();
      const last = segments.at(-1);
      if (last && last.at + last.length > at) {
        const length = at - last.at;
        const endOffset = last.exact ? last.offset + length : last.endOffset;
        segments[segments.length - 1] = { ...last, length, endOffset };
      }
    },
  };
}
