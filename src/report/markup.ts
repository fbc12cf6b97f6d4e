import { wellFormed } from './shown.ts';

/** Markup that is safe to stand in a page. Only `markup` and `raw` make it. */
export interface Markup {
  readonly html: string;
}

export type MarkupPart = string | number | Markup | null | readonly MarkupPart[];

/** Control characters, line ends among them, and every character that only steers how others are shown (bidi, width 0). */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of a repository as it may stand in an element or a quoted attribute; what cannot be seen is spelled out. */
function escaped(text: string): string {
  return wellFormed(text)
    .replace(UNSEEN, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`)
    .replace(/[&<>"']/g, (c) => ENTITIES[c]!);
}

/**
 * A piece of a page. What is filled in is escaped, unless it is a piece itself; attributes must be in double quotes. So
 * nothing that a repository holds becomes markup.
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

/** Sentences in which pieces between backticks are code. */
export function sentences(text: string): Markup {
  const pieces = text.split(/`([^`]+)`/);
  return markup`${pieces.map((piece, at) => (at % 2 === 1 ? markup`<code>${piece}</code>` : piece))}`;
}

/** Text that is ours and not markup of a page: a style sheet, a script. */
export function raw(text: string): Markup {
  return { html: text };
}
