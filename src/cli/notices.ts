import type { Notice } from '../core/finding.ts';
import type { ScanCounts } from '../node/scan-files.ts';
import type { Parsed } from './options.ts';
import { tell, visible } from './terminal.ts';

/** How many notices of one kind are told before the rest is only counted. */
const SHOWN = 5;

/** Notices go to stderr, a few of each kind; `--verbose` tells all, `--quiet` none. */
export function sayNotices(notices: readonly Notice[], options: Parsed): void {
  if (options.flag('quiet')) return;
  const byCode = new Map<string, Notice[]>();
  for (const notice of notices) byCode.set(notice.code, [...(byCode.get(notice.code) ?? []), notice]);
  for (const [code, all] of byCode) {
    const shown = options.flag('verbose') ? all : all.slice(0, SHOWN);
    for (const { file, message } of shown) tell(`connlint: ${visible(file ? `${file}: ${message}` : message)}\n`);
    if (shown.length < all.length) tell(`connlint: … and ${all.length - shown.length} more of ${code} (--verbose)\n`);
  }
}

/** What was read and how long it took, for `--stats`. */
export function sayStats(
  counts: Pick<ScanCounts, 'files' | 'skipped'> & Partial<ScanCounts>,
  strings: number,
  milliseconds: number,
): void {
  const skipped = Object.entries(counts.skipped)
    .filter(([, n]) => n > 0)
    .map(([reason, n]) => `${n} ${reason}`);
  tell(
    `${counts.files} files${counts.bytes === undefined ? '' : `, ${counts.bytes} bytes`} read; skipped: ${skipped.join(', ') || 'none'}; ` +
      `${strings} strings; ${Math.round(milliseconds)} ms\n`,
  );
}
