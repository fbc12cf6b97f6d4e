import type { FileChoice } from '../../node/fs/list-files.ts';
import { prefilter } from '../../node/scan/prefilter.ts';
import type { PrefilterResult, Select } from '../../node/scan/prefilter.ts';
import { endLine } from '../../report/report-view.ts';
import {
  chooseFormats,
  configChoice,
  exitCodeOf,
  fileChoice,
  THRESHOLDS,
  thresholdsOf,
  textOptions,
} from '../arguments.ts';
import { printNotices, printStats, print, withProgress } from '../output.ts';
import {
  BASELINE,
  COMMON,
  FILES,
  FIXING,
  parseOptions,
  REPORT_SUPPRESSED,
  REPOSITORY,
  RULE,
  SARIF_CATEGORY,
  SELECTION,
  SELECTION_NOTES,
  SHARD,
  SUPPRESSIONS,
  TEXT_OPTIONS,
  STATS,
  STDIN,
} from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { CHECK_FORMATS } from '../../report/formats.ts';

export const options: OptionTable = {
  ...THRESHOLDS,
  ...RULE,
  ...SUPPRESSIONS,
  ...REPORT_SUPPRESSED,
  ...BASELINE,
  ...FIXING,
  ...SELECTION,
  ...SHARD,
  ...FILES,
  ...STDIN,
  ...TEXT_OPTIONS,
  ...REPOSITORY,
  ...SARIF_CATEGORY,
  ...STATS,
  ...COMMON,
};
export const formats = CHECK_FORMATS;
export const notes = `${SELECTION_NOTES} Both leave out findings about the whole project unless their lines in the config changed.`;

/** Options with which a file without any word has no findings. */
const PLAIN = new Set([
  'staged',
  'config',
  'format',
  'color',
  'quiet',
  'notices',
  ...Object.keys(TEXT_OPTIONS),
  'verbose',
  'ignore',
  'stats',
  ...Object.keys(THRESHOLDS),
]);

/**
 * Most commits contain no connection string, so rules, readers and formats, most of the program, are loaded only when
 * needed.
 */
export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'check');
  const thresholds = thresholdsOf(parsed);
  // Unknown formats are reported before any file is read.
  const chosen = chooseFormats(parsed.values('format'), CHECK_FORMATS, 'text');
  const isText = chosen.every(({ format, file }) => format === 'text' && file === null);
  const isPlain = parsed.given.every((name) => PLAIN.has(name)) && (isText || !parsed.flag('staged'));
  const before = isPlain ? prefilterFiles(parsed, await choiceOf(parsed), isText) : null;
  if (before?.report) {
    // A commit without texts prints nothing.
    const isNothing = before.selection?.list.files.length === 0;
    printNotices(before.report.notices, parsed);
    if (!isNothing) print(`${endLine(before.report.summary, { ...textOptions(parsed), ...thresholds })}\n`);
    if (parsed.flag('stats')) printStats(before.counts, 0);
    return exitCodeOf(before.report.summary, thresholds);
  }
  const { runCheck } = await import('./check-run.ts');
  return runCheck(parsed, before);
}

async function choiceOf(parsed: Parsed): Promise<FileChoice | Select> {
  const choice = fileChoice(parsed);
  if (!parsed.flag('staged')) return choice;
  const { stagedFiles } = await import('../../node/git/staged.ts');
  const { paths, noIgnore = false } = choice;
  return (scope) => stagedFiles(scope, { paths: paths.length === 0 ? ['.'] : paths, noIgnore });
}

/** @param isText false for formats that load the rules in any case: threads then search while they are loaded */
function prefilterFiles(parsed: Parsed, choice: FileChoice | Select, isText: boolean): PrefilterResult | null {
  return withProgress(parsed, (progress) =>
    prefilter(process.cwd(), configChoice(parsed), choice, { progress, isText }),
  );
}
