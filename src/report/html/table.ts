import { markup, raw, type Markup } from './page.ts';
import { formatCount, plural } from '../escape.ts';

export interface Column {
  readonly title: string;
  /**
   * Class of the column's width; without one, the column takes the remaining width, or what the table's style gives it.
   */
  readonly width?: 'w1' | 'w2' | 'w3' | 'w4';
}

/** A choice among the values of a row's data attribute. */
interface Choice {
  /** Name of the data attribute, without `data-`. */
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
}

interface FilterTable {
  readonly id: string;
  /** What a row is, in the singular. */
  readonly noun: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly choices: readonly Choice[];
  /** Each on one line. */
  readonly rows: readonly Markup[];
  /** True for rows of one line that unfold. */
  readonly isFolded?: boolean;
  /** Rows shown at first, and added by each "Show more". */
  readonly step?: number;
}

/**
 * A table that filters and sorts where scripts run, and is whole where they do not. Roles are written out: on narrow
 * screens the rows are laid out as cards, which takes the meaning of a table away in some browsers.
 */
export function filterTable(table: FilterTable): Markup {
  const { id, noun, caption, columns, choices, rows, step = 200, isFolded = false } = table;
  const style = isFolded ? 'wide lines' : 'wide';
  return markup`<form class="filter" id="${id}-filter">
<label class="text">Text<input type="search" autocomplete="off" spellcheck="false" placeholder="words in any column"></label>
${choices.filter(({ values }) => values.length > 1).map(choiceHtml)}<button type="reset">Clear</button>
</form>
<p class="count" role="status" data-noun="${rows.length === 1 ? noun : `${noun}s`}">${countText(rows.length, noun, step)}</p>
<table class="${style}" id="${id}" role="table" data-filter="${id}-filter" data-step="${step}" aria-label="${caption}">
<thead role="rowgroup"><tr role="row">${columns.map(head)}</tr></thead>
<tbody role="rowgroup">
${rows.slice(0, step)}</tbody>
</table>${restHtml(rows.slice(step), { id, caption, style })}
<div class="more" id="${id}-more"${rows.length > step ? null : raw(' hidden')}><button type="button" data-more>Show more</button><button type="button" data-all>Show all</button></div>`;
}

/** More rows than are shown at first, for browsers without scripts; the script shows them piece by piece. */
function restHtml(
  rows: readonly Markup[],
  { id, caption, style }: Record<'id' | 'caption' | 'style', string>,
): Markup | null {
  if (rows.length === 0) return null;
  return markup`
<noscript id="${id}-rest"><table class="${style}" role="table" aria-label="${caption}, continued"><tbody role="rowgroup">
${rows}</tbody></table></noscript>`;
}

/** As the script writes it, so that nothing moves when it runs. */
const countText = (count: number, noun: string, step: number): string =>
  count > step ? `${plural(count, noun)}, the first ${formatCount(step)} are shown` : plural(count, noun);

function head({ title, width }: Column): Markup {
  const style = width === undefined ? null : markup` class="${width}"`;
  return markup`<th scope="col" role="columnheader" aria-sort="none"${style}><button type="button">${title}</button></th>`;
}

function choiceHtml({ name, label, values }: Choice): Markup {
  const options = values.map((value) => markup`<option value="${value}">${value}</option>`);
  return markup`<label>${label}<select name="${name}"><option value="">any</option>${options}</select></label>
`;
}

/** A cell; on narrow screens its label is in front. */
export function cell(content: Markup | string | null, label = '', sortValue: string | number | null = null): Markup {
  const shown = label === '' || content === null || content === '' ? null : markup` data-l="${label}"`;
  return markup`<td role="cell"${shown}${sortValue === null ? null : markup` data-v="${sortValue}"`}>${content}</td>`;
}

/** Distinct values, sorted; those that are missing are left out. */
export function distinct(values: Iterable<string | null>): string[] {
  return [...new Set(values)].filter((value) => value !== null).sort();
}

/** A number with what it counts. */
export function tile(count: number, label: string, hue = ''): Markup {
  const mark = hue === '' || count === 0 ? null : markup` class="${hue}"`;
  return markup`<li${mark}><b>${formatCount(count)}</b>${label}</li>`;
}

/** Links to the sections of a page, by their ids. On a narrow screen they are folded. */
export function sectionLinks(links: readonly (readonly [id: string, title: string])[]): Markup {
  const items = links.map(([id, title]) => markup`<li><a href="#${id}">${title}</a></li>`);
  const list = markup`<ul class="sections">${items}</ul>`;
  return markup`<nav aria-label="Sections">${list}<details><summary>Sections</summary>${list}</details></nav>`;
}

/** The number of rows that a browser opens in a few seconds. */
export const MAX_ROWS = 40_000;

/** States how many entries the page leaves out, and which format contains all. */
export function leftOutOfPage(count: number, noun: string, format: string): Markup | null {
  if (count <= 0) return null;
  return markup`<p><b>${plural(count, noun)} left out</b>: a page with all of them would be too large for a browser. <code>--format ${format}</code> has them all.</p>`;
}
