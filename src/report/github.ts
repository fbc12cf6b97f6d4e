import { nameOf, type Finding } from '../lint/finding.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { adviceOf } from './causes.ts';
import { cut, plural } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { liveFindings, type ReportView } from './report-view.ts';

/** GitHub shows so many annotations of a kind in a step and drops the rest without a word (2026-06). */
const MAX_COUNT = 10;
/** GitHub refuses annotations above 64 KB; people do not read longer ones. */
const MAX_LENGTH = 4_000;

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Workflow commands for annotations: as many of each severity as are shown, and the number that was left out. */
export function githubReport(view: ReportView): string {
  const live = liveFindings(view.report);
  const shown = SEVERITIES.flatMap((one) => live.filter(({ severity }) => severity === one).slice(0, MAX_COUNT));
  const annotations = shown.map((finding) => annotation(finding, view));
  // The sentence about what was left out is a notice too, and must be among the first.
  const hidden = live.length - shown.length;
  const first = shown.filter(({ severity }) => severity !== 'info').length;
  if (hidden > 0) annotations.splice(first, 0, totals(view, hidden));
  return annotations.map((line) => `${line}\n`).join('');
}

function annotation(finding: Finding, { fromRoot }: ReportView): string {
  const { file, line, endLine, column, endColumn, message, severity } = finding;
  // Columns are understood only where the place is within a line.
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = { file: fromRoot(file), line, endLine, ...columns, title: `connlint ${nameOf(finding)}` };
  const text = escapeControlChars(`${message} ${adviceOf(finding)}`.trim());
  return command(COMMANDS[severity], properties, cut(text, MAX_LENGTH));
}

function totals({ report }: ReportView, hidden: number): string {
  const { error, warning, info } = report.summary.findings;
  const text =
    `${plural(error, 'error')}, ${plural(warning, 'warning')}, ${info} info. GitHub shows at most ${MAX_COUNT} annotations of a kind ` +
    `in a step: ${hidden} more in the other formats, such as sarif or markdown.`;
  return command('notice', { title: 'connlint' }, text);
}

function command(name: string, properties: Readonly<Record<string, string | number>>, text: string): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${name} ${pairs.join(',')}::${escapedData(text)}`;
}

const escapedData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
