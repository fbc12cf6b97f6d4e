import { stringAt, type Finding } from '../../lint/finding.ts';
import type { PlacedString } from '../../lint/file-result.ts';
import type { InventoryCount, Report } from '../../lint/report.ts';
import { KINDS } from '../../classify/host-shapes.ts';
import type { PlanEntry } from '../../plan/plan.ts';
import { breakable, markup, type Markup } from './page.ts';
import { formatCount, plural } from '../escape.ts';
import { grouped } from '../../text/source.ts';

/** In which the kinds of a bar are drawn. */
const ORDER: readonly string[] = KINDS;
/** How many clusters are drawn at once; the others are behind a fold. */
const OPEN_ROWS = 8;
/** How many are drawn at all, the largest. */
const MAX_ROWS = 1_000;

interface Row {
  readonly name: Markup;
  readonly cluster: string | null;
  readonly token: string | null;
  readonly total: number;
  readonly kinds: readonly (readonly [kind: string, count: number])[];
}

/** What findings and plans say of clusters. */
interface Concerns {
  readonly errors: ReadonlyMap<string, number>;
  readonly warnings: ReadonlyMap<string, number>;
  readonly blocked: ReadonlyMap<string, number>;
}

/**
 * The picture of what leads where: one bar per cluster, its length the number of strings, its pieces the kinds, with
 * errors, warnings and changes beside it. Each number is text too, so the bars are hidden from screen readers.
 */
export function clusterTable(
  counts: readonly InventoryCount[],
  { findings }: Pick<Report, 'findings'>,
  plan: readonly PlanEntry[],
  strings: readonly PlacedString[],
): Markup {
  return figure(counts, concernsOf(findings, plan, tokensOf(strings)));
}

/** The same if no rule was run: the number of strings instead of findings. */
export function inventoryFigure(counts: readonly InventoryCount[]): Markup {
  return figure(counts, null);
}

function figure(counts: readonly InventoryCount[], concerns: Concerns | null): Markup {
  if (counts.length === 0) return markup`<p class="soft">No strings were found.</p>`;
  const rows = rowsOf(counts);
  const longest = rows.reduce((most, { total }) => Math.max(most, total), 0);
  const drawn = rows.slice(0, MAX_ROWS).map((row) => rowHtml(row, longest, concerns));
  const rest = rows.slice(MAX_ROWS).reduce((sum, { total }) => sum + total, 0);
  const left = markup`<p class="soft">and ${plural(rest, 'string')} of ${plural(rows.length - MAX_ROWS, 'more cluster')}.</p>`;
  const others = drawn.slice(OPEN_ROWS);
  return markup`${plot(drawn.slice(0, OPEN_ROWS), concerns !== null)}${
    others.length === 0
      ? null
      : markup`<details><summary>all ${formatCount(rows.length)}</summary>${plot(others, concerns !== null)}</details>`
  }${rows.length > MAX_ROWS ? left : null}`;
}

function plot(rows: readonly Markup[], isChecked: boolean): Markup {
  const sums = isChecked ? ['Errors', 'Warnings', 'Changes'] : ['Strings'];
  const heads = sums.map((title) => markup`<th scope="col" class="sum">${title}</th>`);
  return markup`<table class="plot">
<thead><tr><th scope="col" class="name">Cluster</th><th scope="col">Strings by kind</th>${heads}</tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

/** Finds the token of the string that a finding is about. */
function tokensOf(strings: readonly PlacedString[]): (finding: Finding) => string | null {
  const files = grouped(strings, ({ file }) => file);
  return (finding) => stringAt(files.get(finding.file) ?? [], finding)?.token?.toLowerCase() ?? null;
}

/** A cluster of one project. Without a token: of every project with a cluster of this name. */
const keyOf = (cluster: string, token: string | null): string => `${cluster.toLowerCase()}\0${token ?? ''}`;

function concernsOf(
  findings: readonly Finding[],
  plan: readonly PlanEntry[],
  tokenOf: (finding: Finding) => string | null,
): Concerns {
  const [errors, warnings, blocked] = [0, 1, 2].map(() => new Map<string, number>()) as [
    Map<string, number>,
    Map<string, number>,
    Map<string, number>,
  ];
  const add = (to: Map<string, number>, key: string): unknown => to.set(key, (to.get(key) ?? 0) + 1);
  for (const finding of findings) {
    const { cluster, severity, suppressed } = finding;
    if (cluster === null || suppressed !== null || severity === 'info') continue;
    add(severity === 'error' ? errors : warnings, keyOf(cluster, tokenOf(finding)));
  }
  for (const { verdict, blocking } of plan) {
    if (verdict !== 'blocked') continue;
    const keys = blocking.flatMap((one) => (one.cluster === null ? [] : [keyOf(one.cluster, tokenOf(one))]));
    for (const key of new Set(keys)) add(blocked, key);
  }
  return { errors, warnings, blocked };
}

function rowHtml({ name, cluster, token, total, kinds }: Row, longest: number, concerns: Concerns | null): Markup {
  let at = 0;
  const pieces = kinds.map(([kind, count]) => {
    const x = at;
    at += (count / longest) * 1_000;
    // A gap between pieces tells them apart where colours do not.
    return markup`<rect class="k-${kind}" x="${round(x)}" width="${round(Math.max(2, at - x - 2))}" height="10"/>`;
  });
  const bar = markup`<svg class="bar" aria-hidden="true" viewBox="0 0 1000 10" preserveAspectRatio="none">${pieces}</svg>`;
  const list = kinds.map(([kind, count]) => markup`<li>${swatch(kind)}${count} ${kind}</li>`);
  const sums = concerns === null ? [sumCell('strings', formatCount(total))] : concernCells(cluster, token, concerns);
  return markup`<tr><th scope="row">${name}</th><td><div class="kinds">${bar}<ul>${list}</ul></div></td>${sums}</tr>
`;
}

function concernCells(cluster: string | null, token: string | null, { errors, warnings, blocked }: Concerns): Markup[] {
  const keys = cluster === null ? [] : [...new Set([keyOf(cluster, token), keyOf(cluster, null)])];
  const of = (counts: ReadonlyMap<string, number>): number =>
    keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const changes = of(blocked);
  return [
    sumCell('errors', formatCount(of(errors)), of(errors) > 0 ? 'has-error' : ''),
    sumCell('warnings', formatCount(of(warnings)), of(warnings) > 0 ? 'has-warning' : ''),
    sumCell('changes', changes > 0 ? `${formatCount(changes)} blocked` : '-'),
  ];
}

function sumCell(label: string, value: string, hue = ''): Markup {
  return markup`<td class="${hue === '' ? 'sum' : `sum ${hue}`}" data-l="${label}">${value}</td>`;
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
    cluster: own[0]!.cluster,
    token: own[0]!.token,
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
  return markup`${breakable(cluster ?? '')}${token === null ? null : markup` <code class="soft">${token}</code>`}`;
}

/** The group of a string that names no cluster. */
function nameless(kind: string): string {
  if (kind === 'not-service') return 'other servers';
  return kind === 'external' ? 'taken from outside the tree' : 'no cluster named';
}
