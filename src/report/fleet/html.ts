import { blockingPlaces, ownerNames, type FleetUse, type FleetUses } from '../../fleet/uses.ts';
import type { FleetPlan } from '../../fleet/plan.ts';
import type { FleetGap } from '../../fleet/repository.ts';
import { inventoryOf } from '../../lint/report.ts';
import { cut, plural } from '../escape.ts';
import { inventoryFigure } from '../html/inventory.ts';
import { breakable, htmlPage, markup, type Markup } from '../html/page.ts';
import { pageLinks } from '../html/links.ts';
import { planSection } from '../html/plan.ts';
import { cell, distinct, filterTable, leftOutOfPage, MAX_ROWS, sectionLinks, tile } from '../html/table.ts';
import { planSummary, subjectText } from '../plan/summary.ts';
import { placeText } from '../terminal.ts';

const FOOTER = markup`<p>User names, passwords and other secrets are shown as ***.</p>`;

export function usesHtml(all: FleetUses): string {
  return page(plural(all.uses.length, 'use'), 'Connection strings of all repositories', all, [
    gapSection(all.gaps),
    ...useSections(all),
  ]);
}

/** Verdicts, incomplete repositories, blocking places and all uses as a page. */
export function fleetHtml(plan: FleetPlan, all: FleetUses, open: readonly string[]): string {
  return page(planSummary(plan.entries), 'Planned changes in all repositories', all, [
    { id: 'plan', title: 'Planned changes', content: planSection(plan.entries, pageLinks([], [], [])) },
    openSection(open),
    gapSection(plan.gaps),
    blockSection(plan),
    ...useSections(all),
  ]);
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: Markup;
}

function page(title: string, kicker: string, all: FleetUses, parts: readonly (Section | null)[]): string {
  const sections = parts.filter((part) => part !== null);
  return htmlPage({
    title,
    kicker,
    lead: markup`${tiles(all)}${sectionLinks(sections.map((one) => [one.id, one.title]))}`,
    // The plan brings its own title.
    body: sections.map(({ id, title: own, content }) =>
      id === 'plan' ? content : markup`<h2 id="${id}">${own}</h2>\n${content}`,
    ),
    footer: FOOTER,
  });
}

/** Rows of the tables above the uses: with more, nobody would reach those below. */
const SHORT_STEP = 20;

function tiles({ uses, gaps, repositories }: FleetUses): Markup {
  const owners = new Set(uses.flatMap((use) => use.owners)).size;
  const silent = new Set(gaps.map(({ repository }) => repository)).size;
  return markup`<ul class="tiles">${[
    tile(uses.length, 'uses'),
    tile(repositories, 'repositories'),
    tile(owners, 'owners'),
    tile(uses.filter((use) => use.owners.length === 0).length, 'uses without an owner'),
    tile(silent, 'repositories without a whole answer', 'warning'),
  ]}</ul>`;
}

function blockSection({ entries, ownersOf }: FleetPlan): Section | null {
  const blocks = entries.flatMap((entry) =>
    blockingPlaces(entry, ownersOf).map((block) => ({ ...block, change: subjectText(entry) })),
  );
  if (blocks.length === 0) return null;
  const rows = blocks.map(
    ({ change, owner, repository, places }) =>
      markup`<tr role="row" data-change="${change}" data-owner="${owner}">${[
        cell(change, 'change'),
        cell(breakable(owner), 'owner'),
        cell(breakable(repository ?? ''), 'repository'),
        cell(markup`${places}`, 'places'),
      ]}</tr>\n`,
  );
  const table = filterTable({
    id: 'blocks',
    noun: 'row',
    caption: 'What blocks each change',
    columns: [{ title: 'Change' }, { title: 'Owner' }, { title: 'Repository' }, { title: 'Places', width: 'w1' }],
    choices: [
      { name: 'change', label: 'Change', values: distinct(blocks.map(({ change }) => change)) },
      { name: 'owner', label: 'Owner', values: distinct(blocks.map(({ owner }) => owner)) },
    ],
    rows,
    step: SHORT_STEP,
  });
  return { id: 'blocking', title: 'What blocks each change', content: table };
}

/** Effects of a Terraform plan that no planned change covers. */
function openSection(open: readonly string[]): Section | null {
  if (open.length === 0) return null;
  const content = markup`<ul>${open.map((message) => markup`<li>${message}</li>`)}</ul>`;
  return { id: 'terraform', title: 'Terraform: undecided', content };
}

function gapSection(gaps: readonly FleetGap[]): Section | null {
  if (gaps.length === 0) return null;
  const rows = gaps.map(
    ({ repository, message }) =>
      markup`<tr role="row">${[cell(breakable(repository), 'repository'), cell(message, 'reason')]}</tr>\n`,
  );
  const table = filterTable({
    id: 'gaps',
    noun: 'reason',
    caption: 'Repositories without a whole answer',
    columns: [{ title: 'Repository', width: 'w4' }, { title: 'Reason' }],
    choices: [],
    rows,
    step: SHORT_STEP,
  });
  return { id: 'silent', title: 'Repositories without a whole answer', content: table };
}

function useSections({ uses }: FleetUses): Section[] {
  if (uses.length === 0) return [];
  const values = (of: (use: FleetUse) => string | null): string[] => distinct(uses.map(of));
  const table = filterTable({
    id: 'uses',
    noun: 'use',
    caption: 'Uses',
    columns: [
      { title: 'Owner', width: 'w2' },
      { title: 'Repository', width: 'w2' },
      { title: 'Cluster', width: 'w2' },
      { title: 'Kind', width: 'w2' },
      { title: 'Place', width: 'w3' },
      { title: 'String' },
    ],
    choices: [
      { name: 'owner', label: 'Owner', values: values(ownerText) },
      { name: 'repository', label: 'Repository', values: values(({ repository }) => repository) },
      { name: 'cluster', label: 'Cluster', values: values(({ cluster }) => cluster) },
      { name: 'kind', label: 'Kind', values: values(({ kind }) => kind) },
      { name: 'environment', label: 'Environment', values: values(({ environment }) => environment) },
    ],
    rows: uses.slice(0, MAX_ROWS).map(useRow),
  });
  return [
    { id: 'clusters', title: 'Uses by cluster', content: inventoryFigure(inventoryOf([{ strings: uses }])) },
    {
      id: 'all-uses',
      title: 'All uses',
      content: markup`${table}${leftOutOfPage(uses.length - MAX_ROWS, 'use', 'csv')}`,
    },
  ];
}

const ownerText = ({ owners }: FleetUse): string => ownerNames(owners).join(', ');

const MAX_TEXT_LENGTH = 200;

function useRow(use: FleetUse): Markup {
  const { repository, cluster, kind, environment, text, key } = use;
  const data = markup`data-owner="${ownerText(use)}" data-repository="${repository}" data-cluster="${cluster}" data-kind="${kind}" data-environment="${environment}"`;
  const cells = [
    cell(ownerText(use), 'owner'),
    cell(repository, 'repository'),
    cell(cluster, 'cluster'),
    cell(kind, 'kind'),
    cell(markup`<code>${breakable(placeText(use))}</code>`),
    cell(
      markup`${key === null ? null : markup`<code class="str">${key}</code>`}<code>${breakable(cut(text, MAX_TEXT_LENGTH))}</code>`,
    ),
  ];
  return markup`<tr role="row" ${data}>${cells}</tr>\n`;
}
