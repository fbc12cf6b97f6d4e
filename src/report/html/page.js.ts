/**
 * What a page can do beyond being read: filter, sort, show long tables piece by piece. It works on the rows that the page
 * contains and never makes markup from text. Without it, every row is there.
 */
export const PAGE_SCRIPT = `
'use strict';
(() => {
const collator = new Intl.Collator('en', { numeric: true });
for (const table of document.querySelectorAll('table[data-filter]')) setUp(table);

function setUp(table) {
  const body = table.tBodies[0];
  const step = Number(table.dataset.step);
  const initial = [...body.rows];
  const form = document.getElementById(table.dataset.filter);
  const count = form.nextElementSibling;
  const more = document.getElementById(table.id + '-more');
  const texts = new Map();
  let rows = initial;
  let limit = step;

  const textOf = (row) => {
    let text = texts.get(row);
    if (text === undefined) texts.set(row, (text = row.textContent.toLowerCase()));
    return text;
  };
  const controls = [...form.querySelectorAll('select')];
  const search = form.querySelector('input');

  function show() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const picked = controls.filter((one) => one.value !== '');
    let found = 0;
    for (const row of rows) {
      const fits = picked.every((one) => row.dataset[one.name] === one.value) &&
        (words.length === 0 || words.every((word) => textOf(row).includes(word)));
      if (fits) found++;
      row.hidden = !fits || found > limit;
    }
    const shown = Math.min(found, limit);
    const number = (n) => n.toLocaleString('en');
    count.textContent = found === rows.length && shown === found
      ? number(found) + ' ' + count.dataset.noun
      : number(found) + ' of ' + number(rows.length) + ' ' + count.dataset.noun +
        (shown < found ? ', the first ' + number(shown) + ' are shown' : '');
    more.hidden = shown === found;
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
    const cell = row.cells[at];
    return cell.dataset.v ?? cell.textContent;
  }

  function sortBy(header) {
    const down = header.getAttribute('aria-sort') === 'ascending';
    for (const other of table.tHead.rows[0].cells) other.setAttribute('aria-sort', 'none');
    header.setAttribute('aria-sort', down ? 'descending' : 'ascending');
    const keyed = initial.map((row) => [valueOf(row, header.cellIndex), row]);
    keyed.sort((a, b) => (down ? collator.compare(b[0], a[0]) : collator.compare(a[0], b[0])));
    rows = keyed.map(([, row]) => row);
    body.append(...rows);
    again();
  }

  for (const header of table.tHead.rows[0].cells) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    header.append(button);
    header.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => sortBy(header));
  }
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', again);
  let timer = 0;
  search.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(again, rows.length > 2000 ? 200 : 0);
  });
  form.addEventListener('reset', () => setTimeout(again));
  more.querySelector('[data-more]').addEventListener('click', () => { limit += step; show(); });
  more.querySelector('[data-all]').addEventListener('click', () => { limit = Infinity; show(); });
  show();

  function reveal() {
    const row = document.getElementById(location.hash.slice(1))?.closest('tr');
    if (!row || row.parentNode !== body || !row.hidden) return;
    form.reset();
    limit = Math.max(step, rows.indexOf(row) + 1);
    show();
    row.scrollIntoView();
  }
  // On paper nothing is cut.
  let before = limit;
  addEventListener('beforeprint', () => { before = limit; limit = Infinity; show(); });
  addEventListener('afterprint', () => { limit = before; show(); });
  addEventListener('hashchange', reveal);
  addEventListener('hashchange', restore);
  restore();
  reveal();
}

const opened = [];
addEventListener('beforeprint', () => {
  for (const one of document.querySelectorAll('details:not([open])')) {
    if (one.closest('[hidden]')) continue;
    one.open = true;
    opened.push(one);
  }
});
addEventListener('afterprint', () => {
  for (const one of opened.splice(0)) one.open = false;
});
})();
`;
