import { utf8Length } from '../../text/file-lines.ts';
import type { StringRecord } from '../../lint/string-record.ts';
import type { StringChange } from '../../lint/string-changes.ts';
import type { AgainstView, EnvironmentOf, ListView } from './list.ts';
import { byCluster, changeCounts, CHANGES, recordOfChange } from './list.ts';
import { fitting, MAX_SUMMARY_BYTES, nameCell, plainCell, tableHead, tableRow } from '../markdown.ts';
import { cut, plural } from '../escape.ts';

/** A comment of GitHub takes 65,536 characters. */
const MAX_IN_COMMENT = 60_000;
const MAX_LENGTH = 300;

/** The inventory as tables, one for each cluster, as many strings as fit into the summary of a job. */
export function listMarkdown({ records, environmentOf }: ListView): string {
  const groups = byCluster(records);
  const head = `## connlint: ${plural(records.length, 'string')}`;
  const rows = groups.flatMap(([title, own]) => [
    ...['', `### ${nameCell(title)}: ${plural(own.length, 'string')}`, ''],
    ...tableHead(['Kind', 'Environment', 'Place', 'Key', 'String']),
    ...own.map((record) => tableRow([record.kind, environment(record, environmentOf), ...where(record), text(record)])),
  ]);
  return fitting([head], rows, MAX_SUMMARY_BYTES, utf8Length);
}

/** What a branch does to the strings, as a table for a pull request: small enough for a comment. */
export function againstMarkdown({ ref, changes, environmentOf }: AgainstView): string {
  const head = `## connlint: ${changeCounts(changes)}`;
  if (changes.length === 0) return `${head}\n\nNo string was added, changed or dropped since ${nameCell(ref)}.\n`;
  const sorted = CHANGES.flatMap((name) => changes.filter(({ change }) => change === name));
  const rows = sorted.map((change) => changeRow(change, environmentOf));
  const columns = tableHead(['Change', 'Cluster', 'Kind', 'Environment', 'Place', 'Key', 'String']);
  return fitting([head, '', `Since ${nameCell(ref)}:`, '', ...columns], rows, MAX_IN_COMMENT, ({ length }) => length);
}

function changeRow(change: StringChange, environmentOf: EnvironmentOf): string {
  const record = recordOfChange(change);
  const old = change.change === 'changed' ? change.before : null;
  const both = (valueOf: (one: StringRecord) => string, between: string): string => {
    const [before, after] = [old ? valueOf(old) : null, valueOf(record)];
    return before === null || before === after ? after : `${before}${between}${after}`;
  };
  return tableRow([
    change.change,
    both(({ cluster }) => name(cluster), ' → '),
    both(({ kind }) => kind, ' → '),
    environment(record, environmentOf),
    ...where(record),
    both(text, '<br>→ '),
  ]);
}

const name = (value: string | null): string => (value === null ? '' : nameCell(cut(value, MAX_LENGTH)));
const text = (record: StringRecord): string => nameCell(cut(record.text, MAX_LENGTH));
const environment = ({ file }: StringRecord, environmentOf: EnvironmentOf): string => {
  const value = environmentOf(file);
  return value === null ? '' : plainCell(value);
};

function where({ file, line, column, key }: StringRecord): string[] {
  return [nameCell(cut(`${file}:${line}:${column}`, MAX_LENGTH)), name(key)];
}
