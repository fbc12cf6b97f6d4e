import type { Hit } from '../core/find.ts';
import { MOST_NESTED } from '../core/found.ts';
import type { FoundString } from '../core/found.ts';
import type { Range } from '../core/source.ts';
import { readHost } from './read-host.ts';
import type { Reading } from './reading.ts';
import { choices } from './resolve.ts';

/** The name that a shell looks up before it takes what is behind `:-`. */
const OPENING = /^(?:\$\{\w+:?[-=?+])?/;
/** In code units. */
const LONGEST_OPENING = 100;

/**
 * Reads what stands in the holes of a string that does not say which of it is meant: `${live ? "…" : "…"}`. Each host is a string of its
 * own, with the key of the one around it. Takes the hits inside of that one, in order.
 */
export function hostsInHoles(
  outer: FoundString,
  reading: Omit<Reading, 'floor' | 'scannedTo'>,
): (hit: Hit) => FoundString | null {
  let places: readonly Range[] | null = null;
  let { offset: floor } = outer.range;
  let left = MOST_NESTED;
  return (hit) => {
    if (hit.kind !== 'host' || hit.offset < floor || left === 0 || outer.literal.decoded === 'base64') return null;
    places ??= choices(outer.literal, reading);
    const place = placeOf(hit, places);
    if (!place) return null;
    const text = reading.text.slice(0, place.endOffset);
    const from = place.offset + OPENING.exec(text.slice(place.offset, place.offset + LONGEST_OPENING))![0].length;
    const string = readHost(hit, { ...reading, text, floor: Math.max(floor, from), scannedTo: 0 });
    if (!string) return null;
    floor = string.range.endOffset;
    left--;
    return { ...string, literal: { ...string.literal, key: outer.literal.key, context: outer.literal.context } };
  };
}

/** The place that holds a range. */
export function placeOf({ offset, endOffset }: Range, places: readonly Range[]): Range | undefined {
  return places.find((place) => place.offset <= offset && endOffset <= place.endOffset);
}
