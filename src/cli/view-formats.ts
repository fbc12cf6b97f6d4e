import { checkstyleReport } from '../report/checkstyle.ts';
import { githubReport } from '../report/github.ts';
import { gitlabReport } from '../report/gitlab.ts';
import { htmlReport } from '../report/html-report.ts';
import { markdownReport } from '../report/job-summary.ts';
import { jsonlReport } from '../report/jsonl.ts';
import { junitReport } from '../report/junit.ts';
import { rdjsonlReport } from '../report/rdjsonl.ts';
import { sarifReport } from '../report/sarif.ts';
import { sonarReport } from '../report/sonar.ts';
import { sarifLimits } from '../report/sarif-groups.ts';
import type { Content } from '../node/content.ts';
import type { ReportView } from '../report/view.ts';
import type { Parsed } from './options.ts';
import { tell } from './terminal.ts';
import type { ViewFormat } from './view-format-names.ts';

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

/** Says what of a SARIF report GitHub will not keep. */
export function sayLimits(view: ReportView, options: Parsed): void {
  const limits = options.flag('quiet') ? null : sarifLimits(view);
  if (limits !== null) tell(`connlint: ${limits}\n`);
}
