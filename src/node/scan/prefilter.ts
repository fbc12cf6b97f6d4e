import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BASELINE } from '../../find/own-files.ts';
import { countFindings } from '../../lint/report.ts';
import type { Report } from '../../lint/report.ts';
import { findConfig } from '../project/config-file.ts';
import { listFiles } from '../fs/list-files.ts';
import type { FileChoice, FileList } from '../fs/list-files.ts';
import { marksOf, noticeOf, scanCounts, scanFiles } from './scan-files.ts';
import type { KnownFiles, ScanCounts } from './scan-files.ts';
import { foresee, NOTHING_KNOWN, searchEarly } from './worker-pool.ts';
import type { EarlySearch, Foreseen } from './worker-pool.ts';
import type { PathTable } from '../path-table.ts';
import type { FileScope, Selection } from '../git/staged.ts';
import { inStage } from '../timing.ts';
import { STANDARD_WORDS } from './standard-words.ts';
import { VERSION } from '../version.ts';

/** What a look at files for the words alone has shown. */
export interface QuickLook {
  readonly list: FileList;
  /** Where git said which files they are. */
  readonly selection: Selection | null;
  /** Missing where threads tell. */
  readonly known?: KnownFiles;
  readonly foreseen: Foreseen;
  readonly counts: ScanCounts;
  /** The whole report, where no file has anything for a rule; `null` where rules must look. */
  readonly report: Report | null;
}

/** Takes the files of a selection, as far as the command line says which they are. */
export type Select = (scope: FileScope) => Selection;

/** True where nothing but the words of all rules says what is to be searched for: no config, no baseline. */
export function isPlainFolder(cwd: string, config: string | false | undefined): boolean {
  const hasConfig = inStage(
    'config',
    () => typeof config === 'string' || (config !== false && findConfig(cwd) !== null),
  );
  return !hasConfig && !existsSync(join(cwd, DEFAULT_BASELINE));
}

/** Begins to search files before the whole list is known; `null` where that is not worth while. */
export const lookEarly = (paths: PathTable): EarlySearch | null => searchEarly(paths, marksOf(STANDARD_WORDS));

/**
 * Searches files for the words of all rules, with none of the rules loaded. Only where nothing else could have a say: no config,
 * no facts, no baseline. Throws a `UserError` for what cannot be listed.
 * @param early a search by `lookEarly` that has begun, of files of the same list
 * @returns `null` where it cannot be told this way
 */
export function quickLook(
  cwd: string,
  config: string | false | undefined,
  choice: FileChoice | Select,
  progress: (done: number, total: number) => void,
  early: EarlySearch | null = null,
): QuickLook | null {
  if (!isPlainFolder(cwd, config)) return null;
  const scope = { cwd, config: { include: [], ignores: [], roles: {} }, root: cwd, own: new Set([join(cwd, DEFAULT_BASELINE)]) };
  const selection = typeof choice === 'function' ? inStage('list', () => choice(scope)) : null;
  const list =
    selection?.list ??
    inStage('list', () =>
      listFiles({ cwd, ...scope.config, filterNamed: false, noIgnore: false, ...(choice as FileChoice) }),
    );
  const counts = scanCounts();
  const { files } = list;
  return inStage('search', () => {
    const foreseen = selection
      ? NOTHING_KNOWN
      : foresee(files, marksOf(STANDARD_WORDS), undefined, (done) => progress(done, files.length), early);
    const seen = foreseen === NOTHING_KNOWN ? { known: new Map() as KnownFiles } : {};
    const options = { progress, ...seen, foreseen, read: selection?.read, untilFound: true };
    const isNothing = scanFiles(list, STANDARD_WORDS, counts, options, () => undefined);
    return { list, selection, ...seen, foreseen, counts, report: isNothing ? emptyReport(list, counts) : null };
  });
}

function emptyReport(list: FileList, counts: ScanCounts): Report {
  counts.skipped.ignored = list.skippedIgnored;
  return {
    tool: { name: 'connlint', version: VERSION },
    findings: [],
    off: [],
    notices: [...list.notices.map(noticeOf), ...counts.notices],
    unknown: [],
    inventory: [],
    summary: { files: counts.files, skipped: counts.skipped, strings: {}, findings: countFindings([]) },
  };
}
