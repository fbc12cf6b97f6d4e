import { describe, expect, it } from 'vitest';
import { parseConnectionString } from '../../src/parse/parse.ts';

/** An application name may have 128 bytes in UTF-8 (specification of the handshake). */
describe('the length of a name', () => {
  it.each([
    ['ASCII', 'a', 128],
    ['two bytes', '\u00e9', 64],
    ['three bytes', '\u20ac', 42],
    ['four bytes', '\u{1f600}', 32],
  ])('counts bytes: %s', (_, letter, most) => {
    const issues = (count: number): string[] =>
      parseConnectionString(`mongodb://h.example.com/?appName=${letter.repeat(count)}`).issues.map(
        ({ message }) => message,
      );
    expect(issues(most)).toEqual([]);
    expect(issues(most + 1)).toEqual([expect.stringContaining('128 bytes')]);
  });
});
