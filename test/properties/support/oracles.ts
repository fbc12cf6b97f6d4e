import assert from 'node:assert/strict';
import type { Range } from '../../../src/text/source.ts';

/** A range is of a text: its ends are in order and inside. */
export function assertInside({ offset, endOffset }: Range, length: number): void {
  assert.ok(
    Number.isInteger(offset) && offset >= 0 && offset <= endOffset && endOffset <= length,
    `a range outside of the text: ${offset} to ${endOffset} of ${length}`,
  );
}

/** Shorter ones stand in other words by chance. */
const SHORTEST_SECRET = 7;

/** Whether what stands in a secret range of a text, and nowhere else in it, stands in what is shown. */
export function isShown(text: string, { offset, endOffset }: Range, shown: string): boolean {
  const secret = text.slice(offset, endOffset);
  if (secret.length < SHORTEST_SECRET || /^(.)\1*$/su.test(secret)) return false;
  return shown.includes(secret) && !(text.slice(0, offset) + text.slice(endOffset)).includes(secret);
}
