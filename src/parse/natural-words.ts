import type { Range } from '../text/source.ts';

export const MASK = '***';

/**
 * Pairs of letters that are common in words of programs and documents: the first letter of each group, then the letters
 * that may follow it.
 */
const PAIRS =
  'aabcdefgiklmnprstuvwxyz babcdefilorstuy cabcdefhiklorstuy dabcdefgilmnorstuvy eabcdefghijlmnopqrstuvwxy fabcdefilmorstuy gaefghilmnorsu haeilmnorstuy iabcdefgklmnoprstvxz jaeiosu kadeilnosu labcdefijklmopstuvy mabdeilmnopsuy nabcdefghijklmnoprstuvyz oabcdefgijklmnoprstuvwxy padehilmoprstuy qu rabcdefgiklmnoprstuvwy sacdefhiklmnoprstuvwy tacdefghilmnoprstuwy uabcdefgilmnoprst vaeio waehilnors xaceipt yabceilmnopst zaeioz';
const FOLLOWERS: ReadonlyMap<string, string> = new Map(PAIRS.split(' ').map((group) => [group[0]!, group.slice(1)]));

const MAX_WORD_UNITS = 20;

/**
 * True if all letters have one case and each pair is common. Of random strings with eight letters, one in thirty
 * passes.
 */
function isNaturalWord(letters: string): boolean {
  const lower = letters.toLowerCase();
  if (lower.length > MAX_WORD_UNITS || !/[aeiouy]/.test(lower)) return false;
  return uncommonPairs(lower) === 0;
}

/** Parts of a word in camel case. */
const PART = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

/** A name that consists of words: `orders`, `export-service`, `exportJob2`. */
const NAME = /^[A-Za-z]+(?:[-_. ][A-Za-z]+){0,5}\d{0,2}$/;
/** Shorter parts are not conclusive: `db`, `svc`. */
const MIN_PART_UNITS = 4;
/** Two letters are no secret. */
const MAX_SHORT_UNITS = 2;

/**
 * True for a name that a person would choose: words separated by punctuation or capitals. A random credential is not.
 */
export function isNaturalName(text: string): boolean {
  if (!NAME.test(text)) return false;
  if (text.length <= MAX_SHORT_UNITS) return text.length > 1;
  const parts = (text.match(PART) ?? []).filter(({ length }) => length >= MIN_PART_UNITS);
  const letters = parts.reduce((sum, { length }) => sum + length, 0);
  return letters * 2 > text.length && parts.every(isNaturalWord);
}

/** Words in names of variables and files: whole UUIDs, runs of percent escapes, and letters with digits. */
const LONG_WORD = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|(?:%[\da-f]{2}){3,}|[a-z\d]{6,}/gi;
/** Not those with digits between their letters, as passwords often have. */
const PLAIN_WORD = /^(?:[A-Za-z]+\d{0,4}|\d{6,8}|[A-Za-z]+\d{1,2}(?:[A-Z][a-z]{2,})+|(?:k8s|s3|v\d{1,3})[A-Za-z]*)$/;
const VOWEL = /[aeiouy]|^\d+$/i;

/** Words of programs seldom have so many short parts, or so many uncommon pairs of letters. */
const MIN_SHORT_PARTS = 4;
const MIN_PART_LENGTH = 2.5;
const MIN_UNCOMMON_PAIRS = 3;
const MIN_UNCOMMON_SHARE = 0.25;

/** Of random words with twelve letters, one in ten passes; of words in programs, all but one in a thousand. */
function isPlainWord(word: string): boolean {
  if (!PLAIN_WORD.test(word) || !VOWEL.test(word)) return false;
  const parts = word.match(PART) ?? [];
  const letters = parts.join('').length;
  if (parts.length >= MIN_SHORT_PARTS && letters < parts.length * MIN_PART_LENGTH) return false;
  const uncommon = parts.reduce((sum, part) => sum + uncommonPairs(part.toLowerCase()), 0);
  return uncommon < MIN_UNCOMMON_PAIRS || uncommon < (letters - parts.length) * MIN_UNCOMMON_SHARE;
}

function uncommonPairs(lower: string): number {
  let count = 0;
  for (let at = 1; at < lower.length; at++) if (FOLLOWERS.get(lower[at - 1]!)?.includes(lower[at]!) !== true) count++;
  return count;
}

/** The words of a name that look drawn by chance. */
export const randomWords = (name: string): Range[] =>
  [...name.matchAll(LONG_WORD)]
    .filter(([word]) => !isPlainWord(word))
    .map(({ index, 0: word }) => ({ offset: index, endOffset: index + word.length }));

/** A name without these words. */
export function withoutRandomWords(name: string, mask: string): string {
  return name.replace(LONG_WORD, (word) => (isPlainWord(word) ? word : mask));
}

/** True where a word looks drawn by chance. */
export const hasRandomWord = (name: string): boolean => withoutRandomWords(name, '') !== name;

/** The name that holds a value, as far as it is made of words. */
export const plainKeyWords = (key: string): string => withoutRandomWords(key, MASK);

/** True for a word that may be printed: short, and not part of an address. */
export function isShowable(word: string): boolean {
  return word.length <= 40 && /^[\p{L}\p{N}_$*.+-]+$/u.test(word);
}
