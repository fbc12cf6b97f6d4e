import type { Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { bySeverity, liveFindings } from './report-view.ts';
import { HUE, placeText, type Paint } from './terminal.ts';

/** A finding as compilers print theirs, so that editors and problem matchers read it: never wrapped. */
export function conciseLine(finding: Finding, paint: Paint, more = 0): string {
  const { severity, rule, message, fix } = finding;
  const place = paint.bold(placeText(finding));
  const level = paint[HUE[severity]](severity);
  const marks = `${paint.dim(`[${rule}]`)}${fix ? ' [*]' : ''}${more > 0 ? ` (and ${more} more)` : ''}`;
  return `${place}: ${level}: ${escapeControlChars(message)} ${marks}`;
}

/** One line per finding and nothing else, the severe ones first. */
export function* conciseReport(report: Report, paint: Paint, errorsOnly = false): Iterable<string> {
  for (const finding of bySeverity(liveFindings(report))) {
    if (!errorsOnly || finding.severity === 'error') yield `${conciseLine(finding, paint)}\n`;
  }
}
