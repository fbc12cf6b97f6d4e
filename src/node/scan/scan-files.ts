import { isOwnText, OWN_WORDS } from '../../report/own-files.ts';
import { plural } from '../../report/escape.ts';
import type { Notice } from '../../lint/finding.ts';
import type { SkipReason } from '../../lint/report.ts';
import { once, oncePerKey, type Source } from '../../text/source.ts';
import { whyFileOutside, whyOutside } from '../fs/paths.ts';
import type { FileEntry, FileList } from '../fs/list-files.ts';
import { DEFAULT_MAX_BYTES, tooLarge, decodeBytes, BINARY_FILE, GENERATED } from '../fs/read-file.ts';
import { byteForm, isGenerated, notRead, readAt, withOpened } from '../fs/read-file.ts';
import type { FileBytes, SkippedFile } from '../fs/read-file.ts';
import { Buffer } from 'node:buffer';
import { fstatSync } from 'node:fs';
import { STANDARD_WORDS, WORD_SCAN_TABLES, WORD_SCAN_WASM } from './standard-words.ts';

export interface LeftFile {
  readonly entry: FileEntry;
  readonly why: SkipReason;
  readonly reason: string;
}

export type ScanCounts = ReturnType<typeof scanFiles>;

/** True for a text of the project. Binary and generated files are what a tree is full of. */
export const isUnread = ({ why }: LeftFile): boolean => why === 'large' || why === 'unreadable';

export interface ScanOptions {
  /** Reads an entry whose contents differ from the disk. */
  readonly read?: ((entry: FileEntry) => FileBytes | null) | undefined;
  /** Larger files are counted and reported, but not read into memory. */
  readonly maxBytes?: number | undefined;
  readonly untilFound?: boolean;
  /** Called after each file with the number of finished files. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

const PROGRESS_STEP = 64;

/** The bytes are valid until the next file is read. */
interface ScannedText extends Source {
  readonly bytes: Buffer;
}

/** The text of a file with a word; `null` for a file that the tool wrote. */
type FileReading = Exclude<SearchResult, { found: true }> | ScannedText | null;

/** Reads files that may contain one of the words. What links lead out of the roots is skipped, unless it is named. */
function entryReader(
  words: readonly string[],
  roots: FileList['roots'],
  { read, maxBytes = DEFAULT_MAX_BYTES }: ScanOptions,
): (entry: FileEntry) => FileReading {
  // The tool's own files are identified by a word too.
  const scan = wordScan([...words, ...OWN_WORDS]);
  const searchGiven = (given: FileBytes): SearchResult => {
    if ('skipped' in given) return given;
    return given.bytes.length > maxBytes ? tooLarge(given.bytes.length, maxBytes) : searchBytes(scan, given.bytes);
  };
  const outside = once(() => {
    const why = whyOutside(roots);
    // Without links as files, which Windows opens. Elsewhere they are not opened.
    return process.platform === 'win32' ? why : whyFileOutside(why);
  });
  return (entry) => {
    const { path, absolute, named } = entry;
    const given = read?.(entry) ?? null;
    const result = given ? searchGiven(given) : searchFile(scan, absolute, { named, maxBytes });
    if (!('bytes' in result)) return result;
    const why = named || given ? null : outside()(absolute);
    if (why !== null) return { skipped: 'unreadable', reason: `it ${why}` };
    const decoded = decodeBytes(result.bytes);
    if ('skipped' in decoded) return decoded;
    // Files that the tool wrote do not belong to the project, and the report is the same with or without them.
    return isOwnText(path, decoded.text) ? null : { path, text: decoded.text, bytes: result.bytes };
  };
}

/** Passes each text with one of the words, in any case, to `visit`, and counts and reports what is not read. */
export function scanFiles(
  { files: entries, roots, isVendored }: Pick<FileList, 'files' | 'roots' | 'isVendored'>,
  words: readonly string[],
  options: ScanOptions,
  visit: (source: ScannedText) => void,
) {
  const { progress, untilFound = false } = options;
  const read = entryReader(words, roots, options);
  // `withWord` counts files that contain a word; `isCut`: the scan ended at the first one.
  const counts = { files: 0, bytes: 0, withWord: 0, isCut: false };
  const skipped = { binary: 0, large: 0, unreadable: 0, generated: 0, vendored: 0, ignored: 0 };
  const left: LeftFile[] = [];
  const leave = (entry: FileEntry, why: SkipReason, reason: string): void => {
    skipped[why]++;
    left.push({ entry, why, reason });
  };
  for (const [index, entry] of entries.entries()) {
    if (index % PROGRESS_STEP === 0) progress?.(index, entries.length);
    const reading = isVendored(entry.absolute) ? 'vendored' : read(entry);
    if (reading === null) continue;
    if (reading === 'vendored') leave(entry, 'vendored', 'not checked: vendored code');
    else if ('skipped' in reading) {
      // Git also lists deleted files.
      if (!reading.missing || entry.named) leave(entry, reading.skipped, `not read: ${reading.reason}`);
    } else {
      counts.files++;
      counts.bytes += 'found' in reading ? reading.size : reading.bytes.length;
      if ('found' in reading) continue;
      counts.isCut = untilFound;
      if (untilFound) break;
      counts.withWord++;
      visit(reading);
    }
  }
  return { ...counts, skipped, left, notices: noticesOf(left, entries.length) };
}

/** One notice for all vendored files that were named, or if there are no others: a commit may bring a whole package. */
function noticesOf(left: readonly LeftFile[], total: number): Notice[] {
  const unread = left.filter((one) => isUnread(one) || (one.entry.named && one.why !== 'vendored'));
  const all = left.filter(({ why }) => why === 'vendored');
  const [first, ...others] = all.length === total ? all : all.filter(({ entry }) => entry.named);
  const notices = unread.map(({ entry, why, reason }) => ({ code: `${why}-file`, file: entry.path, message: reason }));
  if (!first) return notices;
  const more = others.length > 0 ? `, like ${plural(others.length, 'other file')}` : '';
  const message = `${first.reason}${more}. To check it, name a folder inside, or give it another "role" in "overrides" of the config`;
  return [...notices, { code: 'vendored-file', file: first.entry.path, message }];
}

/** The size of a file without words, like most files of a tree, or the bytes of one with a word, until the next call. */
export type SearchResult =
  { readonly found: false; readonly size: number } | { readonly found: true; readonly bytes: Buffer } | SkippedFile;

/** Reads a file into the memory of a scan and searches it without decoding it. Never throws for an unreadable file. */
export function searchFile(
  scan: WordScan,
  path: string,
  { named, maxBytes }: { readonly named: boolean; readonly maxBytes: number },
): SearchResult {
  const { buffer } = scan;
  if (!named && isGenerated(path)) return GENERATED;
  return withOpened(path, named, (file): SearchResult => {
    const length = readAt(file, buffer, 0, null);
    // Only irregular files return nothing at once. Checking the type of every file would cost as much as reading it.
    if (length > 0 && length < buffer.length)
      return length > maxBytes ? tooLarge(length, maxBytes) : searchBytes(scan, buffer.subarray(0, length));
    const stats = fstatSync(file);
    const why = notRead(stats, maxBytes);
    return why ?? (length === 0 ? { found: false, size: 0 } : searchLarge(scan, file, stats.size));
  });
}

/** The same for bytes that were read elsewhere. UTF-16 cannot be searched. */
export function searchBytes(scan: WordScan, bytes: Buffer): SearchResult {
  const form = byteForm(bytes);
  if (form === null) return BINARY_FILE;
  return form.wide || scan.holds(bytes) ? { found: true, bytes } : { found: false, size: bytes.length };
}

/** Overlap of two pieces of a large file, in bytes: longer than any word. */
const OVERLAP = 256;

/** Searches a large file piece by piece. It is read into memory as a whole only if it contains a word. */
function searchLarge(scan: WordScan, file: number, size: number): SearchResult {
  const { buffer } = scan;
  const first = searchBytes(scan, buffer);
  if ('skipped' in first) return first;
  let found = first.found;
  for (let at = buffer.length; !found && at < size;) {
    buffer.copyWithin(0, buffer.length - OVERLAP);
    const length = readAt(file, buffer, OVERLAP, null);
    if (length === OVERLAP) break;
    found = scan.holds(buffer.subarray(0, length));
    at += length - OVERLAP;
  }
  if (!found) return { found: false, size };
  const whole = Buffer.allocUnsafe(size);
  return { found: true, bytes: whole.subarray(0, readAt(file, whole, 0, 0)) };
}

/** Searches bytes for words, in any case of ASCII letters, before decoding. */
interface WordScan {
  /** Memory to read files into, valid until the next file. Its contents are searched without a copy. */
  readonly buffer: Buffer;
  holds(bytes: Buffer): boolean;
}

/** Number of bytes to search at once. Most files are smaller. */
const ROOM = 1 << 20;
/** Where the text begins in the memory of the compiled search, behind its tables. */
const TEXT = 65_536;

export const wordScan = (words: readonly string[]): WordScan => scanFor(words.join('\0'));

const STANDARD = [...STANDARD_WORDS, ...OWN_WORDS].join('\0');
const scanFor = oncePerKey((key: string): WordScan => {
  const isStandard = key === STANDARD && 'WebAssembly' in globalThis;
  return isStandard ? standardScan() : patternScan(key.split('\0'));
});

/** For the words of another service profile, and without WebAssembly. */
function patternScan(words: readonly string[]): WordScan {
  const pattern = new RegExp(words.map((word) => word.replace(/[^\w]/g, '\\$&')).join('|'), 'i');
  return { buffer: Buffer.allocUnsafe(ROOM), holds: (bytes) => pattern.test(bytes.toString('latin1')) };
}

function standardScan(): WordScan {
  const { memory, find } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WORD_SCAN_WASM, 'base64')))
    .exports;
  const all = Buffer.from(memory.buffer);
  all.set(Buffer.from(WORD_SCAN_TABLES, 'base64'));
  const text = all.subarray(TEXT, TEXT + ROOM);
  // A word at an odd offset has its part at the even offset after it.
  const inText = (from: number, length: number): boolean => find(from + (from & 1), from + length, from) >= 0;
  return {
    buffer: text,
    holds(bytes) {
      if (bytes.buffer === memory.buffer) return inText(bytes.byteOffset, bytes.length);
      // Pieces overlap, so that no word is split.
      for (let at = 0; at < bytes.length; at += ROOM - OVERLAP) {
        const length = bytes.copy(text, 0, at, Math.min(bytes.length, at + ROOM));
        if (inText(TEXT, length)) return true;
      }
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
