import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { labelledLines, proseWidth, type Paint, type Terminal } from '../terminal.ts';
import { activeWords, exampleLines, fixWords, needWords, severityWords, useInstead, type ShownRule } from './page.ts';
import type { Edit } from '../../text/edits.ts';
import type { Finding } from '../../lint/finding.ts';
import type { Fix, Rule } from '../../lint/rule.ts';
import type { LineIndex } from '../../text/source.ts';
import { plural, wrapped } from '../escape.ts';
import { code, fence, prose } from '../markdown.ts';

const FENCE = /^(`{3,})/;
/** What folds a part of a page has no meaning here. */
const FOLD = /^<\/?(?:details|summary)>/;
const INDENT = '    ';

/**
 * A generated page for a terminal: headings in bold, tables without their frame, code indented. Knows the Markdown that
 * our own pages have, no more.
 * @param width columns after which prose is broken; `Infinity` for none
 * @param tableWidth the same for the last column of tables
 */
export function terminalPage(markdown: string, paint: Paint, width: number, tableWidth = Infinity): string {
  const lines = markdown
    .trimEnd()
    .split('\n')
    .filter((line) => !FOLD.test(line));
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const fence = FENCE.exec(line)?.[1];
    const end = fence ? lines.indexOf(fence, at + 1) : -1;
    if (end > at) {
      shown.push(...lines.slice(at + 1, end).map((code) => (code === '' ? '' : INDENT + code)));
      at = end;
    } else if (line.startsWith('| ')) {
      const rows = lines.slice(at).findIndex((row) => !row.startsWith('| '));
      const table = rows < 0 ? lines.slice(at) : lines.slice(at, at + rows);
      shown.push(...tableLines(table, paint, tableWidth));
      at += table.length - 1;
    } else shown.push(...proseLines(line, paint, width));
  }
  return `${shown.join('\n')}\n`;
}

function proseLines(line: string, paint: Paint, width: number): string[] {
  const heading = /^(#{1,4}) (.*)$/.exec(line);
  if (heading) return [paint.bold(headingText(heading[1]!.length, plainText(heading[2]!)))];
  const item = line.startsWith('- ') ? '  ' : '';
  return wrapped(inline(line, paint), width, item);
}

/** Sections in capitals, as in a manual page: they must differ from text where nothing is bold. */
function headingText(level: number, text: string): string {
  return level === 2 ? text.toUpperCase() : text;
}

/** Code in colour, links by their text, escapes undone. */
function inline(text: string, paint: Paint): string {
  return pieces(text)
    .map((piece) => (piece.code ? paint.cyan(piece.text) : piece.text))
    .join('');
}

function plainText(text: string): string {
  return pieces(text)
    .map((piece) => piece.text)
    .join('');
}

function pieces(text: string): { readonly text: string; readonly code: boolean }[] {
  return text.split(/(``[^`](?:[^`]|`(?!`))*``|`[^`]*`)/).map((piece) => {
    const ticks = /^`+/.exec(piece)?.[0].length ?? 0;
    if (ticks > 0) return { text: piece.slice(ticks, -ticks).replace(/^ (`.*|.*`) $/, '$1'), code: true };
    return { text: piece.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\\([<*[\]\\_|])/g, '$1'), code: false };
  });
}

/** One row becomes a list of names and values; several keep their columns. */
function tableLines(table: readonly string[], paint: Paint, width: number): string[] {
  const [head = [], , ...rows] = table.map(cellsOf);
  const [only, ...more] = rows;
  if (only && more.length === 0) {
    const wide = Math.max(...head.map((cell) => cell.length));
    return head.flatMap((name, at) =>
      wrapped(inline(only[at] ?? '', paint), Math.max(MIN_CELL_WIDTH, width - wide - 2)).map(
        (line, i) => `${i === 0 ? paint.dim(name.padEnd(wide)) : ' '.repeat(wide)}  ${line}`,
      ),
    );
  }
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => plainText(row[at] ?? '').length)));
  const start = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const room = Math.max(MIN_CELL_WIDTH, width - start);
  const lines = (cells: readonly string[], show: (cell: string) => string): string[] => {
    const padded = cells
      .slice(0, -1)
      .map((cell, at) => show(cell) + ' '.repeat(Math.max(0, widths[at]! - plainText(cell).length)));
    const [first = '', ...rest] = wrapped(show(cells.at(-1) ?? ''), room);
    return [[...padded, first].join('  ').trimEnd(), ...rest.map((more) => ' '.repeat(start) + more)];
  };
  return [
    ...lines(head, (cell) => paint.dim(plainText(cell))),
    ...rows.flatMap((row) => lines(row, (cell) => inline(cell, paint))),
  ];
}

const MIN_CELL_WIDTH = 20;

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** Formats lines and columns. */
type PositionIndex = Pick<LineIndex, 'position'>;

/** One finding in full, as Markdown: the place, what to do, and the offered fixes. */
export function findingPage(finding: Finding, rule: Rule, places: PositionIndex | null): string {
  const { id, message, severity, confidence, role, file, line, column, text, related, fix, suggestions } = finding;
  const parts = [
    `# ${id}`,
    prose(message),
    `${code(`${file}:${line}:${column}`)}: ${severity} of ${code(rule.id)}, confidence ${confidence}, in a file of the role ${code(role)}`,
    text === '' ? '' : fence(text, 'text'),
    accepted(finding),
    related
      .map((place) => `- ${code(`${place.file}:${place.line}:${place.column}`)} ${prose(place.message)}`)
      .join('\n'),
    fix ? `## Fix (applied by ${code('--fix')})\n\n${fixText(fix, places)}` : '',
    suggestions.length > 0 ? `## Suggestions\n\n${suggestions.map((one) => fixText(one, places)).join('\n')}` : '',
    // The rule's page follows; only what differs from it is said here.
    finding.why === rule.docs.why ? '' : `## Why here\n\n${prose(finding.why)}`,
    finding.todo === rule.docs.todo ? '' : `## What to do here\n\n${prose(finding.todo)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function accepted({ suppressed }: Finding): string {
  if (!suppressed) return '';
  const until = suppressed.until === null ? '' : `, until ${suppressed.until}`;
  const reason = suppressed.reason === null ? '' : `: ${prose(suppressed.reason)}`;
  return `Accepted by ${suppressed.by}${until}${reason}`;
}

function fixText({ title, edits }: Fix, places: PositionIndex | null): string {
  return [`- ${prose(title)}`, ...(places ? edits.map((edit) => `- ${edited(edit, places)}`) : [])].join('\n');
}

/** The new text only: the old one may be a credential. */
function edited({ offset, endOffset, text }: Edit, places: PositionIndex): string {
  const from = places.position(offset);
  const to = places.position(endOffset);
  const end = to.line === from.line ? String(to.column) : `${to.line}:${to.column}`;
  const place = offset === endOffset ? `${from.line}:${from.column}` : `${from.line}:${from.column}-${end}`;
  if (text === '') return `at ${place}: removed`;
  return `at ${place}: ${code(text.replaceAll('\n', '⏎'))}`;
}

const FACT_WIDTH = 10;
const PART_WIDTH = 12;

/** A rule on one screen: `connlint explain <rule>`. */
export function ruleText(shown: ShownRule, terminal: Terminal): string {
  const { rule, reported, silent } = shown;
  const { paint } = terminal;
  const [first] = reported;
  const count = reported.length + silent.length;
  const [head = '', ...more] = wrapped(`${rule.id}: ${rule.docs.what}`, proseWidth(terminal));
  const lines = [
    `${paint.bold(rule.id)}${head.slice(rule.id.length)}`,
    ...more.map((line) => `  ${line}`),
    ...labelledLines('severity', plain(severityWords(rule)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('fix', plain(fixWords(shown)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('active', plain(activeWords(rule)), FACT_WIDTH, terminal, '  '),
    ...labelledLines('needs', plain(needWords(rule)), FACT_WIDTH, terminal, '  '),
    '',
    ...labelledLines('Why', rule.docs.why, PART_WIDTH, terminal),
    ...labelledLines('What to do', rule.docs.todo, PART_WIDTH, terminal),
    ...(first ? block('Reported', exampleLines(first)) : []),
    ...(first?.fixed ? block('Use', useInstead(first.fixed)) : []),
    `More: --verbose (${plural(count, 'example')}), ${terminal.links.rule(`docs/rules/${rule.id}.md`, rule.id)}`,
  ];
  return `${lines.join('\n')}\n`;
}

const plain = (text: string): string => text.replaceAll('`', '');

/** Code is never wrapped. The indentation that all its lines share belongs to the rest of the file. */
function block(name: string, code: readonly string[]): string[] {
  const shared = Math.min(...code.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length));
  return code.map(
    (line, at) => `${(at === 0 ? name : '').padEnd(PART_WIDTH)}${escapeControlChars(line.slice(shared))}`,
  );
}
