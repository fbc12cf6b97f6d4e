import { howToKnow, notKnown } from '../facts/hints.ts';
import { utf8Length } from '../text/file-lines.ts';
import type { Finding } from '../lint/finding.ts';
import { inText, MAX_SUMMARY_BYTES, nameCell, plainCell, tableHead, tableRow } from './markdown.ts';
import { cut, plural, pathUri } from './escape.ts';
import { acceptedWords, bySeverity, equalFindings, liveFindings, missingFacts, stringCount } from './report-view.ts';
import { grouped } from '../text/source.ts';
import type { EqualFindings, ReportView } from './report-view.ts';

/** What is kept free for the sentence about what was cut. */
const RESERVE = 500;
const MAX_LENGTH = 600;
const MAX_FILES = 10;
const MAX_LINES = 20;
/** Of equal findings, beside the first. */
const MAX_PLACES = 3;

/**
 * A page in GitHub's Markdown for the summary of a job: counts, then as many findings as fit, the most severe ones
 * first.
 */
export function markdownReport(view: ReportView): string {
  const findings = bySeverity(liveFindings(view.report));
  const head = [title(view), byRule(findings), byFile(findings)];
  const tail = [facts(view), notices(view)];
  const taken = [...head, ...tail].reduce((sum, part) => sum + utf8Length(part) + 2, 0);
  const parts = [...head, ...allFindings(findings, view, MAX_SUMMARY_BYTES - RESERVE - taken), ...tail];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function title({ report: { summary } }: ReportView): string {
  const { error, warning, info } = summary.findings;
  const found = [
    ...(error ? [plural(error, 'error')] : []),
    ...(warning ? [plural(warning, 'warning')] : []),
    ...(info ? [`${info} info`] : []),
  ];
  const what = found.length > 0 ? found.join(', ') : 'no findings';
  const where = `${plural(stringCount(summary), 'connection string')} in ${plural(summary.files, 'file')}`;
  return `## connlint: ${what}\n\n${where}${acceptedWords(summary)}`;
}

function byRule(findings: readonly Finding[]): string {
  const groups = largest(grouped(findings, ({ rule }) => rule));
  if (groups.length === 0) return '';
  // The findings are sorted by severity, and so is each group.
  const rows = groups.map(([rule, own]) => [nameCell(rule), String(own.length), own[0]!.severity]);
  return table(['Rule', 'Findings', 'At worst'], rows);
}

function byFile(findings: readonly Finding[]): string {
  const groups = largest(grouped(findings, ({ file }) => file));
  if (groups.length < 2) return '';
  const rows = groups.slice(0, MAX_FILES).map(([file, own]) => [nameCell(cut(file, MAX_LENGTH)), String(own.length)]);
  const hidden = groups.length - MAX_FILES;
  return table(['File', 'Findings'], rows) + (hidden > 0 ? `\n\n… and ${plural(hidden, 'further file')}` : '');
}

function largest<T>(groups: ReadonlyMap<string, readonly T[]>): [string, readonly T[]][] {
  return [...groups].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [...tableHead(head), ...rows.map(tableRow)].join('\n');
}

function allFindings(findings: readonly Finding[], view: ReportView, room: number): string[] {
  if (findings.length === 0) return [];
  const lines = [table(['Severity', 'Place', 'Rule', 'Message'], [])];
  let left = room - utf8Length(lines[0]!);
  let shownCount = 0;
  for (const equal of equalFindings(findings)) {
    const line = findingRow(equal, view);
    left -= utf8Length(line) + 1;
    if (left < 0) break;
    lines.push(line);
    shownCount += 1 + equal.also.length;
  }
  const hidden = plural(findings.length - shownCount, 'finding');
  const note = `**${hidden} left out**, the least severe, to stay below GitHub's limit of 1 MiB for a summary.`;
  return [lines.join('\n'), shownCount < findings.length ? note : ''];
}

function findingRow({ finding, also }: EqualFindings, { treeUrl, fromRoot }: ReportView): string {
  const place = nameCell(cut(`${finding.file}:${finding.line}:${finding.column}`, MAX_LENGTH));
  const path = fromRoot(finding.file);
  const isLink = treeUrl !== null && !path.startsWith('../');
  const link = isLink ? `[${place}](${treeUrl}${linkPath(path)}#L${finding.line})` : place;
  const places = also.length === 0 ? link : `${link} ${alsoText(also)}`;
  return tableRow([finding.severity, places, nameCell(finding.rule), plainCell(cut(finding.message, MAX_LENGTH))]);
}

/** The first other places of a finding, and how many there are: `(3 places, also 12:3, 14:3)`. */
function alsoText(also: readonly Finding[]): string {
  const shown = also.slice(0, MAX_PLACES).map(({ line, column }) => `${line}:${column}`);
  return `(${also.length + 1} places, also ${shown.join(', ')}${also.length > MAX_PLACES ? ' …' : ''})`;
}

/** Parentheses would end the link. */
const linkPath = (path: string): string => pathUri(path).replaceAll('(', '%28').replaceAll(')', '%29');

function facts({ report }: ReportView): string {
  const missing = missingFacts(report).slice(0, MAX_LINES);
  if (missing.length === 0) return '';
  const lines = missing.map(
    ([fact, count]) => `- ${plural(count, 'place')}: ${inText(`${notKnown(fact)}. ${howToKnow(fact)}`)}`,
  );
  return ['### Not checked', '', ...lines].join('\n');
}

function notices({ report }: ReportView): string {
  if (report.notices.length === 0) return '';
  const lines = report.notices.slice(0, MAX_LINES).map(({ file, message }) => {
    const place = file === '' ? '' : `${nameCell(cut(file, MAX_LENGTH))}: `;
    return `- ${place}${plainCell(cut(message, MAX_LENGTH))}`;
  });
  const hidden = report.notices.length - lines.length;
  return ['### Notices', '', ...lines, ...(hidden > 0 ? [`- … and ${hidden} more`] : [])].join('\n');
}
