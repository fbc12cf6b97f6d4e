import { nameOf, type Finding } from '../lint/finding.ts';
import type { Report } from '../lint/report.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { causes, findingBlocks } from './causes.ts';
import { section, type Block } from './document.ts';
import { blockTexts } from './document-text.ts';
import { formatCount, plural } from './escape.ts';
import { uncheckedItems } from './findings.ts';
import { eachOf } from './json.ts';
import { acceptedWords, bySeverity, endLine, findingCounts } from './report-view.ts';
import { liveFindings, paintedEnd, severityCount, stringCount } from './report-view.ts';
import type { Thresholds } from './report-view.ts';
import { HUE, placeText, type Terminal } from './terminal.ts';

const FEW_PLACES = 3;

type TextOptions = Thresholds & {
  readonly terminal: Terminal;
  readonly errorsOnly: boolean;
  readonly verbose: boolean;
};

/** The report for people: findings with their strings, by cause; what was not checked; counts; with `verbose`, all. */
export function* textReport(report: Report, options: TextOptions): Iterable<string> {
  const { terminal } = options;
  const live = liveFindings(report);
  let isEmpty = true;
  for (const text of blockTexts(blocksOf(report, live, options), terminal)) {
    yield text;
    isEmpty = false;
  }
  const { lowered } = report.summary.findings;
  const less = `${formatCount(lowered)} lowered by file role: connlint config <file>`;
  const lines = [
    ...(isEmpty ? [] : ['']),
    ...counts(report, live, terminal),
    ...(lowered > 0 ? [terminal.paint.dim(less)] : []),
    paintedEnd(endLine(report.summary, options), terminal),
    '',
  ];
  yield lines.join('\n');
}

function* blocksOf(report: Report, live: readonly Finding[], { errorsOnly, verbose }: TextOptions): Iterable<Block> {
  const printed = causes(bySeverity(live).filter(({ severity }) => !errorsOnly || severity === 'error'));
  const most = verbose ? Infinity : FEW_PLACES;
  yield* findingBlocks(printed, { verbose, most });
  if (!errorsOnly) yield* section('Not checked', 2, uncheckedItems(report, most));
}

/** `4 errors, 1 warning in 4 strings, 4 files`, then a line per rule. */
function counts({ summary }: Report, live: readonly Finding[], { paint }: Terminal): string[] {
  if (live.length === 0) return [];
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  const rules = [...grouped(live, ({ rule, severity }) => `${severity}\0${rule}`).values()].map((own) => {
    const { severity, rule } = own[0]!;
    return { severity, rule, count: severityCount(own.length, severity), total: own.length };
  });
  const byTotal = bySeverity(rules.sort((a, b) => b.total - a.total || (a.rule < b.rule ? -1 : 1)));
  const width = Math.max(...rules.map(({ count }) => count.length));
  const rows = byTotal.map(({ severity, rule, count }) => `  ${paint[HUE[severity]](count.padEnd(width))}  ${rule}`);
  const fixable = live.filter(({ fix }) => fix !== null).length;
  const fixes = `${formatCount(fixable)} of ${plural(live.length, 'finding')} can be fixed: connlint --fix`;
  return [
    `${findingCounts(summary.findings, paint).join(', ')}${acceptedWords(summary)} in ${where}`,
    ...(live.length > 1 ? rows : []),
    ...(fixable > 0 ? [fixes] : []),
    'Why, and what to do: connlint explain <rule>',
  ];
}

/** One line per finding in the format of compilers, which editors read, and nothing else. The severe ones are first. */
export function conciseReport(report: Report, { paint }: Terminal, errorsOnly: boolean): Iterable<string> {
  const shown = bySeverity(liveFindings(report)).filter(({ severity }) => !errorsOnly || severity === 'error');
  return eachOf(shown, (finding) => {
    const { severity, message, fix } = finding;
    const marks = `${paint.dim(`[${nameOf(finding)}]`)}${fix ? ' [*]' : ''}`;
    const words = `${paint[HUE[severity]](severity)}: ${escapeControlChars(message)} ${marks}`;
    return `${paint.bold(placeText(finding))}: ${words}\n`;
  });
}
