import { Buffer } from 'node:buffer';
import { setFlagsFromString } from 'node:v8';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OWN_WORDS } from '../../../src/find/own-files.ts';
import { RELAXED_WORD_SCAN_WASM, STANDARD_WORDS } from '../../../src/node/scan/standard-words.ts';
import { wordParts } from '../../../src/node/scan/word-tables.ts';
import { USUAL_PARTS } from '../../../src/node/scan/usual-parts.ts';
import { wordScan } from '../../../src/node/scan/search-file.ts';

const contains = (words: readonly string[], text: string): boolean =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Those whose tables are built with the code. */
const STANDARD = [...STANDARD_WORDS, ...OWN_WORDS];

describe('a scan of bytes', () => {
  const words = ['abab', 'b-a!', 'aabbab'];
  const scan = wordScan(words);
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '-', '!'), maxLength: 70 });

  it('finds the words wherever they are, in any case', () => {
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

  it('finds every standard word, wherever it is in a text of any length', () => {
    const standard = wordScan(STANDARD);
    for (const word of STANDARD) {
      for (let before = 0; before < 40; before++) {
        for (const after of [0, 1, 7]) {
          const length = standard.buffer.write(
            `${' '.repeat(before)}${word.toUpperCase()}${' '.repeat(after)}`,
            'latin1',
          );
          expect(standard.holdsWithin(length)).toBe(true);
          // Half of it is after the end, or comes from an earlier file.
          expect(standard.holdsWithin(before + word.length - 1)).toBe(contains(STANDARD, word.slice(0, -1)));
        }
      }
    }
  });

  it('takes hundreds of words, and for thousands finds any bytes worth a look', () => {
    const many = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${(index * 7_919).toString(36).padStart(4, 'q')}.${index % 10}`);
    const words = many(330);
    const hundreds = wordScan(words);
    for (const word of words) {
      for (const before of ['', ' ']) {
        expect(hundreds.holds(Buffer.from(`${before}${word.toUpperCase()}`))).toBe(true);
        expect(hundreds.holds(Buffer.from(`${before}${word.slice(0, -1)}x`))).toBe(false);
      }
    }
    expect(wordScan(many(5_000)).holds(Buffer.from('nothing'))).toBe(true);
  });

  it('recognizes the standard words by parts that were chosen for them', () => {
    const usual = new Set(USUAL_PARTS.flatMap((line) => line.split(' ')));
    const left = STANDARD.filter((word) =>
      ([0, 1] as const).some((side) => wordParts(word, side).every(({ text }) => !usual.has(text))),
    );
    // After a change of the words, run: node tools/word-scan/usual-parts.mjs <folders with many kinds of texts>
    expect(left).toEqual([]);
  });

  it('says the same with all the instructions that the engine has', () => {
    const plain = wordScan(STANDARD);
    // Newer releases of Node have these instructions by default.
    setFlagsFromString('--experimental-wasm-relaxed-simd');
    expect(WebAssembly.validate(Buffer.from(RELAXED_WORD_SCAN_WASM, 'base64'))).toBe(true);
    const relaxed = wordScan(STANDARD);
    const pieces = fc.constantFrom(...STANDARD, 'mongo', 'atl', 'as', '-pl', '\xff', '\x80', ' ', 'prI', 'shard');
    const bytes = fc.array(pieces, { maxLength: 30 }).map((parts) => Buffer.from(parts.join(''), 'latin1'));
    fc.assert(
      fc.property(bytes, fc.nat(9), (text, cut) => {
        const piece = text.subarray(cut);
        const length = piece.copy(plain.buffer);
        piece.copy(relaxed.buffer);
        expect(relaxed.holdsWithin(length)).toBe(plain.holdsWithin(length));
        expect(plain.holdsWithin(length)).toBe(contains(STANDARD, piece.toString('latin1')));
      }),
      { numRuns: 3_000 },
    );
  });

  it('recognises binary bytes by a NUL among the first ones', () => {
    for (const at of [0, 15, 16, 31, 40, 8_191]) {
      const bytes = Buffer.alloc(9_000, 'x');
      bytes[at] = 0;
      bytes.copy(scan.buffer);
      expect([at, scan.isBinary(at), scan.isBinary(at + 1), scan.isBinary(9_000)]).toEqual([at, false, true, true]);
    }
    Buffer.alloc(9_000, 'x').copy(scan.buffer);
    scan.buffer[8_192] = 0;
    expect(scan.isBinary(9_000)).toBe(false);
  });
});
