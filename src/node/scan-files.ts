import { isOwnText, OWN_MARKS } from '../core/own-text.ts';
import type { Notice } from '../core/finding.ts';
import type { SkipReason } from '../core/report.ts';
import type { Source } from '../core/source.ts';
import type { FileEntry } from './list-files.ts';
import type { SkippedFile } from './read-file.ts';
import { sifter } from './sift.ts';
import type { Caught, Sifted } from './sift.ts';
import { decode } from './text-encoding.ts';
import { wordScan } from './word-scan.ts';

export interface ScanCounts {
  files: number;
  bytes: number;
  readonly skipped: Record<SkipReason, number>;
  readonly notices: Notice[];
  /** Absolute paths of texts that were not looked at: unreadable or too large. */
  readonly unread: Set<string>;
}

export function scanCounts(): ScanCounts {
  return {
    files: 0,
    bytes: 0,
    skipped: { binary: 0, large: 0, unreadable: 0, generated: 0, ignored: 0 },
    notices: [],
    unread: new Set(),
  };
}

export interface ScanOptions {
  /** Reads an entry where its contents are not those of the file on the disk. */
  readonly read?: ((entry: FileEntry) => { readonly bytes: Buffer } | SkippedFile) | undefined;
  readonly maxBytes?: number;
  /** Called after each file with how many are done. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Reads files one after the other and hands each text with one of the words to `visit`; what cannot be read is counted and told.
 * @param words in any case
 */
export function scanFiles(
  entries: readonly FileEntry[],
  words: readonly string[],
  counts: ScanCounts,
  options: ScanOptions,
  visit: (source: Source, entry: FileEntry) => void,
): void {
  const siftEntry = entrySifter(words, options);
  for (const [done, entry] of entries.entries()) {
    options.progress?.(done, entries.length);
    const sifted = siftEntry(entry);
    if ('skipped' in sifted) {
      skip(entry, sifted.skipped, sifted.reason, counts);
      continue;
    }
    if (!sifted.found) {
      counts.files++;
      counts.bytes += sifted.size;
      continue;
    }
    const text = decode(sifted.bytes);
    if ('skipped' in text) {
      skip(entry, text.skipped, text.reason, counts);
      continue;
    }
    if (isOwnText(text.text)) {
      counts.skipped.ignored++;
      continue;
    }
    counts.files++;
    counts.bytes += sifted.bytes.length;
    visit({ path: entry.path, text: text.text }, entry);
  }
}

function entrySifter(
  words: readonly string[],
  { read, maxBytes }: ScanOptions,
): (entry: FileEntry) => Sifted | Caught | SkippedFile {
  const { sift, judge } = sifter(wordScan([...words, ...OWN_MARKS]));
  if (!read) return ({ absolute, named }) => sift(absolute, { named, maxBytes });
  return (entry) => {
    const given = read(entry);
    return 'skipped' in given ? given : judge(given.bytes);
  };
}

/** Binary and generated files are what a tree is full of; only one that somebody named is worth a word. */
function skip(entry: FileEntry, reason: SkipReason, why: string, counts: ScanCounts): void {
  counts.skipped[reason]++;
  if (reason === 'large' || reason === 'unreadable') counts.unread.add(entry.absolute);
  const quiet = reason === 'binary' || reason === 'generated';
  if (quiet && !entry.named) return;
  counts.notices.push({ code: `${reason}-file`, file: entry.path, message: `not looked at: ${why}` });
}
