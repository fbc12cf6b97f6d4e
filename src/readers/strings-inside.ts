import type { Hit } from '../core/find.ts';
import { MOST_NESTED } from '../core/found.ts';
import type { FoundString } from '../core/found.ts';
import type { Literal } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import { readHost } from './read-host.ts';
import type { HitReader, Reading } from './reading.ts';
import { choices } from './resolve.ts';

interface Place extends Range {
  /** True for a hole, false for what stands between two pieces: a comment. */
  readonly isHole: boolean;
}

/**
 * Reads what stands inside of a string and is no part of it: hosts in a hole that does not say which of them is meant
 * (`${live ? "…" : "…"}`), which have the key of the string around them, and whatever a comment between its pieces names. Takes the hits
 * inside of the string, in order.
 */
export function stringsInside(
  outer: FoundString,
  reading: Omit<Reading, 'floor' | 'scannedTo'>,
  readers: Readonly<Record<Hit['kind'], HitReader>>,
): (hit: Hit) => FoundString | null {
  const { literal } = outer;
  if (literal.decoded === 'base64' || (literal.holes.length === 0 && literal.segments.length < 2)) return () => null;
  let places: readonly Place[] | null = null;
  let next = 0;
  let { offset: floor } = outer.range;
  let left = MOST_NESTED;
  const readAt = (hit: Hit, place: Place): FoundString | null => {
    const text = reading.text.slice(0, place.endOffset);
    const inside = { ...reading, text, floor: Math.max(floor, place.offset), scannedTo: 0 };
    if (!place.isHole) return readers[hit.kind](hit, inside);
    const host = hit.kind === 'host' ? readHost(hit, inside) : null;
    return host && { ...host, literal: { ...host.literal, key: literal.key, context: literal.context } };
  };
  return (hit) => {
    if (hit.offset < floor || left === 0) return null;
    places ??= placesIn(literal, reading);
    while (next < places.length && places[next]!.endOffset <= hit.offset) next++;
    const place = places[next];
    const string = place && isInside(hit, place) ? readAt(hit, place) : null;
    if (!string) return null;
    floor = string.range.endOffset;
    left--;
    return string;
  };
}

/** Sorted; none of them overlaps another. */
function placesIn(literal: Literal, reading: Omit<Reading, 'floor' | 'scannedTo'>): Place[] {
  const holes = choices(literal, reading).map(({ offset, endOffset }) => ({ offset, endOffset, isHole: true }));
  return [...holes, ...gapsOf(literal)].sort((a, b) => a.offset - b.offset);
}

/**
 * What stands between the pieces of a string: signs that join them, white space, comments.
 * @param made true to count what code between them stands for, such as the separator of a list, too
 */
export function gapsOf({ segments }: Literal, made = false): Place[] {
  return segments.flatMap((segment, i) => {
    const { offset, endOffset, exact } = segment;
    const end = segments[i + 1]?.offset ?? endOffset;
    return [
      ...(made && !exact ? [{ offset, endOffset, isHole: false }] : []),
      ...(end > endOffset ? [{ offset: endOffset, endOffset: end, isHole: false }] : []),
    ];
  });
}

/** True when a range lies in another one. */
export function isInside({ offset, endOffset }: Range, place: Range): boolean {
  return place.offset <= offset && endOffset <= place.endOffset;
}
