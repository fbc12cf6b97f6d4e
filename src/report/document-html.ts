import { createHash } from 'node:crypto';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { inlines, type Block, type Document, type Words } from './document.ts';
import { PAGE_STYLE } from './page-style.ts';
import { placeText } from './terminal.ts';
import type { PlaceUrl } from './report-view.ts';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/**
 * The document as one file that makes no requests and has no script. Its policy allows only its own style sheet, by its
 * hash, so that nothing would run even if markup were injected.
 */
export function documentHtml(title: string, document: Document, urlOf: PlaceUrl): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="connlint">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${document.map((block) => blockHtml(block, urlOf)).join('\n')}
</main>
</body>
</html>
`;
}

function blockHtml(block: Block, urlOf: PlaceUrl): string {
  if ('heading' in block) return `<h${block.level}>${wordsHtml(block.heading, urlOf)}</h${block.level}>`;
  if ('paragraph' in block) return `<p>${wordsHtml(block.paragraph, urlOf)}</p>`;
  if ('code' in block) return `<pre tabindex="0"><code>${escapedLines(block.code)}</code></pre>`;
  if ('table' in block) {
    const head = block.table.map((title) => `<th scope="col">${escaped(title)}</th>`).join('');
    const rows = block.rows.map(
      (row) => `<tr>${row.map((words) => `<td>${wordsHtml(words, urlOf)}</td>`).join('')}</tr>`,
    );
    return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
  }
  const items = block.list.map(({ words, below = [] }) => {
    const rest = below.map((one) => blockHtml(one, urlOf)).join('\n');
    return `<li>${wordsHtml(words, urlOf)}${rest === '' ? '' : `\n${rest}\n`}</li>`;
  });
  return `<ul>\n${items.join('\n')}\n</ul>`;
}

function wordsHtml(words: Words, urlOf: PlaceUrl): string {
  return inlines(words)
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece);
      if ('code' in piece) return `<code>${breakable(piece.code)}</code>`;
      if ('strong' in piece) return `<strong>${escaped(piece.strong)}</strong>`;
      if ('badge' in piece) return `<span class="badge ${piece.hue}">${escaped(piece.badge)}</span>`;
      const url = urlOf(piece.place);
      const text = `<code>${breakable(placeText(piece.place))}</code>`;
      return url === null ? text : `<a href="${escaped(url)}">${text}</a>`;
    })
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => escapeControlChars(text).replace(/[&<>"']/g, (char) => ENTITIES[char]!);
const escapedLines = (text: string): string => text.split('\n').map(escaped).join('\n');

/** Lines break behind `/ . , @ : ? &` first. */
const breakable = (text: string): string =>
  text
    .split(/(?<=[/.,@:?&])(?=[^/.,@:?&])/)
    .map(escaped)
    .join('<wbr>');
