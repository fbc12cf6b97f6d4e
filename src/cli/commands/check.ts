import { RULES } from '../../../rules/index.ts';
import { planChanges } from '../../node/plan.ts';
import { reportView } from '../../node/report-view.ts';
import { jsonReport } from '../../report/json.ts';
import { textReport } from '../../report/text.ts';
import { afterFixes, FIXING, fixMode, NO_PATCH, patchBytes, usualFormat, withPatch } from '../fixing.ts';
import { chooseFormats, emit } from '../formats.ts';
import { projectOf, ruleOverrides } from '../inputs.ts';
import { blobOf, lookAt } from '../looking.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { BASELINE, COMMON, FILES, parseOptions, SELECTION, SHARD } from '../options.ts';
import type { OptionTable } from '../options.ts';
import { SELECTION_NOTES } from '../selecting.ts';
import { colorsFor } from '../terminal.ts';
import { exitCodeBy, THRESHOLDS } from '../threshold.ts';
import { isViewFormat, renderView, sayLimits, VIEW_FORMATS } from '../view-formats.ts';

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
const FORMATS = ['text', 'json', 'patch', 'blob', ...VIEW_FORMATS] as const;

export function run(args: readonly string[]): number {
  const parsed = parseOptions(args, options, 'check');
  const exitCode = exitCodeBy(parsed);
  const mode = fixMode(parsed);
  const formats = withPatch(chooseFormats(parsed.values('format'), FORMATS, usualFormat(mode)), mode);
  const started = performance.now();
  const project = projectOf(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const wanted = formats.find(({ format }) => format === 'patch');
  const looked = lookAt(project, parsed, mode === 'apply' || wanted !== undefined);
  const { checked, selection, list } = looked;
  const patch = wanted ? patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const report = afterFixes(project, checked, mode, parsed);
  const colors = colorsFor(parsed, process.stdout);
  const view = reportView(project, report, {
    withSuppressed: parsed.flag('report-suppressed'),
    env: process.env,
    ...(parsed.flag('staged') || parsed.value('stdin-filename') !== undefined ? { texts: checked.texts } : {}),
    // A change is ready or not for a project, and not for a part of it.
    ...(list !== null && selection === null && looked.shard === null
      ? { plan: () => planChanges(project, list, project.config.plan).entries }
      : {}),
  });
  const isNothing = selection !== null && selection.list.files.length === 0;
  emit(formats, (format) => {
    if (format === 'patch') return patch.bytes;
    if (format === 'blob') return blobOf(project, looked);
    if (isViewFormat(format)) return renderView(format, view);
    if (format === 'json') return jsonReport(report);
    // A commit without a text is nothing to talk about.
    return isNothing ? '' : textReport(report, colors);
  });
  sayNotices([...report.notices, ...patch.notices], parsed);
  if (formats.some(({ format }) => format === 'sarif')) sayLimits(view, parsed);
  if (parsed.flag('stats')) {
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats(checked.counts, strings, started);
  }
  return exitCode(report.summary);
}
