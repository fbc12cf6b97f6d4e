import { PAGE_SCRIPT } from './page.js.ts';
import { PAGE_STYLE, TABLE_STYLE } from './page.css.ts';
import { SCRIPT_HASH, STYLE_HASH } from './page-hashes.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';

export interface Page {
  readonly title: string;
  /** In place of the title, above the page. */
  readonly heading?: Markup;
  /** Above the title, small. */
  readonly kicker: string;
  /** Below the title. */
  readonly lead: Markup;
  readonly body: readonly (Markup | null)[];
  readonly footer: Markup;
}

/**
 * A page in one file that makes no requests. Its policy allows only its own script and style sheet, by their hashes, so
 * that nothing else would run even if markup were injected.
 */
export function htmlPage({ title, heading, kicker, lead, body, footer }: Page): string {
  const style = PAGE_STYLE + TABLE_STYLE;
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src '${STYLE_HASH}'`,
    `script-src '${SCRIPT_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="connlint">
<meta http-equiv="Content-Security-Policy" content="${raw(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">To the content</a>
<header class="head">
<p class="kicker">${kicker}</p>
<h1>${heading ?? title}</h1>
${lead}
</header>
<main id="main" tabindex="-1">
${body.map((part) => (part === null ? null : markup`${part}\n`))}</main>
<footer>${footer}</footer>
<script>${raw(PAGE_SCRIPT)}</script>
</body>
</html>
`.html;
}

/** Markup that is safe in a page. Only `markup` and `raw` create it. */
export interface Markup {
  readonly html: string;
}

type MarkupPart = string | number | Markup | null | readonly MarkupPart[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of a repository, escaped for an element or a quoted attribute; invisible characters are spelled out. */
function escaped(text: string): string {
  return escapeControlChars(text).replace(/[&<>"']/g, (c) => ENTITIES[c]!);
}

/**
 * A piece of a page. Inserted values are escaped unless they are pieces themselves, and attributes must be in double
 * quotes, so that nothing in a repository becomes markup.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  let page = strings[0]!;
  for (const [at, part] of parts.entries()) page += rendered(part) + strings[at + 1]!;
  return { html: page };
}

function rendered(part: MarkupPart): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'html' in part ? part.html : part.map(rendered).join('');
}

const piecesOf = (text: string): string[] => text.split(/(?<=[/.,@:?& ])(?=[^/.,@:?& ])/);

/** Code of a repository in which lines break after `/ . , @ : ? &` and spaces first. */
export function breakableCode(text: string): Markup {
  return markup`${piecesOf(text).map((piece, at) => [at > 0 ? BREAK : null, piece])}`;
}

/** A name of a repository that lines may break after `/ . , @ : ? &` and spaces, and nowhere else. */
export function breakable(text: string): Markup {
  const pieces = piecesOf(text);
  const broken = breakableCode(text);
  // Browsers also break after hyphens, unless the style prevents it.
  const isWhole = text.includes('-') && pieces.every((piece) => piece.length <= MAX_WHOLE);
  return isWhole ? markup`<span class="w">${broken}</span>` : broken;
}

/** Longer pieces would not fit a narrow screen. */
const MAX_WHOLE = 36;

const BREAK: Markup = { html: '<wbr>' };

/** Sentences whose parts between backticks are code. */
export function sentences(text: string): Markup {
  const pieces = text.split(/`([^`]+)`/);
  return markup`${pieces.map((piece, at) => (at % 2 === 1 ? markup`<code>${piece}</code>` : piece))}`;
}

/** Our own text that is not markup: a style sheet, a script. */
export function raw(text: string): Markup {
  return { html: text };
}
