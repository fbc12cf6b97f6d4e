import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filePlaces } from '../../src/text/file-places.ts';
import { bytePositions, isReadAlike, utf8Length } from '../../src/text/byte-columns.ts';
import { recordedIndex, recordedPlaces, recordPlaces } from '../../src/text/recorded-places.ts';
import { lineIndex } from '../../src/text/source.ts';

const bytes = (text: string): number => new TextEncoder().encode(text).length;
const pieces = fc.constantFrom(
  'a',
  'b c',
  '\n',
  '\r\n',
  'é',
  '€',
  '😀',
  '\ud83d',
  '\ude00',
  '\u07ff\u0800\u007f\u0080',
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

describe('a file for programs that see bytes', () => {
  it('has the length that its bytes have', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(utf8Length(text)).toBe(bytes(text));
        const middle = text.length >> 1;
        expect(utf8Length(text, 0, middle) + utf8Length(text, middle)).toBe(bytes(text));
      }),
    );
  });

  it('counts them from the start of the line, the byte order mark in the first', () => {
    const text = 'aé€\n😀b\nc';
    const columns = (utf8: string): number[] =>
      [0, 1, 2, 3, 4, 6, 7, 8].map((offset) => bytePositions({ text, utf8 }).position(offset).column);
    expect(columns(text)).toEqual([1, 2, 4, 7, 1, 5, 6, 1]);
    expect(columns(`\ufeff${text}`)).toEqual([4, 5, 7, 10, 1, 5, 6, 1]);
    const marked = `\ufeff${text}`;
    expect(bytePositions({ text: marked, utf8: marked }).position(1).column).toBe(4);
  });

  it('counts alike in a long line', () => {
    const text = `x\n${'é'.repeat(9_000)}`;
    const { position } = bytePositions({ text, utf8: text });
    for (const offset of [2, 4_095, 4_096, 4_097, 8_192, 9_002]) {
      expect(position(offset)).toEqual({ line: 2, column: 2 * (offset - 2) + 1 });
    }
  });

  it('is another one where they decode it otherwise', () => {
    expect(isReadAlike({ text: 'abc', utf8: 'abc' })).toBe(true);
    expect(isReadAlike({ text: 'abc', utf8: '\ufeffabc' })).toBe(true);
    expect(isReadAlike({ text: 'abc', utf8: 'ab\ufffd' })).toBe(false);
    expect(isReadAlike({ text: 'abc', utf8: 'xabc' })).toBe(false);
    expect(isReadAlike({ text: 'abc', utf8: '\ufeffabd' })).toBe(false);
    expect(isReadAlike({ text: 'abc', utf8: '\ufeff\ufeffabc' })).toBe(false);
  });
});

describe('places that were taken down', () => {
  it('are those of the file', () => {
    const ranges = fc.array(fc.tuple(fc.nat(60), fc.nat(30)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, ranges, fc.boolean(), (text, drawn, marked) => {
        const file = { text, utf8: marked ? `\ufeff${text}` : text };
        const wanted = drawn.map(([from, length]) => {
          const offset = Math.min(from, text.length);
          return { offset, endOffset: Math.min(offset + length, text.length) };
        });
        const whole = filePlaces(file);
        const recorded = recordPlaces(file, wanted);
        const own = recordedPlaces(recorded);
        const offsets = wanted.flatMap(({ offset, endOffset }) => [offset, endOffset]);
        for (const offset of offsets) {
          expect(own.position(offset)).toEqual(whole.position(offset));
          expect(own.bytes?.(offset)).toEqual(whole.bytes?.(offset));
          expect(recordedIndex(recorded).position(offset)).toEqual(lineIndex(text).position(offset));
        }
        const lines = new Set(offsets.map((offset) => whole.position(offset).line));
        expect(own.hashes(lines)).toEqual(whole.hashes(lines));
        expect(own.hashes(new Set([99]))).toEqual(new Map());
      }),
    );
  });

  it('have no bytes where the file is read otherwise', () => {
    const file = { text: 'é', utf8: '\ufffd' };
    expect(filePlaces(file).bytes).toBeNull();
    expect(recordedPlaces(recordPlaces(file, [{ offset: 0, endOffset: 1 }])).bytes).toBeNull();
  });

  it('hold the lines of the ranges and nothing of their text', () => {
    const text = 'one\ntwo é €\nthree\nfour\n';
    const recorded = recordPlaces({ text, utf8: text }, [
      { offset: 15, endOffset: 16 },
      { offset: 5, endOffset: 13 },
      { offset: 4, endOffset: 10 },
    ]);
    expect(recorded.lines.map(({ line, start, wide }) => [line, start, wide])).toEqual([
      [
        2,
        4,
        [
          [4, 1],
          [6, 2],
        ],
      ],
      [3, 12, []],
    ]);
    expect(recorded).toMatchObject({ alike: true, mark: false });
    const index = recordedIndex(recorded);
    expect([index.lineStart(2), index.lineStart(3), index.lineStart(9), index.lineStart(1)]).toEqual([4, 12, 12, 0]);
    expect(recordedPlaces(recorded).position(2)).toEqual({ line: 1, column: 3 });
  });
});
