import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BASELINE } from '../core/own-text.ts';
import { countFindings } from '../core/report.ts';
import type { Report } from '../core/report.ts';
import { findConfig } from './find-config.ts';
import { listFiles } from './list-files.ts';
import type { FileChoice, FileList } from './list-files.ts';
import { marksOf, noticeOf, scanCounts, scanFiles } from './scan-files.ts';
import type { KnownFiles, ScanCounts } from './scan-files.ts';
import { foresee } from './sift-threads.ts';
import type { Foreseen } from './sift-threads.ts';
import { inStage } from './stages.ts';
import { STANDARD_WORDS } from './standard-words.ts';
import { VERSION } from './version.ts';

/** What a look at files for the words alone has shown. */
export interface QuickLook {
  readonly list: FileList;
  readonly known: KnownFiles;
  readonly foreseen: Foreseen;
  readonly counts: ScanCounts;
  /** The whole report, where no file has anything for a rule; `null` where rules must look. */
  readonly report: Report | null;
}

/**
 * Searches files for the words of all rules, with none of the rules loaded. Only where nothing else could have a say: no config,
 * no facts, no baseline. Throws a `UserError` for what cannot be listed.
 * @returns `null` where it cannot be told this way
 */
export function quickLook(
  cwd: string,
  config: string | false | undefined,
  choice: FileChoice,
  progress: (done: number, total: number) => void,
): QuickLook | null {
  const hasConfig = inStage(
    'config',
    () => typeof config === 'string' || (config !== false && findConfig(cwd) !== null),
  );
  if (hasConfig || existsSync(join(cwd, DEFAULT_BASELINE))) return null;
  const list = inStage('list', () =>
    listFiles({ cwd, include: [], ignores: [], filterNamed: false, noIgnore: false, ...choice }),
  );
  const counts = scanCounts();
  const known: KnownFiles = new Map();
  const { files } = list;
  return inStage('search', () => {
    const foreseen = foresee(files, marksOf(STANDARD_WORDS), undefined, (done) => progress(done, files.length));
    const options = { progress, known, foreseen, isEnough: () => true };
    const isNothing = scanFiles(files, STANDARD_WORDS, counts, options, () => undefined);
    return { list, known, foreseen, counts, report: isNothing ? emptyReport(list, counts) : null };
  });
}

function emptyReport(list: FileList, counts: ScanCounts): Report {
  counts.skipped.ignored = list.skippedIgnored;
  return {
    tool: { name: 'connlint', version: VERSION },
    findings: [],
    notices: [...list.notices.map(noticeOf), ...counts.notices],
    unknown: [],
    inventory: [],
    summary: { files: counts.files, skipped: counts.skipped, strings: {}, findings: countFindings([]) },
  };
}
