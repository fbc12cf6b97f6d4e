import { HOLE } from '../core/literal.ts';
import type { Literal } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import type { Reading } from './reading.ts';

/** A literal's value with holes filled. */
export interface Resolved {
  readonly value: string;
  /** The place in the literal's value that a place in this one stands for: of what was filled in, the hole. */
  readonly place: (range: Range) => Range;
}

interface Filling {
  /** Place in the resolved value. */
  readonly from: number;
  readonly to: number;
  /** Offset of the hole in the literal's value. */
  readonly hole: number;
}

/**
 * The literal's value with the holes filled whose variable holds a constant of the same text that belongs to a host, or a list of
 * them. What stands for a user name or a password stays a hole: nothing needs it. `null` when nothing could be filled in.
 */
export function resolveHosts(literal: Literal, reading: Reading): Resolved | null {
  let value = '';
  let at = 0;
  const fillings: Filling[] = [];
  const hostsFrom = literal.value.lastIndexOf('@') + 1;
  for (const hole of literal.holes) {
    if (hole.at < hostsFrom || hole.name === null || hole.placeholder) continue;
    const constant = reading.constant(hole.name, hole.offset);
    if (constant === null || !isHostPart(constant, reading)) continue;
    value += literal.value.slice(at, hole.at);
    fillings.push({ from: value.length, to: value.length + constant.length, hole: hole.at });
    value += constant;
    at = hole.at + HOLE.length;
  }
  if (fillings.length === 0) return null;
  value += literal.value.slice(at);
  return { value, place: (range) => placed(range, fillings) };
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

function isHostPart(value: string, { profile }: Reading): boolean {
  const lower = value.toLowerCase();
  return /^[\w.,:-]+(?:\/[\w?=&.,-]*)?$/.test(value) && profile.domains.some((domain) => lower.includes(domain));
}
