import { Buffer, constants } from 'node:buffer';
import { fstatSync } from 'node:fs';
import { BINARY_FILE, GENERATED, TOO_LONG, byteForm, fillFrom, isGenerated, notRead } from '../fs/read-file.ts';
import { tooLarge, withOpened, type SkippedFile } from '../fs/read-file.ts';
import { anyForm, escapePattern, oncePerKey } from '../../text/source.ts';
import { OWN_WORDS } from '../../report/own-files.ts';
import standard from './standard-words.json' with { type: 'json' };

/** The size of a file without words, like most files of a tree, or the bytes of one with a word, until the next call. */
export type SearchResult = { readonly size: number } | { readonly bytes: Buffer } | SkippedFile;

/** Reads a file into the memory of a scan and searches it without decoding it. Never throws for an unreadable file. */
export function searchFile(scan: WordScan, path: string, named: boolean, maxBytes: number): SearchResult {
  const { buffer } = scan;
  if (!named && isGenerated(path)) return GENERATED;
  return withOpened(path, named, (file): SearchResult => {
    const length = fillFrom(file, buffer, null);
    // Only irregular files return nothing at once. Checking the type of every file would cost as much as reading it.
    if (length > 0 && length < buffer.length)
      return length > maxBytes ? tooLarge(length, maxBytes) : searchBytes(scan, buffer.subarray(0, length));
    const stats = fstatSync(file);
    return notRead(stats, maxBytes) ?? (length === 0 ? { size: 0 } : searchLarge(scan, file, stats.size));
  });
}

/** The same for bytes that were read elsewhere. UTF-16 cannot be searched. */
export function searchBytes(scan: WordScan, bytes: Buffer): SearchResult {
  const form = byteForm(bytes);
  if (form === null) return BINARY_FILE;
  return form.wide || scan.holds(bytes) ? { bytes } : { size: bytes.length };
}

/** A large file, of which the first bytes say whether it is a text. Only then is it read as a whole. */
function searchLarge(scan: WordScan, file: number, size: number): SearchResult {
  if (byteForm(scan.buffer) === null) return BINARY_FILE;
  if (size > constants.MAX_STRING_LENGTH) return TOO_LONG;
  const whole = Buffer.allocUnsafe(size);
  return searchBytes(scan, whole.subarray(0, fillFrom(file, whole, 0)));
}

/** Searches bytes for words, in any case of ASCII letters, before decoding. */
type WordScan = Readonly<ReturnType<typeof patternScan>>;

/** Number of bytes to search at once. Most files are smaller. */
const ROOM = 1 << 20;
/** Overlap of two pieces of a larger file, in bytes: longer than any word. */
const OVERLAP = 256;
/** Where the text begins in the memory of the compiled search, behind its tables. */
const TEXT = 65_536;

export const wordScan = (words: readonly string[]): WordScan => scanFor(words.join('\0'));

/** Without a config, every text with a possible result contains one of these words, in any case. */
export const STANDARD_WORDS: readonly string[] = standard.words;
const STANDARD = [...STANDARD_WORDS, ...OWN_WORDS].join('\0');
const scanFor = oncePerKey((key: string): WordScan => {
  return key === STANDARD && 'WebAssembly' in globalThis ? standardScan() : patternScan(key.split('\0'));
});

/** For the words of another service profile, and without WebAssembly. */
function patternScan(words: readonly string[]) {
  const pattern = anyForm('i', words.map(escapePattern));
  // Memory to read files into, valid until the next file. Its contents are searched without a copy.
  const buffer = Buffer.allocUnsafe(ROOM);
  return { buffer, holds: (bytes: Buffer) => pattern.test(bytes.toString('latin1')) };
}

function standardScan(): WordScan {
  const { memory, find } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(standard.wasm, 'base64')))
    .exports;
  const all = Buffer.from(memory.buffer);
  all.set(Buffer.from(standard.tables, 'base64'));
  const text = all.subarray(TEXT, TEXT + ROOM);
  // A word at an odd offset has its part at the even offset after it.
  const inText = (from: number, length: number): boolean => find(from + (from & 1), from + length, from) >= 0;
  return {
    buffer: text,
    holds(bytes) {
      if (bytes.buffer === memory.buffer) return inText(bytes.byteOffset, bytes.length);
      // Pieces overlap, so that no word is split.
      for (let at = 0; at < bytes.length; at += ROOM - OVERLAP)
        if (inText(TEXT, bytes.copy(text, 0, at, Math.min(bytes.length, at + ROOM)))) return true;
      return false;
    },
  };
}

/** The part of the API that is used here. TypeScript defines it only in the libraries for browsers. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly find: (from: number, to: number, least: number) => number;
    };
  };
};
