import type { FilePlaces } from './file-places.ts';
import { utf8Length, isReadAlike } from './byte-columns.ts';
import type { FileText } from './byte-columns.ts';
import { lineHashes } from './line-hash.ts';
import { lineIndex, countBefore } from './source.ts';
import type { LineIndex, Position, Range } from './source.ts';

/** A line of which places can be told without its text. */
export interface RecordedLine {
  /** 1-based. */
  readonly line: number;
  /** Offset at which it starts. */
  readonly start: number;
  readonly hash: string | null;
  /** Units that take other than one byte: index in the line, and by how many bytes they differ from one. */
  readonly wide: readonly (readonly [unit: number, more: number])[];
}

/** The lines of a file in which something stands. Holds no text. */
export interface RecordedPlaces {
  readonly lines: readonly RecordedLine[];
  /** True when bytes are known. */
  readonly alike: boolean;
  /** True for a byte order mark, which counts in the first line. */
  readonly mark: boolean;
}

/** Takes down the lines of these ranges. */
export function recordPlaces(file: FileText, ranges: readonly Range[]): RecordedPlaces {
  const { text, utf8 } = file;
  const index = lineIndex(text);
  const ends = new Map<number, number>();
  for (const { offset, endOffset } of ranges) {
    const last = index.position(endOffset).line;
    for (let { line } = index.position(offset); line <= last; line++) {
      const end = Math.min(endOffset, index.lineStart(line + 1));
      ends.set(line, Math.max(ends.get(line) ?? 0, end));
    }
  }
  const lines = [...ends.keys()].sort((a, b) => a - b);
  const hashes = lineHashes(utf8, new Set(lines));
  return {
    lines: lines.map((line) => ({
      line,
      start: index.lineStart(line),
      hash: hashes.get(line) ?? null,
      wide: wideUnits(text, index.lineStart(line), ends.get(line)!),
    })),
    alike: isReadAlike(file),
    mark: utf8.startsWith('\ufeff') && !text.startsWith('\ufeff'),
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

/** The places of the recorded lines; of any other line those of the recorded one before it. */
export function recordedPlaces({ lines, alike, mark }: RecordedPlaces): FilePlaces {
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
  const hashes = new Map(lines.flatMap(({ line, hash }) => (hash === null ? [] : [[line, hash] as const])));
  return {
    position,
    bytes: alike ? inBytes : null,
    hashes: (wanted) => new Map([...hashes].filter(([line]) => wanted.has(line))),
  };
}

/** Lines and columns of the recorded lines, for what still has to be placed. */
export function recordedIndex({ lines }: RecordedPlaces): LineIndex {
  return {
    position: (offset) => {
      const { line, start } = lineAt(lines, offset);
      return { line, column: offset - start + 1 };
    },
    lineStart: (line) => lines.findLast((one) => one.line <= line)?.start ?? 0,
  };
}

const FIRST: RecordedLine = { line: 1, start: 0, hash: null, wide: [] };

function lineAt(lines: readonly RecordedLine[], offset: number): RecordedLine {
  return lines[countBefore(lines, ({ start }) => start <= offset) - 1] ?? FIRST;
}
