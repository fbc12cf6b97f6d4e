import { RULES } from '../../../rules/index.ts';
import { fails } from '../../core/report.ts';
import type { FailOn } from '../../core/report.ts';
import { check, checkText, projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { jsonReport } from '../../report/json.ts';
import { textReport } from '../../report/text.ts';
import { chooseFormats, emit } from '../formats.ts';
import { projectOf, readStdin, ruleOverrides } from '../inputs.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { COMMON, FILES, parseOptions } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { colorsFor, progressLine } from '../terminal.ts';
import { fileChoice } from './list.ts';

export const options: OptionTable = {
  'fail-on': { value: 'level', help: 'Exit with 1 from this severity on: error (default), warning, info or never.' },
  'max-warnings': { value: 'n', help: 'Exit with 1 when there are more warnings.' },
  rule: { value: 'id[:severity]', many: true, help: 'Run only this rule, or set its severity. May be repeated.' },
  suppressions: {
    negatable: true,
    help: '--no-suppressions ignores comments and config entries that accept findings.',
  },
  ...FILES,
  ...COMMON,
};
const FORMATS = ['text', 'json'] as const;
const LEVELS = ['error', 'warning', 'info', 'never'] as const;

function threshold(parsed: Parsed): { failOn: FailOn; maxWarnings: number | null } {
  const level = parsed.value('fail-on') ?? 'error';
  const failOn = LEVELS.find((known) => known === level);
  if (!failOn) throw new UserError(`--fail-on ${level.slice(0, 40)} is not a level`, `Use ${LEVELS.join(', ')}.`);
  const written = parsed.value('max-warnings');
  if (written !== undefined && !/^\d{1,9}$/.test(written))
    throw new UserError('--max-warnings needs a number from 0 up');
  return { failOn, maxWarnings: written === undefined ? null : Number(written) };
}

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'check');
  const { failOn, maxWarnings } = threshold(parsed);
  const formats = chooseFormats(parsed.values('format'), FORMATS, 'text');
  const project = projectOf(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const started = performance.now();
  const progress = progressLine(parsed.flag('quiet'));
  const stdin = parsed.value('stdin-filename');
  const { report } =
    stdin === undefined
      ? check(project, projectFiles(project, fileChoice(parsed)), { progress: progress.update })
      : checkText(project, stdin, readStdin());
  progress.clear();
  const colors = colorsFor(parsed, process.stdout);
  emit(formats, (format) => (format === 'json' ? jsonReport(report) : textReport(report, colors)));
  sayNotices(report.notices, parsed);
  if (parsed.flag('stats')) {
    const { files, skipped } = report.summary;
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats({ files, bytes: 0, skipped, notices: [] }, strings, performance.now() - started);
  }
  return fails(report.summary, failOn, maxWarnings) ? 1 : 0;
}
