import type { Content } from '../text/source.ts';
import { githubReport } from './github.ts';
import { gitlabReport } from './gitlab.ts';
import { htmlReport, markdownReport } from './findings.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import type { ReportView } from './report-view.ts';
import { sarifReport } from './sarif.ts';

/** The formats that are written from a finished report. A new one is its file and its entry here. */
export const RENDERERS = {
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  gitlab: gitlabReport,
  junit: junitReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, (view: ReportView) => Content>>;
