import type { StringRecord } from '../core/record.ts';
import type { Paint } from './text.ts';

/** Records as JSON Lines, one a line. */
export function listJsonl(records: readonly StringRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export function listJson(records: readonly StringRecord[]): string {
  return `${JSON.stringify(records, null, 2)}\n`;
}

// eslint-disable-next-line no-control-regex -- control characters must not reach the terminal
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const clean = (text: string): string => text.replace(CONTROL, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
const LONGEST_TEXT = 120;

/** Records as a table: place, kind, cluster, key and the string. */
export function listText(records: readonly StringRecord[], paint: Paint): string {
  if (records.length === 0) return 'No strings found.\n';
  const rows = records.map((record) => [
    clean(`${record.file}:${record.line}:${record.column}`),
    record.family === 'legacy' && record.kind !== 'legacy' ? `${record.kind} (legacy)` : record.kind,
    clean(record.cluster ?? '-'),
    clean(record.key ?? '-'),
    clean(record.text.length > LONGEST_TEXT ? `${record.text.slice(0, LONGEST_TEXT - 1)}…` : record.text),
  ]);
  const head = ['PLACE', 'KIND', 'CLUSTER', 'KEY', 'STRING'];
  const widths = head.map((title, i) => Math.min(60, Math.max(title.length, ...rows.map((row) => row[i]!.length))));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [paint.bold(line(head)), ...rows.map(line), '', summary(records), ''].join('\n');
}

function summary(records: readonly StringRecord[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of records) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const counts = [...kinds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([kind, n]) => `${n} ${kind}`);
  return `${records.length} in all: ${counts.join(', ')}`;
}
