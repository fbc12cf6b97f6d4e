import { framePieces, type Frame } from '../lint/frame.ts';
import type { Finding } from '../lint/finding.ts';
import type { Fix } from '../lint/rule.ts';
import type { Edit } from '../text/edits.ts';
import type { Range } from '../text/source.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { HUE, type Terminal } from './terminal.ts';

type Framed = Pick<Finding, 'text' | 'frame' | 'offset' | 'endOffset'>;

/** The part of the shown text that a range of the source means; the whole text if that is not known. */
function partOfText({ text, frame, offset, endOffset }: Framed): Range {
  if (!frame) return { offset: 0, endOffset: text.length };
  const from = textOffset(frame, offset, 'start');
  const to = textOffset(frame, endOffset, 'end');
  if (from === null || to === null || to <= from) return { offset: 0, endOffset: text.length };
  return { offset: from, endOffset: to };
}

/** An offset inside of something hidden moves to the edge of what is shown. */
function textOffset(frame: Frame, offset: number, edge: 'start' | 'end'): number | null {
  let before: number | null = null;
  for (const { source, text, length } of framePieces(frame)) {
    if (offset < source) return edge === 'start' ? (before ?? 0) : text;
    if (offset <= source + length && (edge === 'end' || offset < source + length)) return text + (offset - source);
    before = text + length;
  }
  return before;
}

/** One character in one column: tabs and control characters would move what is below. */
function flat(text: string): string {
  return escapeControlChars(text.replaceAll('\t', ' '));
}

/** The string of a finding with a line under the part that is meant. The gutter is as wide as the line number. */
export function frameLines(finding: Finding, terminal: Terminal): string[] {
  const { paint, width } = terminal;
  const number = String(finding.line);
  const blank = ' '.repeat(number.length);
  const bar = (line: string): string => paint.dim(`${line} |`);
  const { line, from, to, moreLines } = frameParts(finding, width - number.length - 3);
  const mark = paint[HUE[finding.severity]]('^'.repeat(Math.max(1, to - from)));
  return [
    bar(blank),
    `${bar(number)} ${line}`,
    `${bar(blank)} ${' '.repeat(from)}${mark}`,
    ...(moreLines > 0 ? [`${bar(blank)} … ${moreLines} more ${moreLines === 1 ? 'line' : 'lines'}`] : []),
  ];
}

interface FrameParts {
  readonly line: string;
  readonly from: number;
  readonly to: number;
  readonly moreLines: number;
}

/** The first line of the range, cut to this many columns around it. */
export function frameParts(finding: Finding, room: number): FrameParts {
  const part = partOfText(finding);
  const [before = '', after = ''] = [finding.frame?.before, finding.frame?.after];
  const start = finding.text.lastIndexOf('\n', part.offset - 1) + 1;
  const lineEnd = finding.text.indexOf('\n', part.offset);
  const end = lineEnd < 0 ? finding.text.length : lineEnd;
  const head = start === 0 ? before : '';
  const lead = flat(head + finding.text.slice(start, part.offset));
  const meant = flat(finding.text.slice(part.offset, Math.min(part.endOffset, end)));
  const tail = flat(finding.text.slice(Math.min(part.endOffset, end), end) + (lineEnd < 0 ? after : ''));
  const moreLines = lineEnd < 0 ? 0 : finding.text.slice(lineEnd + 1).split('\n').length;
  return { moreLines, ...fitted(lead, meant, tail, room) };
}

const MIN_LEAD = 24;

function fitted(lead: string, meant: string, tail: string, room: number): Omit<FrameParts, 'moreLines'> {
  const whole = lead + meant + tail;
  if (whole.length <= room) return { line: whole, from: lead.length, to: lead.length + meant.length };
  // As much of the front as leaves the meant part whole, and never less than some.
  const leadRoom = Math.max(Math.min(lead.length, MIN_LEAD), Math.min(lead.length, room - meant.length - 1));
  const front = lead.length > leadRoom ? `…${lead.slice(lead.length - leadRoom + 1)}` : lead;
  const rest = front + meant + tail;
  const line = rest.length > room ? `${rest.slice(0, room - 1)}…` : rest;
  return { line, from: front.length, to: Math.min(front.length + meant.length, line.length) };
}

/**
 * What the meant part will read after a fix; the whole string where an edit reaches beyond it, or nothing remains of
 * it. `null` if that is not known.
 */
export function fixedText(finding: Framed, fix: Fix): string | null {
  const { frame, text } = finding;
  if (!frame || fix.edits.length === 0) return null;
  const part = partOfText(finding);
  const edits = fix.edits.flatMap((edit) => {
    const at = exactRange(frame, edit);
    return at ? [{ text: edit.text, ...at }] : [];
  });
  if (edits.length < fix.edits.length) return null;
  edits.sort((a, b) => a.offset - b.offset);
  const isInside = edits.every(({ offset, endOffset }) => offset >= part.offset && endOffset <= part.endOffset);
  const changed = isInside ? edited(text, edits, part) : '';
  return flat(changed.trim() === '' ? edited(text, edits, { offset: 0, endOffset: text.length }) : changed);
}

function edited(text: string, edits: readonly Edit[], { offset, endOffset }: Range): string {
  let after = '';
  let from = offset;
  for (const edit of edits) {
    after += text.slice(from, edit.offset) + edit.text;
    from = edit.endOffset;
  }
  return after + text.slice(from, endOffset);
}

function exactRange(frame: Frame, { offset, endOffset }: Range): Range | null {
  const from = exactOffset(frame, offset);
  const to = exactOffset(frame, endOffset);
  return from === null || to === null ? null : { offset: from, endOffset: to };
}

function exactOffset(frame: Frame, offset: number): number | null {
  const piece = framePieces(frame).find(({ source, length }) => source <= offset && offset <= source + length);
  return piece ? piece.text + (offset - piece.source) : null;
}
