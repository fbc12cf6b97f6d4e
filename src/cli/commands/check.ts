import type { FileChoice } from '../../node/fs/list-files.ts';
import { prefilter, type Select } from '../../node/scan/prefilter.ts';
import { endLine, paintedEnd } from '../../report/report-view.ts';
import { chooseFormats, configChoice, fileChoice, terminalFor, thresholdsOf } from '../arguments.ts';
import { CHECK_FORMATS } from '../commands.ts';
import { parseOptions, type Parsed } from '../options.ts';
import { print, printNotices, printStats, withProgress } from '../output.ts';

/** Options with which a file without any word has no findings. */
const PLAIN = new Set(
  'staged config no-config format color no-color quiet verbose no-ignore stats fail-on max-warnings'.split(' '),
);

/** Most commits contain no string, so rules, readers and formats are loaded only when needed. */
export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, 'check');
  const thresholds = thresholdsOf(parsed);
  // Unknown formats are reported before any file is read.
  const chosen = chooseFormats(parsed, CHECK_FORMATS);
  const isText = chosen.every(({ format, file }) => format === 'text' && file === null);
  const isPlain = isText && parsed.given.every((name) => PLAIN.has(name));
  const choice = isPlain ? await choiceOf(parsed) : null;
  const before =
    choice && withProgress(parsed, (progress) => prefilter(process.cwd(), configChoice(parsed), choice, progress));
  if (before?.clean) {
    const { summary, notices, counts } = before.clean;
    // A commit without texts prints nothing.
    const isNothing = before.selection?.changed.length === 0;
    printNotices(notices, parsed);
    if (!isNothing) print(`${paintedEnd(endLine(summary, thresholds), terminalFor(parsed))}\n`);
    if (parsed.flag('stats')) printStats(counts, 0);
    return 0;
  }
  const { runCheck } = await import('./check-run.ts');
  return runCheck(parsed, before);
}

async function choiceOf(parsed: Parsed): Promise<FileChoice | Select> {
  const choice = fileChoice(parsed);
  if (!parsed.flag('staged')) return choice;
  const { stagedFiles } = await import('../../node/git/selection.ts');
  return (scope) => stagedFiles(scope, choice);
}
