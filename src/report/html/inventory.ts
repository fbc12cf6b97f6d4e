import type { InventoryCount } from '../../lint/report.ts';
import { nameless } from '../list/list.ts';
import { markup } from './page.ts';
import type { Markup } from './page.ts';
import { plural } from '../escape.ts';
import { grouped } from '../../text/source.ts';

/** Kinds in the order in which they are drawn: by the way to the cluster, then what leads to none. */
const ORDER = [
  'standard',
  'private',
  'private-endpoint',
  'optimized',
  'legacy',
  'templated-unknown',
  'other-service-host',
  'not-service',
  'admin-api-v1',
  'admin-api-v2',
  'media-type',
  'removed-field',
  'metrics-discovery',
];
/** How many clusters are drawn, the largest. */
const MAX_ROWS = 40;

interface Row {
  readonly name: Markup;
  readonly total: number;
  readonly kinds: readonly (readonly [kind: string, count: number])[];
}

/**
 * The picture of what leads where: one bar a cluster, its length the number of strings, its pieces the kinds. Each number
 * stands beside it as text, so the bars are hidden from screen readers.
 */
export function inventoryFigure(counts: readonly InventoryCount[]): Markup {
  if (counts.length === 0) return markup`<p class="soft">No strings were found.</p>`;
  const rows = rowsOf(counts);
  const longest = Math.max(...rows.map(({ total }) => total));
  const hidden = rows.slice(MAX_ROWS);
  const rest = hidden.reduce((sum, { total }) => sum + total, 0);
  const more = markup`<p class="soft">… and ${plural(rest, 'string')} of ${plural(hidden.length, 'further cluster')}.</p>`;
  return markup`<table class="plot">
<thead><tr><th scope="col" class="name">Cluster</th><th scope="col">Strings by kind</th><th scope="col" class="sum">Strings</th></tr></thead>
<tbody>
${rows.slice(0, MAX_ROWS).map((row) => rowHtml(row, longest))}</tbody>
</table>${hidden.length > 0 ? more : null}`;
}

function rowHtml({ name, total, kinds }: Row, longest: number): Markup {
  let at = 0;
  const pieces = kinds.map(([kind, count]) => {
    const x = at;
    at += (count / longest) * 1_000;
    // A gap between pieces tells them apart where colours do not.
    return markup`<rect class="k-${kind}" x="${round(x)}" width="${round(Math.max(2, at - x - 2))}" height="10"/>`;
  });
  const bar = markup`<svg class="bar" aria-hidden="true" viewBox="0 0 1000 10" preserveAspectRatio="none">${pieces}</svg>`;
  const list = kinds.map(([kind, count]) => markup`<li>${swatch(kind)}${count} ${kind}</li>`);
  return markup`<tr><th scope="row">${name}</th><td>${bar}<ul class="kinds">${list}</ul></td><td class="sum">${total}</td></tr>
`;
}

function swatch(kind: string): Markup {
  return markup`<svg aria-hidden="true" viewBox="0 0 10 10"><rect class="k-${kind}" width="10" height="10" rx="2"/></svg>`;
}

const round = (x: number): number => Math.round(x * 10) / 10;

/** The largest cluster first; strings that name no cluster come last, by what they are. */
function rowsOf(counts: readonly InventoryCount[]): Row[] {
  const groups = [...grouped(counts, placeOf)].map(([place, own]) => ({
    ...sumOf(own),
    named: own[0]!.cluster !== null,
    name: own[0]!.cluster === null ? markup`<span class="soft">${place}</span>` : clusterName(own[0]!),
  }));
  return groups.sort((a, b) => Number(b.named) - Number(a.named) || b.total - a.total);
}

function sumOf(counts: readonly InventoryCount[]): Pick<Row, 'total' | 'kinds'> {
  const sums = new Map<string, number>();
  for (const { kind, count } of counts) sums.set(kind, (sums.get(kind) ?? 0) + count);
  const kinds = [...sums].sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  return { kinds, total: kinds.reduce((sum, [, count]) => sum + count, 0) };
}

function placeOf({ cluster, token, kind }: InventoryCount): string {
  if (cluster !== null) return `${cluster}\0${token ?? ''}`;
  return nameless(kind);
}

/** Clusters of different projects may have one name: the token tells them apart. */
function clusterName({ cluster, token }: InventoryCount): Markup {
  return markup`${cluster}${token === null ? null : markup` <code class="soft">${token}</code>`}`;
}
