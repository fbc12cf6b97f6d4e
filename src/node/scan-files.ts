import { isBaselineText } from '../core/baseline.ts';
import type { Notice } from '../core/finding.ts';
import type { SkipReason } from '../core/report.ts';
import type { Source } from '../core/source.ts';
import type { FileEntry } from './list-files.ts';
import { readBytes } from './read-file.ts';
import type { SkippedFile } from './read-file.ts';
import { decode } from './text-encoding.ts';

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

/** Reads files one after the other and hands each text to `visit`; what cannot be read is counted and told. */
export function scanFiles(
  entries: readonly FileEntry[],
  counts: ScanCounts,
  options: ScanOptions,
  visit: (source: Source, entry: FileEntry) => void,
): void {
  const scratch = Buffer.allocUnsafe(1 << 20);
  for (const [done, entry] of entries.entries()) {
    options.progress?.(done, entries.length);
    const read = options.read
      ? options.read(entry)
      : readBytes(entry.absolute, {
          named: entry.named,
          scratch,
          ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
        });
    const text = 'skipped' in read ? read : decode(read.bytes);
    if ('skipped' in text) {
      skip(entry, text.skipped, text.reason, counts);
      continue;
    }
    // One that is not in use here is no text of the project either.
    if (isBaselineText(text.text)) {
      counts.skipped.ignored++;
      continue;
    }
    counts.files++;
    counts.bytes += 'bytes' in read ? read.bytes.length : 0;
    visit({ path: entry.path, text: text.text }, entry);
  }
}

/** Binary and generated files are what a tree is full of; only one that somebody named is worth a word. */
function skip(entry: FileEntry, reason: SkipReason, why: string, counts: ScanCounts): void {
  counts.skipped[reason]++;
  if (reason === 'large' || reason === 'unreadable') counts.unread.add(entry.absolute);
  const quiet = reason === 'binary' || reason === 'generated';
  if (quiet && !entry.named) return;
  counts.notices.push({ code: `${reason}-file`, file: entry.path, message: `not looked at: ${why}` });
}
