import { Buffer } from 'node:buffer';
import { isBinary, PROBE_BYTES } from '../fs/encoding.ts';
import { PART, TEXT, writeTables } from './word-tables.ts';
import { RELAXED_WORD_SCAN_WASM, WORD_SCAN_WASM } from './word-scan-wasm.ts';

/** Searches bytes for words, in any case of ASCII letters, before decoding. */
export interface WordScan {
  /** Memory to read files into. Its contents are searched without a copy. */
  readonly buffer: Buffer;
  /** True if the bytes contain one of the words. Bytes outside of `buffer` are copied piece by piece. */
  holds(bytes: Buffer): boolean;
  /** The same for the first bytes of `buffer`. */
  holdsWithin(length: number): boolean;
  /** True if this many first bytes of `buffer` are those of a binary file. */
  isBinary(length: number): boolean;
}

/** Number of bytes to search at once. Most files are smaller. */
const ROOM = 1 << 20;
const scans = new Map<string, WordScan>();

/** The scan for some words, created once. It has one memory, whose contents are valid until the next file. */
export function sharedScan(words: readonly string[]): WordScan {
  const key = words.join('\0');
  const known = scans.get(key) ?? wordScan(words);
  scans.set(key, known);
  return known;
}

/**
 * A scan for words of at least four ASCII characters. Without WebAssembly, for shorter words, and for too many words,
 * it reports a possible match for any bytes.
 */
export function wordScan(words: readonly string[]): WordScan {
  if (!('WebAssembly' in globalThis) || words.some((word) => word.length < PART)) return anything();
  const { memory, find, nul } = compiled();
  const all = Buffer.from(memory.buffer);
  const text = all.subarray(TEXT, TEXT + ROOM);
  const longest = Math.max(0, ...words.map((word) => word.length));
  if (!writeTables(all, words)) return anything();
  // A word at an odd offset has its part at the even offset after it.
  const inText = (from: number, length: number): boolean => find(from + (from & 1), from + length, from) >= 0;
  return {
    buffer: text,
    holds(bytes) {
      if (bytes.buffer === memory.buffer) return inText(bytes.byteOffset, bytes.length);
      // Pieces overlap, so that no word is split.
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

/** The scan that reports a possible match for every text. */
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

/** The part of the API that is used here. TypeScript defines it only in the libraries for browsers. */
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
