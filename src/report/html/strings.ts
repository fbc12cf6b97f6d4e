import type { PlacedString } from '../../lint/file-result.ts';
import { cut, formatCount } from '../escape.ts';
import { placeText } from '../terminal.ts';
import { anchorOf, stringAnchor, type PageLinks } from './links.ts';
import { breakable, markup, type Markup } from './page.ts';
import { cell, distinct, filterTable, leftOutOfPage, MAX_ROWS } from './table.ts';

const MAX_TEXT_LENGTH = 400;
/** Findings of a string that are named. */
const MAX_NAMED = 3;

/** Every string with its kind and its findings. */
export function stringsSection(strings: readonly PlacedString[], links: PageLinks): Markup {
  const title = markup`<h2 id="strings-title">Strings</h2>`;
  const table = filterTable({
    id: 'strings',
    noun: 'string',
    caption: 'Strings',
    columns: [
      { title: 'Place', width: 'w4' },
      { title: 'Kind', width: 'w2' },
      { title: 'Cluster', width: 'w2' },
      { title: 'Findings', width: 'w3' },
      { title: 'String' },
    ],
    choices: [
      { name: 'kind', label: 'Kind', values: distinct(strings.map(({ kind }) => kind)) },
      { name: 'cluster', label: 'Cluster', values: distinct(strings.map(({ cluster }) => cluster)) },
    ],
    rows: strings.slice(0, MAX_ROWS).map((string, index) => rowHtml(string, index, links)),
  });
  return markup`${title}${table}${leftOutOfPage(strings.length - MAX_ROWS, 'string', 'csv')}`;
}

function rowHtml(string: PlacedString, index: number, links: PageLinks): Markup {
  const { kind, cluster, text } = string;
  const findings = links.findingsOf(index);
  const named = findings
    .slice(0, MAX_NAMED)
    .map((one, at) => [at > 0 ? ', ' : null, markup`<a href="#${anchorOf(one)}">${breakable(one.rule)}</a>`]);
  const more = findings.length > MAX_NAMED ? ` and ${formatCount(findings.length - MAX_NAMED)} more` : null;
  const data = markup`data-kind="${kind}"${cluster === null ? null : markup` data-cluster="${cluster}"`}`;
  const cells = [
    cell(markup`<code>${breakable(placeText(string))}</code>`),
    cell(kind, 'kind'),
    cell(cluster, 'cluster'),
    cell(findings.length === 0 ? null : markup`${named}${more}`, 'findings'),
    cell(markup`<code>${breakable(cut(text, MAX_TEXT_LENGTH))}</code>`),
  ];
  return markup`<tr role="row" id="${stringAnchor(index)}" ${data}>${cells}</tr>
`;
}
