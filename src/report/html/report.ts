import type { Report } from '../../lint/report.ts';
import { findingsSection } from './findings.ts';
import { markup, htmlPage } from './page.ts';
import type { Markup } from './page.ts';
import { inventoryFigure } from './inventory.ts';
import { tile } from './table.ts';
import { planSection } from './plan.ts';
import { placeText } from '../terminal.ts';
import { formatCount, plural } from '../escape.ts';
import { stringCount } from '../report-view.ts';
import type { ReportView } from '../report-view.ts';

const MAX_LINES = 100;
const MAX_PLACES = 5;

/**
 * The report as one page for people who would rather look than read: planned changes with what blocks them, what leads
 * where, the findings as a table, and what was not judged or not read.
 */
export function htmlReport(view: ReportView): string {
  const { report } = view;
  const { section, anchors } = findingsSection(view);
  return htmlPage({
    title: titleOf(report),
    kicker: 'Connection strings',
    lead: lead(report),
    body: [
      planSection(view.plan(), anchors),
      markup`<h2 id="strings">Strings by cluster</h2>\n${inventoryFigure(report.inventory)}`,
      section,
      unknownSection(report),
      noticeSection(report),
    ],
    footer: markup`<p>connlint ${report.tool.version}. User names, passwords and other secrets are shown as ***.</p>`,
  });
}

function titleOf({ summary: { findings } }: Report): string {
  const { error, warning, info } = findings;
  const found = [
    ...(error ? [plural(error, 'error')] : []),
    ...(warning ? [plural(warning, 'warning')] : []),
    ...(info ? [`${formatCount(info)} info`] : []),
  ];
  return found.length > 0 ? found.join(', ') : 'No findings';
}

function lead({ summary }: Report): Markup {
  const { error, warning, info, suppressed, baselined } = summary.findings;
  const tiles = [
    tile(error, 'errors', 'error'),
    tile(warning, 'warnings', 'warning'),
    tile(info, 'info', 'info'),
    tile(suppressed, 'suppressed'),
    tile(baselined, 'in the baseline'),
    tile(stringCount(summary), 'strings'),
    tile(summary.files, 'files'),
  ];
  return markup`<ul class="tiles">${tiles}</ul>`;
}

function unknownSection({ unknown }: Report): Markup | null {
  if (unknown.length === 0) return null;
  const items = unknown.slice(0, MAX_LINES).map(({ rule, missing, places }) => {
    const named = places
      .slice(0, MAX_PLACES)
      .map((one, at) => [at > 0 ? ', ' : null, markup`<code>${placeText(one)}</code>`]);
    const hidden = places.length - MAX_PLACES;
    const more = hidden > 0 ? ` and ${plural(hidden, 'further place')}` : null;
    return markup`<li><b>${missing}</b> would decide ${plural(places.length, 'place')} for ${rule}<br><span class="soft">${named}${more}</span></li>`;
  });
  return markup`<h2 id="unknown">Not judged for lack of facts</h2>\n<ul>${items}</ul>`;
}

function noticeSection({ notices, summary: { skipped } }: Report): Markup | null {
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  if (notices.length === 0 && left.length === 0) return null;
  const items = notices
    .slice(0, MAX_LINES)
    .map(({ file, message }) => markup`<li>${file === '' ? null : markup`<code>${file}</code>: `}${message}</li>`);
  const hidden = notices.length - MAX_LINES;
  const more = hidden > 0 ? markup`<li>… and ${formatCount(hidden)} more</li>` : null;
  const files = left.map(([reason, count]) => `${formatCount(count)} ${reason}`).join(', ');
  return markup`<h2 id="notices">Not looked at, and notices</h2>
${left.length > 0 ? markup`<p class="soft">Files left out: ${files}.</p>` : null}
${items.length > 0 ? markup`<ul>${items}${more}</ul>` : null}`;
}
