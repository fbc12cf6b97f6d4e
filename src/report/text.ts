import { howToKnow, notKnown } from '../facts/hints.ts';
import { nameOf, type Finding } from '../lint/finding.ts';
import type { FailOn, Report, Summary } from '../lint/report.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { causes, type Cause } from './causes.ts';
import { formatCount, plural, wrapped } from './escape.ts';
import { acceptedWords, bySeverity, endLine, liveFindings, severityCount, stringCount } from './report-view.ts';
import { HUE, placeLink, placeText, proseWidth, type Terminal } from './terminal.ts';

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
const MAX_PLACES = 3;
const MAX_SUGGESTIONS = 3;

/** The report for people: findings with their strings, by cause; what was not checked; counts. */
export function* textReport(report: Report, options: TextOptions): Iterable<string> {
  const { terminal, errorsOnly = false, verbose = false } = options;
  const live = liveFindings(report);
  const printed = causes(bySeverity(live).filter(({ severity }) => !errorsOnly || severity === 'error'));
  const shown = verbose ? printed : printed.slice(0, MAX_ENTRIES);
  const isFramed = verbose || printed.length <= MAX_FRAMES;
  const explained = new Set<string>();
  for (const cause of shown)
    yield isFramed
      ? `${block(cause, options, explained).join('\n')}\n\n`
      : `${conciseLine(cause[0], terminal, cause.length - 1)}\n`;
  const hidden = printed.length - shown.length;
  if (hidden > 0) yield `${formatCount(hidden)} more: --verbose, or --format html=report.html\n`;
  if (shown.length > 0 && !isFramed) yield '\n';
  yield* notChecked(report, options);
  yield* counts(report, live, terminal);
  const { lowered } = report.summary.findings;
  if (lowered > 0) yield terminal.paint.dim(`${formatCount(lowered)} lowered by file role: connlint config <file>\n`);
  yield `${endLine(report.summary, options)}\n`;
}

/** One cause: what is wrong, its first string, the other places, and what to do, which is said once per rule. */
function block(cause: Cause, options: TextOptions, explained: Set<string>): string[] {
  const { terminal, verbose = false } = options;
  const { paint } = terminal;
  const [first, ...others] = cause;
  const margin = ' '.repeat(String(first.line).length);
  const note = (label: string, text: string): string[] => noteLines(`${margin} = ${label}: `, text, terminal);
  const help = verbose ? first.todo : firstSentence(first.todo);
  // Some messages end with what to do.
  const isNew = (verbose || !explained.has(nameOf(first))) && !first.message.endsWith(help);
  explained.add(nameOf(first));
  return [
    ...headLines(first, terminal),
    `${margin}${paint.blue('-->')} ${paint.bold(placeLink(first, terminal))}${repositoryText(first)}`,
    ...(first.text === '' ? [] : frameLines(first, terminal)),
    ...(others.length > 0 ? note('also', placesText(others, terminal, verbose)) : []),
    ...fixLines(first, verbose).flatMap(([label, text]) => note(label, escapeControlChars(text))),
    ...(verbose ? note('note', escapeControlChars(first.why)) : []),
    ...(isNew ? note('help', escapeControlChars(help)) : []),
    ...(verbose ? cause.flatMap((one) => relatedLines(one, terminal, note)) : []),
    ...(verbose ? cause.flatMap(({ id }) => note('id', id)) : []),
  ];
}

/** The printed string of a finding with the columns that the finding is about. */
interface FrameParts {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

/** Characters of the line before the marked part that are always shown, the key among them. */
const MIN_LEAD = 24;

/** The key and the string, cut to this many columns around the marked part. */
function frameParts({ key, text, mark }: Pick<Finding, 'key' | 'text' | 'mark'>, room: number): FrameParts {
  const { offset, endOffset } = mark ?? { offset: 0, endOffset: text.length };
  const lead = escapeControlChars((key === null ? '' : `${key} `) + text.slice(0, offset));
  const meant = escapeControlChars(text.slice(offset, endOffset));
  const whole = lead + meant + escapeControlChars(text.slice(endOffset));
  if (whole.length <= room) return { line: whole, from: lead.length, to: lead.length + meant.length };
  // As much of the front as leaves the marked part whole, and never less than some.
  const leadRoom = Math.min(lead.length, Math.max(MIN_LEAD, room - meant.length - 1));
  const cut = lead.length - leadRoom;
  const front = cut > 0 ? `…${whole.slice(cut + 1)}` : whole;
  const line = front.length > room ? `${front.slice(0, room - 1)}…` : front;
  return { line, from: leadRoom, to: Math.min(leadRoom + meant.length, line.length) };
}

/** The string of a finding with a line under the marked part. The gutter is as wide as the line number. */
function frameLines(finding: Finding, { paint, width }: Terminal): string[] {
  const number = String(finding.line);
  const blank = ' '.repeat(number.length);
  const bar = (line: string): string => paint.dim(`${line} |`);
  const { line, from, to } = frameParts(finding, width - number.length - 3);
  const mark = paint[HUE[finding.severity]]('^'.repeat(Math.max(1, to - from)));
  return [bar(blank), `${bar(number)} ${line}`, `${bar(blank)} ${' '.repeat(from)}${mark}`];
}

function relatedLines(
  { related }: Finding,
  terminal: Terminal,
  note: (label: string, text: string) => string[],
): string[] {
  return related.flatMap((place) =>
    note('related', `${placeLink(place, terminal)}: ${escapeControlChars(place.message)}`),
  );
}

function headLines(finding: Finding, terminal: Terminal): string[] {
  const { paint } = terminal;
  const label = `${finding.severity}[${nameOf(finding)}]`;
  const [first = '', ...rest] = wrapped(`${label}: ${escapeControlChars(finding.message)}`, proseWidth(terminal));
  return [
    `${paint[HUE[finding.severity]](label)}${paint.bold(first.slice(label.length))}`,
    ...rest.map((line) => `  ${paint.bold(line)}`),
  ];
}

const repositoryText = ({ repository }: Finding): string =>
  repository === undefined ? '' : ` (${escapeControlChars(repository)})`;

function placesText(places: readonly Finding[], terminal: Terminal, all: boolean): string {
  const shown = all ? places : places.slice(0, MAX_PLACES);
  const hidden = places.length - shown.length;
  const more = hidden > 0 ? ` and ${formatCount(hidden)} more (--verbose)` : '';
  return `${shown.map((place) => placeLink(place, terminal) + repositoryText(place)).join(', ')}${more}`;
}

/** A new text and places stay on one line, to be copied; prose is wrapped. */
function noteLines(label: string, text: string, terminal: Terminal): string[] {
  const isProse = /= (?:help|note): $/.test(label);
  const [first = '', ...rest] = isProse ? wrapped(text, proseWidth(terminal) - label.length) : [text];
  const [, margin = '', name = ''] = /^( *= )(.*)$/.exec(label) ?? [];
  return [`${terminal.paint.dim(margin)}${name}${first}`, ...rest.map((line) => ' '.repeat(label.length) + line)];
}

function fixLines({ fix, suggestions }: Finding, all: boolean): [label: string, text: string][] {
  const shown = [
    ...(fix ? [['fix', fix] as const] : []),
    ...suggestions.slice(0, all ? suggestions.length : MAX_SUGGESTIONS).map((one) => ['suggestion', one] as const),
  ];
  return shown.map(([label, { after, title }]) => [label, after ?? title]);
}

/** The part up to the first full stop before a new sentence. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[A-Z`]|$)/s.exec(text)?.[0] ?? text;
}

function* notChecked(report: Report, { terminal, verbose = false }: TextOptions): Iterable<string> {
  const { paint } = terminal;
  const facts = grouped(report.unknown, ({ missing }) => missing);
  if (facts.size === 0) return;
  const entries = [...facts].map(([fact, unknowns]) => {
    const places = unknowns.flatMap(({ rule, places: own }) => own.map((place) => ({ rule, ...place })));
    return { fact, places: [...grouped(places, placeText).values()] };
  });
  entries.sort((a, b) => b.places.length - a.places.length || (a.fact < b.fact ? -1 : 1));
  yield `${paint.bold('Not checked')}\n`;
  for (const { fact, places } of entries) {
    const sentence = `${plural(places.length, 'string')}: ${notKnown(fact)}. ${howToKnow(fact)}`;
    for (const [at, line] of wrapped(sentence, proseWidth(terminal) - 4).entries())
      yield `${at === 0 ? '  ' : '    '}${line}\n`;
    const most = verbose ? places.length : MAX_PLACES;
    for (const own of places.slice(0, most)) {
      const rules = [...new Set(own.map(({ rule }) => rule))].join(', ');
      yield `    ${placeLink(own[0]!, terminal)} ${paint.dim(rules)}\n`;
    }
    if (places.length > most) yield `    and ${formatCount(places.length - most)} more (--verbose)\n`;
  }
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
  const place = paint.bold(placeLink(finding, terminal));
  const marks = `${paint.dim(`[${nameOf(finding)}]`)}${fix ? ' [*]' : ''}${more > 0 ? ` (and ${more} more)` : ''}`;
  return `${place}: ${paint[HUE[severity]](severity)}: ${escapeControlChars(message)} ${marks}`;
}

/** One line per finding and nothing else, the severe ones first. */
export function* conciseReport(report: Report, terminal: Terminal, errorsOnly = false): Iterable<string> {
  for (const finding of bySeverity(liveFindings(report)))
    if (!errorsOnly || finding.severity === 'error') yield `${conciseLine(finding, terminal)}\n`;
}
