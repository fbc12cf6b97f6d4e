import { formatBaseline, updatedEntries } from '../../lint/baseline.ts';
import { enabledRules } from '../../lint/settings.ts';
import { check, reportView, type CheckResult } from '../../node/check.ts';
import { listFiles, type FileList } from '../../node/fs/list-files.ts';
import { fixDiffs, fixFiles } from '../../node/fix-files.ts';
import { displayPath } from '../../node/fs/paths.ts';
import { narrowed, type Selection } from '../../node/git/selection.ts';
import { saveBaseline, type Project, type ProjectOptions } from '../../node/project/project.ts';
import { plural } from '../../report/escape.ts';
import { htmlReport, markdownReport } from '../../report/findings.ts';
import { githubReport } from '../../report/github.ts';
import { gitlabReport } from '../../report/gitlab.ts';
import { jsonReport } from '../../report/json.ts';
import { junitReport } from '../../report/junit.ts';
import { endLine, failure, stringCount, type ReportView } from '../../report/report-view.ts';
import { sarifReport } from '../../report/sarif.ts';
import { conciseReport, textReport } from '../../report/text.ts';
import { chooseFormats, fileChoice, maxFileSize, terminalFor, thresholdsOf } from '../arguments.ts';
import { FORMATS } from '../commands.ts';
import type { ScanOptions } from '../../node/scan/scan-files.ts';
import type { Parsed } from '../options.ts';
import { emit, print, printEnd, printNotices, printStats, withProgress, writeStderr } from '../output.ts';
import { projectFromOptions, selectionOf } from '../project-options.ts';

/** The formats that are written from a finished report. A new one is its file and its entry here. */
const RENDERERS = {
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, (view: ReportView) => string | Iterable<string>>>;

/** What a run knows before it loads the rules. */
interface Before extends Pick<ScanOptions, 'sizeOf'>, Pick<ProjectOptions, 'placeOf'> {
  readonly list: FileList;
  readonly selection: Selection | null;
}

export async function runCheck(parsed: Parsed, before: Before | null): Promise<number> {
  const thresholds = thresholdsOf(parsed);
  const [errorsOnly, verbose] = [parsed.flag('quiet'), parsed.flag('verbose')];
  const isTrial = parsed.flag('fix-dry-run');
  const formats = chooseFormats(parsed, FORMATS.check);
  const project = projectFromOptions(parsed, before ?? {});
  const selection = before?.selection ?? (await selectionOf(project, parsed));
  const list = before?.list ?? selection?.list ?? listFiles(project, await fileChoice(parsed));
  const checked = withProgress(parsed, (progress) =>
    check(project, list, {
      progress,
      maxBytes: maxFileSize(parsed),
      forFixes: parsed.flag('fix') || isTrial,
      read: selection?.read,
      sizeOf: before?.sizeOf,
      changed: selection?.changed,
    }),
  );
  if (parsed.flag('update-baseline')) return writeBaseline(project, checked, parsed);
  const isFixed = parsed.flag('fix') || isTrial;
  const fixed = isFixed
    ? fixFiles(project, checked, isTrial)
    : { report: checked.report, count: 0, files: 0, written: [] };
  if (isTrial) {
    // Standard output has one document: beside a report for programs, the changes go to stderr.
    const isForPeople = formats.every(({ format, file }) => format === 'text' || file !== null);
    (isForPeople ? print : writeStderr)(fixDiffs(fixed.written));
  } else if (fixed.count > 0 && !errorsOnly)
    writeStderr(`connlint: fixed ${plural(fixed.count, 'finding')} in ${plural(fixed.files, 'file')}\n`);
  const report = selection ? narrowed(fixed.report, selection.placesIn) : fixed.report;
  const passed = failure(report.summary, thresholds) === null;
  const view = reportView(project, report, passed);
  printNotices(report.notices, parsed);
  // A commit without texts prints nothing.
  const isNothing = selection?.changed.length === 0;
  emit(formats, (format, file) => {
    const terminal = terminalFor(parsed, file);
    if (format === 'concise') return conciseReport(report, terminal, errorsOnly);
    if (format === 'text') return isNothing ? '' : textReport(report, { ...thresholds, terminal, errorsOnly, verbose });
    return RENDERERS[format](view);
  });
  if (!isNothing) printEnd(formats, endLine(report.summary, thresholds));
  if (parsed.flag('stats')) printStats(checked.counts, stringCount(report.summary));
  return passed ? 0 : 1;
}

/** Accepts every finding of now, except those of planned changes. Entries of files that were not read stay. */
function writeBaseline(project: Project, { report, stale, baseline }: CheckResult, parsed: Parsed): number {
  const before = baseline?.entries ?? [];
  const entries = updatedEntries(before, stale, report.findings, enabledRules(project.settings), project.fromConfig);
  const isCurrent = baseline !== null && baseline.text.replaceAll('\r\n', '\n') === formatBaseline(entries);
  if (!isCurrent) saveBaseline(project, entries);
  printNotices(report.notices, parsed);
  const added = entries.length - before.length + stale.length;
  const counts = isCurrent ? 'nothing new' : `${added} new, ${stale.length} gone`;
  const accepted = plural(entries.length, 'finding');
  const ids = new Set(entries.map(({ id }) => id));
  const planned = report.findings.filter(({ id, suppressed }) => suppressed === null && !ids.has(id)).length;
  const left = planned === 0 ? '' : `, ${planned} of planned changes not`;
  print(`${displayPath(project.baseline.path)}: ${counts}; ${accepted} accepted${left}\n`);
  return 0;
}
