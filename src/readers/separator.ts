/** What stands between words and is part of no name: white space, quotes, `&(,/:;<=>?@[{`, as numbers in hexadecimal. */
const SEPARATOR = '(?:0[9ad]|2[02678cf]|3[a-f]|40|5b|60|7b)';
const BEHIND_PERCENT = new RegExp(`(?:25){0,3}${SEPARATOR}`, 'iy');
const BEHIND_BACKSLASH = new RegExp(`(?:u00|x)${SEPARATOR}`, 'iy');
const IN_FRONT = new RegExp(String.raw`(?:%(?:25){0,3}|\\(?:u00|x))${SEPARATOR}$`, 'i');
/** Longest of them, in code units. */
const LONGEST = 10;

/** How much of what looks like a word at an offset is the rest of an escaped separator: `2F` of `%2Fname`. */
export function escapedSeparator(text: string, at: number): number {
  const mark = text[at - 1];
  if (mark !== '%' && mark !== '\\') return 0;
  const pattern = mark === '%' ? BEHIND_PERCENT : BEHIND_BACKSLASH;
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** True where an escaped separator ends at an offset. */
export const isBehindSeparator = (text: string, at: number): boolean =>
  IN_FRONT.test(text.slice(Math.max(0, at - LONGEST), at));
