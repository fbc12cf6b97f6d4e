import { Buffer } from 'node:buffer';
import { grouped } from '../../src/text/source.ts';

// The tables with which tools/word-scan/word-scan.wat recognises words. It documents their addresses.

/** Start of the text in the memory of the compiled code, after the tables. */
export const TEXT = 65_536;
/** Start of the table of all parts, with one byte per entry. */
const PARTS = 4_096;
const ENTRIES = 8_192;
/** Start of the offsets of word lists, followed by the lists. */
const LISTS = PARTS + ENTRIES;
/** The highest number of a list. */
const MAX_LISTS = 255;
const BUCKETS = 8;

/** A word with one of the two parts by which it is recognised. */
interface Word {
  /** Lower case. */
  readonly bytes: Buffer;
  readonly part: WordPart;
}

/** Parts of the standard words that occur more than ten times per megabyte of code, in any case (2026-11). */
const FREQUENT: ReadonlySet<string> = new Set(
  [
    '"con -sha _acc _int _par _pri _str _use able acce acto addr ando ate_ atee atel atio auto back base bled cati cces',
    'cess conf conn cove ctio ctor ddre ders disc dres e_en ecti eend egio elin enab erse ess_ ethe etti fact gion icat',
    'ider ing. ingp ings int- inte ion_ ions isco ivat ized lica line ling link lint list meth mode n_st nabl ndom nect',
    'nfig nlin nnec nstr nteg oint on_s onfi onne onst opti over ovid part pass pena plic poin priv prom prov rand rati',
    'regi repl ress ring riva rom_ rome rovi rset rty_ scal scon ser_ sett shar spec stri te_e ting tion trin ttin user',
    'vate very vide word',
  ]
    .join(' ')
    .split(' '),
);

/** Characters of code and prose by rarity, in bits, counted in five megabytes of packages (2026-11). */
const RARITY = ['', '', '', ' \n', 'etrn', 'soiacl', 'dupfmh.-,()"', 'gbyv=:*;/{}', "kwx`'01"];

/** Chooses the rarest parts of each word, which words share if possible. Sorted by part. */
function withParts(words: readonly string[]): Word[] {
  const chosen = new Set<string>();
  const choose = (parts: readonly WordPart[]): WordPart => {
    const part = parts.find(({ text }) => chosen.has(text)) ?? rarest(parts);
    chosen.add(part.text);
    return part;
  };
  const found = words.flatMap((word): Word[] => {
    const bytes = Buffer.from(word, 'latin1');
    return ([0, 1] as const).map((side) => ({ bytes, part: choose(wordParts(word, side)) }));
  });
  return found.sort((a, b) => (a.part.text < b.part.text ? -1 : 1));
}

function rarest(parts: readonly WordPart[]): WordPart {
  const rarities = parts.map(({ text }) => rarityOf(text));
  return parts[rarities.indexOf(Math.max(...rarities))]!;
}

function rarityOf(letters: string): number {
  if (FREQUENT.has(letters)) return 0;
  let sum = 0;
  for (const char of letters) {
    const bits = RARITY.findIndex((chars) => chars.includes(char));
    sum += bits < 0 ? RARITY.length : bits;
  }
  return sum;
}

const isLetter = (byte: number): boolean => byte >= 97 && byte <= 122;

/** How often each byte occurs in code and prose, roughly: capitals and control characters are rare. */
const FREQUENCIES = Array.from({ length: 128 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  const bits = RARITY.findIndex((chars) => chars.includes(char.toLowerCase()));
  return 2 ** -((bits < 0 ? RARITY.length : bits) + (isLetter(byte | 32) && !isLetter(byte) ? 4 : 0));
});

/** The low and high halves of a byte that a bucket lets through, as bits. */
type Half = readonly [low: number, high: number];
/** Of each of the four bytes. */
type Halves = readonly Half[];

function halvesOf(part: string): Halves {
  const bytes = Buffer.from(part, 'latin1');
  return Array.from({ length: PART }, (_, place) => {
    const forms = place < bytes.length ? formsOf(bytes[place]!) : Array.from({ length: 256 }, (__, byte) => byte);
    return forms.reduce<Half>(([low, high], byte) => [low | (1 << (byte & 15)), high | (1 << (byte >> 4))], [0, 0]);
  });
}

/** The share of all places that a bucket with these parts lets through. */
function shareOf(parts: readonly Halves[]): number {
  if (parts.length === 0) return 0;
  const all = Array.from({ length: PART }, (_, place) =>
    parts.reduce<Half>(([low, high], part) => [low | part[place]![0], high | part[place]![1]], [0, 0]),
  );
  const passes = ([low, high]: Half): number =>
    FREQUENCIES.reduce((sum, one, byte) => sum + ((low >> (byte & 15)) & (high >> (byte >> 4)) & 1) * one, 0);
  return all.reduce((share, halves) => share * passes(halves), 1);
}

/** The parts in buckets that let little else through: each is moved to where it adds least, until none is better off. */
function inBuckets(parts: readonly string[]): ReadonlyMap<string, number> {
  const halves = new Map(parts.map((part) => [part, halvesOf(part)] as const));
  const buckets = Array.from({ length: BUCKETS }, () => new Set<string>());
  const share = (own: Iterable<string>): number => shareOf([...own].map((part) => halves.get(part)!));
  const bucketOf = new Map<string, number>();
  for (let moves = parts.length; moves > 0;) {
    moves = 0;
    for (const part of parts) {
      const own = bucketOf.get(part);
      if (own !== undefined) buckets[own]!.delete(part);
      const added = buckets.map((bucket) => share([...bucket, part]) - share(bucket));
      const best = added.indexOf(Math.min(...added));
      buckets[best]!.add(part);
      bucketOf.set(part, best);
      if (own !== best) moves++;
    }
  }
  return bucketOf;
}

const formsOf = (byte: number): number[] => (isLetter(byte) ? [byte, byte - 32] : [byte]);

/**
 * Writes the tables for words of at least four ASCII characters: for each of four bytes, the buckets in which its low
 * and high half are allowed, and the words to compare. False if there is no room for so many words.
 * @param memory all of it; tables of other words are replaced
 */
export function writeTables(memory: Buffer, texts: readonly string[]): boolean {
  memory.fill(0, 0, TEXT);
  const words = withParts(texts.map((text) => text.toLowerCase()));
  const byPart = grouped(words, ({ part }) => part.text);
  const bucketOf = inBuckets([...byPart.keys()]);
  const lists = listWriter(memory, words);
  for (const [text, own] of byPart) {
    const bit = 1 << bucketOf.get(text)!;
    const bytes = Buffer.from(text, 'latin1');
    const first = bytes.readUIntLE(0, PART - 1);
    const list = lists.add(own);
    for (let last = 0; last < 256; last++) {
      // After three letters, any byte may follow. Two bytes that differ in this bit lead to the same entry.
      if (bytes.length < PART ? (last & 32) === 0 : last !== bytes[PART - 1]) continue;
      const entry = entryOf(first | (last << 24));
      memory[entry] = lists.both(memory[entry]!, list);
    }
    for (let place = 0; place < bytes.length; place++) {
      for (const form of formsOf(bytes[place]!)) {
        memory[place * 32 + (form & 15)]! |= bit;
        memory[place * 32 + 16 + (form >> 4)]! |= bit;
      }
    }
    for (let half = bytes.length * 32; half < PART * 32; half++) memory[half]! |= bit;
  }
  return lists.fits();
}

/** Lists of words by number. 0 is the empty list, and the last number is the list of all words. */
interface ListWriter {
  add(words: readonly Word[]): number;
  /** The list of the words of both. */
  both(one: number, two: number): number;
  /** False if there was no room for them. */
  fits(): boolean;
}

function listWriter(memory: Buffer, all: readonly Word[]): ListWriter {
  // WebAssembly is little-endian on every machine.
  const view = new DataView(memory.buffer, 0, TEXT);
  const set = (place: number, number: number): void => view.setUint32(place, number, true);
  let free = LISTS + 4 * (MAX_LISTS + 1);
  const places = new Map<Word, number>();
  const lists: (readonly Word[])[] = [[]];
  const known = new Map<number, number>();
  const write = (number: number, words: readonly Word[]): void => {
    const begin = free;
    // Terminated by zero.
    free += 4 * (words.length + 1);
    if (free > TEXT) return;
    set(LISTS + 4 * number, begin);
    for (let index = 0; index < words.length; index++) set(begin + 4 * index, places.get(words[index]!)!);
  };
  for (const word of all) {
    const { bytes, part } = word;
    const place = free;
    free += 8 + 2 * bytes.length;
    if (free > TEXT) return { add: () => 0, both: () => 0, fits: () => false };
    places.set(word, place);
    set(place, part.at);
    set(place + 4, bytes.length);
    for (let index = 0; index < bytes.length; index++) {
      memory[place + 8 + index] = bytes[index]!;
      if (isLetter(bytes[index]!)) memory[place + 8 + bytes.length + index] = 32;
    }
  }
  write(MAX_LISTS, all);
  const add = (words: readonly Word[]): number => {
    if (lists.length === MAX_LISTS) return MAX_LISTS;
    write(lists.length, words);
    return lists.push(words) - 1;
  };
  return {
    add,
    both(one, two) {
      if (one === 0 || one === two) return two;
      if (one === MAX_LISTS || two === MAX_LISTS) return MAX_LISTS;
      const key = one * (MAX_LISTS + 1) + two;
      const number = known.get(key) ?? add([...new Set([...lists[one]!, ...lists[two]!])]);
      known.set(key, number);
      return number;
    },
    fits: () => free <= TEXT,
  };
}

/** Index in the larger table for four bytes as a number, computed as in the compiled code. */
function entryOf(bytes: number): number {
  return PARTS + (Math.imul(bytes | 0x20202020, 0x9e3779b1) >>> 19);
}

/** Number of adjacent letters that make a word possible. */
const PART = 4;

/** Part of a word: four letters, or three of a word that has four. */
interface WordPart {
  readonly text: string;
  readonly at: number;
}

/**
 * The parts of a word at even offsets (`side` 0) or odd offsets (`side` 1). Wherever a word is in a text, the parts of
 * one side are at even offsets of the text.
 * @param word of at least four letters
 */
function wordParts(word: string, side: 0 | 1): readonly WordPart[] {
  const parts: WordPart[] = [];
  for (let at: number = side; at + PART <= word.length; at += 2) parts.push({ text: word.slice(at, at + PART), at });
  return parts.length > 0 ? parts : [{ text: word.slice(side), at: side }];
}
