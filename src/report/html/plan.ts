import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { unreadText } from '../../plan/subject.ts';
import type { Step } from '../../plan/subject.ts';
import { anchorOf } from './findings.ts';
import { markup, sentences } from './page.ts';
import type { Markup } from './page.ts';
import { placeText } from '../terminal.ts';
import { acceptance, grounds, planParts, planSummary, stepNotes } from '../plan/summary.ts';
import { plural } from '../escape.ts';
import { bySeverity } from '../report-view.ts';

/** How much of what concerns one change stands in the page; the rest is counted. */
const MAX_FINDINGS = 200;

/**
 * Each planned change with its verdict, what stands in its way and the steps; without a plan, how to declare one.
 * @param anchors ids of findings that the page has a row for
 */
export function planSection(entries: readonly PlanEntry[] | null, anchors: ReadonlySet<string>): Markup {
  const title = markup`<h2 id="plan">Planned changes</h2>`;
  if (entries === null)
    return markup`${title}<p class="soft">Planned changes are judged for a project as a whole, and this run looked at a part of it: <code>connlint plan</code> judges them.</p>`;
  if (entries.length === 0) return markup`${title}${NO_PLAN}`;
  return markup`${title}<p class="soft">${planSummary(entries)}</p>
${entries.map((entry) => card(entry, anchors))}`;
}

const EXAMPLE =
  '{ "plan": [{ "change": "multi-region", "cluster": "orders", "regions": ["US_EAST_1", "EU_WEST_1"] }] }';
const NO_PLAN = markup`<div class="card"><p>The config declares no planned change, so nothing was judged for one.
Declare it there, and this page says what blocks it; <code>connlint plan --help</code> lists the changes.</p>
<pre>${EXAMPLE}</pre></div>`;

function card(entry: PlanEntry, anchors: ReadonlySet<string>): Markup {
  const { verdict, cluster, clusters, strings, missing, unread, steps } = entry;
  const [change = '', ...parts] = planParts(entry);
  const blocking = strings.filter(({ severity, suppressed }) => severity === 'error' && suppressed === null);
  const others = bySeverity(strings.filter((one) => !blocking.includes(one)));
  const concerned = cluster === '*' ? [`clusters: ${clusters.join(', ') || 'none known'}`] : [];
  return markup`<section class="card">
<h3><span class="badge ${verdict}">${verdict}</span> ${change}</h3>
<p>${grounds(entry)}<br><span class="soft">${[...parts, ...concerned].join(' · ')}</span></p>
${missingList(
  'Reasons',
  entry.reasons.map(({ message }) => message),
)}${group('Blocked by', blocking, anchors)}${missingList('Facts that are missing', missing)}${missingList('Files that were not looked at', unread.map(unreadText))}${group('Does not decide', others, anchors)}${stepList(steps)}</section>
`;
}

function missingList(title: string, entries: readonly string[]): Markup | null {
  if (entries.length === 0) return null;
  return markup`<h4>${title}</h4><ul>${entries.map((entry) => markup`<li>${entry}</li>`)}</ul>`;
}

function group(title: string, findings: readonly Finding[], anchors: ReadonlySet<string>): Markup | null {
  if (findings.length === 0) return null;
  const hidden = findings.length - MAX_FINDINGS;
  const items = findings.slice(0, MAX_FINDINGS).map((one) => item(one, anchors));
  const more = hidden > 0 ? markup`<li>… and ${plural(hidden, 'further finding')}</li>` : null;
  return markup`<h4>${title}</h4><ul>${items}${more}</ul>`;
}

function item(finding: Finding, anchors: ReadonlySet<string>): Markup {
  const code = markup`<code>${placeText(finding)}</code>`;
  const anchor = anchorOf(finding);
  const place = anchors.has(anchor) ? markup`<a href="#${anchor}">${code}</a>` : code;
  const accepted = acceptance(finding);
  const badge = accepted === null ? null : markup` <span class="badge">${accepted}</span>`;
  return markup`<li>${place} <span class="soft">${finding.rule}</span><br>${sentences(finding.message)}${badge}</li>`;
}

function stepList(steps: readonly Step[]): Markup | null {
  if (steps.length === 0) return null;
  const items = steps.map(stepHtml);
  return markup`<details><summary>${plural(steps.length, 'step')}, in their order</summary><ol>${items}</ol></details>`;
}

function stepHtml(step: Step): Markup {
  const { title, detail, places, command } = step;
  const notes = stepNotes(step).map((note) => markup`<br><span class="soft">${note}</span>`);
  const count = places.length > 0 ? markup` <span class="soft">(${plural(places.length, 'place')})</span>` : null;
  const lines = (command ?? '').split('\n').map((line, at) => [at > 0 ? LINE_END : null, line]);
  return markup`<li><b>${title}</b>${count}<br>${sentences(detail)}${notes}${command === null ? null : markup`<pre>${lines}</pre>`}</li>`;
}

const LINE_END = markup`
`;
