import type { Finding } from '../lint/finding.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { cut, plural } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { bySeverity, liveFindings, type ReportView } from './report-view.ts';

/** GitHub shows so many annotations of a kind in a step and drops the rest without a word (2026-06). */
const MAX_COUNT = 10;
/** GitHub refuses annotations above 64 KB; people do not read longer ones. */
const MAX_LENGTH = 4_000;

const COMMANDS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/**
 * Workflow commands for annotations: the most severe ones first, as many as are shown, then the number that was left
 * out.
 */
export function githubReport(view: ReportView): string {
  const findings = bySeverity(liveFindings(view.report));
  const groups = grouped(findings, ({ severity }) => severity);
  const isCut = [...groups.values()].some((group) => group.length > MAX_COUNT);
  const lines = SEVERITIES.flatMap((severity) => {
    // The sentence about what was left out is a notice too.
    const most = isCut && severity === 'info' ? MAX_COUNT - 1 : MAX_COUNT;
    return (groups.get(severity) ?? []).slice(0, most).map((finding) => annotation(finding, view));
  });
  if (isCut) lines.push(totals(view, findings.length - lines.length));
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(finding: Finding, view: ReportView): string {
  const { line, endLine, column, endColumn } = finding;
  const properties: readonly (readonly [string, string | number])[] = [
    ['file', view.fromRoot(finding.file)],
    ['line', line],
    ['endLine', endLine],
    // Columns are understood only where the place is within a line.
    ...(line === endLine
      ? ([
          ['col', column],
          ['endColumn', endColumn],
        ] as const)
      : []),
    ['title', `connlint ${finding.rule}`],
  ];
  const text = cut(escapeControlChars(`${finding.message} ${finding.todo}`), MAX_LENGTH);
  return command(COMMANDS[finding.severity], properties, text);
}

function totals({ report }: ReportView, hidden: number): string {
  const { error, warning, info } = report.summary.findings;
  const text =
    `${plural(error, 'error')}, ${plural(warning, 'warning')}, ${info} info. GitHub shows at most ${MAX_COUNT} annotations of a kind ` +
    `in a step: ${hidden} more in the other formats, such as sarif or markdown.`;
  return command('notice', [['title', 'connlint']], text);
}

function command(name: string, properties: readonly (readonly [string, string | number])[], text: string): string {
  const shownProperties = properties.map(([key, value]) => `${key}=${escapedProperty(String(value))}`).join(',');
  return `::${name} ${shownProperties}::${escapedData(text)}`;
}

const escapedData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapedProperty = (text: string): string => escapedData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
