import type { Finding } from '../lint/finding.ts';
import type { Severity } from '../config/severity.ts';
import { cut } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';

/** GitHub refuses annotations above 64 KB; people do not read longer ones. */
const MAX_LENGTH = 4_000;

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands for annotations, the severe ones first: GitHub shows ten of a kind in a step. */
export const githubReport = (view: ReportView): string =>
  bySeverity(liveFindings(view.report))
    .map((finding) => `${annotation(finding, view)}\n`)
    .join('');

function annotation(finding: Finding, { fromRoot }: ReportView): string {
  const { file, line, endLine, column, endColumn, message, todo, rule, severity } = finding;
  // Columns are understood only where the place is within a line.
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = { file: fromRoot(file), line, endLine, ...columns, title: `connlint ${rule}` };
  return command(COMMANDS[severity], properties, cut(escapeControlChars(`${message} ${todo}`), MAX_LENGTH));
}

function command(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${name} ${pairs.join(',')}::${escapedData(text)}`;
}

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
