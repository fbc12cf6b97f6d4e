import type { Paint } from '../terminal.ts';
import { wrapped } from '../escape.ts';

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
