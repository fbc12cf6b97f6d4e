import { nameOf, type Finding } from '../lint/finding.ts';
import type { Severity } from '../config/severity.ts';
import { adviceOf } from './causes.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands for annotations, the severe ones first: GitHub shows ten of each kind in a step (2026-06). */
export const githubReport = (view: ReportView): string =>
  bySeverity(liveFindings(view.report))
    .map((finding) => `${annotation(finding, view)}\n`)
    .join('');

function annotation(finding: Finding, { fromRoot }: ReportView): string {
  const { file, line, endLine, column, endColumn, message, severity } = finding;
  // Columns are understood only where the place is within a line.
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = { file: fromRoot(file), line, endLine, ...columns, title: `connlint ${nameOf(finding)}` };
  const text = escapeControlChars(`${message} ${adviceOf(finding)}`.trim());
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${pairs.join(',')}::${escapedData(text)}`;
}

const escapedData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
