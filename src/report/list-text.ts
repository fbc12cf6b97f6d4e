import type { StringRecord } from '../lint/string-record.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { plural } from './escape.ts';
import { placeText, type Terminal } from './terminal.ts';

const HEAD = ['PLACE', 'KIND', 'CLUSTER', 'KEY', 'STRING'];

/** A table in which nothing is cut. `files`: the number read. */
export function listText(records: readonly StringRecord[], { paint }: Terminal, files: number): string {
  if (records.length === 0) return `No connection strings found in ${plural(files, 'file')}.\n`;
  const rows = records.map((record) => {
    const { cluster, key, text } = record;
    return [placeText(record), kindText(record), ...[cluster ?? '-', key ?? '-', text].map(escapeControlChars)];
  });
  const [head = '', ...lines] = tableLines([HEAD, ...rows]);
  return `${[paint.bold(head), ...lines, summary(records)].join('\n')}\n`;
}

/** `private-endpoint (legacy, docs)`: an old form of the name, and the role of a file that is not deployed. */
function kindText({ kind, family, role }: StringRecord): string {
  const isOld = family === 'legacy' && kind !== 'legacy';
  const marks = [...(isOld ? ['legacy'] : []), ...(role === 'product' ? [] : [role])];
  return marks.length > 0 ? `${kind} (${marks.join(', ')})` : kind;
}

/** Columns as wide as their cells, the last one as it is. */
function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = HEAD.slice(0, -1).map((_, at) => rows.reduce((most, row) => Math.max(most, row[at]!.length), 0));
  return rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
}

/** `8 strings in 3 files: 5 standard, 3 private-endpoint` */
function summary(records: readonly StringRecord[]): string {
  const files = new Set(records.map(({ file }) => file)).size;
  const kinds = [...grouped(records, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length] as const);
  kinds.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const counts = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ');
  return `${plural(records.length, 'string')} in ${plural(files, 'file')}: ${counts}`;
}
