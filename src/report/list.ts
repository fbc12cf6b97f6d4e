import type { StringRecord } from '../core/record.ts';
import { cut, shown } from './shown.ts';
import type { Paint } from './text.ts';

/** Records as JSON Lines, one a line. */
export function listJsonl(records: readonly StringRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

export function listJson(records: readonly StringRecord[]): string {
  return `${JSON.stringify(records, null, 2)}\n`;
}

const LONGEST_TEXT = 120;

/** Records as a table: place, kind, cluster, key and the string. */
export function listText(records: readonly StringRecord[], paint: Paint): string {
  if (records.length === 0) return 'No strings found.\n';
  const rows = records.map((record) => [
    shown(`${record.file}:${record.line}:${record.column}`),
    record.family === 'legacy' && record.kind !== 'legacy' ? `${record.kind} (legacy)` : record.kind,
    shown(record.cluster ?? '-'),
    shown(record.key ?? '-'),
    shown(cut(record.text, LONGEST_TEXT)),
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
