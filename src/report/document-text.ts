import { escapeControlChars, visibleLength } from '../text/escape-control-chars.ts';
import { inlines, type Block, type Document, type Hue, type Inline, type Words } from './document.ts';
import { wrapped } from './escape.ts';
import { placeLink, proseWidth, type Paint, type Terminal } from './terminal.ts';

const COLOURS: Readonly<Record<Hue, 'red' | 'yellow' | 'blue' | 'green'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'blue',
  ready: 'green',
  blocked: 'red',
  undecided: 'yellow',
  passed: 'green',
  failed: 'red',
};

/** The document for a terminal, or as plain text. */
export function documentText(document: Document, terminal: Terminal): string {
  return blocksText(document, terminal, '');
}

function blocksText(blocks: readonly Block[], terminal: Terminal, margin: string): string {
  return blocks
    .map((block, at) => {
      const before = blocks[at - 1];
      const isBelow = before === undefined || ('heading' in before && before.level === 3);
      const gap = isBelow || (margin !== '' && !('heading' in block)) ? '' : '\n';
      return (
        gap +
        blockLines(block, terminal, margin)
          .map((line) => `${line.trimEnd()}\n`)
          .join('')
      );
    })
    .join('');
}

function blockLines(block: Block, terminal: Terminal, margin: string): string[] {
  const { paint } = terminal;
  if ('heading' in block) return wrappedWords(block.heading, terminal, margin, margin).map((line) => paint.bold(line));
  if ('paragraph' in block) return wrappedWords(block.paragraph, terminal, margin, margin);
  if ('code' in block)
    return block.code.split('\n').map((line) => `${margin}  ${paint.cyan(escapeControlChars(line))}`);
  if ('table' in block) return tableLines(block, terminal, margin);
  return block.list.flatMap(({ words, below = [] }, at) => {
    const mark = block.numbered ? `${at + 1}. ` : '';
    const lines = wrappedWords(words, terminal, `${margin}  ${mark}`, `${margin}    `);
    const rest = blocksText(below, terminal, `${margin}    `);
    const gap = block.numbered && at > 0 && rest !== '' ? [''] : [];
    return [...gap, ...lines, ...(rest === '' ? [] : rest.trimEnd().split('\n'))];
  });
}

/** Columns as wide as their cells. */
function tableLines({ table, rows }: Extract<Block, { table: unknown }>, terminal: Terminal, margin: string): string[] {
  const cells = rows.map((row) => row.map((words) => lineText(words, terminal)));
  const head = table.map((title) => terminal.paint.bold(title));
  const widths = table.map((_, at) => Math.max(...[head, ...cells].map((row) => visibleLength(row[at] ?? ''))));
  const line = (row: readonly string[]): string =>
    margin + row.map((cell, at) => cell + ' '.repeat(widths[at]! - visibleLength(cell))).join('  ');
  return [head, ...cells].map(line);
}

function lineText(words: Words, { paint, links }: Terminal): string {
  return inlines(words)
    .map((piece) => inlineText(piece, paint, links))
    .join('');
}

function inlineText(piece: Inline, paint: Paint, links: Terminal['links']): string {
  if (typeof piece === 'string') return escapeControlChars(piece);
  if ('code' in piece) return escapeControlChars(piece.code);
  if ('strong' in piece) return paint.bold(escapeControlChars(piece.strong));
  if ('badge' in piece) return paint[COLOURS[piece.hue]](escapeControlChars(piece.badge));
  return placeLink(piece.place, { links });
}

/** Long lines are wrapped at their plain text, then painted; a line with a place stays whole, to be followed. */
function wrappedWords(words: Words, terminal: Terminal, first: string, rest: string): string[] {
  const text = lineText(words, terminal);
  const isWhole = inlines(words).some((piece) => typeof piece !== 'string' && 'place' in piece);
  if (isWhole || visibleLength(text) + first.length <= proseWidth(terminal)) return [first + text];
  return wrapped(text, proseWidth(terminal) - rest.length).map((line, at) => (at === 0 ? first : rest) + line);
}
