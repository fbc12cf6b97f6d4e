import { inventoryOf } from '../../lint/report.ts';
import type { StringRecord } from '../../lint/string-record.ts';
import type { StringChange } from '../../lint/string-changes.ts';
import { inventoryFigure } from '../html/inventory.ts';
import { breakable, htmlPage, markup, type Markup } from '../html/page.ts';
import { cell, distinct, filterTable, leftOutOfPage, MAX_ROWS, tile, type Column } from '../html/table.ts';
import type { AgainstView, EnvironmentOf, ListView } from './list.ts';
import { byCluster, changeCounts, CHANGES, recordOfChange } from './list.ts';
import { placeText } from '../terminal.ts';
import { cut, plural } from '../escape.ts';

const MAX_TEXT_LENGTH = 400;
const FOOTER = markup`<p>User names, passwords and other secrets are shown as ***.</p>`;
const COLUMNS: readonly Column[] = [
  { title: 'Cluster', width: 'w2' },
  { title: 'Kind', width: 'w2' },
  { title: 'Place', width: 'w4' },
  { title: 'Key', width: 'w2' },
  { title: 'String' },
];

/** The inventory as a page: a chart of the clusters, and every string in a table. */
export function listHtml({ records, environmentOf, name = null }: ListView): string {
  const named = byCluster(records.filter(({ cluster }) => cluster !== null)).length;
  const tiles = [
    tile(records.length, 'strings'),
    tile(named, 'clusters'),
    tile(new Set(records.map(({ file }) => file)).size, 'files with strings'),
  ];
  const rows = records
    .slice(0, MAX_ROWS)
    .map((record) => rowHtml(record, record.kind, dataOf(record, environmentOf), environmentOf));
  const table = filterTable({
    id: 'strings',
    noun: 'string',
    caption: 'Strings',
    columns: COLUMNS,
    choices: choicesOf(records, environmentOf),
    rows,
  });
  return htmlPage({
    ...titles(name, plural(records.length, 'string')),
    kicker: 'Connection strings',
    lead: markup`<ul class="tiles">${tiles}</ul>`,
    body: [
      markup`<h2>Strings by cluster</h2>\n${inventoryFigure(inventoryOf([{ strings: records }]))}`,
      records.length === 0
        ? null
        : markup`<h2>All strings</h2>\n${table}${leftOutOfPage(records.length - MAX_ROWS, 'string', 'csv')}`,
    ],
    footer: FOOTER,
  });
}

/** What a branch does to the strings, as a page. */
export function againstHtml({ ref, changes, environmentOf, name = null }: AgainstView): string {
  const records = changes.map(recordOfChange);
  const rows = changes.slice(0, MAX_ROWS).map((change) => changeHtml(change, environmentOf));
  const counts = CHANGES.map((name) => tile(changes.filter(({ change }) => change === name).length, name));
  const table = filterTable({
    id: 'changes',
    noun: 'string',
    caption: 'Strings that differ',
    columns: [{ title: 'Change', width: 'w1' }, ...COLUMNS],
    choices: [
      { name: 'change', label: 'Change', values: distinct(changes.map(({ change }) => change)) },
      ...choicesOf(records, environmentOf),
    ],
    rows,
  });
  return htmlPage({
    ...titles(name, `strings since ${ref}: ${changeCounts(changes)}`),
    kicker: 'Connection strings',
    lead: markup`<ul class="tiles">${counts}</ul>`,
    body: [
      changes.length === 0
        ? markup`<p class="soft">No string was added, changed or dropped.</p>`
        : markup`<h2>Strings that differ</h2>\n${table}${leftOutOfPage(changes.length - MAX_ROWS, 'string', 'csv')}`,
    ],
    footer: FOOTER,
  });
}

/** `harbor: 7 strings`, for the tab with the name of the program. */
function titles(name: string | null, what: string): { title: string; heading: Markup } {
  const text = name === null ? what.charAt(0).toUpperCase() + what.slice(1) : `${name}: ${what}`;
  return { title: `${text} - connlint`, heading: breakable(text) };
}

function choicesOf(records: readonly StringRecord[], environmentOf: EnvironmentOf) {
  return [
    { name: 'cluster', label: 'Cluster', values: distinct(records.map(({ cluster }) => cluster)) },
    { name: 'kind', label: 'Kind', values: distinct(records.map(({ kind }) => kind)) },
    { name: 'environment', label: 'Environment', values: distinct(records.map(({ file }) => environmentOf(file))) },
  ];
}

function dataOf({ cluster, kind, file }: StringRecord, environmentOf: EnvironmentOf): Markup {
  return markup`data-cluster="${cluster}" data-kind="${kind}" data-environment="${environmentOf(file)}"`;
}

function changeHtml(change: StringChange, environmentOf: EnvironmentOf): Markup {
  const record = recordOfChange(change);
  const old = change.change === 'changed' ? change.before : null;
  const badge = cell(markup`<span class="badge ${change.change}">${change.change}</span>`);
  const kind = old && old.kind !== record.kind ? `${old.kind} → ${record.kind}` : record.kind;
  const data = markup`data-change="${change.change}" ${dataOf(record, environmentOf)}`;
  return rowHtml(record, kind, data, environmentOf, badge, old);
}

function rowHtml(
  record: StringRecord,
  kind: string,
  data: Markup,
  environmentOf: EnvironmentOf,
  first: Markup | null = null,
  old: StringRecord | null = null,
): Markup {
  const { cluster, file, key, text } = record;
  const environment = environmentOf(file);
  const before =
    old && old.text !== text
      ? markup`<code class="str old"><del>${breakable(cut(old.text, MAX_TEXT_LENGTH))}</del></code>`
      : null;
  const cells = [
    cell(cluster, 'cluster'),
    cell(markup`${kind}${environment === null ? null : markup`<br><span class="soft">${environment}</span>`}`, 'kind'),
    cell(markup`<code>${breakable(placeText(record))}</code>`),
    cell(key === null ? null : markup`<code>${breakable(key)}</code>`, 'key'),
    cell(markup`${before}<code>${breakable(cut(text, MAX_TEXT_LENGTH))}</code>`),
  ];
  return markup`<tr role="row" ${data}>${first}${cells}</tr>
`;
}
