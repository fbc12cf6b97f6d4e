import type { Content } from '../text/source.ts';
import { checkstyleReport } from './checkstyle.ts';
import { githubReport } from './github.ts';
import { gitlabReport } from './gitlab.ts';
import { htmlReport } from './html/report.ts';
import { markdownReport } from './job-summary.ts';
import { jsonlReport } from './json.ts';
import { junitReport } from './junit.ts';
import { rdjsonlReport } from './rdjsonl.ts';
import { sarifReport } from './sarif/log.ts';
import { sonarReport } from './sonar.ts';
import { sarifLimits } from './sarif/results.ts';
import type { ReportView } from './report-view.ts';

const REPORTS = {
  jsonl: jsonlReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  junit: junitReport,
  checkstyle: checkstyleReport,
  rdjsonl: rdjsonlReport,
  sonar: sonarReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Record<ViewFormat, (view: ReportView) => Content>;

export function renderView(format: ViewFormat, view: ReportView): Content {
  return REPORTS[format](view);
}

/** What of this report its usual reader leaves out, as a sentence; `null` when nothing. */
export function limitsOf(format: ViewFormat, view: ReportView): string | null {
  return format === 'sarif' ? sarifLimits(view) : null;
}

/** The formats that programs read, and the page; their code is loaded when one is asked for. */
export const VIEW_FORMATS = [
  'jsonl',
  'sarif',
  'github',
  'gitlab',
  'junit',
  'checkstyle',
  'rdjsonl',
  'sonar',
  'markdown',
  'html',
] as const;

/** What `connlint check` can write. */
export const CHECK_FORMATS = ['text', 'json', 'patch', 'blob', ...VIEW_FORMATS] as const;

export type ViewFormat = (typeof VIEW_FORMATS)[number];

export function isViewFormat(format: string): format is ViewFormat {
  return VIEW_FORMATS.some((known) => known === format);
}
