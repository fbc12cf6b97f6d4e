import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_WORDS } from '../../../src/report/own-files.ts';
import { STANDARD_WORDS, wordScan } from '../../../src/node/scan/search-file.ts';

const STANDARD = [...STANDARD_WORDS, ...OWN_WORDS];

describe.each([
  ['compiled words', STANDARD],
  ['words of another service', ['acme+srv', 'a.b|c(']],
])('a scan of bytes for %s', (_, words) => {
  const scan = wordScan(words);
  const contains = (text: string): boolean => words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

  it('finds the words wherever they are, in any case, and nothing else', () => {
    const noise = fc.string({ unit: fc.constantFrom('a', 'n', 'D', '-', '.', 'm', '\u00ed', '\0'), maxLength: 70 });
    const word = fc.constantFrom(...words.map((one) => one.toUpperCase()), ...words.map((one) => one.slice(1)));
    fc.assert(
      fc.property(noise, word, noise, (before, middle, after) => {
        const text = before + middle + after;
        expect(scan.holds(Buffer.from(text, 'latin1'))).toBe(contains(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('sees nothing of what an earlier file left in the memory', () => {
    expect(scan.holds(Buffer.from(`xx ${words[0]!}`))).toBe(true);
    expect(scan.holds(Buffer.from(`xx ${words[0]!.slice(0, -1)}`))).toBe(false);
    const length = scan.buffer.write('zzz', 0, 'latin1');
    expect(scan.holds(scan.buffer.subarray(0, length))).toBe(false);
  });

  it('finds a word that lies across two pieces of a large file', () => {
    const word = words[0]!;
    for (const shift of [-word.length, -3, -1, 0, 1]) {
      const bytes = Buffer.alloc(3 * (1 << 20), 'x');
      bytes.write(word, (1 << 20) + shift, 'latin1');
      expect(scan.holds(bytes)).toBe(true);
      bytes.fill('x');
      expect(scan.holds(bytes)).toBe(false);
    }
  });
});
