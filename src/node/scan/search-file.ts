import { Buffer } from 'node:buffer';
import { closeSync, fstatSync } from 'node:fs';
import {
  isGenerated,
  DEFAULT_MAX_BYTES,
  irregular,
  openToRead,
  readAll,
  readAt,
  tooLarge,
  unreadable,
  mayBeText,
  isBinary,
  PROBE_BYTES,
  type SkippedFile,
} from '../fs/read-file.ts';
import { OWN_WORDS } from '../../find/own-files.ts';
import { PART, TEXT, writeTables } from './word-tables.ts';
import { RELAXED_WORD_SCAN_WASM, STANDARD_WORDS, WORD_SCAN_WASM } from './standard-words.ts';

/** A file without words, like most files of a tree. */
export interface FileWithoutWord {
  readonly found: false;
  /** Size in bytes. */
  readonly size: number;
}

/** A file with a word. The bytes are valid until the next call. */
interface FileWithWord {
  readonly found: true;
  readonly bytes: Buffer;
}

export type SearchResult = FileWithoutWord | FileWithWord | SkippedFile;

interface SearchOptions {
  readonly named: boolean;
  /** In bytes. */
  readonly maxBytes?: number | undefined;
  /** True if the bytes are not needed. A large file is then not read into memory. */
  readonly untilFound?: boolean;
}

/** Results of a quick search, other than the size in bytes of a file without words. */
export const QUICK = { binary: -1, found: -2, unusual: -3 } as const;

/**
 * A search with plain numbers as results, for trees in which most files are small and without words: a size in bytes or
 * a value of `QUICK`. `unusual` files must be searched by `searchFile`. Allocates nothing and never throws.
 */
export function quickSearch(scan: WordScan, maxBytes = DEFAULT_MAX_BYTES): (path: string) => number {
  const { buffer } = scan;
  const searchOpen = (file: number): number => {
    const length = readAll(file, buffer, 0);
    if (length === 0 || length === buffer.length || length > maxBytes) return QUICK.unusual;
    const first = buffer[0]!;
    // Possibly the byte order mark of UTF-16.
    if (first >= 0xfe) return QUICK.unusual;
    if (scan.isBinary(length)) return QUICK.binary;
    return scan.holdsWithin(length) ? QUICK.found : length;
  };
  return (path) => {
    if (isGenerated(path)) return QUICK.unusual;
    try {
      const file = openToRead(path, false);
      try {
        return searchOpen(file);
      } finally {
        closeSync(file);
      }
    } catch {
      return QUICK.unusual;
    }
  };
}

/** Reads a file into the memory of a scan and searches it without decoding it. Never throws for an unreadable file. */
export function searchFile(scan: WordScan, path: string, options: SearchOptions): SearchResult {
  const { named, maxBytes = DEFAULT_MAX_BYTES } = options;
  const { buffer } = scan;
  if (!named && isGenerated(path)) return { skipped: 'generated', reason: 'a lock file or source map' };
  let file = null;
  try {
    file = openToRead(path, named);
    const length = readAll(file, buffer, 0);
    // Only irregular files return nothing at once. Checking the type of every file would cost as much as reading it.
    if (length > 0 && length < buffer.length) {
      return length > maxBytes ? tooLarge(length, maxBytes) : searchBytes(scan, buffer.subarray(0, length));
    }
    const stats = fstatSync(file);
    const sort = irregular(stats);
    if (sort !== null) return { skipped: 'unreadable', reason: sort };
    if (stats.size > maxBytes) return tooLarge(stats.size, maxBytes);
    return length === 0 ? { found: false, size: 0 } : searchLarge(scan, file, stats.size, options.untilFound ?? false);
  } catch (error) {
    return unreadable(error);
  } finally {
    if (file !== null) closeSync(file);
  }
}

export const BINARY: SkippedFile = { skipped: 'binary', reason: 'a binary file' };

/** The same for bytes that were read elsewhere. */
export function searchBytes(scan: WordScan, bytes: Buffer): SearchResult {
  const kind = mayBeText(bytes);
  if (kind === 'binary') return BINARY;
  return kind === 'wide' || scan.holds(bytes) ? { found: true, bytes } : { found: false, size: bytes.length };
}

/** Overlap of two pieces of a large file, in bytes: longer than any word. */
const OVERLAP = 256;

/**
 * Searches a large file piece by piece. It is read into memory as a whole only if it contains a word and the bytes are
 * needed.
 */
function searchLarge(scan: WordScan, file: number, size: number, untilFound: boolean): SearchResult {
  const { buffer } = scan;
  const first = searchBytes(scan, buffer);
  if ('skipped' in first) return first;
  let found = first.found;
  for (let at = buffer.length; !found && at < size;) {
    buffer.copyWithin(0, buffer.length - OVERLAP);
    const length = readAll(file, buffer, OVERLAP);
    if (length === OVERLAP) break;
    found = scan.holds(buffer.subarray(0, length));
    at += length - OVERLAP;
  }
  if (!found) return { found: false, size };
  if (untilFound) return { found: true, bytes: Buffer.alloc(0) };
  const whole = Buffer.allocUnsafe(size);
  return { found: true, bytes: whole.subarray(0, readAt(file, whole, 0, 0)) };
}

/** Searches bytes for words, in any case of ASCII letters, before decoding. */
interface WordScan {
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

/** The words whose tables are part of the compiled code, so that most runs build none. */
const STANDARD = [...STANDARD_WORDS, ...OWN_WORDS].join(' ');

/**
 * A scan for words of at least four ASCII characters. Without WebAssembly, for shorter words, and for too many words,
 * it reports a possible match for any bytes.
 */
export function wordScan(words: readonly string[]): WordScan {
  let [shortest, longest] = [Infinity, 0];
  for (const { length } of words) {
    shortest = Math.min(shortest, length);
    longest = Math.max(longest, length);
  }
  if (!('WebAssembly' in globalThis) || shortest < PART) return anything();
  const { memory, find, nul } = compiled();
  const all = Buffer.from(memory.buffer);
  const text = all.subarray(TEXT, TEXT + ROOM);
  if (words.join(' ') !== STANDARD && !writeTables(all, words)) return anything();
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
