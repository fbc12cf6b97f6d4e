import { shownArgument } from '../../node/shown-path.ts';
import { RULES } from '../../../rules/index.ts';
import { fails } from '../../core/report.ts';
import type { FailOn } from '../../core/report.ts';
import { check, checkText, projectFiles } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import { reportView } from '../../node/report-view.ts';
import { jsonReport } from '../../report/json.ts';
import { textReport } from '../../report/text.ts';
import { afterFixes, FIXING, fixMode, NO_PATCH, patchBytes, usualFormat, withPatch } from '../fixing.ts';
import { chooseFormats, emit } from '../formats.ts';
import { projectOf, readStdin, ruleOverrides } from '../inputs.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { BASELINE, COMMON, FILES, parseOptions } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { colorsFor, progressLine } from '../terminal.ts';
import { isViewFormat, renderView, sayLimits, VIEW_FORMATS } from '../view-formats.ts';
import { fileChoice } from './list.ts';

export const options: OptionTable = {
  'fail-on': { value: 'level', help: 'Exit with 1 from this severity on: error (default), warning, info or never.' },
  'max-warnings': { value: 'n', help: 'Exit with 1 when there are more warnings.' },
  rule: { value: 'id[:severity]', many: true, help: 'Run only this rule, or set its severity. May be repeated.' },
  suppressions: {
    negatable: true,
    help: '--no-suppressions ignores comments and config entries that accept findings.',
  },
  'report-suppressed': { help: 'Tell in SARIF of findings that were accepted too; GitHub opens alerts for them.' },
  ...BASELINE,
  ...FIXING,
  ...FILES,
  ...COMMON,
};
const FORMATS = ['text', 'json', 'patch', ...VIEW_FORMATS] as const;
const LEVELS = ['error', 'warning', 'info', 'never'] as const;

function threshold(parsed: Parsed): { failOn: FailOn; maxWarnings: number | null } {
  const level = parsed.value('fail-on') ?? 'error';
  const failOn = LEVELS.find((known) => known === level);
  if (!failOn) throw new UserError(`--fail-on ${shownArgument(level)} is not a level`, `Use ${LEVELS.join(', ')}.`);
  const written = parsed.value('max-warnings');
  if (written !== undefined && !/^\d{1,9}$/.test(written))
    throw new UserError('--max-warnings needs a number from 0 up');
  return { failOn, maxWarnings: written === undefined ? null : Number(written) };
}

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'check');
  const { failOn, maxWarnings } = threshold(parsed);
  const mode = fixMode(parsed);
  const formats = withPatch(chooseFormats(parsed.values('format'), FORMATS, usualFormat(mode)), mode);
  const project = projectOf(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const started = performance.now();
  const progress = progressLine(parsed.flag('quiet'));
  const stdin = parsed.value('stdin-filename');
  const wanted = formats.find(({ format }) => format === 'patch');
  const keepTexts = mode === 'apply' || wanted !== undefined;
  const checked =
    stdin === undefined
      ? check(project, projectFiles(project, fileChoice(parsed)), { progress: progress.update, keepTexts })
      : checkText(project, stdin, readStdin());
  progress.clear();
  const patch = wanted ? patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const report = afterFixes(project, checked, mode, parsed);
  const colors = colorsFor(parsed, process.stdout);
  const view = reportView(project, report, {
    withSuppressed: parsed.flag('report-suppressed'),
    env: process.env,
    ...(stdin === undefined ? {} : { texts: checked.texts }),
  });
  emit(formats, (format) => {
    if (format === 'patch') return patch.bytes;
    if (isViewFormat(format)) return renderView(format, view);
    return format === 'json' ? jsonReport(report) : textReport(report, colors);
  });
  sayNotices([...report.notices, ...patch.notices], parsed);
  if (formats.some(({ format }) => format === 'sarif')) sayLimits(view, parsed);
  if (parsed.flag('stats')) {
    const { files, skipped } = report.summary;
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats({ files, skipped }, strings, performance.now() - started);
  }
  return fails(report.summary, failOn, maxWarnings) ? 1 : 0;
}
