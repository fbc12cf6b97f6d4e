import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordScan } from '../src/node/word-scan.ts';

const contains = (words: readonly string[], text: string): boolean =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

describe('a scan of bytes', () => {
  const words = ['abab', 'b-a!', 'aabbab'];
  const scan = wordScan(words);
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '-', '!'), maxLength: 70 });

  it('finds the words wherever they stand, in any case', () => {
    fc.assert(
      fc.property(letters, (text) => {
        expect(scan.holds(Buffer.from(text))).toBe(contains(words, text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('sees nothing of what an earlier file left in the memory', () => {
    expect(scan.holds(Buffer.from('xx abab'))).toBe(true);
    expect(scan.holds(Buffer.from('xx aba'))).toBe(false);
    const length = scan.buffer.write('zzz', 0, 'latin1');
    expect(scan.holds(scan.buffer.subarray(0, length))).toBe(false);
  });

  it('finds a word that lies across two pieces of a large file', () => {
    for (const shift of [-6, -3, -1, 0, 1]) {
      const bytes = Buffer.alloc(3 * (1 << 20), 'x');
      bytes.write('aabbab', (1 << 20) + shift, 'latin1');
      expect(scan.holds(bytes)).toBe(true);
      bytes.fill('x');
      expect(scan.holds(bytes)).toBe(false);
    }
  });

  it('tells bytes apart that look alike in one half', () => {
    const one = wordScan(['mongodb', 'provider', 'connlint-', '-pri.']);
    for (const text of ['mongodc', 'm/ngodb', 'provider'.slice(1), 'connlint_', '-pri', '\u00edongodb']) {
      expect(one.holds(Buffer.from(text))).toBe(false);
    }
    expect(one.holds(Buffer.from('x-PRI.'))).toBe(true);
  });

  it('takes any bytes for worth a look when a word is too short for it', () => {
    expect(wordScan(['db']).holds(Buffer.from('nothing'))).toBe(true);
  });
});
