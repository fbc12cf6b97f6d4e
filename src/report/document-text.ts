import { escapeControlChars, visibleLength } from '../text/escape-control-chars.ts';
import { inlines, placeLines, type Block, type Document, type Inline, type Words } from './document.ts';
import type { FindingEntry } from './causes.ts';
import { cut, wrapped } from './escape.ts';
import { HUE, NO_PAINT, placeText, type Paint, type Terminal } from './terminal.ts';

export const documentText = (document: Document, terminal: Terminal): string =>
  [...blockTexts(document, terminal)].join('');

/** The same in parts, made when they are written: a long report never exists as one text. */
export function* blockTexts(document: Iterable<Block>, terminal: Terminal): Iterable<string> {
  let before: Block | undefined;
  for (const block of document) {
    yield blockText(block, before, terminal, '');
    before = block;
  }
}

function blockText(block: Block, before: Block | undefined, terminal: Terminal, margin: string): string {
  const isBelow = before === undefined || ('heading' in before && before.level === 3);
  const gap = isBelow || (margin !== '' && !('heading' in block)) ? '' : '\n';
  const lines = blockLines(block, terminal, margin).map((line) => `${line.trimEnd()}\n`);
  return gap + lines.join('');
}

function blockLines(block: Block, terminal: Terminal, margin: string): string[] {
  const { paint } = terminal;
  if ('heading' in block) return wrappedWords(block.heading, terminal, margin, margin).map((line) => paint.bold(line));
  if ('paragraph' in block) return wrappedWords(block.paragraph, terminal, margin, margin);
  if ('code' in block)
    return block.code.split('\n').map((line) => `${margin}  ${paint.cyan(escapeControlChars(line))}`);
  if ('finding' in block) return findingLines(block.finding, terminal);
  return block.list.flatMap(({ words, below = [] }, at) => {
    const mark = block.numbered ? `${at + 1}. ` : '';
    const lines = wrappedWords(words, terminal, `${margin}  ${mark}`, `${margin}    `);
    const rest = below.map((one, i) => blockText(one, below[i - 1], terminal, `${margin}    `)).join('');
    const gap = block.numbered && at > 0 && rest !== '' ? [''] : [];
    return [...gap, ...lines, ...(rest === '' ? [] : rest.trimEnd().split('\n'))];
  });
}

/** What is wrong, the first string with the marked part, the other places, and what to do. */
function findingLines(finding: FindingEntry, terminal: Terminal): string[] {
  const { severity, name, message, places, most, string, notes } = finding;
  const { paint } = terminal;
  const blank = ' '.repeat(String(places[0]!.line).length);
  const label = `${severity}[${name}]`;
  const [head = '', ...more] = wrapped(`${label}: ${plainText(message)}`, terminal.proseWidth);
  const [first, ...others] = placeLines(places, most);
  const note = (title: string, words: Words): string[] => {
    const start = `${paint.dim(`${blank} = `)}${title}: `;
    return wrappedWords(words, terminal, start, ' '.repeat(visibleLength(start)));
  };
  return [
    paint[HUE[severity]](label) + paint.bold(head.slice(label.length)),
    ...more.map((line) => `  ${paint.bold(line)}`),
    `${blank}${paint.blue('-->')} ${paint.bold(plainText(first!))}`,
    ...(string ? frameLines(string, finding, terminal) : []),
    ...others.flatMap((words) => note('also', words)),
    ...notes.flatMap(([title, words]) => note(title, words)),
  ];
}

type MarkedString = NonNullable<FindingEntry['string']>;

/** The string with a line under the marked part. The gutter is as wide as the line number. */
function frameLines(string: MarkedString, { severity, places }: FindingEntry, { paint, width }: Terminal): string[] {
  const number = String(places[0]!.line);
  const blank = ' '.repeat(number.length);
  const bar = (line: string): string => paint.dim(`${line} |`);
  const { line, from, to } = frameParts(string, width - number.length - 3);
  const mark = paint[HUE[severity]]('^'.repeat(Math.max(1, to - from)));
  return [bar(blank), `${bar(number)} ${line}`, `${bar(blank)} ${' '.repeat(from)}${mark}`];
}

/** Characters of the line before the marked part that are always shown, the key among them. */
const MIN_LEAD = 24;

/** The key and the string, cut to this many columns around the marked part. */
function frameParts({ key, text, mark }: MarkedString, room: number) {
  const lead = escapeControlChars((key === null ? '' : `${key} `) + text.slice(0, mark.offset));
  const meant = escapeControlChars(text.slice(mark.offset, mark.endOffset));
  const whole = lead + meant + escapeControlChars(text.slice(mark.endOffset));
  // The front is cut only as far as the marked part needs, and never completely.
  const leadRoom =
    whole.length <= room ? lead.length : Math.min(lead.length, Math.max(MIN_LEAD, room - meant.length - 1));
  const hidden = lead.length - leadRoom;
  const line = cut(hidden > 0 ? `…${whole.slice(hidden + 1)}` : whole, room);
  return { line, from: leadRoom, to: Math.min(leadRoom + meant.length, line.length) };
}

const plainText = (words: Words): string =>
  inlines(words)
    .map((piece) => inlineText(piece, NO_PAINT))
    .join('');

function inlineText(piece: Inline, paint: Paint): string {
  if (typeof piece === 'string') return escapeControlChars(piece);
  if ('code' in piece) return escapeControlChars(piece.code);
  if ('strong' in piece) return paint.bold(escapeControlChars(piece.strong));
  if ('badge' in piece) return paint[HUE[piece.hue]](escapeControlChars(piece.badge));
  return placeText(piece.place);
}

/** A line with a place stays whole, to be followed, and a code by itself, to be copied. */
function wrappedWords(words: Words, terminal: Terminal, first: string, rest: string): string[] {
  const pieces = inlines(words);
  const text = pieces.map((piece) => inlineText(piece, terminal.paint)).join('');
  const isWhole = pieces.some(
    (piece) => typeof piece !== 'string' && ('place' in piece || ('code' in piece && pieces.length === 1)),
  );
  if (isWhole || visibleLength(first + text) <= terminal.proseWidth) return [first + text];
  return wrapped(text, terminal.proseWidth - rest.length).map((line, at) => (at === 0 ? first : rest) + line);
}
