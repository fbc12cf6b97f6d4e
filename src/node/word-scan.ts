import { Buffer } from 'node:buffer';
import { isBinary, PROBE_BYTES } from './text-encoding.ts';
import { USUAL_PRINTS } from './word-prints.ts';
import { RELAXED_WORD_SCAN_WASM, WORD_SCAN_WASM } from './word-scan-wasm.ts';

/** Looks for words in bytes, in any case of ASCII letters, before anything is decoded. */
export interface WordScan {
  /** Memory to read files into: what is searched here need not be copied. */
  readonly buffer: Buffer;
  /** True when one of the words stands in the bytes. Bytes outside of `buffer` are copied piece by piece. */
  holds(bytes: Buffer): boolean;
  /** The same for the first bytes of `buffer`. */
  holdsWithin(length: number): boolean;
  /** True when so many first bytes of `buffer` are those of a binary file. */
  isBinary(length: number): boolean;
  /** Where a word stands in `buffer`, as good as its beginning, from an index on and before an end; -1 for none. `null` where nobody can tell. */
  readonly next: ((from: number, end: number) => number) | null;
}

/** Where the text begins in the memory of the compiled code; before it stand the tables. */
const TEXT = 65_536;
/** Bytes of text that are searched at once: most files are smaller. */
const ROOM = 1 << 20;
/** Where the table of all recognized neighbours begins. */
const PRINTS = 4_096;
/** Neighbouring bytes by which a word is recognized. */
const PRINT = 4;
const BUCKETS = 8;

interface Word {
  /** Lower case. */
  readonly bytes: Buffer;
  /** Where the recognized bytes begin in it. */
  readonly at: number;
}

/** Neighbours of the usual words that stand in code more than ten times in a megabyte, whatever their letters (2026-11). */
const FREQUENT: ReadonlySet<string> = new Set(
  [
    '"con -sha _acc _int _par _pri _str _use able acce acto addr ando ate_ atee atel atio auto back base bled cati cces',
    'cess conf conn cove ctio ctor ddre ders disc dres e_en ecti eend egio elin enab erse ess_ ethe etti fact gion icat',
    'ider ing. ingp ings int- inte ion_ ions isco ivat ized lica line ling link lint list meth mode n_st nabl ndom nect',
    'nfig nlin nnec nstr nteg oint on_s onfi onne onst opti over ovid part pass pena plic poin priv prom prov rand rati',
    'regi repl ress ring riva rom_ rome rovi rset rty_ scal scon ser_ sett shar spec stri te_e ting tion trin ttin user',
    'vate very vide word',
  ].flatMap((line) => line.split(' ')),
);

/** Characters of code and prose by how rare they are, in bits: five megabytes of packages were counted (2026-11). */
const RARITY = ['', '', '', '', 'etrn', 'soiacl', 'dupfmh.-,()"', 'gbyv=:*;/{}', "kwx`'01"];
const BITS = new Map(RARITY.flatMap((chars, bits) => [...chars].map((char): [string, number] => [char, bits])));
const RAREST = RARITY.length;

const scans = new Map<string, WordScan>();

/** The scan for some words, made once. It has one memory: bytes that were read into it are good until the next file. */
export function sharedScan(words: readonly string[]): WordScan {
  const key = words.join('\0');
  const known = scans.get(key) ?? wordScan(words);
  scans.set(key, known);
  return known;
}

/** A scan for words of four ASCII characters and more; without WebAssembly, and for shorter words, one that finds any bytes worth a look. */
export function wordScan(words: readonly string[]): WordScan {
  if (!('WebAssembly' in globalThis) || words.some((word) => word.length < PRINT)) {
    const buffer = Buffer.allocUnsafe(ROOM);
    const isBinaryHere = (length: number): boolean => isBinary(buffer.subarray(0, length));
    return { buffer, holds: () => true, holdsWithin: () => true, isBinary: isBinaryHere, next: null };
  }
  const { memory, candidate, nul } = compiled();
  const all = Buffer.from(memory.buffer);
  const text = all.subarray(TEXT, TEXT + ROOM);
  const recognized = withPrints(words.map((word) => word.toLowerCase()));
  const longest = Math.max(0, ...recognized.map(({ bytes }) => bytes.length));
  writeTables(all, recognized);
  const starting = byFirst(recognized);
  /** The bytes before the first one may belong to the word that stands there. */
  const find = (least: number, from: number, end: number): number => {
    for (let at = candidate(from, end); at < end; at = candidate(at + 1, end)) {
      for (const word of starting[all[at]!]!) if (standsAt(all, at - word.at, least, end, word.bytes)) return at;
    }
    return -1;
  };
  const inText = (from: number, length: number): boolean => find(from, from, from + length) >= 0;
  return {
    buffer: text,
    holds(bytes) {
      if (bytes.buffer === memory.buffer) return inText(bytes.byteOffset, bytes.length);
      // Pieces overlap, so that no word is cut.
      for (let at = 0; at < bytes.length; at += ROOM - longest) {
        const length = bytes.copy(text, 0, at, Math.min(bytes.length, at + ROOM));
        if (inText(TEXT, length)) return true;
      }
      return false;
    },
    holdsWithin: (length) => inText(TEXT, length),
    isBinary: (length) => nul(TEXT, TEXT + Math.min(length, PROBE_BYTES)) !== 0,
    next: (from, end) => Math.max(-1, find(TEXT, TEXT + from, TEXT + end) - TEXT),
  };
}

interface Compiled {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly candidate: (from: number, to: number) => number;
  readonly nul: (from: number, to: number) => number;
}

/** The part of it that is used here: no library of types without a browser's has it. */
declare const WebAssembly: {
  readonly validate: (code: Uint8Array) => boolean;
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

function compiled(): Compiled {
  const relaxed = Buffer.from(RELAXED_WORD_SCAN_WASM, 'base64');
  const code = WebAssembly.validate(relaxed) ? relaxed : Buffer.from(WORD_SCAN_WASM, 'base64');
  return new WebAssembly.Instance(new WebAssembly.Module(code)).exports as Compiled;
}

/** Chooses for each word four neighbours that are rare in texts; words share them where they can. Sorted by them. */
function withPrints(words: readonly string[]): Word[] {
  const chosen = USUAL_PRINTS.flatMap((line) => line.split(' '));
  const found = words.map((word): Word => {
    let print = chosen.find((one) => word.includes(one));
    if (print === undefined) chosen.push((print = rarest(printsOf(word))));
    return { bytes: Buffer.from(word, 'latin1'), at: word.indexOf(print) };
  });
  return found.sort((a, b) => printOf(a).compare(printOf(b)));
}

function rarest(prints: readonly string[]): string {
  const rarities = prints.map(rarityOf);
  return prints[rarities.indexOf(Math.max(...rarities))]!;
}

function printsOf(word: string): string[] {
  return Array.from({ length: word.length - PRINT + 1 }, (_, at) => word.slice(at, at + PRINT));
}

function rarityOf(print: string): number {
  if (FREQUENT.has(print)) return 0;
  let sum = 0;
  for (const char of print) sum += BITS.get(char) ?? RAREST;
  return sum;
}

const printOf = ({ bytes, at }: Word): Buffer => bytes.subarray(at, at + PRINT);

const isLetter = (byte: number): boolean => byte >= 97 && byte <= 122;

/** Sets, for each of the four bytes, in which buckets its low and its high half are allowed. */
function writeTables(memory: Buffer, words: readonly Word[]): void {
  memory.fill(0, 0, TEXT);
  const prints = [...new Set(words.map((word) => printOf(word).toString('latin1')))];
  const usual = new Map(
    USUAL_PRINTS.flatMap((line, bucket) => line.split(' ').map((print) => [print, bucket] as const)),
  );
  const others = prints.filter((print) => !usual.has(print));
  for (const print of prints) {
    const bucket = usual.get(print) ?? Math.floor((others.indexOf(print) * BUCKETS) / others.length);
    const bytes = Buffer.from(print, 'latin1');
    memory[PRINTS + entryOf(bytes)] = 1;
    for (const [place, byte] of bytes.entries()) {
      const low = place * 32;
      for (const form of isLetter(byte) ? [byte, byte - 32] : [byte]) {
        memory[low + (form & 15)]! |= 1 << bucket;
        memory[low + 16 + (form >> 4)]! |= 1 << bucket;
      }
    }
  }
}

/** Place in the larger table: what the compiled code computes from four bytes. */
function entryOf(print: Buffer): number {
  return Math.imul(print.readInt32LE() | 0x20202020, 0x9e3779b1) >>> 19;
}

/** By byte, the words whose recognized part begins with it. */
function byFirst(words: readonly Word[]): readonly (readonly Word[])[] {
  const table: Word[][] = Array.from({ length: 256 }, () => []);
  for (const word of words) {
    const byte = printOf(word)[0]!;
    for (const form of isLetter(byte) ? [byte, byte - 32] : [byte]) table[form]!.push(word);
  }
  return table;
}

function standsAt(memory: Buffer, at: number, from: number, end: number, word: Buffer): boolean {
  if (at < from || at + word.length > end) return false;
  for (let i = 0; i < word.length; i++) {
    const byte = memory[at + i]!;
    if ((byte >= 65 && byte <= 90 ? byte | 32 : byte) !== word[i]) return false;
  }
  return true;
}
