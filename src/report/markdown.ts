import { escapeControlChars } from '../text/escape-control-chars.ts';
import { findingItem, inlines, type Block, type Document, type Item, type Words } from './document.ts';
import type { PlaceUrl } from './report-view.ts';
import { placeText } from './terminal.ts';

/** Text in which nothing becomes markup, except that parts in backticks stay code. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replace(/[<*[\]\\]|\b_|_\b/g, (mark) => `\\${mark}`)))
    .join('');

/** A code span whose delimiter is longer than any run of backticks in it. */
export function code(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = /^`|`$|^ .* $/.test(text) ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** A fenced block; the fence is longer than any in the text. */
export function fence(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/** Text of a repository on one line, in which nothing is markup. An underscore within a word never is. */
const plainCell = (text: string): string => escapeControlChars(text).replace(MARKUP, (mark) => `\\${mark}`);
const MARKUP = /[\\`*[\]<>|~#&$!]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g;

/** The document in GitHub's Markdown, in which nothing of a repository becomes markup. */
export const documentMarkdown = (document: Document, urlOf: PlaceUrl): string =>
  `${document.map((block) => blockText(block, urlOf, '')).join('\n\n')}\n`;

function blockText(block: Block, urlOf: PlaceUrl, margin: string): string {
  if ('heading' in block) return `${'#'.repeat(block.level)} ${wordsText(block.heading, urlOf)}`;
  if ('paragraph' in block) return margin + wordsText(block.paragraph, urlOf);
  if ('code' in block) return fence(block.code, 'sh').replace(/^/gm, margin);
  if ('finding' in block) return itemsText([findingItem(block.finding)], false, urlOf, margin);
  return itemsText(block.list, block.numbered ?? false, urlOf, margin);
}

function itemsText(items: readonly Item[], numbered: boolean, urlOf: PlaceUrl, margin: string): string {
  const parts = items.map(({ words, below = [] }, at) => {
    const mark = numbered ? `${at + 1}. ` : '- ';
    const rest = below.map((one) => blockText(one, urlOf, margin + ' '.repeat(mark.length)));
    const isLoose = below.some((one) => 'paragraph' in one || 'code' in one);
    return [`${margin}${mark}${wordsText(words, urlOf)}`, ...rest].join(isLoose ? '\n\n' : '\n');
  });
  return parts.join(numbered ? '\n\n' : '\n');
}

function wordsText(words: Words, urlOf: PlaceUrl): string {
  const parts = inlines(words).map((piece) => {
    if (typeof piece === 'string') return plainCell(piece);
    if ('code' in piece) return code(escapeControlChars(piece.code));
    if ('strong' in piece) return `**${plainCell(piece.strong)}**`;
    if ('badge' in piece) return `**${plainCell(piece.badge)}**`;
    const url = urlOf(piece.place);
    const text = code(placeText(piece.place));
    return url === null ? text : `[${text}](${url})`;
  });
  return parts.join('');
}
