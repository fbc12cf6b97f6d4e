import { HOLE, sourceRange } from '../core/literal.ts';
import type { Hole, Literal, Segment } from '../core/literal.ts';

/** Segments of a value that was read out of another value, as places in the text that the outer one stands in. */
function composedSegments(inner: readonly Segment[], outer: Literal): Segment[] {
  return inner.flatMap((segment): Segment[] => {
    if (!segment.exact) {
      return [{ ...segment, ...sourceRange(outer, segment.offset, segment.endOffset) }];
    }
    return outer.segments
      .filter((piece) => piece.at < segment.endOffset && piece.at + piece.length > segment.offset)
      .map((piece): Segment => {
        const from = Math.max(piece.at, segment.offset);
        const to = Math.min(piece.at + piece.length, segment.endOffset);
        const range = sourceRange(outer, from, to);
        return { at: segment.at + (from - segment.offset), length: to - from, exact: piece.exact, ...range };
      });
  });
}

/** Holes of the inner value: those that the outer one had keep their own text, name and place. */
function composedHoles(inner: readonly Hole[], outer: Literal): Hole[] {
  const byOffset = new Map(outer.holes.map((hole) => [hole.at, hole]));
  return inner.map((hole) => {
    const known = byOffset.get(hole.offset);
    if (known && hole.endOffset === hole.offset + 1) return { ...known, at: hole.at };
    return { ...hole, ...sourceRange(outer, hole.offset, hole.endOffset), text: shown(hole.text, outer, hole.offset) };
  });
}

function shown(text: string, outer: Literal, offset: number): string {
  if (!text.includes(HOLE)) return text;
  const holes = outer.holes.filter((hole) => hole.at >= offset);
  let next = 0;
  return text.replaceAll(HOLE, () => holes[next++]?.text ?? '…');
}

/** A literal that was found in the value of another literal, placed in the text of the outer one. */
export function compose(inner: Literal, outer: Literal): Literal {
  return {
    ...inner,
    segments: composedSegments(inner.segments, outer),
    holes: composedHoles(inner.holes, outer),
    key: inner.key ?? outer.key,
    context: outer.context,
    decoded: outer.decoded ?? inner.decoded,
    quote: outer.quote,
  };
}
