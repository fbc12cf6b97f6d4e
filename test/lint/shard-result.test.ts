import { describe, expect, it } from 'vitest';
import { display, PLACEHOLDER, isExact, sourceRange } from '../../src/text/literal.ts';
import type { Placeholder, Segment } from '../../src/text/literal.ts';
import { parseShard, shardOf } from '../../src/lint/shard-result.ts';
import { lineIndex, overlaps } from '../../src/text/source.ts';

describe('lines of a text', () => {
  it.each([
    ['a\nbc\n', [0, 2, 5]],
    ['a\r\nbc\rd\n\re', [0, 3, 6, 8, 9]],
    ['\n\n', [0, 1, 2]],
    ['', [0]],
  ])('%j', (text, starts) => {
    const lines = lineIndex(text);
    expect(starts.map((_, at) => lines.lineStart(at + 1))).toEqual(starts);
    expect(lines.lineStart(starts.length + 1)).toBe(text.length);
    for (let offset = 0; offset <= text.length; offset++) {
      const line = starts.filter((start) => start <= offset).length;
      expect(lines.position(offset)).toEqual({ line, column: offset - starts[line - 1]! + 1 });
    }
  });

  it('overlap where they have a character in common', () => {
    const range = (offset: number, endOffset: number) => ({ offset, endOffset });
    expect(overlaps(range(1, 3), range(2, 4))).toBe(true);
    expect(overlaps(range(2, 4), range(1, 3))).toBe(true);
    expect(overlaps(range(1, 3), range(3, 4))).toBe(false);
    expect(overlaps(range(3, 4), range(1, 3))).toBe(false);
  });
});

describe('the parts of a run', () => {
  it.each([
    ['1/1', { index: 1, count: 1 }],
    ['2/8', { index: 2, count: 8 }],
    ['10000/10000', { index: 10_000, count: 10_000 }],
    ['0/8', null],
    ['9/8', null],
    ['1/10001', null],
    ['1/0', null],
    ['1', null],
    ['1/2/3', null],
    ['x1/2', null],
    ['1/2x', null],
    ['-1/2', null],
    ['100000/100000', null],
  ])('%s', (text, shard) => {
    expect(parseShard(text)).toEqual(shard);
  });

  // All machines must split the same way, whatever their version.
  it('have the same files in every version', () => {
    const files = ['a.env', 'b.env', 'src/index.ts', 'src/index.js', 'deploy/é.yaml', ''];
    expect(files.map((file) => shardOf(file, 10_000))).toEqual([922, 3854, 6582, 9228, 8169, 8924]);
    expect(files.map((file) => shardOf(file, 1))).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('a value and its source', () => {
  // `"ab\n" + x + "cd"`: an escape between exact pieces, a placeholder, a separate piece.
  const segments: Segment[] = [
    { offset: 1, endOffset: 3, at: 0, length: 2, exact: true },
    { offset: 3, endOffset: 5, at: 2, length: 1, exact: false },
    { offset: 9, endOffset: 10, at: 3, length: 1, exact: false },
    { offset: 14, endOffset: 16, at: 4, length: 2, exact: true },
  ];
  const at = (from: number, to: number): number[] => {
    const { offset, endOffset } = sourceRange({ segments }, from, to);
    return [offset, endOffset];
  };

  it('have places of each other', () => {
    expect(at(0, 6)).toEqual([1, 16]);
    expect(at(1, 2)).toEqual([2, 3]);
    expect(at(1, 3)).toEqual([2, 5]);
    expect(at(2, 3)).toEqual([3, 5]);
    expect(at(3, 5)).toEqual([9, 15]);
    expect(at(5, 6)).toEqual([15, 16]);
    // An empty range is mapped too.
    expect(at(1, 1)).toEqual([2, 2]);
    expect(at(2, 2)).toEqual([3, 3]);
    expect(at(6, 6)).toEqual([16, 16]);
    expect(sourceRange({ segments: [segments[1]!] }, 3, 3)).toEqual({ offset: 5, endOffset: 5 });
    expect(sourceRange({ segments: [] }, 0, 1)).toEqual({ offset: 0, endOffset: 0 });
  });

  it('are the same side by side only within one exact piece', () => {
    expect(isExact({ segments }, 0, 2)).toBe(true);
    expect(isExact({ segments }, 0, 3)).toBe(false);
    expect(isExact({ segments }, 2, 3)).toBe(false);
    expect(isExact({ segments }, 4, 6)).toBe(true);
    expect(isExact({ segments }, 4, 7)).toBe(false);
    expect(isExact({ segments: [] }, 0, 0)).toBe(false);
  });

  it('shows pieces that are not known in the words of the source', () => {
    const placeholder = (place: number, text: string): Placeholder => ({
      at: place,
      text,
      offset: 0,
      endOffset: 0,
      name: null,
      isExample: false,
    });
    const literal = {
      value: `a${PLACEHOLDER}b${PLACEHOLDER}`,
      placeholders: [placeholder(1, '${x}'), placeholder(3, '%s')],
    };
    expect(display(literal)).toBe('a${x}b%s');
    expect(display(literal, 1, 3)).toBe('${x}b');
    expect(display(literal, 2)).toBe('b%s');
    expect(display(literal, 0, 1)).toBe('a');
  });
});
