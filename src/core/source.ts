/** A half-open range of UTF-16 code units: `offset` is inside, `endOffset` is the first unit after it. */
export interface Range {
  readonly offset: number;
  readonly endOffset: number;
}

/** One text to look at. A byte order mark is not part of `text`. */
export interface Source {
  /** Path as it is reported, with `/`; its name decides the format. */
  readonly path: string;
  readonly text: string;
}

/** A place as people count: lines and columns start at 1, columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets into lines and columns; a line ends with `\n`, `\r\n` or a lone `\r`. */
export interface LineIndex {
  position(offset: number): Position;
  /** Offset at which a 1-based line starts; past the last line, the length of the text. */
  lineStart(line: number): number;
  readonly lineCount: number;
}

export function lineIndex(text: string): LineIndex {
  return lineIndexOf(lineStarts(text), text.length);
}

/** Offsets at which lines start; the first is 0. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  } else {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  }
  return starts;
}

/** @param length of the text, in UTF-16 code units */
export function lineIndexOf(starts: readonly number[] | Uint32Array, length: number): LineIndex {
  return {
    lineCount: starts.length,
    lineStart: (line) => starts[line - 1] ?? length,
    position(offset) {
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}

export function overlaps(a: Range, b: Range): boolean {
  return a.offset < b.endOffset && b.offset < a.endOffset;
}
