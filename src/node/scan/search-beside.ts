import { EXTERNAL_PATH } from '../../find/hits.ts';
import { OWN_WORDS } from '../../report/own-files.ts';
import { tried } from '../../text/source.ts';
import type { FileEntry, FileList } from '../fs/list-files.ts';
import { DEFAULT_MAX_BYTES, type FileBytes } from '../fs/read-file.ts';
import { searchFile, wordScan } from './search-file.ts';

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
  { files, isVendored }: Pick<FileList, 'files' | 'isVendored'>,
  words: readonly string[],
  { read, maxBytes = DEFAULT_MAX_BYTES, also = EXTERNAL_PATH }: SearchOptions = {},
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

export interface SearchOptions {
  /** Reads an entry whose contents differ from the disk. */
  readonly read?: ((entry: FileEntry) => FileBytes | null) | undefined;
  /** Larger files are counted and reported, but not read into memory. */
  readonly maxBytes?: number | undefined;
  /** Paths of files that need no word. */
  readonly also?: RegExp;
}

export interface SharedSearch {
  readonly words: readonly string[];
  /** Paths in their order, joined by NUL. Those to be left are empty. */
  readonly paths: string;
  readonly marks: Int32Array;
  readonly maxBytes: number;
}
