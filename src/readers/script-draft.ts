import type { Hole, Literal, Segment } from '../core/literal.ts';
import { HOLE } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import { decode } from './script-escape.ts';
import type { Spelling } from './script-escape.ts';
import { holeOf } from './script-hole.ts';
import { rangeOf } from './script-node.ts';
import type { Node } from './script-node.ts';
import type { Constant, Folding } from './script-textual.ts';

/** An expression as one value. */
export interface Fold extends Pick<Literal, 'value' | 'segments' | 'holes' | 'quote'> {
  /** Parts of the value that came from constants. */
  readonly folded: readonly Range[];
  /** Code units of the value that came from constants. */
  readonly foldedLength: number;
  /** Expressions that became holes. */
  readonly opaque: readonly Node[];
  /** True when a hit lies in text of this expression or of a constant in it. */
  readonly hot: boolean;
}

/** A fold in the making. */
export interface Draft extends Fold {
  value: string;
  quote: string | null;
  hot: boolean;
  foldedLength: number;
  readonly segments: Segment[];
  readonly holes: Hole[];
  readonly folded: Range[];
  readonly opaque: Node[];
}

/** Longest text that constants add to one expression, in code units: a few doublings would fill the memory. */
const LONGEST_FOLDED = 65_536;

/** Writes the next piece of the value. */
export type Write = (draft: Draft) => void;

export function emptyDraft(): Draft {
  return { value: '', quote: null, hot: false, foldedLength: 0, segments: [], holes: [], folded: [], opaque: [] };
}

function append(draft: Draft, value: string, range: Range, exact: boolean): void {
  draft.segments.push({ ...range, at: draft.value.length, length: value.length, exact });
  draft.value += value;
}

/** An unknown expression; `slot` is the `${…}` around it. */
export function hole(node: Node, folding: Folding, slot: Range | null): Write {
  return (draft) => {
    const found = holeOf(folding.text, node, slot);
    draft.holes.push({ ...found, at: draft.value.length });
    draft.opaque.push(node);
    append(draft, HOLE, { offset: found.offset, endOffset: found.endOffset }, false);
  };
}

/** The characters between two delimiters. */
export function text(inner: Range, spelling: Spelling, quote: string, folding: Folding): Write {
  return (draft) => {
    draft.quote ??= quote;
    draft.hot ||= folding.touches(inner);
    decode(folding.text, inner, spelling, (value, range, exact) => {
      append(draft, value, range, exact);
    });
  };
}

/** Text that the program makes of what stands in a range. */
export function made(value: string, range: Range): Write {
  return (draft) => {
    if (value !== '') append(draft, value, range, false);
  };
}

/** A constant's text: one segment at the place that refers to it, so that spans stay inside the expression. */
export function reference(constant: Constant, node: Node, folding: Folding, slot: Range | null): Write {
  return (draft) => {
    const at = draft.value.length;
    const range = slot ?? rangeOf(node);
    if (draft.foldedLength + constant.value.length > LONGEST_FOLDED) {
      hole(node, folding, slot)(draft);
      return;
    }
    draft.foldedLength += constant.value.length;
    draft.hot ||= constant.hot;
    if (constant.value === '') return;
    for (const inner of constant.holes) draft.holes.push({ ...inner, ...range, at: at + inner.at });
    append(draft, constant.value, range, false);
    draft.folded.push({ offset: at, endOffset: draft.value.length });
  };
}
