import type { Segment } from '../text/literal.ts';
import { decodeCharacters } from './escapes.ts';

/** Text of a Jupyter notebook as its reader sees it, with the places of its characters. */
export interface CellText {
  /** Named for its language. */
  readonly path: 'cell.py' | 'cell.md';
  value: string;
  readonly segments: Segment[];
}

/** The type of a cell, or the opening bracket or quote of its lines (nbformat 3 and 4). */
const PART = /"cell_type"\s{0,20}:\s{0,20}"(\w{1,20})"|"(?:source|input)"\s{0,20}:\s{0,20}(?=[["])/g;
const GAP = /[\s,[]{0,400}/y;
/** One line of a cell, between its quotes. */
const LINE = /"((?:[^"\\]|\\[^])*)"/y;

/**
 * The cells of a notebook: all code as one text, because cells share their variables, and each other cell. One pass over
 * the text.
 */
export function notebookCells(text: string): CellText[] {
  const code: CellText = { path: 'cell.py', value: '', segments: [] };
  const cells = [code];
  let isCode = true;
  for (const { index, 0: part, 1: type } of text.matchAll(PART)) {
    if (type !== undefined) {
      isCode = type === 'code';
      continue;
    }
    const cell: CellText = isCode ? code : { path: 'cell.md', value: '', segments: [] };
    if (!isCode) cells.push(cell);
    addLines(cell, text, index + part.length);
  }
  return cells;
}

function addLines(cell: CellText, text: string, from: number): void {
  const take = (value: string, offset: number, endOffset: number, exact: boolean): void => {
    cell.segments.push({ offset, endOffset, at: cell.value.length, length: value.length, exact });
    cell.value += value;
  };
  const isList = text[from] === '[';
  let at = from;
  for (;;) {
    GAP.lastIndex = at;
    LINE.lastIndex = at + (GAP.exec(text)?.[0].length ?? 0);
    const line = LINE.exec(text);
    if (!line) break;
    at = LINE.lastIndex;
    const inner = { offset: line.index + 1, endOffset: at - 1 };
    decodeCharacters(text, inner, 'string', (value, range, exact) => take(value, range.offset, range.endOffset, exact));
    if (!isList) break;
  }
  take('\n', at, at, false);
}
