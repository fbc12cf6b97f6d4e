import type { Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { bySeverity, liveFindings } from './report-view.ts';
import { HUE, placeLink, type Terminal } from './terminal.ts';

/** A finding in the format of compilers, which editors and problem matchers read. Never wrapped. */
export function conciseLine(finding: Finding, terminal: Terminal, more = 0): string {
  const { paint, links } = terminal;
  const { severity, rule, message, fix } = finding;
  const place = paint.bold(placeLink(finding, terminal));
  const level = paint[HUE[severity]](severity);
  const marks = `${paint.dim(`[${links.rule(rule, rule)}]`)}${fix ? ' [*]' : ''}${more > 0 ? ` (and ${more} more)` : ''}`;
  return `${place}: ${level}: ${escapeControlChars(message)} ${marks}`;
}

/** One line per finding and nothing else, the severe ones first. */
export function* conciseReport(report: Report, terminal: Terminal, errorsOnly = false): Iterable<string> {
  for (const finding of bySeverity(liveFindings(report))) {
    if (!errorsOnly || finding.severity === 'error') yield `${conciseLine(finding, terminal)}\n`;
  }
}
