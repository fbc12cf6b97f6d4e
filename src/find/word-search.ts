import { grouped } from '../text/source.ts';

/** Finds words in any ASCII case by Wu and Manber (1994), several times faster than a pattern of alternatives. */
export type WordSearch = (text: string, visit: (offset: number, word: number) => void) => void;

const UNITS = 128;
const SIZE = UNITS ** 2;

/** A table index for two adjacent characters. Cases and some other characters share one: matches are compared again. */
const blockAt = (text: string, at: number): number =>
  (((text.charCodeAt(at) | 32) & 127) << 7) | ((text.charCodeAt(at + 1) | 32) & 127);

/** @param words at least two ASCII characters each, without white space */
export function wordSearch(words: readonly string[]): WordSearch {
  const lower = words.map((word) => word.toLowerCase());
  const shortest = Math.max(2, Math.min(...lower.map(({ length }) => length)));
  const shift = new Uint8Array(SIZE).fill(Math.min(255, shortest - 1));
  const begins = new Uint8Array(SIZE);
  for (const word of lower) {
    begins[blockAt(word, 0)] = 1;
    for (let at = 0; at <= shortest - 2; at++) {
      const block = blockAt(word, at);
      shift[block] = Math.min(shift[block]!, shortest - 2 - at);
    }
  }
  const withEnd = grouped([...lower.keys()], (word) => blockAt(lower[word]!, shortest - 2));
  return (text, visit) => {
    const { length } = text;
    for (let end = shortest - 1; end < length;) {
      const block = blockAt(text, end - 1);
      const skip = shift[block]!;
      if (skip > 0) {
        end += skip;
        continue;
      }
      const start = end - shortest + 1;
      if (begins[blockAt(text, start)] === 1)
        for (const word of withEnd.get(block)!) if (standsAt(text, start, lower[word]!)) visit(start, word);
      end++;
    }
  };
}

/** @param word in lower case */
function standsAt(text: string, start: number, word: string): boolean {
  if (start + word.length > text.length) return false;
  for (let i = 0; i < word.length; i++) {
    const unit = text.charCodeAt(start + i);
    const folded = unit >= 65 && unit <= 90 ? unit | 32 : unit;
    if (folded !== word.charCodeAt(i)) return false;
  }
  return true;
}

/** The words that contain no other word of the list. A text without them contains none of the words. */
export function shortestWords(words: readonly string[]): string[] {
  const lower = [...new Set(words.map((word) => word.toLowerCase()))].sort((a, b) => a.length - b.length);
  const kept: string[] = [];
  for (const word of lower) if (!kept.some((known) => word.includes(known))) kept.push(word);
  return kept.sort();
}
