/**
 * The script of a page: filter, sort, show long tables piece by piece, copy commands. Rows that are not shown at first
 * are the text of a `noscript` element, because a browser takes seconds to build tens of thousands of them. The script
 * inserts only such rows, unchanged. Without the script, every row is visible.
 */
export const PAGE_SCRIPT = `
'use strict';
(() => {
const collator = new Intl.Collator('en', { numeric: true });
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const decoded = (text) => text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);
const textOf = (html) => decoded(html.replace(/<[^>]*>/g, ''));
for (const table of document.querySelectorAll('table[data-filter]')) setUp(table);

function setUp(table) {
  const body = table.tBodies[0];
  const step = Number(table.dataset.step);
  const form = document.getElementById(table.dataset.filter);
  const count = form.nextElementSibling;
  const more = document.getElementById(table.id + '-more');
  const rest = document.getElementById(table.id + '-rest');
  const initial = (body.innerHTML + (rest ? rest.textContent : '')).split('\\n').filter((row) => row.startsWith('<tr'));
  const texts = new Map();
  let rows = initial;
  let limit = step;
  let found = rows;
  let shown = body.rows.length;

  const searched = (row) => {
    let text = texts.get(row);
    if (text === undefined) texts.set(row, (text = textOf(row).toLowerCase()));
    return text;
  };
  const controls = [...form.querySelectorAll('select')];
  const search = form.querySelector('input');
  const dataOf = (row, name) => {
    const [, value = ''] = row.slice(0, row.indexOf('>')).split(' data-' + name + '="');
    return decoded(value.slice(0, value.indexOf('"')));
  };

  /** Rows that are shown already stay, with what is unfolded in them. */
  function fill() {
    const end = Math.min(found.length, limit);
    if (end < shown) while (body.rows.length > end) body.rows[end].remove();
    else body.insertAdjacentHTML('beforeend', found.slice(shown, end).join(''));
    shown = end;
    const number = (n) => n.toLocaleString('en');
    count.textContent = (found.length === rows.length ? '' : number(found.length) + ' of ') + number(rows.length) +
      ' ' + count.dataset.noun + (shown < found.length ? ', the first ' + number(shown) + ' are shown' : '');
    more.hidden = shown === found.length;
  }

  function show() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const picked = controls.filter((one) => one.value !== '');
    found = rows.filter((row) => picked.every((one) => dataOf(row, one.name) === one.value) &&
      words.every((word) => searched(row).includes(word)));
    body.replaceChildren();
    shown = 0;
    fill();
  }

  function again() {
    limit = step;
    show();
    const state = new URLSearchParams(controls.filter((one) => one.value !== '').map((one) => [one.name, one.value]));
    if (search.value !== '') state.set('text', search.value);
    history.replaceState(null, '', state.size > 0 ? '#' + table.id + '?' + state : location.pathname + location.search);
  }

  function restore() {
    const [name, query = ''] = location.hash.slice(1).split('?');
    if (name !== table.id || query === '') return;
    const state = new URLSearchParams(query);
    for (const one of controls) one.value = state.get(one.name) ?? '';
    search.value = state.get('text') ?? '';
    limit = step;
    show();
  }

  function valueOf(row, at) {
    const [open, ...cell] = row.split('<td ')[at + 1].split('>');
    return / data-v="([^"]*)"/.exec(open)?.[1] ?? textOf(cell.join('>'));
  }

  function sortBy(header) {
    const down = header.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.setAttribute('aria-sort', 'none');
    header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const keyed = initial.map((row) => [valueOf(row, header.cellIndex), row]);
    keyed.sort((a, b) => (down ? collator.compare(b[0], a[0]) : collator.compare(a[0], b[0])));
    rows = keyed.map(([, row]) => row);
    again();
  }

  for (const header of table.tHead.rows[0].cells) {
    header.firstChild.addEventListener('click', () => sortBy(header));
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', again);
  let timer = 0;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(again, rows.length > 2000 ? 200 : 0);
  });
  form.addEventListener('reset', () => setTimeout(again));
  more.querySelector('[data-more]').addEventListener('click', () => { limit += step; fill(); });
  more.querySelector('[data-all]').addEventListener('click', () => { limit = Infinity; fill(); });

  function reveal() {
    const id = location.hash.slice(1);
    if (id === '' || document.getElementById(id)) return;
    const at = rows.findIndex((row) => row.includes(' id="' + id + '"'));
    if (at < 0) return;
    for (const one of controls) one.value = '';
    search.value = '';
    limit = Math.max(step, at + 1);
    show();
  }
  // On paper nothing is cut.
  let before = limit;
  addEventListener('beforeprint', () => { before = limit; limit = Infinity; fill(); });
  addEventListener('afterprint', () => { limit = before; fill(); });
  addEventListener('hashchange', reveal);
  addEventListener('hashchange', restore);
  restore();
  reveal();
}

// What a link leads to is not left folded. Going there once more marks a row that was not in the page before.
function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target) return;
  const folds = [target.closest('tr')?.querySelector('details')];
  for (let fold = target.closest('details'); fold; fold = fold.parentElement.closest('details')) folds.push(fold);
  for (const fold of folds) if (fold) fold.open = true;
  if (!document.querySelector(':target')) location.replace(location.hash);
  target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();

if (navigator.clipboard) for (const command of document.querySelectorAll('pre.command')) {
  const text = command.textContent;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => navigator.clipboard.writeText(text).then(() => { button.textContent = 'Copied'; }));
  command.append(button);
}

const opened = [];
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('details:not([open])')) {
    one.open = true;
    opened.push(one);
  }
});
addEventListener('afterprint', () => {
  for (const one of opened.splice(0)) one.open = false;
});
})();
`;
