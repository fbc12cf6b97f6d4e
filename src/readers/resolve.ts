import { HOLE } from '../core/literal.ts';
import type { Literal } from '../core/literal.ts';
import type { Reading } from './reading.ts';

/**
 * The literal's value with the holes filled whose variable holds a constant of the same text that belongs to a host. What
 * stands for a user name or a password stays a hole: nothing needs it.
 */
export function resolveHosts(literal: Literal, reading: Reading): string {
  let resolved = '';
  let at = 0;
  const hostsFrom = literal.value.lastIndexOf('@') + 1;
  for (const hole of literal.holes) {
    resolved += literal.value.slice(at, hole.at);
    const isCredential = hole.at < hostsFrom;
    const value =
      isCredential || hole.name === null || hole.placeholder ? null : reading.constant(hole.name, hole.offset);
    resolved += value !== null && isHostPart(value, reading) ? value : HOLE;
    at = hole.at + 1;
  }
  return resolved + literal.value.slice(at);
}

function isHostPart(value: string, { profile }: Reading): boolean {
  const lower = value.toLowerCase();
  return /^[\w.,:-]+(?:\/[\w?=&.,-]*)?$/.test(value) && profile.domains.some((domain) => lower.includes(domain));
}
