import type { Finding } from '../lint/finding.ts';
import type { FailOn, Report, Summary } from '../lint/report.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { howToKnow, notKnown } from '../facts/hints.ts';
import { grouped } from '../text/source.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import {
  endLine,
  acceptedWords,
  bySeverity,
  equalFindings,
  severityCount,
  stringCount,
  liveFindings,
  type EqualFindings,
} from './report-view.ts';
import { formatCount, plural, wrapped } from './escape.ts';
import { frameLines } from './frame.ts';
import { HUE, placeLink, placeText, proseWidth, type Terminal } from './terminal.ts';

export type GroupBy = 'file' | 'rule' | 'cluster';

/** The layout of the report for people. */
export interface TextOptions {
  readonly terminal: Terminal;
  /** True for every note, place and id, without limits. */
  readonly full?: boolean;
  readonly groupBy?: GroupBy | null;
  /** Most findings that are printed; `null` for 1,000, 0 for all. */
  readonly limit?: number | null;
  readonly showIds?: boolean;
  /** Only errors are printed; the counts are those of all. */
  readonly errorsOnly?: boolean;
  /** Lists what is not checked to the last place. */
  readonly verbose?: boolean;
  readonly failOn?: FailOn;
  readonly maxWarnings?: number | null;
  /** Whether a record contains the hosts of a replacement. */
  readonly isRecorded?: (to: string, from: string) => boolean;
}

const MAX_FRAMES = 50;
const MAX_FINDINGS = 1_000;
const MAX_SUGGESTIONS = 3;
const MAX_PLACES = 3;

/** The report for people: findings, what was not checked, counts by rule, and whether the run passed. */
export function* textReport(report: Report, options: TextOptions): Iterable<string> {
  const { terminal, full = false, groupBy = null, errorsOnly = false } = options;
  const live = liveFindings(report);
  const all = equalFindings(bySeverity(live));
  const printed = errorsOnly ? all.filter(({ finding }) => finding.severity === 'error') : all;
  const limit = full ? 0 : (options.limit ?? MAX_FINDINGS);
  const shown = limit > 0 ? printed.slice(0, limit) : printed;
  const isFramed = full || (groupBy === null && printed.length <= MAX_FRAMES);
  const isGrouped = groupBy === 'rule' || groupBy === 'cluster';
  if (isGrouped) yield* groups(shown, groupBy, options);
  else if (groupBy === 'file' || isFramed) yield* frames(groupBy === 'file' ? byFile(shown) : shown, options, isFramed);
  else for (const one of shown) yield `${conciseLine(one.finding, terminal, one.also.length)}\n`;
  const hidden = printed.length - shown.length;
  if (hidden > 0) yield `${formatCount(hidden)} more: --verbose, or --format html=report.html\n`;
  if (shown.length > 0 && !isFramed && !isGrouped) yield '\n';
  yield* notChecked(report, options);
  yield* counts(report, live, terminal);
  yield loweredLine(report, terminal);
  yield `${endLine(report.summary, options)}\n`;
}

function byFile(shown: readonly EqualFindings[]): readonly EqualFindings[] {
  return [...shown].sort((a, b) =>
    a.finding.file === b.finding.file ? a.finding.offset - b.finding.offset : a.finding.file < b.finding.file ? -1 : 1,
  );
}

/** Findings about the same characters share a frame; what to do is said once per rule. */
function* frames(shown: readonly EqualFindings[], options: TextOptions, isFramed: boolean): Iterable<string> {
  const explained = new Set<string>();
  for (let at = 0; at < shown.length;) {
    const { finding } = shown[at]!;
    let end = at + 1;
    while (end < shown.length && isSamePlace(shown[end]!.finding, finding)) end++;
    const lines = isFramed
      ? block(shown.slice(at, end), options, explained)
      : shown.slice(at, end).map((one) => conciseLine(one.finding, options.terminal, one.also.length));
    yield `${lines.join('\n')}\n${isFramed ? '\n' : ''}`;
    at = end;
  }
}

function isSamePlace(a: Finding, b: Finding): boolean {
  return (
    a.file === b.file &&
    a.offset === b.offset &&
    a.endOffset === b.endOffset &&
    a.severity === b.severity &&
    a.text === b.text
  );
}

function block(group: readonly EqualFindings[], options: TextOptions, explained: Set<string>): string[] {
  const { terminal, full = false, showIds = false } = options;
  const { paint } = terminal;
  const first = group[0]!;
  const margin = ' '.repeat(String(first.finding.line).length);
  const note = (label: string, text: string): string[] => noteLines(`${margin} = ${label}: `, text, terminal);
  const also = first.also.map(({ line, column }) => `${line}:${column}`);
  const more = also.length === 0 ? '' : paint.dim(`, and at ${placesText(also, full)}`);
  return [
    ...group.flatMap(({ finding }) => headLines(finding, terminal)),
    `${margin}${paint.blue('-->')} ${paint.bold(placeLink(first.finding, terminal))}${more}`,
    ...(first.finding.text === '' ? [] : frameLines(first.finding, terminal)),
    ...group.flatMap(({ finding }) =>
      fixLines(finding, options).flatMap(([label, text]) => note(label, escapeControlChars(text))),
    ),
    ...(full ? group.flatMap(({ finding }) => note('note', escapeControlChars(finding.why))) : []),
    ...group.flatMap(({ finding }) => {
      const help = full ? finding.todo : firstSentence(finding.todo);
      // Some messages end with what to do.
      const isNew = (full || !explained.has(finding.rule)) && !finding.message.endsWith(help);
      explained.add(finding.rule);
      return isNew ? note('help', escapeControlChars(help)) : [];
    }),
    ...(full
      ? group.flatMap(({ finding }) =>
          finding.related.flatMap((place) =>
            note('related', `${placeLink(place, terminal)}: ${escapeControlChars(place.message)}`),
          ),
        )
      : []),
    ...(full || showIds ? group.flatMap(({ finding }) => note('id', finding.id)) : []),
  ];
}

/** One finding with its frame and all notes, for `connlint explain`. */
export function findingText(finding: Finding, terminal: Terminal): string {
  const { suppressed } = finding;
  const reason = suppressed?.reason ? `: ${suppressed.reason}` : '';
  const until = suppressed?.until ? `, until ${suppressed.until}` : '';
  const note = suppressed ? `Suppressed by ${suppressed.by}${until}${escapeControlChars(reason)}\n` : '';
  return `${block([{ finding, also: [] }], { terminal, full: true }, new Set()).join('\n')}\n${note}`;
}

function headLines(finding: Finding, terminal: Terminal): string[] {
  const { paint } = terminal;
  const label = `${finding.severity}[${finding.rule}]`;
  const [first = '', ...rest] = wrapped(`${label}: ${escapeControlChars(finding.message)}`, proseWidth(terminal));
  return [
    `${paint[HUE[finding.severity]](label)}${paint.bold(first.slice(label.length))}`,
    ...rest.map((line) => `  ${paint.bold(line)}`),
  ];
}

function placesText(places: readonly string[], full: boolean): string {
  if (full || places.length <= MAX_PLACES) return places.join(', ');
  return `${places.slice(0, MAX_PLACES).join(', ')} and ${formatCount(places.length - MAX_PLACES)} more`;
}

/**
 * A new text stays on one line, to be copied; prose is wrapped. `text` has no control characters but those of links.
 */
function noteLines(label: string, text: string, terminal: Terminal): string[] {
  const isProse = !label.includes('= fix') && !label.includes('= suggestion');
  const width = proseWidth(terminal) - label.length;
  const [first = '', ...rest] = isProse ? wrapped(text, width) : [text];
  const [, margin = '', name = ''] = /^( *= )(.*)$/.exec(label) ?? [];
  return [`${terminal.paint.dim(margin)}${name}${first}`, ...rest.map((line) => ' '.repeat(label.length) + line)];
}

function fixLines(finding: Finding, options: TextOptions): [label: string, text: string][] {
  const { fix, suggestions } = finding;
  const most = options.full ? suggestions.length : MAX_SUGGESTIONS;
  const all = [
    ...(fix ? [['fix', fix] as const] : []),
    ...suggestions.slice(0, most).map((one) => ['suggestion', one] as const),
  ];
  return all.map(([label, fix]) => {
    const to = fix.after;
    if (to === null) return [label, fix.title];
    const isRecorded = options.isRecorded?.(to, finding.text) ?? false;
    return [label, isRecorded ? `${to} (from the record)` : to];
  });
}

/** The part up to the first full stop before a new sentence. */
function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s+[A-Z`]|$)/s.exec(text)?.[0] ?? text;
}

function* groups(shown: readonly EqualFindings[], by: 'rule' | 'cluster', { terminal }: TextOptions): Iterable<string> {
  const { paint } = terminal;
  const all = grouped(shown, ({ finding }) => (by === 'rule' ? finding.rule : (finding.cluster ?? 'no cluster')));
  const sorted = [...all].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
  for (const [name, own] of sorted) {
    const count = own.reduce((sum, { also }) => sum + 1 + also.length, 0);
    yield `${paint.bold(escapeControlChars(name))}: ${plural(count, 'finding')}\n`;
    if (by === 'rule') {
      const help = firstSentence(own[0]!.finding.todo);
      for (const line of wrapped(escapeControlChars(help), proseWidth(terminal) - 2)) yield `  ${line}\n`;
    }
    for (const { finding, also } of own) yield `${conciseLine(finding, terminal, also.length)}\n`;
    yield '\n';
  }
}

function* notChecked(report: Report, { terminal, verbose = false, full = false }: TextOptions): Iterable<string> {
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
    const most = verbose || full ? places.length : MAX_PLACES;
    for (const own of places.slice(0, most)) {
      const rules = [...new Set(own.map(({ rule }) => rule))].join(', ');
      yield `    ${placeLink(own[0]!, terminal)} ${paint.dim(rules)}\n`;
    }
    if (places.length > most) yield `    and ${formatCount(places.length - most)} more (--verbose)\n`;
  }
  yield '\n';
}

/** How to see why the roles of files lower findings; empty if they lower none. */
function loweredLine({ summary }: Report, { paint }: Terminal): string {
  const { lowered } = summary.findings;
  if (lowered === 0) return '';
  return paint.dim(`${formatCount(lowered)} lowered by file role: connlint config <file>\n`);
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
  const { paint, links } = terminal;
  const { severity, rule, message, fix } = finding;
  const place = paint.bold(placeLink(finding, terminal));
  const level = paint[HUE[severity]](severity);
  const marks = `${paint.dim(`[${rule}]`)}${fix ? ' [*]' : ''}${more > 0 ? ` (and ${more} more)` : ''}`;
  return `${place}: ${level}: ${escapeControlChars(message)} ${marks}`;
}

/** One line per finding and nothing else, the severe ones first. */
export function* conciseReport(report: Report, terminal: Terminal, errorsOnly = false): Iterable<string> {
  for (const finding of bySeverity(liveFindings(report))) {
    if (!errorsOnly || finding.severity === 'error') yield `${conciseLine(finding, terminal)}\n`;
  }
}
