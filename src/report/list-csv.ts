import type { StringRecord } from '../lint/string-record.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';

/** A string with its repository. */
export interface CsvRecord extends StringRecord {
  readonly repository: string | null;
  readonly revision: string | null;
  readonly environment: string | null;
  readonly owners: readonly string[];
}

type Value = string | number | null | undefined;

/** The value of each column for a string. */
const CSV_COLUMNS: readonly (readonly [string, (record: CsvRecord) => Value])[] = [
  ['repository', ({ repository }) => repository],
  ['revision', ({ revision }) => revision],
  ['owners', ({ owners }) => owners.join(' ')],
  ['cluster', ({ cluster }) => cluster],
  ['kind', ({ kind }) => kind],
  ['via', ({ via }) => via],
  ['environment', ({ environment }) => environment],
  ['role', ({ role }) => role],
  ['file', ({ file }) => file],
  ['line', ({ line }) => line],
  ['column', ({ column }) => column],
  ['key', ({ key }) => key],
  ['name', ({ name }) => name],
  ['context', ({ context }) => context],
  ['form', ({ form }) => form],
  ['family', ({ family }) => family],
  ['provider', ({ provider }) => provider],
  ['region', ({ region }) => region],
  ['token', ({ token }) => token],
  ['hosts', ({ hosts }) => hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`)).join(' ')],
  ['string', ({ text }) => text],
];

/** One string per line, for spreadsheets: RFC 4180, with a header. */
export function listCsv(records: readonly CsvRecord[]): string {
  const rows = records.map((record) => CSV_COLUMNS.map(([, valueOf]) => valueOf(record)));
  return [CSV_COLUMNS.map(([name]) => name), ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** What a spreadsheet takes for the beginning of a formula, in full width too, behind spaces too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A field in which nothing is a formula and no control character is left; a quote in front keeps it text. */
function field(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return '';
  // Tabs and line ends are already escaped; a field that began with one is marked nevertheless.
  const text = (FORMULA.test(value) ? "'" : '') + escapeControlChars(value);
  return /[",;\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
