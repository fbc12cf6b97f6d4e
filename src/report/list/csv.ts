import type { StringRecord } from '../../lint/string-record.ts';
import { recordOfChange, type AgainstView, type EnvironmentOf, type ListView } from './list.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

/** The value of each column for a string. */
export const CSV_COLUMNS: readonly (readonly [
  string,
  (record: StringRecord, environmentOf: EnvironmentOf) => Value,
])[] = [
  ['cluster', ({ cluster }) => cluster],
  ['kind', ({ kind }) => kind],
  ['environment', ({ file }, environmentOf) => environmentOf(file)],
  ['file', ({ file }) => file],
  ['line', ({ line }) => line],
  ['column', ({ column }) => column],
  ['key', ({ key }) => key],
  ['context', ({ context }) => context],
  ['form', ({ form }) => form],
  ['family', ({ family }) => family],
  ['provider', ({ provider }) => provider],
  ['region', ({ region }) => region],
  ['token', ({ token }) => token],
  ['hosts', ({ hosts }) => hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(' ')],
  ['string', ({ text }) => text],
];

type Value = string | number | null;

/** One string per line, for spreadsheets: RFC 4180, with a header. */
export function listCsv({ records, environmentOf }: ListView): string {
  const rows = records.map((record) => CSV_COLUMNS.map(([, valueOf]) => valueOf(record, environmentOf)));
  return csvLines([CSV_COLUMNS.map(([name]) => name), ...rows]);
}

/** The kind, place and text that a string had before. */
const BEFORE = ['kind', 'file', 'line', 'string'] as const;

export function againstCsv({ changes, environmentOf }: AgainstView): string {
  const rows = changes.map((change) => {
    const old = change.change === 'changed' ? change.before : null;
    return [
      change.change,
      ...CSV_COLUMNS.map(([, valueOf]) => valueOf(recordOfChange(change), environmentOf)),
      ...CSV_COLUMNS.filter(([name]) => BEFORE.some((one) => one === name)).map(([, valueOf]) =>
        old ? valueOf(old, environmentOf) : null,
      ),
    ];
  });
  return csvLines([
    ['change', ...CSV_COLUMNS.map(([name]) => name), ...BEFORE.map((name) => `${name}_before`)],
    ...rows,
  ]);
}

/** Rows in the format of RFC 4180. */
export function csvLines(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** What a spreadsheet takes for the beginning of a formula, in full width too, behind spaces too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A field in which nothing is a formula and no control character is left; a quote in front keeps it text. */
function field(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (value === null) return '';
  // Tabs and line ends are already escaped; a field that began with one is marked nevertheless.
  const text = (FORMULA.test(value) ? "'" : '') + escapeControlChars(value);
  return /[",;\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
