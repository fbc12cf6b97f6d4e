import { HOLE } from '../core/literal.ts';
import type { Literal } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import type { Reading } from './reading.ts';

/** A literal's value with holes filled. */
export interface Resolved {
  readonly value: string;
  /** The place in the literal's value that a place in this one stands for: of what was filled in, the hole. */
  readonly place: (range: Range) => Range;
  /** True where what was filled in stands in the holes themselves, and so nowhere else. */
  readonly isOwn: boolean;
}

/** The text in which the places of a literal lie, and what is known of it. */
export type ResolvingReading = Pick<Reading, 'text' | 'profile' | 'constant'>;

interface Filling {
  /** Place in the resolved value. */
  readonly from: number;
  readonly to: number;
  /** Offset of the hole in the literal's value. */
  readonly hole: number;
}

/**
 * The literal's value with the holes filled that name a host to fall back on (`${HOST:-…}`, `env.HOST || "…"`), or whose variable
 * holds a constant of the same text that belongs to a host or a list of them. What stands for a user name or a password stays a hole: nothing needs it. `null` when nothing could be filled in.
 */
export function resolveHosts(literal: Literal, reading: ResolvingReading): Resolved | null {
  let value = '';
  let at = 0;
  const fillings: Filling[] = [];
  const hostsFrom = literal.value.lastIndexOf('@') + 1;
  let isOwn = true;
  for (const hole of literal.holes) {
    if (hole.at < hostsFrom || hole.placeholder) continue;
    const known = hole.name === null ? null : reading.constant(hole.name, hole.offset);
    const isKnown = known !== null && isHostPart(known, reading);
    const constant = isKnown ? known : fallback(hole, reading);
    if (constant === null) continue;
    if (isKnown) isOwn = false;
    value += literal.value.slice(at, hole.at);
    fillings.push({ from: value.length, to: value.length + constant.length, hole: hole.at });
    value += constant;
    at = hole.at + HOLE.length;
  }
  if (fillings.length === 0) return null;
  value += literal.value.slice(at);
  return { value, place: (range) => placed(range, fillings), isOwn };
}

function placed({ offset, endOffset }: Range, fillings: readonly Filling[]): Range {
  let start = offset;
  let end = endOffset;
  for (const { from, to, hole } of fillings) {
    const longer = to - from - HOLE.length;
    if (offset >= to) start -= longer;
    else if (offset >= from) start = hole;
    if (endOffset >= to) end -= longer;
    else if (endOffset > from) end = hole + HOLE.length;
  }
  return { offset: start, endOffset: end };
}

/** The one host of the service that is written in a hole; `null` where there are several, of which any may be meant. */
function fallback({ offset, endOffset }: Range, reading: ResolvingReading): string | null {
  const written = reading.text.slice(offset, Math.min(endOffset, offset + LONGEST_HOLE));
  const words = written.replace(/^\$\{\w+:?[-=?]?/, ' ').split(/[^\w.,:-]+/);
  const hosts = new Set(words.filter((word) => /^\w[\w-]*\.\w/.test(word) && isHostPart(word, reading)));
  return hosts.size === 1 ? [...hosts][0]! : null;
}

/** In UTF-16 code units. */
const LONGEST_HOLE = 1_000;

function isHostPart(value: string, { profile }: Pick<Reading, 'profile'>): boolean {
  const lower = value.toLowerCase();
  return /^[\w.,:-]+(?:\/[\w?=&.,-]*)?$/.test(value) && profile.domains.some((domain) => lower.includes(domain));
}
