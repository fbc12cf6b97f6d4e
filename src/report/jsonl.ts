import { findingJson } from './json.ts';
import type { ReportView } from './view.ts';

/** One finding a line, with the same keys as in the JSON report; accepted ones say so in `suppressed`. */
export function* jsonlReport({ report }: ReportView): Iterable<string> {
  for (const finding of report.findings) yield `${JSON.stringify(findingJson(finding))}\n`;
}
