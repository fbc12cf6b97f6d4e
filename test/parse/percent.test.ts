import { describe, expect, it } from 'vitest';
import { decodePercent, hasBadPercent } from '../../src/parse/part.ts';

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
    expect(hasBadPercent(text)).toBe(!expected);
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

  it('finds a percent sign that encodes nothing', () => {
    expect(hasBadPercent('a%40b%zz%')).toBe(true);
    expect(hasBadPercent('%zz%40')).toBe(true);
    expect(hasBadPercent('')).toBe(false);
  });
});
