import { shownArgument } from '../../node/shown-path.ts';
import { RULES } from '../../../rules/index.ts';
import { fails } from '../../core/report.ts';
import type { FailOn } from '../../core/report.ts';
import { check, checkText, projectFiles } from '../../node/check.ts';
import type { Checked } from '../../node/check.ts';
import { UserError } from '../../node/errors.ts';
import type { FileList } from '../../node/list-files.ts';
import { planChanges } from '../../node/plan.ts';
import type { Project } from '../../node/project.ts';
import { reportView } from '../../node/report-view.ts';
import { narrowed } from '../../node/selection.ts';
import type { Selection } from '../../node/selection.ts';
import { jsonReport } from '../../report/json.ts';
import { textReport } from '../../report/text.ts';
import { afterFixes, FIXING, fixMode, NO_PATCH, patchBytes, usualFormat, withPatch } from '../fixing.ts';
import { chooseFormats, emit } from '../formats.ts';
import { projectOf, readStdin, ruleOverrides } from '../inputs.ts';
import { sayNotices, sayStats } from '../notices.ts';
import { BASELINE, COMMON, FILES, parseOptions, SELECTION } from '../options.ts';
import type { OptionTable, Parsed } from '../options.ts';
import { SELECTION_NOTES, selectionOf } from '../selecting.ts';
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
  'report-suppressed': {
    help: 'Tell in SARIF and HTML of findings that were accepted too; GitHub opens alerts for them.',
  },
  ...BASELINE,
  ...FIXING,
  ...SELECTION,
  ...FILES,
  ...COMMON,
};
export const notes = SELECTION_NOTES;
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
  const wanted = formats.find(({ format }) => format === 'patch');
  const selection = selectionOf(project, parsed);
  const list = listOf(project, parsed, selection);
  const checked = lookAt(project, parsed, list, selection, mode === 'apply' || wanted !== undefined);
  const patch = wanted ? patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const report = afterFixes(project, checked, mode, parsed);
  const colors = colorsFor(parsed, process.stdout);
  const view = reportView(project, report, {
    withSuppressed: parsed.flag('report-suppressed'),
    env: process.env,
    ...(parsed.flag('staged') || parsed.value('stdin-filename') !== undefined ? { texts: checked.texts } : {}),
    // A change is ready or not for a project, and not for a part of it.
    ...(list !== null && selection === null
      ? { plan: () => planChanges(project, list, project.config.plan).entries }
      : {}),
  });
  const isNothing = selection !== null && selection.list.files.length === 0;
  emit(formats, (format) => {
    if (format === 'patch') return patch.bytes;
    if (isViewFormat(format)) return renderView(format, view);
    if (format === 'json') return jsonReport(report);
    // A commit without a text is nothing to talk about.
    return isNothing ? '' : textReport(report, colors);
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

/** The files that the run is about; `null` for a text from standard input. */
function listOf(project: Project, parsed: Parsed, selection: Selection | null): FileList | null {
  if (parsed.value('stdin-filename') !== undefined) return null;
  return selection?.list ?? projectFiles(project, fileChoice(parsed));
}

function lookAt(
  project: Project,
  parsed: Parsed,
  list: FileList | null,
  selection: Selection | null,
  keepTexts: boolean,
): Checked {
  if (list === null) return checkText(project, parsed.value('stdin-filename') ?? '', readStdin());
  const progress = progressLine(parsed.flag('quiet'));
  const checked = check(project, list, {
    progress: progress.update,
    keepTexts: keepTexts || selection?.read !== undefined,
    read: selection?.read,
    narrow: selection ? (report) => narrowed(report, selection.placesIn) : undefined,
  });
  progress.clear();
  return checked;
}
