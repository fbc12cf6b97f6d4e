import page from './page-style.json' with { type: 'json' };
import { escapeControlChars, spelled } from '../text/escape-control-chars.ts';
import { findingItem, inlines, type Block, type Document, type Item, type Words } from './document.ts';
import { placeText } from './terminal.ts';
import type { PlaceUrl } from './report-view.ts';

/** The style sheet of a page: calm, readable on a phone, in the dark, and on paper. Its hash changes with it. */
const PAGE_STYLE = `\n${page.style.join('\n')}\n`;

/** No requests, no script. The policy allows only its own style sheet: nothing runs even if markup is injected. */
export const documentHtml = (title: string, document: Document, urlOf: PlaceUrl): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="connlint">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${page.sha256}'; base-uri 'none'; form-action 'none'">
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

function blockHtml(block: Block, urlOf: PlaceUrl): string {
  if ('heading' in block) return `<h${block.level}>${wordsHtml(block.heading, urlOf)}</h${block.level}>`;
  if ('paragraph' in block) return `<p>${wordsHtml(block.paragraph, urlOf)}</p>`;
  if ('code' in block) return `<pre tabindex="0"><code>${escapedLines(block.code)}</code></pre>`;
  if ('finding' in block) return listHtml([findingItem(block.finding)], urlOf, 'ul');
  return listHtml(block.list, urlOf, block.numbered ? 'ol' : 'ul');
}

function listHtml(list: readonly Item[], urlOf: PlaceUrl, tag: 'ul' | 'ol'): string {
  const items = list.map(({ words, below = [] }) => {
    const rest = below.map((one) => blockHtml(one, urlOf)).join('\n');
    return `<li>${wordsHtml(words, urlOf)}${rest === '' ? '' : `\n${rest}\n`}</li>`;
  });
  return `<${tag}>\n${items.join('\n')}\n</${tag}>`;
}

function wordsHtml(words: Words, urlOf: PlaceUrl): string {
  const parts = inlines(words).map((piece) => {
    if (typeof piece === 'string') return escaped(piece);
    if ('code' in piece) return `<code>${escaped(piece.code)}</code>`;
    if ('strong' in piece) return `<strong>${escaped(piece.strong)}</strong>`;
    if ('badge' in piece) return `<span class="badge ${piece.hue}">${escaped(piece.badge)}</span>`;
    const url = urlOf(piece.place);
    const text = `<code>${escaped(placeText(piece.place))}</code>`;
    return url === null ? text : `<a href="${escaped(url)}">${text}</a>`;
  });
  return parts.join('');
}

const escaped = (text: string): string => escapeControlChars(text).replace(/[&<>"']/g, (char) => spelled(char, 'xml'));
const escapedLines = (text: string): string => text.split('\n').map(escaped).join('\n');
