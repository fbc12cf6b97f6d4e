import { describe, expect, it } from 'vitest';
import { badPercent, decodePercent, isEscape } from '../../src/parse/percent.ts';

describe('percent escapes', () => {
  it.each([
    ['%40', true],
    ['%09', true],
    ['%aF', true],
    ['%Fa', true],
    ['%9f', true],
    ['%0', false],
    ['%', false],
    ['%g0', false],
    ['%0g', false],
    ['%/0', false],
    ['%:0', false],
    ['%`0', false],
    ['%@0', false],
  ])('%s', (text, expected) => {
    expect(isEscape(text, 0)).toBe(expected);
    expect(badPercent(text)).toBe(expected ? -1 : 0);
  });

  it.each([
    ['', ''],
    ['plain+plus', 'plain+plus'],
    ['a%40b', 'a@b'],
    ['%40', '@'],
    ['%C3%BC%41x', 'üAx'],
    ['%C3%28', '%C3%28'],
    ['%zz%40%', '%zz@%'],
    ['100%25%', '100%%'],
    ['%2540', '%40'],
    ['x41', 'x41'],
  ])('of %s', (text, decoded) => {
    expect(decodePercent(text)).toBe(decoded);
  });

  it('finds the first percent sign that encodes nothing', () => {
    expect(badPercent('a%40b%zz%')).toBe(5);
    expect(badPercent('%zz%40')).toBe(0);
    expect(badPercent('')).toBe(-1);
  });
});
