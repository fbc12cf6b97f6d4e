import type { FileRole } from '../config/roles.ts';
import type { StringRecord } from '../lint/string-record.ts';
import { plural } from './escape.ts';
import { stringParts } from './string-parts.ts';
import { placeLink, placeText, type Terminal } from './terminal.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';

/** The least room for a string in a table, and what a table gives up other columns for. */
const MIN_STRING_WIDTH = 40;
const LONG_HOST = 60;
const GAP = '  ';

type Row = readonly [place: string, kind: string, cluster: string, key: string, text: string];
const HEAD: Row = ['PLACE', 'KIND', 'CLUSTER', 'KEY', 'STRING'];

/**
 * Records as a table that fits the terminal: without the key where there is little room, as blocks of three lines where
 * there is less. Without a terminal nothing is cut.
 * @param files how many were read; `null` if not counted
 */
export function listText(records: readonly StringRecord[], terminal: Terminal, files: number | null = null): string {
  if (records.length === 0)
    return `No connection strings found${files === null ? '' : ` in ${plural(files, 'file')}`}.\n`;
  return `${[...recordTable(records, terminal), summary(records)].join('\n')}\n`;
}

function rowOf(record: StringRecord): Row {
  return [
    placeText(record),
    kindText(record),
    escapeControlChars(record.cluster ?? '-'),
    escapeControlChars(record.key ?? '-'),
    escapeControlChars(record.text),
  ];
}

/** `private-endpoint (legacy, docs)`: an old form of the name, and the role of a file that is not deployed. */
function kindText({ kind, family, role }: StringRecord): string {
  const marks = [
    ...(family === 'legacy' && kind !== 'legacy' ? ['legacy'] : []),
    ...(SHOWN_ROLES.has(role) ? [role] : []),
  ];
  return marks.length > 0 ? `${kind} (${marks.join(', ')})` : kind;
}

const SHOWN_ROLES: ReadonlySet<FileRole> = new Set(['test', 'docs', 'vendored']);

/** The lines of the table, with its head. */
function recordTable(records: readonly StringRecord[], terminal: Terminal): string[] {
  const { width, fitsTables, paint } = terminal;
  const rows = records.map(rowOf);
  const table = (own: readonly Row[], shown: readonly number[], room: number): string[] => {
    const [head = '', ...lines] = columns(own, shown, room);
    return [paint.bold(head), ...lines.map((line, at) => withLink(line, records[at]!, terminal))];
  };
  if (!fitsTables) return table(rows, [0, 1, 2, 3], Infinity);
  const short = rows.map(([place, kind, cluster, key, text]): Row => [place, kind, cluster, lastPart(key), text]);
  const hosts = rows.map((row) => shortest(row[4]).length);
  const least = hosts.reduce((most, one) => Math.max(most, Math.min(one, LONG_HOST)), MIN_STRING_WIDTH);
  for (const shown of [
    [0, 1, 2, 3],
    [0, 1, 2],
  ]) {
    const room = width - widthsOf(short, shown).reduce((sum, one) => sum + one + GAP.length, 0);
    if (room >= least) return table(short, shown, room);
  }
  return rows.flatMap((row, at) => blockLines(row, records[at]!, terminal));
}

function widthsOf(rows: readonly Row[], shown: readonly number[]): number[] {
  return shown.map((at) => rows.reduce((most, row) => Math.max(most, row[at]!.length), HEAD[at]!.length));
}

/** A line that begins with the place of its record. */
function withLink(line: string, record: StringRecord, terminal: Terminal): string {
  return placeLink(record, terminal) + line.slice(placeText(record).length);
}

function columns(rows: readonly Row[], shown: readonly number[], room: number): string[] {
  const widths = widthsOf(rows, shown);
  const line = (row: Row): string =>
    [...shown.map((at, i) => row[at]!.padEnd(widths[i]!)), folded(row[4], room)].join(GAP).trimEnd();
  return [HEAD, ...rows].map(line);
}

function blockLines([, kind, cluster, key, text]: Row, record: StringRecord, terminal: Terminal): string[] {
  const { paint, width } = terminal;
  const [whole, short] = [key, lastPart(key)].map((name) =>
    [kind, cluster, name].filter((fact) => fact !== '-').join(' · '),
  );
  return [
    paint.bold(placeLink(record, terminal)),
    `  ${whole!.length <= width - 2 ? whole : short}`,
    `  ${folded(text, width - 2)}`,
  ];
}

/** `services.worker.environment.MONGO_URL` → `MONGO_URL` */
function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1) || key;
}

/**
 * A string in so many characters: first without values of options, then without user info, the other hosts, the path,
 * and last without the scheme. A host is never cut.
 */
function folded(text: string, room: number): string {
  if (text.length <= room) return text;
  const { scheme, user, hosts, path, options } = stringParts(text);
  const first = firstHost(hosts);
  const query = options === '' ? '' : '?…';
  const hidden = user === '' ? '' : '…@';
  const tries = [
    scheme + user + hosts + path + query,
    scheme + hidden + hosts + path + query,
    scheme + hidden + first + path + query,
    scheme + hidden + first + (path.length > 1 ? '/…' : path),
  ];
  const last = shortest(text);
  return tries.find((one) => one.length <= room) ?? (last.length <= MAX_HOST ? last : `${last.slice(0, room - 1)}…`);
}

/** Longer than the text of any host, so that an address or a template is cut instead. */
const MAX_HOST = 100;

function firstHost(hosts: string): string {
  const list = hosts.split(',');
  return list.length > 1 ? `${list[0]!} +${list.length - 1}` : hosts;
}

/** The part of a string that is always shown. */
function shortest(text: string): string {
  const { scheme, hosts } = stringParts(text);
  return `${scheme === '' ? '' : '…'}${firstHost(hosts)}…`;
}

/** `3 private-endpoint, 5 standard` */
function kindCounts(records: readonly { readonly kind: string }[]): string {
  const kinds = new Map<string, number>();
  for (const { kind } of records) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const counts = [...kinds].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return counts.map(([kind, n]) => `${n} ${kind}`).join(', ');
}

/** `8 strings in 3 files: 3 private-endpoint, 5 standard` */
function summary(records: readonly StringRecord[]): string {
  const files = new Set(records.map(({ file }) => file)).size;
  return `${plural(records.length, 'string')} in ${plural(files, 'file')}: ${kindCounts(records)}`;
}
