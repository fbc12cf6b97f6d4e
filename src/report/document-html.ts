import { escapeControlChars, spelled } from '../text/escape-control-chars.ts';
import { findingItem, inlines, type Block, type Document, type Item, type Words } from './document.ts';
import { placeText } from './terminal.ts';
import type { PlaceUrl } from './report-view.ts';

/** The style sheet of a page: calm, readable on a phone, in the dark, and on paper. */
const PAGE_STYLE = `
:root { --text: #1f2328; --soft: #59636e; --line: #d1d9e0; --back: #fff; --code: #f6f8fa; --link: #0757ba;
  --red: #b3261e; --yellow: #7a5200; --green: #116329; --blue: #0757ba; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa4ae; --line: #3d444d; --back: #0d1117; --code: #161b22; --link: #6cb6ff;
    --red: #ff8a80; --yellow: #e3b341; --green: #56d364; --blue: #6cb6ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.25rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .25rem; }
p { margin: .4rem 0; }
ul { margin: .4rem 0; padding-left: 1.25rem; }
li { margin: .15rem 0; }
a { color: var(--link); }
code { font: .88em/1.45 ui-monospace, monospace; background: var(--code); padding: .1em .3em; border-radius: 4px;
  overflow-wrap: anywhere; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.badge { border: 1px solid; border-radius: 999px; padding: .05rem .55rem; font-size: .85em; font-weight: 600;
  white-space: nowrap; }
.error, .blocked, .failed { color: var(--red); }
.warning, .undecided { color: var(--yellow); }
.info { color: var(--blue); }
.ready, .passed { color: var(--green); }
@media print { main { max-width: none; } a { color: inherit; } }
`;
/** Of the style sheet, in base64. It changes with it. */
const STYLE_SHA256 = '6ztqzcysqLWwlE0PcHMLgwOwh7LvFCbbCJNMa2Z92xk=';

/** No requests, no script. The policy allows only its own style sheet: nothing runs even if markup is injected. */
export const documentHtml = (title: string, document: Document, urlOf: PlaceUrl): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="connlint">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${STYLE_SHA256}'; base-uri 'none'; form-action 'none'">
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
  if ('code' in block) return `<pre tabindex="0"><code>${block.code.split('\n').map(escaped).join('\n')}</code></pre>`;
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
