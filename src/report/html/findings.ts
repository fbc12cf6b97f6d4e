import type { Finding, OfferedFix } from '../../lint/finding.ts';
import { breakable, breakableCode, markup, sentences, type Markup } from './page.ts';
import { anchorOf, type PageLinks } from './links.ts';
import { cell, distinct, filterTable, leftOutOfPage, MAX_ROWS } from './table.ts';
import { acceptance } from '../plan/summary.ts';
import { placeText } from '../terminal.ts';
import { formatCount, pathUri } from '../escape.ts';
import { frameParts } from '../frame.ts';
import { bySeverity, equalFindings, type EqualFindings, type ReportView } from '../report-view.ts';
import { SEVERITIES } from '../../config/severity.ts';

/** Of a line that is shown. */
const MAX_LINE_LENGTH = 400;
/** Of equal findings, beside the first. */
const MAX_PLACES = 20;

/** The findings of a page: equal ones of a file share a row. */
interface FindingRows {
  readonly rows: readonly EqualFindings[];
  /** All that can be linked to. */
  readonly linked: readonly Finding[];
  /** How many the page leaves out, the least severe ones. */
  readonly left: number;
}

export function findingRows(view: ReportView): FindingRows {
  const { findings } = view.report;
  const wanted = bySeverity(view.withSuppressed ? findings : findings.filter(({ suppressed }) => suppressed === null));
  const rows = equalFindings(wanted).slice(0, MAX_ROWS);
  return {
    rows,
    linked: rows.flatMap(({ finding, also }) => [finding, ...also.slice(0, MAX_PLACES)]),
    left: wanted.length - rows.reduce((sum, { also }) => sum + 1 + also.length, 0),
  };
}

/** All findings as a table, the severe ones first: a line each, with the source and what to do in a fold. */
export function findingsSection({ rows, left }: FindingRows, view: ReportView, links: PageLinks): Markup {
  const title = markup`<h2 id="findings-title">Findings</h2>`;
  if (rows.length === 0) return markup`${title}<p class="soft">No findings.</p>`;
  const findings = rows.map(({ finding }) => finding);
  const reasons = reasonsOf(findings);
  const table = filterTable({
    id: 'findings',
    noun: rows.some(({ also }) => also.length > 0) ? 'different finding' : 'finding',
    caption: 'Findings',
    isFolded: true,
    columns: [{ title: 'Severity' }, { title: 'Place' }, { title: 'Rule' }, { title: 'Fix' }, { title: 'Finding' }],
    choices: [
      {
        name: 'severity',
        label: 'Severity',
        values: SEVERITIES.filter((level) => findings.some(({ severity }) => severity === level)),
      },
      { name: 'rule', label: 'Rule', values: distinct(findings.map(({ rule }) => rule)) },
      { name: 'cluster', label: 'Cluster', values: distinct(findings.map(({ cluster }) => cluster)) },
    ],
    rows: rows.map((row) => rowHtml(row, view, links, reasons)),
  });
  return markup`${title}${table}${leftOutOfPage(left, 'finding', 'jsonl')}${reasonList(reasons)}`;
}

/** Why a rule reports, by its id. */
type Reasons = ReadonlyMap<string, string>;

/** Once for each rule: of thousands of findings, a page with the same reason in each would be slow to open. */
const reasonsOf = (findings: readonly Finding[]): Reasons =>
  new Map([...findings].reverse().map(({ rule, why }) => [rule, why]));

const reasonAnchor = (rule: string): string => `r-${rule}`;

function reasonList(reasons: Reasons): Markup {
  const items = [...reasons]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([rule, why]) => markup`<dt id="${reasonAnchor(rule)}">${breakable(rule)}</dt><dd>${sentences(why)}</dd>`);
  return markup`<h2 id="why">Why</h2><dl>${items}</dl>`;
}

function rowHtml({ finding, also }: EqualFindings, view: ReportView, links: PageLinks, reasons: Reasons): Markup {
  const { severity, rule, cluster, fix, suggestions, suppressed } = finding;
  const data = markup`data-severity="${severity}" data-rule="${rule}"${cluster === null ? null : markup` data-cluster="${cluster}"`}`;
  const badge = fix ? markup`<span class="badge fix">--fix</span>` : suggestions.length > 0 ? 'suggestion' : null;
  const cells = [
    cell(markup`<span class="badge ${severity}">${severity}</span>`, '', SEVERITIES.indexOf(severity)),
    cell(markup`${placeHtml(finding, view)}${alsoHtml(also)}`),
    cell(markup`<a href="#${reasonAnchor(rule)}">${breakable(rule)}</a>`),
    cell(badge),
    cell(
      markup`<details><summary>${sentences(finding.message)}</summary>${details(finding, links, reasons)}</details>`,
    ),
  ];
  return markup`<tr role="row" id="${anchorOf(finding)}"${suppressed === null ? null : markup` class="accepted"`} ${data}>${cells}</tr>
`;
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

function details(finding: Finding, links: PageLinks, reasons: Reasons): Markup {
  const { rule, why, todo, fix, suggestions, related } = finding;
  const accepted = acceptance(finding);
  const items = [
    ...(fix ? [fixHtml(fix, 'Fix (--fix)')] : []),
    ...suggestions.map((one) => fixHtml(one, 'Suggestion')),
    ...related.map((one) => markup`<li><code>${breakable(placeText(one))}</code>: ${one.message}</li>`),
  ];
  return markup`${
    accepted === null ? null : markup`<p><span class="badge reason">${accepted}</span></p>`
  }${frameHtml(finding)}${items.length === 0 ? null : markup`<ul>${items}</ul>`}<p>${sentences(todo)}</p>${reasons.get(rule) === why ? null : markup`<p>${sentences(why)}</p>`}${linksHtml(finding, links)}`;
}

/** The line of the source, with a mark over what is meant. */
function frameHtml(finding: Finding): Markup | null {
  if (finding.text === '') return null;
  const { line, from, to } = frameParts(finding, MAX_LINE_LENGTH);
  return markup`<pre><span class="soft">${finding.line} |</span> ${breakableCode(line.slice(0, from))}<mark class="${finding.severity}">${breakableCode(line.slice(from, to))}</mark>${breakableCode(line.slice(to))}</pre>`;
}

function fixHtml({ title, after }: OfferedFix, label: string): Markup {
  const code = after === null || title.includes(after) ? null : markup`<br><ins><code>${breakable(after)}</code></ins>`;
  return markup`<li>${label}: ${title}${code}</li>`;
}

function linksHtml(finding: Finding, links: PageLinks): Markup | null {
  const string = links.stringOf(finding);
  const all = [
    ...(string === null ? [] : [markup`<a href="#${string}">String</a>`]),
    ...links.stepsOf(finding).map(({ id, title }) => markup`<a href="#${id}">${title}</a>`),
  ];
  return all.length === 0 ? null : markup`<p>${all.map((one, at) => [at > 0 ? ' · ' : null, one])}</p>`;
}
