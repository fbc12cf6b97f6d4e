import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadAlike, utf8Length, fileLines, filePlaces, lineHashes } from '../../src/text/file-lines.ts';
import type { FileText, FileLines } from '../../src/text/file-lines.ts';
import type { Range } from '../../src/text/source.ts';
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

const linesOf = (file: FileText, ranges: readonly Range[]): FileLines =>
  fileLines(file, lineIndex(file.text), ranges, { bytes: true, hashes: true });
const columnIn = (file: FileText, offset: number): number | undefined =>
  filePlaces(linesOf(file, [{ offset, endOffset: offset }])).bytes?.(offset).column;

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
      [0, 1, 2, 3, 4, 6, 7, 8].map((offset) => columnIn({ text, utf8 }, offset)!);
    expect(columns(text)).toEqual([1, 2, 4, 7, 1, 5, 6, 1]);
    expect(columns(`\ufeff${text}`)).toEqual([4, 5, 7, 10, 1, 5, 6, 1]);
    const marked = `\ufeff${text}`;
    expect(columnIn({ text: marked, utf8: marked }, 1)).toBe(4);
  });

  it('counts alike in a long line', () => {
    const text = `x\n${'é'.repeat(9_000)}`;
    for (const offset of [2, 4_095, 4_096, 4_097, 8_192, 9_002]) {
      expect(columnIn({ text, utf8: text }, offset)).toBe(2 * (offset - 2) + 1);
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
        const own = filePlaces(linesOf(file, wanted));
        const index = lineIndex(text);
        const offsets = wanted.flatMap(({ offset, endOffset }) => [offset, endOffset]);
        for (const offset of offsets) {
          const { line, column } = index.position(offset);
          expect(own.position(offset)).toEqual({ line, column });
          const before = text.slice(index.lineStart(line), offset);
          const mark = marked && line === 1 ? 3 : 0;
          expect(own.bytes?.(offset)).toEqual({
            line,
            column: utf8Length(text, offset - before.length, offset) + 1 + mark,
          });
          expect(own.hash(line)).toBe(lineHashes(file.utf8, new Set([line])).get(line) ?? null);
        }
        expect(own.hash(99)).toBeNull();
      }),
    );
  });

  it('have no bytes where the file is read otherwise', () => {
    const file = { text: 'é', utf8: '\ufffd' };
    expect(filePlaces(linesOf(file, [{ offset: 0, endOffset: 1 }])).bytes).toBeNull();
  });

  it('contain the lines of the ranges and nothing of their text', () => {
    const text = 'one\ntwo é €\nthree\nfour\n';
    const recorded = linesOf({ text, utf8: text }, [
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
    const index = filePlaces(recorded);
    expect([index.lineStart(2), index.lineStart(3), index.lineStart(9), index.lineStart(1)]).toEqual([4, 12, 12, 0]);
    expect(index.position(2)).toEqual({ line: 1, column: 3 });
  });
});
