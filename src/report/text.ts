import type { Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import type { Severity } from '../config/severity.ts';
import { plural } from './escape.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { acceptedWords, missingFacts, stringCount } from './report-view.ts';

/** Colours of a terminal; plain functions where there are none. */
export interface Paint {
  red(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
  dim(text: string): string;
  bold(text: string): string;
}

const HUE: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = { error: 'red', warning: 'yellow', info: 'cyan' };

/** Longest piece of a string that is shown; the rest can be looked up in the file. */
const MAX_TEXT_LENGTH = 160;
const cut = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text);

function block(finding: Finding, paint: Paint): string {
  const hue = (text: string): string => paint[HUE[finding.severity]](text);
  const lines = [
    `${hue(`${finding.severity}[${finding.rule}]`)}${paint.bold(`: ${escapeControlChars(finding.message)}`)}`,
    `  ${paint.cyan('-->')} ${escapeControlChars(finding.file)}:${finding.line}:${finding.column}`,
  ];
  if (finding.text !== '') lines.push(`   ${paint.dim('|')} ${cut(escapeControlChars(finding.text))}`);
  for (const related of finding.related) {
    lines.push(
      `   ${paint.dim('=')} ${escapeControlChars(related.file)}:${related.line}:${related.column}: ${escapeControlChars(related.message)}`,
    );
  }
  if (finding.fix)
    lines.push(`   ${paint.dim('=')} ${paint.green('fix')} (--fix): ${escapeControlChars(finding.fix.title)}`);
  for (const { title } of finding.suggestions)
    lines.push(`   ${paint.dim('=')} suggestion: ${escapeControlChars(title)}`);
  if (!finding.fix) lines.push(`   ${paint.dim('=')} todo: ${escapeControlChars(finding.todo)}`);
  return lines.join('\n');
}

/** How many of the missing facts are named: those that would decide the most. */
const FACTS_SHOWN = 5;

function factLines(report: Report, paint: Paint): string[] {
  const facts = missingFacts(report);
  if (facts.length === 0) return [];
  const rows = facts.slice(0, FACTS_SHOWN).map(([fact, count]) => `  ${fact}: would decide ${plural(count, 'place')}`);
  const hidden = facts.length - FACTS_SHOWN;
  const more = hidden > 0 ? [`  … and ${plural(hidden, 'further fact')} (--format json)`] : [];
  return [paint.bold('Not judged for lack of facts:'), ...rows, ...more, ''];
}

function summaryLine({ summary }: Report, paint: Paint): string {
  const { error, warning, info } = summary.findings;
  const counts = [
    ...(error ? [paint.red(plural(error, 'error'))] : []),
    ...(warning ? [paint.yellow(plural(warning, 'warning'))] : []),
    ...(info ? [paint.cyan(`${info} info`)] : []),
  ];
  const found = counts.length > 0 ? counts.join(', ') : paint.green('no findings');
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  return `${found}${acceptedWords(summary)} in ${where}\n`;
}

/** How to see what the roles of files keep down; empty where they keep nothing down. */
function loweredLine({ summary }: Report, paint: Paint): string {
  const { lowered } = summary.findings;
  if (lowered === 0) return '';
  const what = `${plural(lowered, 'finding')} lowered or off in tests, documents, examples and generated files`;
  return paint.dim(`${what}; "roles": { "**": "product" } in the config shows them as in product code\n`);
}

/** The report for people: one block a finding, then what could not be judged, then one line that sums up. */
export function* textReport(report: Report, paint: Paint): Iterable<string> {
  for (const finding of report.findings) {
    if (finding.suppressed === null) yield `${block(finding, paint)}\n\n`;
  }
  const facts = factLines(report, paint);
  if (facts.length > 0) yield `${facts.join('\n')}\n`;
  yield summaryLine(report, paint);
  yield loweredLine(report, paint);
}
