import { nameOf, type Finding } from '../lint/finding.ts';
import type { FailOn, Report, Summary } from '../lint/report.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { causes, findingBlocks, type Cause } from './causes.ts';
import { section } from './document.ts';
import { documentText } from './document-text.ts';
import { formatCount, plural } from './escape.ts';
import { uncheckedItems } from './findings.ts';
import { acceptedWords, bySeverity, endLine, liveFindings, severityCount, stringCount } from './report-view.ts';
import { HUE, placeText, type Terminal } from './terminal.ts';

export interface TextOptions {
  readonly terminal: Terminal;
  /** When the run fails, for the last line. */
  readonly failOn?: FailOn;
  readonly maxWarnings?: number | null;
  readonly errorsOnly?: boolean;
  /** Everything: reasons, related places, ids, every place. */
  readonly verbose?: boolean;
}

/** More entries are printed in one line each, and more than these only with `--verbose`. */
const MAX_FRAMES = 50;
const MAX_ENTRIES = 1_000;
const FEW_PLACES = 3;

/** The report for people: findings with their strings, by cause; what was not checked; counts. */
export function* textReport(report: Report, options: TextOptions): Iterable<string> {
  const { terminal, errorsOnly = false, verbose = false } = options;
  const live = liveFindings(report);
  const printed = causes(bySeverity(live).filter(({ severity }) => !errorsOnly || severity === 'error'));
  const isFramed = verbose || printed.length <= MAX_FRAMES;
  if (!isFramed) yield* entryLines(printed, terminal);
  const most = verbose ? Infinity : FEW_PLACES;
  const blocks = [
    ...(isFramed ? findingBlocks(printed, { verbose, most }) : []),
    ...section('Not checked', 2, uncheckedItems(report, most)),
  ];
  yield* documentText(blocks, terminal);
  if (blocks.length > 0) yield '\n';
  yield* counts(report, live, terminal);
  const { lowered } = report.summary.findings;
  if (lowered > 0) yield terminal.paint.dim(`${formatCount(lowered)} lowered by file role: connlint config <file>\n`);
  yield `${endLine(report.summary, options)}\n`;
}

function* entryLines(all: readonly Cause[], terminal: Terminal): Iterable<string> {
  for (const cause of all.slice(0, MAX_ENTRIES)) yield `${conciseLine(cause[0], terminal, cause.length - 1)}\n`;
  const hidden = all.length - MAX_ENTRIES;
  if (hidden > 0) yield `${formatCount(hidden)} more: --verbose, or --format html=report.html\n`;
  yield '\n';
}

/** `4 errors, 1 warning in 4 strings, 4 files`, then a line per rule. */
function* counts({ summary }: Report, live: readonly Finding[], terminal: Terminal): Iterable<string> {
  const { paint } = terminal;
  if (live.length === 0) return;
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  yield `${coloredCounts(summary, terminal)}${acceptedWords(summary)} in ${where}\n`;
  if (live.length > 1) {
    const rules = [...grouped(live, ({ rule, severity }) => `${severity}\0${rule}`).values()];
    rules.sort((a, b) => order(a[0]!) - order(b[0]!) || b.length - a.length || (a[0]!.rule < b[0]!.rule ? -1 : 1));
    const rows = rules.map((own) => ruleRow(own));
    const [first, second] = [0, 1].map((at) => Math.max(...rows.map((row) => row[at as 0 | 1].length)));
    for (const [count, rule, fixes, severity] of rows) {
      const name = rule + ' '.repeat(second! - rule.length);
      const line = `${paint[HUE[severity]](count.padEnd(first!))}  ${name}  ${fixes}`;
      yield `  ${line.trimEnd()}\n`;
    }
  }
  const fixable = live.filter(({ fix }) => fix !== null).length;
  if (fixable > 0) yield `${formatCount(fixable)} of ${plural(live.length, 'finding')} can be fixed: connlint --fix\n`;
  yield 'Why, and what to do: connlint explain <rule>\n';
}

const order = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);

function ruleRow(own: readonly Finding[]): [count: string, rule: string, offers: string, severity: Severity] {
  const { severity, rule } = own[0]!;
  const count = severityCount(own.length, severity);
  const fixes = own.filter(({ fix }) => fix !== null).length;
  const suggested = own.filter(({ fix, suggestions }) => fix === null && suggestions.length > 0).length;
  const offers = [
    ...(fixes > 0 ? [`${formatCount(fixes)} ${fixes === 1 ? 'fix' : 'fixes'}`] : []),
    ...(suggested > 0 ? [plural(suggested, 'suggestion')] : []),
  ];
  return [count, rule, offers.join(', '), severity];
}

function coloredCounts({ findings }: Summary, { paint }: Terminal): string {
  return SEVERITIES.filter((severity) => findings[severity] > 0)
    .map((severity) => paint[HUE[severity]](severityCount(findings[severity], severity)))
    .join(', ');
}

/** A finding in the format of compilers, which editors and problem matchers read. Never wrapped. */
function conciseLine(finding: Finding, terminal: Terminal, more = 0): string {
  const { paint } = terminal;
  const { severity, message, fix } = finding;
  const place = paint.bold(placeText(finding));
  const marks = `${paint.dim(`[${nameOf(finding)}]`)}${fix ? ' [*]' : ''}${more > 0 ? ` (and ${more} more)` : ''}`;
  return `${place}: ${paint[HUE[severity]](severity)}: ${escapeControlChars(message)} ${marks}`;
}

/** One line per finding and nothing else, the severe ones first. */
export function* conciseReport(report: Report, terminal: Terminal, errorsOnly = false): Iterable<string> {
  for (const finding of bySeverity(liveFindings(report)))
    if (!errorsOnly || finding.severity === 'error') yield `${conciseLine(finding, terminal)}\n`;
}
