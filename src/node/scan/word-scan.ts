import { Buffer } from 'node:buffer';
import { isBinary, PROBE_BYTES } from '../fs/encoding.ts';
import { PART, TEXT, writeTables } from './word-tables.ts';
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
}

/** Bytes of text that are searched at once: most files are smaller. */
const ROOM = 1 << 20;
const scans = new Map<string, WordScan>();

/** The scan for some words, made once. It has one memory: bytes that were read into it are good until the next file. */
export function sharedScan(words: readonly string[]): WordScan {
  const key = words.join('\0');
  const known = scans.get(key) ?? wordScan(words);
  scans.set(key, known);
  return known;
}

/** A scan for words of four ASCII characters and more; without WebAssembly, for shorter words, and for very many, one that finds any bytes worth a look. */
export function wordScan(words: readonly string[]): WordScan {
  if (!('WebAssembly' in globalThis) || words.some((word) => word.length < PART)) return anything();
  const { memory, find, nul } = compiled();
  const all = Buffer.from(memory.buffer);
  const text = all.subarray(TEXT, TEXT + ROOM);
  const longest = Math.max(0, ...words.map((word) => word.length));
  if (!writeTables(all, words)) return anything();
  // What begins at an odd place has its part at an even one behind it.
  const inText = (from: number, length: number): boolean => find(from + (from & 1), from + length, from) >= 0;
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
  };
}

/** The scan for which every text is worth a look. */
function anything(): WordScan {
  const buffer = Buffer.allocUnsafe(ROOM);
  const isBinaryHere = (length: number): boolean => isBinary(buffer.subarray(0, length));
  return { buffer, holds: () => true, holdsWithin: () => true, isBinary: isBinaryHere };
}

interface Compiled {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly find: (from: number, to: number, least: number) => number;
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
