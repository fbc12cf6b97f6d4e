import type { Finding } from '../../lint/finding.ts';
import type { Repair } from '../../lint/rule.ts';
import { breakable, markup, sentences, type Markup } from './page.ts';
import { cell, distinct, filterTable, fittingRows, leftOutOfPage } from './table.ts';
import { acceptance } from '../plan/summary.ts';
import { placeText } from '../terminal.ts';
import { cut, formatCount, pathUri } from '../escape.ts';
import { bySeverity, equalFindings, type EqualFindings, type ReportView } from '../report-view.ts';
import { SEVERITIES } from '../../config/severity.ts';

const MAX_TEXT_LENGTH = 400;
/** Of equal findings, beside the first. */
const MAX_PLACES = 20;

/** Id of a finding's row. */
export function anchorOf({ id }: Finding): string {
  return `f-${id.slice(id.lastIndexOf(':') + 1)}`;
}

export interface FindingsSection {
  readonly section: Markup;
  /** Ids of the rows that are in the page. */
  readonly anchors: ReadonlySet<string>;
}

/** All findings, the severe ones first, as a table; of a number that no browser would open, the most severe. */
export function findingsSection(view: ReportView): FindingsSection {
  const { findings } = view.report;
  const wanted = bySeverity(view.withSuppressed ? findings : findings.filter(({ suppressed }) => suppressed === null));
  const equal = equalFindings(wanted);
  const { rows } = fittingRows(equal, (one) => rowHtml(one, view));
  const told = equal.slice(0, rows.length);
  const left = wanted.length - told.reduce((sum, { also }) => sum + 1 + also.length, 0);
  const anchors = new Set(told.flatMap(({ finding, also }) => [finding, ...also.slice(0, MAX_PLACES)]).map(anchorOf));
  const title = markup`<h2 id="findings-title">Findings</h2>`;
  if (wanted.length === 0) return { section: markup`${title}<p class="soft">No findings.</p>`, anchors };
  return { section: markup`${title}${tableHtml(wanted, rows)}${leftOutOfPage(left, 'finding', 'jsonl')}`, anchors };
}

function tableHtml(wanted: readonly Finding[], rows: readonly Markup[]): Markup {
  return filterTable({
    id: 'findings',
    noun: 'findings',
    caption: 'Findings',
    columns: [
      { title: 'Severity', width: 'w1' },
      { title: 'Finding' },
      { title: 'Place', width: 'w3' },
      { title: 'Rule', width: 'w2' },
      { title: 'Cluster', width: 'w1' },
      { title: 'Kind', width: 'w1' },
    ],
    choices: [
      {
        name: 'severity',
        label: 'Severity',
        values: SEVERITIES.filter((level) => wanted.some(({ severity }) => severity === level)),
      },
      { name: 'rule', label: 'Rule', values: distinct(wanted.map(({ rule }) => rule)) },
      { name: 'kind', label: 'Kind', values: distinct(wanted.map(({ kind }) => kind)) },
      { name: 'cluster', label: 'Cluster', values: distinct(wanted.map(({ cluster }) => cluster)) },
    ],
    rows,
  });
}

function rowHtml({ finding, also }: EqualFindings, view: ReportView): Markup {
  const { severity, rule, cluster, kind, suppressed } = finding;
  const badge = markup`<span class="badge ${severity}">${severity}</span>`;
  const data = markup`data-severity="${severity}" data-rule="${rule}" data-kind="${kind}" data-cluster="${cluster}"`;
  const accepted = suppressed === null ? null : markup` class="accepted"`;
  const cells = [
    cell(badge, '', SEVERITIES.indexOf(severity)),
    cell(whatHtml(finding)),
    cell(markup`${placeHtml(finding, view)}${alsoHtml(also)}`),
    cell(breakable(rule), 'rule'),
    cell(cluster, 'cluster'),
    cell(kind, 'kind'),
  ];
  return markup`<tr role="row" id="${anchorOf(finding)}"${accepted} ${data}>${cells}</tr>
`;
}

function whatHtml(finding: Finding): Markup {
  const { message, text, todo, fix } = finding;
  const accepted = acceptance(finding);
  return markup`<p class="says">${sentences(message)}</p>${
    text === '' ? null : markup`<code class="str">${breakable(cut(text, MAX_TEXT_LENGTH))}</code>`
  }${accepted === null ? null : markup`<p><span class="badge reason">${accepted}</span></p>`}<p>${
    fix === null ? sentences(todo) : markup`<span class="badge fix">--fix</span> ${fix.title}`
  }</p>${details(finding)}`;
}

/** The place, as a link where the address of the tree is known. */
function placeHtml(finding: Finding, { treeUrl, fromRoot }: ReportView): Markup {
  const place = markup`<code>${breakable(placeText(finding))}</code>`;
  const path = treeUrl === null ? null : fromRoot(finding.file);
  if (path === null || path.startsWith('../')) return place;
  return markup`<a href="${treeUrl}${pathUri(path)}#L${finding.line}" rel="noreferrer">${place}</a>`;
}

/** The first other places of equal findings, each with the id of its finding. */
function alsoHtml(also: readonly Finding[]): Markup | null {
  if (also.length === 0) return null;
  const shown = also.slice(0, MAX_PLACES).map((one, at) => {
    return markup`${at > 0 ? ', ' : null}<code id="${anchorOf(one)}">${one.line}:${one.column}</code>`;
  });
  const hidden = also.length - shown.length;
  const more = hidden > 0 ? ` and ${formatCount(hidden)} more` : null;
  return markup`<br><span class="soft">${formatCount(also.length + 1)} places, also ${shown}${more}</span>`;
}

function details({ why, todo, fix, suggestions, related }: Finding): Markup {
  const items = [
    ...(fix === null ? [] : [repairHtml(fix, 'Fix, which --fix applies')]),
    ...suggestions.map((one) => repairHtml(one, 'Suggestion')),
    ...related.map((one) => markup`<li><code>${breakable(placeText(one))}</code>: ${one.message}</li>`),
  ];
  const list = items.length === 0 ? null : markup`<ul>${items}</ul>`;
  // What to do stands above already, unless a fix does it.
  return markup`<details><summary>Why${items.length > 0 ? ', and how' : null}</summary><p>${sentences(why)}</p>${fix === null ? null : markup`<p>${sentences(todo)}</p>`}${list}</details>`;
}

function repairHtml({ title, edits }: Repair, label: string): Markup {
  const texts = edits.filter(({ text }) => text !== '' && !title.includes(text));
  const written = texts.map(({ text }) => markup`<br><code>${cut(text, MAX_TEXT_LENGTH)}</code>`);
  return markup`<li>${label}: ${title}${written}</li>`;
}
