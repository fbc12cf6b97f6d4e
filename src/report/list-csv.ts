import type { StringRecord } from '../lint/string-record.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';

/** A string with its repository, as programs read it. */
export interface ListRecord extends StringRecord {
  readonly repository: string | null;
  readonly revision: string | null;
  readonly environment: string | null;
  /** As CODEOWNERS of the repository names them. */
  readonly owners: readonly string[];
}

const COLUMNS = (
  'repository revision owners cluster kind via environment role file line column key name context form family ' +
  'provider region token hosts text'
).split(' ');

/** One string per line, for spreadsheets: RFC 4180, with a header. */
export function listCsv(records: readonly ListRecord[]): string {
  const rows = records.map(({ hosts, owners, ...record }) => {
    const own = hosts.map(({ host, port }) => (port === null ? host : `${host}:${port}`));
    const values = new Map(Object.entries({ ...record, hosts: own.join(' '), owners: owners.join(' ') }));
    return COLUMNS.map((name) => values.get(name));
  });
  return [COLUMNS, ...rows].map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** What a spreadsheet takes for the beginning of a formula, in full width too, behind spaces too. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** A field in which nothing is a formula and no control character is left; a quote in front keeps it text. */
function field(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  // Tabs and line ends are already escaped; a field that began with one is marked nevertheless.
  const text = (FORMULA.test(value) ? "'" : '') + escapeControlChars(value);
  return /[",;\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
