import { RULES } from '../../rules/index.ts';
import { optimizeLess } from '../node/engine.ts';
import { reportView } from '../node/report-view.ts';
import { jsonReport } from '../report/json.ts';
import { textReport } from '../report/text.ts';
import { afterFixes, fixMode, NO_PATCH, patchBytes, usualFormat, withPatch } from './fixing.ts';
import { chooseFormats } from './choices.ts';
import { emit } from './formats.ts';
import { projectOf, ruleOverrides } from './inputs.ts';
import { blobOf, lookAt } from './looking.ts';
import type { Ahead } from './looking.ts';
import { sayNotices, sayStats } from './notices.ts';
import type { Parsed } from './options.ts';
import { colorsFor } from './terminal.ts';
import { exitCodeBy } from './threshold.ts';
import { CHECK_FORMATS, isViewFormat } from './view-format-names.ts';

/**
 * `connlint check`, whatever its options ask for. Throws a `UserError`.
 * @param started by the clock of `performance`
 */
export async function runCheck(parsed: Parsed, started: number, ahead: Ahead): Promise<number> {
  optimizeLess();
  const exitCode = exitCodeBy(parsed);
  const mode = fixMode(parsed);
  const formats = withPatch(chooseFormats(parsed.values('format'), CHECK_FORMATS, usualFormat(mode)), mode);
  const views = formats.some(({ format }) => isViewFormat(format)) ? await loadViews() : null;
  const project = projectOf(parsed, RULES, ruleOverrides(parsed.values('rule'), RULES));
  const wanted = formats.find(({ format }) => format === 'patch');
  const looked = lookAt(project, parsed, {
    keepTexts: mode === 'apply' || wanted !== undefined,
    keepStrings: formats.some(({ format }) => format === 'blob'),
    ...ahead,
  });
  const { checked, selection, list } = looked;
  const patch = wanted ? patchBytes(project, checked, mode, parsed, wanted) : NO_PATCH;
  const report = afterFixes(project, checked, mode, parsed);
  const colors = colorsFor(parsed, process.stdout);
  const view = reportView(project, report, {
    withSuppressed: parsed.flag('report-suppressed'),
    env: process.env,
    ...(parsed.flag('staged') || parsed.value('stdin-filename') !== undefined ? { texts: checked.texts } : {}),
    // A change is ready or not for a project, and not for a part of it.
    ...(views && list !== null && selection === null && looked.shard === null
      ? { plan: () => views.planChanges(project, list, project.config.plan).entries }
      : {}),
  });
  const isNothing = selection !== null && selection.list.files.length === 0;
  emit(formats, (format) => {
    if (format === 'patch') return patch.bytes;
    if (format === 'blob') return blobOf(project, looked);
    if (isViewFormat(format)) return views!.renderView(format, view);
    if (format === 'json') return jsonReport(report);
    // A commit without a text is nothing to talk about.
    return isNothing ? '' : textReport(report, colors);
  });
  sayNotices([...report.notices, ...patch.notices], parsed);
  if (formats.some(({ format }) => format === 'sarif')) views!.sayLimits(view, parsed);
  if (parsed.flag('stats')) {
    const strings = Object.values(report.summary.strings).reduce((sum, n) => sum + n, 0);
    sayStats(checked.counts, strings, started);
  }
  return exitCode(report.summary);
}

async function loadViews() {
  const [formats, plan] = await Promise.all([import('./view-formats.ts'), import('../node/plan.ts')]);
  return { ...formats, planChanges: plan.planChanges };
}
