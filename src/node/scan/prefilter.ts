import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BASELINE } from '../../find/own-files.ts';
import { countFindings, type Report } from '../../lint/report.ts';
import { findConfig } from '../project/find-config.ts';
import { listFiles, type FileChoice, type FileList } from '../fs/list-files.ts';
import { marksOf, scanCounts, scanFiles, type KnownFiles, type ScanCounts } from './scan-files.ts';
import { searchInThreads, type ThreadResults } from './worker-pool.ts';
import type { FileScope } from '../fs/patterns.ts';
import type { Selection } from '../git/staged.ts';
import { enterStage } from '../timing.ts';
import { STANDARD_WORDS } from './standard-words.ts';
import { VERSION } from '../version.ts';

/** The result of a quick search for words. */
export interface PrefilterResult {
  readonly list: FileList;
  /** The selection, if Git made it. */
  readonly selection: Selection | null;
  /** Missing if threads have the results. */
  readonly known?: KnownFiles;
  readonly threads: ThreadResults | null;
  readonly counts: ScanCounts;
  /** The whole report if no file contains anything for a rule, or `null` if rules must run. */
  readonly report: Report | null;
}

/** Selects files by the options of the command line. */
export type Select = (scope: FileScope) => Selection;

interface PrefilterOptions {
  readonly progress: (done: number, total: number) => void;
  /** True if a report may need no rule. Otherwise threads are started, and nothing is searched here. */
  readonly isText: boolean;
}

/**
 * Searches files for the words of all rules without loading any rule. Only if nothing else matters: no config, no
 * facts, no baseline. Throws a `UserError` for paths that cannot be listed.
 * @returns `null` if rules must run
 */
export function prefilter(
  cwd: string,
  config: string | false | undefined,
  choice: FileChoice | Select,
  { progress, isText }: PrefilterOptions,
): PrefilterResult | null {
  enterStage('config');
  const hasConfig = typeof config === 'string' || (config !== false && findConfig(cwd) !== null);
  if (hasConfig || existsSync(join(cwd, DEFAULT_BASELINE))) return null;
  enterStage('list');
  const scope = {
    cwd,
    config: { include: [], ignores: [], roles: {}, overrides: [] },
    root: cwd,
    own: new Set([join(cwd, DEFAULT_BASELINE)]),
  };
  const selection = typeof choice === 'function' ? choice(scope) : null;
  const list = selection?.list ?? listFiles(scope, choice as FileChoice);
  enterStage('search');
  const counts = scanCounts();
  const threads = selection ? null : searchInThreads(list.files, marksOf(STANDARD_WORDS), undefined, progress);
  if (!isText) return { list, selection, threads, counts, report: null };
  const seen = threads ? {} : { known: new Map() as KnownFiles };
  const options = { progress, ...seen, threads, read: selection?.read, untilFound: true };
  const isNothing = scanFiles(list, STANDARD_WORDS, counts, options, () => undefined);
  enterStage(null);
  return { list, selection, ...seen, threads, counts, report: isNothing ? emptyReport(list, counts) : null };
}

function emptyReport(list: FileList, counts: ScanCounts): Report {
  counts.skipped.ignored = list.skippedIgnored;
  return {
    tool: { name: 'connlint', version: VERSION },
    findings: [],
    off: [],
    notices: [...list.notices, ...counts.notices],
    unknown: [],
    summary: { files: counts.files, skipped: counts.skipped, strings: {}, findings: countFindings([]) },
  };
}
