import { utf8Length, isReadAlike, type FileText } from './byte-columns.ts';
import { lineHashes } from './line-hash.ts';
import { countBefore, type LineIndex, type Position, type Range } from './source.ts';

/** Data about a line from which positions can be computed without the text. */
export interface FileLine {
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  /** Hash by `lineHashes`, or `null` if hashes were not requested. */
  readonly hash: string | null;
  /** Units that do not take exactly one byte: index in the line, and the difference to one byte. */
  readonly wide: readonly (readonly [unit: number, more: number])[];
}

/** The lines of a file that contain findings or strings. Plain data without any of the text. */
export interface FileLines {
  readonly lines: readonly FileLine[];
  /**
   * True if byte columns are known: they were requested, and a program that expects UTF-8 counts the same lines and
   * columns.
   */
  readonly alike: boolean;
  /** True if the file has a byte order mark, which counts in the first line. */
  readonly mark: boolean;
}

/** What a format needs to know about lines besides their start. */
export interface LineWants {
  /** Columns in bytes. */
  readonly bytes?: boolean;
  readonly hashes?: boolean;
}

const NONE: readonly never[] = [];

/** Records the lines of these ranges. */
export function fileLines(
  { text, utf8 }: FileText,
  index: LineIndex,
  ranges: readonly Range[],
  wants: LineWants = {},
): FileLines {
  const ends = new Map<number, number>();
  for (const { offset, endOffset } of ranges) {
    const last = index.position(endOffset).line;
    for (let { line } = index.position(offset); line <= last; line++) {
      const end = Math.min(endOffset, index.lineStart(line + 1));
      ends.set(line, Math.max(ends.get(line) ?? 0, end));
    }
  }
  const lines = [...ends.keys()].sort((a, b) => a - b);
  const hashes = wants.hashes ? lineHashes(utf8, new Set(lines)) : null;
  return {
    lines: lines.map((line) => {
      const start = index.lineStart(line);
      const wide = wants.bytes ? wideUnits(text, start, ends.get(line)!) : NONE;
      return { line, start, hash: hashes?.get(line) ?? null, wide };
    }),
    alike: wants.bytes === true && isReadAlike({ text, utf8 }),
    mark: wants.bytes === true && utf8.startsWith('\ufeff') && !text.startsWith('\ufeff'),
  };
}

function wideUnits(text: string, from: number, to: number): (readonly [number, number])[] {
  const wide: (readonly [number, number])[] = [];
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) < 0x80) continue;
    wide.push([at - from, utf8Length(text, at, at + 1) - 1]);
  }
  return wide;
}

const MARK_BYTES = 3;

/** Positions in a file, for the recorded lines. Other offsets are mapped to the recorded line before them. */
export interface FilePlaces extends LineIndex {
  /** The position with its column in bytes, or `null` if byte columns are not known. */
  readonly bytes: ((offset: number) => Position) | null;
  hash(line: number): string | null;
}

export function filePlaces({ lines, alike, mark }: FileLines): FilePlaces {
  const position = (offset: number): Position => {
    const { line, start } = lineAt(lines, offset);
    return { line, column: offset - start + 1 };
  };
  const inBytes = (offset: number): Position => {
    const { line, start, wide } = lineAt(lines, offset);
    let bytes = offset - start;
    for (const [unit, more] of wide) {
      if (unit >= offset - start) break;
      bytes += more;
    }
    return { line, column: bytes + 1 + (mark && line === 1 ? MARK_BYTES : 0) };
  };
  return {
    position,
    lineStart: (line) => lines[countBefore(lines, (one) => one.line <= line) - 1]?.start ?? 0,
    bytes: alike ? inBytes : null,
    hash: (line) => lines[countBefore(lines, (one) => one.line < line)]?.hash ?? null,
  };
}

const FIRST: FileLine = { line: 1, start: 0, hash: null, wide: NONE };

function lineAt(lines: readonly FileLine[], offset: number): FileLine {
  return lines[countBefore(lines, ({ start }) => start <= offset) - 1] ?? FIRST;
}
