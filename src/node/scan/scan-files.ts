import { isOwnText, OWN_WORDS } from '../../report/own-files.ts';
import { plural } from '../../report/escape.ts';
import type { Notice } from '../../lint/finding.ts';
import type { SkipReason } from '../../lint/report.ts';
import { EXTERNAL_PATH } from '../../find/hits.ts';
import { once, tried, type Source } from '../../text/source.ts';
import { whyOutside } from '../fs/paths.ts';
import type { FileEntry, FileList } from '../fs/list-files.ts';
import { DEFAULT_MAX_BYTES, tooLarge, decodeBytes } from '../fs/read-file.ts';
import type { DecodedText, FileBytes, SkippedFile } from '../fs/read-file.ts';
import { searchBytes, searchFile, wordScan, type SearchResult } from './search-file.ts';

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
  /** Paths of files that need no word. */
  readonly also?: RegExp;
  /** What a search beside this thread finds that began earlier. */
  readonly sizeOf?: ReturnType<typeof searchBeside> | undefined;
  /** Called after each file with the number of finished files. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/** The bytes are valid until the next file is read. */
export interface ScannedText extends Source, DecodedText {
  readonly bytes: Buffer;
}

/**
 * Reads files that may contain one of the words; `null` for what the tool wrote. What links lead out of the roots is
 * skipped, unless it is named.
 */
function entryReader(words: readonly string[], roots: FileList['roots'], options: ScanOptions) {
  const { read, maxBytes = DEFAULT_MAX_BYTES, also = EXTERNAL_PATH } = options;
  // The tool's own files are identified by a word too.
  const scan = wordScan([...words, ...OWN_WORDS]);
  const searchGiven = (bytes: Buffer): SearchResult =>
    bytes.length > maxBytes ? tooLarge(bytes.length, maxBytes) : searchBytes(scan, bytes);
  const outside = once(() => whyOutside(roots));
  return (entry: FileEntry): SkippedFile | { readonly size: number } | ScannedText | null => {
    const { path, absolute, named } = entry;
    const given = read?.(entry) ?? null;
    if (given && 'skipped' in given) return given;
    let result = given ? searchGiven(given.bytes) : searchFile(scan, absolute, named, maxBytes);
    // The name of a small file may say what its text is about.
    if ('size' in result && result.size < scan.buffer.length && also.test(path))
      result = { bytes: given?.bytes ?? scan.buffer.subarray(0, result.size) };
    if (!('bytes' in result)) return result;
    const why = named || given ? null : outside()(absolute);
    if (why !== null) return { skipped: 'unreadable', reason: `it ${why}` };
    const decoded = decodeBytes(result.bytes);
    if ('skipped' in decoded) return decoded;
    // Files that the tool wrote do not belong to the project, and the report is the same with or without them.
    return isOwnText(path, decoded.text) ? null : { ...decoded, path, bytes: result.bytes };
  };
}

type ScannedList = Pick<FileList, 'files' | 'roots' | 'isVendored'>;

/** With fewer files a search ends before a thread has started. */
const MANY_FILES = 4000;
/** Where so many files have a word, the thread would only read them twice. */
const MANY_LEFT = 1000;

/** The mark of a file that a thread has taken. That of a file without a word is its size and `WITHOUT`. */
const [TAKEN, WITHOUT] = [1, 2];

/**
 * Searches files in another thread, from the last until it meets this one. The result is the size of a file without a
 * word, by its index, or `null` for one to be read here: a thread that fails costs only time.
 */
export function searchBeside(
  { files, isVendored }: ScannedList,
  words: readonly string[],
  { read, maxBytes = DEFAULT_MAX_BYTES, also = EXTERNAL_PATH }: ScanOptions = {},
): (index: number) => number | null {
  if (files.length < MANY_FILES || read) return () => null;
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const marks = new Int32Array(new SharedArrayBuffer(4 * files.length));
  const paths = files.map(({ named, path, absolute }) =>
    named || also.test(path) || isVendored(absolute) ? '' : absolute,
  );
  const workerData = { words: [...words, ...OWN_WORDS], paths: paths.join('\0'), marks, maxBytes };
  const thread = new URL('search-thread.cjs', import.meta.url);
  tried(() => new Worker(thread, { workerData }).on('error', () => undefined).unref());
  return (index) => {
    const mark = Atomics.compareExchange(marks, index, 0, TAKEN);
    return mark >= WITHOUT ? mark - WITHOUT : null;
  };
}

/** The other thread. What it cannot search stays taken, so that the first one reads it. */
export function searchShared({ words, paths, marks, maxBytes }: SharedSearch): void {
  const scan = wordScan(words);
  const files = paths.split('\0');
  let left = 0;
  for (let index = files.length - 1; left < MANY_LEFT && index >= 0; index--) {
    if (Atomics.compareExchange(marks, index, 0, TAKEN) !== 0) return;
    const path = files[index]!;
    const result = path !== '' && searchFile(scan, path, false, maxBytes);
    if (result && 'size' in result) Atomics.store(marks, index, result.size + WITHOUT);
    else left++;
  }
}

export interface SharedSearch {
  readonly words: readonly string[];
  /** Paths in their order, joined by NUL. Those to be left are empty. */
  readonly paths: string;
  readonly marks: Int32Array;
  readonly maxBytes: number;
}

/** Passes each text with one of the words, in any case, to `visit`, and counts and reports what is not read. */
export function scanFiles(
  list: ScannedList,
  words: readonly string[],
  options: ScanOptions,
  visit: (source: ScannedText) => void,
) {
  const { files: entries, roots, isVendored } = list;
  const sizeOf = options.sizeOf ?? searchBeside(list, words, options);
  const read = entryReader(words, roots, options);
  // `withWord` counts files that contain a word.
  const counts = { files: 0, bytes: 0, withWord: 0 };
  const skipped = { binary: 0, large: 0, unreadable: 0, generated: 0, vendored: 0, ignored: 0 };
  const left: LeftFile[] = [];
  const leave = (entry: FileEntry, why: SkipReason, reason: string): void => {
    skipped[why]++;
    left.push({ entry, why, reason });
  };
  for (const [index, entry] of entries.entries()) {
    options.progress?.(index, entries.length);
    const size = sizeOf(index);
    const reading = size !== null ? { size } : isVendored(entry.absolute) ? 'vendored' : read(entry);
    if (reading === null) continue;
    if (reading === 'vendored') leave(entry, 'vendored', 'not checked: vendored code');
    else if ('skipped' in reading) {
      // Git also lists deleted files.
      if (!reading.missing || entry.named) leave(entry, reading.skipped, `not read: ${reading.reason}`);
    } else {
      counts.files++;
      counts.bytes += 'size' in reading ? reading.size : reading.bytes.length;
      if ('size' in reading) continue;
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
