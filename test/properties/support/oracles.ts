import assert from 'node:assert/strict';
import type { Range } from '../../../src/text/source.ts';

/** Checks that a range is inside the text and that its ends are in order. */
export function assertInside({ offset, endOffset }: Range, length: number): void {
  assert.ok(
    Number.isInteger(offset) && offset >= 0 && offset <= endOffset && endOffset <= length,
    `a range outside of the text: ${offset} to ${endOffset} of ${length}`,
  );
}

/** Shorter ones occur in other words by chance. */
const SHORTEST_SECRET = 7;

/** Whether output contains the text of a secret range that occurs nowhere else in the input. */
export function isShown(text: string, { offset, endOffset }: Range, shown: string): boolean {
  const secret = text.slice(offset, endOffset);
  if (secret.length < SHORTEST_SECRET || /^(.)\1*$/su.test(secret)) return false;
  return shown.includes(secret) && !(text.slice(0, offset) + text.slice(endOffset)).includes(secret);
}
