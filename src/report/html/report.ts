import { notKnown } from '../../facts/hints.ts';
import { inventoryOf, type InventoryCount, type Report } from '../../lint/report.ts';
import { findingRows, findingsSection } from './findings.ts';
import { anchorOf, pageLinks, stringAnchor, type PageLinks } from './links.ts';
import { breakable, markup, htmlPage, type Markup } from './page.ts';
import { clusterTable } from './inventory.ts';
import { planSection } from './plan.ts';
import { cell, distinct, filterTable, leftOutOfPage, MAX_ROWS, sectionLinks } from './table.ts';
import { placeText } from '../terminal.ts';
import { cut, formatCount, plural } from '../escape.ts';
import { findingCounts, stringCount, type ReportView } from '../report-view.ts';
import type { PlacedString } from '../../lint/file-result.ts';

const MAX_LINES = 100;
const MAX_PLACES = 5;

/**
 * The report as one page: the verdict, planned changes with what blocks them, clusters, a table of findings, and what
 * was not checked or not read.
 */
export function htmlReport(view: ReportView): string {
  const { report } = view;
  const plan = view.plan();
  const strings = view.strings?.() ?? [];
  const counts = inventoryOf([{ strings }]);
  const found = findingRows(view);
  const links = pageLinks(found.linked, strings.slice(0, MAX_ROWS), plan ?? []);
  return htmlPage({
    title: titleOf(view, plan),
    heading: heading(view, plan),
    kicker: 'connlint',
    lead: lead(view, plan, counts),
    body: [
      planSection(plan, links),
      markup`<h2 id="clusters">Clusters</h2>\n${clusterTable(counts, report, plan ?? [], strings)}`,
      findingsSection(found, view, links),
      strings.length === 0 ? null : stringsSection(strings, links),
      unknownSection(report),
      noticeSection(report),
    ],
    footer: markup`<p>connlint ${report.tool.version}. User names, passwords and other secrets are shown as ***.</p>`,
  });
}

type Plan = ReturnType<ReportView['plan']>;

/** `harbor: 3 errors, 1 blocked - connlint` */
function titleOf(view: ReportView, plan: Plan): string {
  const blocked = plan?.filter(({ verdict }) => verdict === 'blocked').length ?? 0;
  const counts = [countsOf(view.report), ...(blocked > 0 ? [`${blocked} blocked`] : [])].join(', ');
  const name = view.name?.() ?? null;
  return `${name === null ? '' : `${name}: `}${counts} - connlint`;
}

function countsOf({ summary: { findings } }: Report): string {
  return findingCounts(findings)[0] ?? 'no findings';
}

function heading(view: ReportView, plan: Plan): Markup {
  const blocked = plan?.filter(({ verdict }) => verdict === 'blocked').length ?? 0;
  const { error } = view.report.summary.findings;
  const passed = view.passed ?? error === 0;
  const badge = passed
    ? markup`<span class="badge ready">PASSED</span>`
    : markup`<span class="badge blocked">FAILED</span>`;
  const counts = [countsOf(view.report), ...(blocked > 0 ? [`${plural(blocked, 'change')} blocked`] : [])].join(', ');
  const name = view.name?.() ?? null;
  return markup`${badge} ${name === null ? null : markup`${breakable(name)}: `}${counts}`;
}

function lead(view: ReportView, plan: Plan, counts: readonly InventoryCount[]): Markup {
  const { report } = view;
  const { summary } = report;
  const { error, warning, info, suppressed, baselined } = summary.findings;
  const clusters = new Set(counts.flatMap(({ cluster, token }) => (cluster ? [`${cluster}.${token}`] : [])));
  const found = error + warning + info;
  const strings = counts.reduce((sum, { count }) => sum + count, 0);
  const facts = [
    ...findingCounts({ warning, info }),
    ...(suppressed > 0 ? [`${formatCount(suppressed)} suppressed`] : []),
    ...(baselined > 0 ? [`${formatCount(baselined)} in the baseline`] : []),
    plural(stringCount(summary), 'string'),
    plural(summary.files, 'file'),
    plural(clusters.size, 'cluster'),
  ];
  const unchecked = new Set(report.unknown.flatMap(({ places }) => places.map(placeText))).size;
  const links: [id: string, title: string][] = [
    ...(plan && plan.length > 0 ? [['plan', 'Plan'] satisfies [string, string]] : []),
    ['clusters', 'Clusters'],
    ['findings-title', `Findings ${formatCount(found)}`],
    ...(strings > 0 ? [['strings-title', `Strings ${formatCount(strings)}`] satisfies [string, string]] : []),
    ...(unchecked > 0 ? [['unknown', `Not checked ${formatCount(unchecked)}`] satisfies [string, string]] : []),
    ...(report.notices.length > 0 ? [['notices', 'Notices'] satisfies [string, string]] : []),
  ];
  return markup`<p class="soft">${facts.join(', ')}</p>${sectionLinks(links)}`;
}

function unknownSection({ unknown }: Report): Markup | null {
  if (unknown.length === 0) return null;
  const items = unknown.slice(0, MAX_LINES).map(({ rule, missing, places }) => {
    const named = places
      .slice(0, MAX_PLACES)
      .map((one, at) => [at > 0 ? ', ' : null, markup`<code>${breakable(placeText(one))}</code>`]);
    const hidden = places.length - MAX_PLACES;
    const more = hidden > 0 ? ` and ${formatCount(hidden)} more` : null;
    return markup`<li><b>${plural(places.length, 'string')}</b>: ${notKnown(missing)} (${rule})<br><span class="soft">${named}${more}</span></li>`;
  });
  return markup`<h2 id="unknown">Not checked</h2>\n<ul>${items}</ul>`;
}

function noticeSection({ notices, summary: { skipped } }: Report): Markup | null {
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  if (notices.length === 0 && left.length === 0) return null;
  const items = notices
    .slice(0, MAX_LINES)
    .map(
      ({ file, message }) =>
        markup`<li>${file === '' ? null : markup`<code>${breakable(file)}</code>: `}${message}</li>`,
    );
  const hidden = notices.length - MAX_LINES;
  const more = hidden > 0 ? markup`<li>and ${formatCount(hidden)} more</li>` : null;
  const files = left.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(', ');
  return markup`<h2 id="notices">Notices</h2>
${left.length > 0 ? markup`<p class="soft">Skipped files: ${files}.</p>` : null}
${items.length > 0 ? markup`<ul>${items}${more}</ul>` : null}`;
}

const MAX_TEXT_LENGTH = 400;
/** Findings of a string that are named. */
const MAX_NAMED = 3;

/** Every string with its kind and its findings. */
function stringsSection(strings: readonly PlacedString[], links: PageLinks): Markup {
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
