import type { StringRecord } from '../lint/string-record.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { grouped } from '../text/source.ts';
import { plural } from './escape.ts';
import { placeText, type Terminal } from './terminal.ts';

type Row = readonly [place: string, kind: string, cluster: string, key: string, text: string];
const HEAD: Row = ['PLACE', 'KIND', 'CLUSTER', 'KEY', 'STRING'];

/** Records as a table. Nothing is cut. */
export function listText(records: readonly StringRecord[], { paint }: Terminal, files: number): string {
  if (records.length === 0) return `No connection strings found in ${plural(files, 'file')}.\n`;
  const [head = '', ...lines] = tableLines([HEAD, ...records.map(rowOf)]);
  return `${[paint.bold(head), ...lines, summary(records)].join('\n')}\n`;
}

function rowOf(record: StringRecord): Row {
  const { cluster, key, text } = record;
  const [own, name, string] = [cluster ?? '-', key ?? '-', text].map(escapeControlChars);
  return [placeText(record), kindText(record), own!, name!, string!];
}

/** `private-endpoint (docs)`: with the role of a file that is not deployed. */
const kindText = ({ kind, role }: StringRecord): string => (role === 'product' ? kind : `${kind} (${role})`);

/** Columns as wide as their cells, the last one as it is. */
function tableLines(rows: readonly Row[]): string[] {
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
