import type { Finding } from '../../lint/finding.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { unreadText, type Step, type StepPlace, type UncheckedString } from '../../plan/subject.ts';
import { stepAnchor, type PageLinks } from './links.ts';
import { breakable, markup, sentences, type Markup } from './page.ts';
import { placeText } from '../terminal.ts';
import { acceptance, changedPart, grounds, proofOf, stepNotes, subjectText, uncheckedOf } from '../plan/summary.ts';
import { formatCount, plural } from '../escape.ts';
import { grouped } from '../../text/source.ts';
import { bySeverity } from '../report-view.ts';

/** How many items of one change the page shows; the rest is counted. */
const MAX_FINDINGS = 200;

/** Lines of one change that are open. */
const MAX_GROUPS = 5;
/** Places of a group that are named; the rest is behind a fold. */
const MAX_NAMED = 2;

/** Each planned change with its verdict and what blocks it, by cluster and rule; lists and runbooks are folded. */
export function planSection(entries: readonly PlanEntry[] | null, links: PageLinks): Markup {
  const title = markup`<h2 id="plan">Planned changes</h2>`;
  if (entries === null)
    return markup`${title}<p class="soft">This run checked a part of the project. <code>connlint plan</code> checks planned changes for all of it.</p>`;
  if (entries.length === 0) return NO_PLAN;
  const groups = entries.reduce((sum, entry) => sum + groupsOf(entry.blocking).length, 0);
  return markup`${title}${entries.map((entry, at) => card(entry, at, links, groups > MAX_GROUPS))}`;
}

const EXAMPLE =
  '{ "plan": [{ "change": "multi-region", "cluster": "orders", "regions": ["US_EAST_1", "EU_WEST_1"] }] }';
const NO_PLAN = markup`<details id="plan"><summary>The config declares no planned change.</summary><p>Declare one, and this page shows what blocks it. <code>connlint help plan</code> lists the changes.</p>
<pre>${EXAMPLE}</pre></details>`;

/** @param isFolded true where many changes would push the clusters off the first screen */
function card(entry: PlanEntry, at: number, links: PageLinks, isFolded: boolean): Markup {
  const { verdict, cluster, clusters, strings, blocking, missing, unread, steps, project } = entry;
  const others = bySeverity(strings.filter((one) => !blocking.includes(one)));
  const concerned = cluster === '*' ? `; clusters: ${clusters.join(', ') || 'none known'}` : '';
  return markup`<section class="card">
<h3><span class="badge ${verdict}">${verdict}</span> ${breakable(subjectText(entry))} <span class="soft">${project === null ? '' : `project ${project}; `}${grounds(entry)}${concerned}</span></h3>
${stepList(steps, at, links)}${folded('Missing facts', missing)}${folded('Files that were not read', unread.map(unreadText))}${group('Findings that do not block', others, links)}${groupList(blocking, links, isFolded)}${reasonList(entry.reasons.filter(({ unchecked }) => unchecked === undefined).map(({ message }) => message))}${uncheckedList(uncheckedOf(entry), links)}</section>
`;
}

function reasonList(reasons: readonly string[]): Markup | null {
  if (reasons.length === 0) return null;
  return markup`<ul>${reasons.map((reason) => markup`<li>${reason}</li>`)}</ul>`;
}

/** Each with what to do about it; many are folded. */
function uncheckedList(unchecked: readonly UncheckedString[], links: PageLinks): Markup | null {
  if (unchecked.length === 0) return null;
  const items = unchecked
    .slice(0, MAX_FINDINGS)
    .map(({ place, message }) => markup`<li>${placeLink(place, links)} ${sentences(message)}</li>`);
  const list = markup`<ul>${items}</ul>`;
  const title = `Not checked: ${formatCount(unchecked.length)}`;
  if (unchecked.length > MAX_GROUPS) return markup`<details><summary>${title}</summary>${list}</details>`;
  return markup`<p><b>${title}</b></p>${list}`;
}

function folded(title: string, entries: readonly string[]): Markup | null {
  if (entries.length === 0) return null;
  const list = markup`<ul>${entries.slice(0, MAX_FINDINGS).map((entry) => markup`<li>${breakable(entry)}</li>`)}</ul>`;
  return markup`<details><summary>${title}: ${formatCount(entries.length)}</summary>${list}</details>`;
}

/** One line per cluster and rule with its first places; more of them are folded. */
function groupList(findings: readonly Finding[], links: PageLinks, isFolded: boolean): Markup | null {
  if (findings.length === 0) return null;
  const items = groupsOf(findings).map((own) => {
    const [first] = own as [Finding];
    const named = own.slice(0, MAX_NAMED).map((one) => [' ', placeLink(one, links, true)]);
    const head = markup`<b>${first.cluster ?? 'project'}</b> ${first.rule} ${formatCount(own.length)}`;
    const rest = own.slice(MAX_NAMED);
    return markup`<li>${head}${named}${rest.length > 0 ? [' ', group(`+${formatCount(rest.length)}`, rest, links)] : null}</li>`;
  });
  if (isFolded)
    return markup`<details><summary>What blocks, by cluster and rule: ${formatCount(items.length)}</summary><ul class="groups">${items}</ul></details>`;
  const rest = items.slice(MAX_GROUPS);
  const more = markup`<details><summary>${formatCount(rest.length)} more clusters and rules</summary><ul class="groups">${rest}</ul></details>`;
  return markup`<ul class="groups">${items.slice(0, MAX_GROUPS)}</ul>${rest.length > 0 ? more : null}`;
}

function group(title: string, findings: readonly Finding[], links: PageLinks): Markup | null {
  if (findings.length === 0) return null;
  const hidden = findings.length - MAX_FINDINGS;
  const items = findings.slice(0, MAX_FINDINGS).map((one) => item(one, links));
  const more = hidden > 0 ? markup`<li>and ${formatCount(hidden)} more</li>` : null;
  return markup`<details><summary>${title}</summary><ul>${items}${more}</ul></details>`;
}

const groupsOf = (findings: readonly Finding[]): readonly (readonly Finding[])[] => [
  ...grouped(findings, ({ cluster, rule }) => `${cluster ?? ''}\0${rule}`).values(),
];

/** @param isShort true for the name of the file only */
function placeLink(finding: Pick<Finding, 'file' | 'line' | 'column'>, links: PageLinks, isShort = false): Markup {
  const place = placeText(finding);
  const name = place.slice(place.lastIndexOf('/') + 1);
  const code = isShort
    ? markup`<code title="${place}">${breakable(name)}</code>`
    : markup`<code>${breakable(place)}</code>`;
  const anchor = links.ofPlace(finding);
  return anchor === null ? code : markup`<a href="#${anchor}">${code}</a>`;
}

function item(finding: Finding, links: PageLinks): Markup {
  const accepted = acceptance(finding);
  const badge = accepted === null ? null : markup` <span class="badge reason">${accepted}</span>`;
  return markup`<li>${placeLink(finding, links)} <span class="soft">${finding.rule}</span><br>${sentences(finding.message)}${badge}</li>`;
}

function stepList(steps: readonly Step[], entry: number, links: PageLinks): Markup | null {
  if (steps.length === 0) return null;
  const items = steps.map((step, at) => stepHtml(step, stepAnchor(entry, at), links));
  return markup`<details><summary>Runbook, ${plural(steps.length, 'step')}</summary><ol>${items}</ol></details>`;
}

function stepHtml(step: Step, id: string, links: PageLinks): Markup {
  const { title, detail, places, command, irreversible } = step;
  const notes = stepNotes(step).join(' ');
  const warning = irreversible ? markup` <span class="badge error">cannot be undone</span>` : null;
  const lines = (command ?? '').split('\n').map((line, at) => [at > 0 ? LINE_END : null, line]);
  const items = places.slice(0, MAX_FINDINGS).map((place) => stepPlace(place, links));
  const list = places.length === 0 ? null : markup`<ul>${items}</ul>`;
  const folds = places.length > MAX_OPEN_PLACES && list !== null;
  const shown = folds ? markup`<details><summary>${plural(places.length, 'place')}</summary>${list}</details>` : list;
  return markup`<li id="${id}"><b>${title}</b>${warning}<br>${sentences(detail)}${notes === '' ? null : markup`<br><span class="soft">${notes}</span>`}${shown}${command === null ? null : markup`<pre class="command">${lines}</pre>`}</li>`;
}

/** More places of a step than these are folded. */
const MAX_OPEN_PLACES = 5;

function stepPlace(place: StepPlace, links: PageLinks): Markup {
  const { from, to, owners = [] } = place;
  const owner = owners.length > 0 ? markup` <span class="soft">${owners.join(', ')}</span>` : null;
  const code = markup`${placeLink(place, links)}${owner}`;
  if (from === null || to === null) return markup`<li>${code}</li>`;
  const [before, after] = changedPart(from, to);
  return markup`<li>${code}<br><del><code>${breakable(before)}</code></del><br><ins><code>${breakable(after)}</code></ins> <span class="soft">(${proofOf(place)})</span></li>`;
}

const LINE_END = markup`
`;
