import { findingItem, inlines, type Block, type Document, type Item, type Words } from './document.ts';
import { fence, nameCell, plainCell } from './markdown.ts';
import { placeText } from './terminal.ts';
import type { PlaceUrl } from './report-view.ts';

/** The document in GitHub's Markdown, in which nothing of a repository becomes markup. */
export function documentMarkdown(document: Document, urlOf: PlaceUrl): string {
  return `${document.map((block) => blockText(block, urlOf, '')).join('\n\n')}\n`;
}

function blockText(block: Block, urlOf: PlaceUrl, margin: string): string {
  if ('heading' in block) return `${'#'.repeat(block.level)} ${wordsText(block.heading, urlOf)}`;
  if ('paragraph' in block) return margin + wordsText(block.paragraph, urlOf);
  if ('code' in block) return fence(block.code, 'sh').replace(/^/gm, margin);
  if ('finding' in block) return itemsText([findingItem(block.finding)], false, urlOf, margin);
  return itemsText(block.list, block.numbered ?? false, urlOf, margin);
}

function itemsText(items: readonly Item[], numbered: boolean, urlOf: PlaceUrl, margin: string): string {
  return items
    .map(({ words, below = [] }, at) => {
      const mark = numbered ? `${at + 1}. ` : '- ';
      const rest = below.map((one) => blockText(one, urlOf, margin + ' '.repeat(mark.length)));
      const isLoose = below.some((one) => 'paragraph' in one || 'code' in one);
      return [`${margin}${mark}${wordsText(words, urlOf)}`, ...rest].join(isLoose ? '\n\n' : '\n');
    })
    .join(numbered ? '\n\n' : '\n');
}

function wordsText(words: Words, urlOf: PlaceUrl): string {
  return inlines(words)
    .map((piece) => {
      if (typeof piece === 'string') return plainCell(piece);
      if ('code' in piece) return nameCell(piece.code);
      if ('strong' in piece) return `**${plainCell(piece.strong)}**`;
      if ('badge' in piece) return `**${plainCell(piece.badge)}**`;
      const url = urlOf(piece.place);
      const text = nameCell(placeText(piece.place));
      return url === null ? text : `[${text}](${url})`;
    })
    .join('');
}
