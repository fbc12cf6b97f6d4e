import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestWords, wordSearch } from '../../src/find/word-search.ts';

function found(words: readonly string[], text: string): [number, number][] {
  const places: [number, number][] = [];
  wordSearch(words)(text, (offset, word) => places.push([offset, word]));
  return places.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** A simple implementation of the same. */
function expected(words: readonly string[], text: string): [number, number][] {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return words
    .flatMap((word, index) =>
      [...lower].flatMap((_, at): [number, number][] =>
        lower.startsWith(word.toLowerCase(), at) ? [[at, index]] : [],
      ),
    )
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

describe('words are found', () => {
  it('in any case, at both ends, side by side and one inside the other', () => {
    expect(found(['abab', 'Bab'], 'ABABabab')).toEqual(expected(['abab', 'Bab'], 'ABABabab'));
    expect(found(['ab'], 'ab')).toEqual([[0, 0]]);
    expect(found(['abc'], 'ab')).toEqual([]);
  });

  it('in texts of few letters, where much repeats', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', '-', '\u0141', '!'), maxLength: 60 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '-', '!'), minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 4 }), letters, (words, text) => {
        expect(found(words, text)).toEqual(expected(words, text));
      }),
    );
  });
});

describe('of words', () => {
  it('only those are kept that no other one is part of', () => {
    expect(shortestWords(['Atlas', 'api/atlas/v', 'abc', 'ABC', 'xabcx'])).toEqual(['abc', 'atlas']);
  });
});
