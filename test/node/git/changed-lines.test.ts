import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedLines } from '../../../src/node/git/selection.ts';

const changed = (before: string, after: string): number[] => [...changedLines(before, after)].sort((a, b) => a - b);

describe('changed lines', () => {
  it('are those that are new', () => {
    expect(changed('', '')).toEqual([]);
    expect(changed('a\nb\nc\n', 'a\nb\nc\n')).toEqual([]);
    expect(changed('a\nb\nc\n', 'a\nX\nb\nc\n')).toEqual([2]);
    expect(changed('a\nb\nc\n', 'a\nX\nc\nY\n')).toEqual([2, 4]);
    expect(changed('a\nb\nc\n', 'a\nc\n')).toEqual([]);
    expect(changed('a\n', 'x\ny')).toEqual([1, 2]);
  });

  // Each letter is a line. Changed ones are in brackets.
  it.each([
    ['abcabba', 'c(b)aba(c)'],
    ['abab', 'bab(a)'],
    ['aabb', 'bb(a)(a)'],
    ['xaxbx', 'axbx(x)'],
    ['abcdef', 'abd(c)ef'],
    ['abcdef', 'f(e)(d)(c)(b)(a)'],
    ['aXbXc', 'aXX(b)c(X)'],
    ['aabbccdd', 'dd(c)(c)(b)(b)(a)(a)'],
    ['qaaab', 'aaa(q)b'],
    ['aaa', 'aaa(a)'],
    ['abcabcabc', 'abc(x)abcabc'],
    ['xyxyxy', 'yxyxy(x)'],
    ['mabcn', 'm(c)abn'],
    ['abacada', 'a(d)aca(b)a'],
    ['aebfcgd', 'abcd(e)(f)(g)'],
    ['ppqqpp', 'qqpp(q)(q)'],
    ['abcdeaf', '(f)a(e)bd(c)a'],
  ])('%s > %s', (before, marked) => {
    const after = [...marked.replace(/[()]/g, '')];
    const lines = changedLines([...before].join('\n'), after.join('\n'));
    expect(after.map((letter, at) => (lines.has(at + 1) ? `(${letter})` : letter)).join('')).toBe(marked);
  });

  it('do not depend on line ends', () => {
    expect(changed('a\nb\nc\n', 'a\r\nb\r\nX\r\nc\r\n')).toEqual([3]);
    expect(changed('a\rb', 'a\nb\n')).toEqual([3]);
  });

  it('are few where lines repeat', () => {
    const block = '{\n u: h\n},\n';
    expect(changed(block.repeat(3), block.repeat(2) + '{\n u: other\n},\n' + block)).toEqual([8, 9, 10]);
    expect(changed('x\nx\nx\n', 'y\nx\ny\nx\n')).toHaveLength(2);
  });

  it('are all lines where very many changed, and are found among equal ones', () => {
    const lines = (n: number, text: (i: number) => string): string =>
      Array.from({ length: n }, (_, i) => text(i)).join('\n');
    expect(
      changedLines(
        lines(40_000, (i) => `a${i}`),
        lines(40_000, (i) => `b${i}`),
      ).size,
    ).toBe(40_000);
    expect(
      changedLines(
        lines(40_000, () => 'x'),
        lines(40_001, (i) => (i === 7 ? 'y' : 'x')),
      ).size,
    ).toBe(1);
    expect(
      changedLines(
        lines(20_000, (i) => `l${i}`),
        lines(20_000, (i) => `l${19_999 - i}`),
      ).size,
    ).toBe(20_000);
  });

  it('leave lines that are in the old text in the same order', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = changedLines(before.join('\n'), after.join('\n'));
        const left = after.filter((_, i) => !lines.has(i + 1));
        let at = 0;
        for (const line of left) {
          at = before.indexOf(line, at) + 1;
          expect(at).toBeGreaterThan(0);
        }
        if (before.join() === after.join()) expect(lines.size).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});
