import { askAhead } from '../../node/git-files.ts';
import type { Asked } from '../../node/git-files.ts';
import type { FileChoice } from '../../node/list-files.ts';
import { quickLook } from '../../node/quick-look.ts';
import type { QuickLook } from '../../node/quick-look.ts';
import { prepareThreads } from '../../node/sift-threads.ts';
import { textReport } from '../../report/text.ts';
import { chooseFormats, configChoice, fileChoice } from '../choices.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { BASELINE, COMMON, FILES, FIXING, parseOptions, SELECTION, SELECTION_NOTES, SHARD } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { colorsFor, print, progressLine } from '../terminal.ts';
import { exitCodeBy, THRESHOLDS } from '../threshold.ts';
import { CHECK_FORMATS } from '../view-format-names.ts';

export const options: OptionTable = {
  ...THRESHOLDS,
  rule: { value: 'id[:severity]', many: true, help: 'Run only this rule, or set its severity. May be repeated.' },
  suppressions: {
    negatable: true,
    help: '--no-suppressions ignores comments and config entries that accept findings.',
  },
  'report-suppressed': {
    help: 'Tell in SARIF and HTML of findings that were accepted too; GitHub opens alerts for them.',
  },
  ...BASELINE,
  ...FIXING,
  ...SELECTION,
  ...SHARD,
  ...FILES,
  ...COMMON,
};
export const notes = SELECTION_NOTES;

/** Options with which a file in which no word stands is a file without findings. */
const PLAIN = new Set(['config', 'format', 'color', 'quiet', 'verbose', 'ignore', 'stats', ...Object.keys(THRESHOLDS)]);

/**
 * Most commits touch no connection string, and most of the program is about them: rules, readers and formats are loaded once
 * there is something for them.
 */
export async function run(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args, options, 'check');
  const exitCode = exitCodeBy(parsed);
  const started = performance.now();
  const plain = isPlain(parsed);
  // Before anything is looked at: a format that there is not is told at once.
  const wantsText = plain && isText(parsed);
  const asked = plain ? await askedAhead(fileChoice(parsed)) : null;
  const before = plain ? lookQuickly(parsed, asked) : null;
  if (wantsText && before?.report) {
    print(textReport(before.report, colorsFor(parsed, process.stdout)));
    sayNotices(before.report.notices, parsed);
    if (parsed.flag('stats')) sayStats(before.counts, 0, started);
    return exitCode(before.report.summary);
  }
  const { runCheck } = await import('../checking.ts');
  return runCheck(parsed, started, { before, asked });
}

const isPlain = (parsed: Parsed): boolean =>
  Object.keys(options).every((name) => {
    const isGiven = parsed.value(name) !== undefined || parsed.toggle(name) !== undefined;
    return !isGiven || PLAIN.has(name);
  });

/** True where the report for people on standard output is all that is asked for. Throws a `UserError` for formats that cannot be. */
function isText(parsed: Parsed): boolean {
  return chooseFormats(parsed.values('format'), CHECK_FORMATS, 'text').every(
    ({ format, file }) => format === 'text' && file === null,
  );
}

/** While git lists a large tree, which hardly ever holds nothing, the rules are loaded. */
async function askedAhead({ paths, noIgnore = false, filterNamed = false }: FileChoice): Promise<Asked | null> {
  const asked = noIgnore || filterNamed ? null : askAhead(process.cwd(), paths);
  if (!asked) return null;
  prepareThreads();
  await import('../checking.ts');
  return asked;
}

function lookQuickly(parsed: Parsed, asked: Asked | null): QuickLook | null {
  const progress = progressLine(parsed.flag('quiet'));
  const choice = { ...fileChoice(parsed), asked };
  const look = quickLook(process.cwd(), configChoice(parsed), choice, progress.update);
  progress.clear();
  return look;
}
