import { markup, raw } from './markup.ts';
import type { Markup } from './markup.ts';
import { PAGE_SCRIPT } from './html-script.ts';
import { PAGE_STYLE } from './html-style.ts';
import { TABLE_STYLE } from './html-table-style.ts';
import { sha256Base64 } from './sha256.ts';

export interface Page {
  readonly title: string;
  /** Above the title, small. */
  readonly kicker: string;
  /** Below the title. */
  readonly lead: Markup;
  readonly body: readonly (Markup | null)[];
  readonly footer: Markup;
}

/**
 * A page in one file that asks no server for anything. Its policy lets run only the one script and the one style sheet by
 * their hashes, so that nothing else would run even if markup got in.
 */
export function htmlPage({ title, kicker, lead, body, footer }: Page): string {
  const style = PAGE_STYLE + TABLE_STYLE;
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${sha256Base64(style)}'`,
    `script-src 'sha256-${sha256Base64(PAGE_SCRIPT)}'`,
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
<h1>${title}</h1>
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
