import type { Notice } from '../core/finding.ts';
import type { ScanCounts } from '../node/scan-files.ts';
import { stageTimes } from '../node/stages.ts';
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

/**
 * What was read and how long the parts of the run took, for `--stats`.
 * @param started by the clock of `performance`
 */
export function sayStats(counts: ScanCounts, strings: number, started: number): void {
  const skipped = Object.entries(counts.skipped)
    .filter(([, n]) => n > 0)
    .map(([reason, n]) => `${n} ${reason}`);
  const total = Math.round(performance.now() - started);
  const parts = [...stageTimes()].map(([stage, time]) => `${stage} ${Math.round(time)}`);
  tell(
    `${counts.files} files, ${counts.bytes} bytes read${counts.threads > 1 ? ` by ${counts.threads} threads` : ''}; ` +
      `skipped: ${skipped.join(', ') || 'none'}; ${counts.caught} files looked into, ${strings} strings; ` +
      `${total} ms (${parts.join(', ')})\n`,
  );
}
