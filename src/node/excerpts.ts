import { Buffer, constants, isAscii, isUtf8 } from 'node:buffer';
import type { Excerpts, WholePlace } from '../text/excerpts.ts';
import { canBeCut, excerptGap } from '../read/excerpt-gap.ts';
import { borderAt, LF, markLength, textCounter } from './count-text.ts';
import { TOO_LONG } from './fs/encoding.ts';
import type { Undecodable } from './fs/encoding.ts';
import type { WordScan } from './scan/word-scan.ts';

/** Which part of a large file is read. All in bytes. */
export interface ExcerptSizes {
  /** Smaller files are read as a whole. */
  readonly from: number;
  /** How much of the beginning is read: what names the file, and comments that are about all of it. */
  readonly beginning: number;
  /** How much is read on both sides of a word: more than the longest string has. */
  readonly margin: number;
  /** How far a border is moved so that no line is cut. */
  readonly line: number;
}

const SIZES: ExcerptSizes = { from: 16 << 20, beginning: 65_536, margin: 32_768, line: 4_096 };

/** A text that was put together from excerpts of a file. */
export interface ExcerptText {
  readonly text: string;
  readonly excerpts: Excerpts;
}

/** Says how excerpts of a file are read; `null` for a file that is to be read as a whole. */
export type ExcerptReader = (
  path: string,
  size: number,
) => ((read: ReadAt, scan: Finder) => ExcerptText | Undecodable) | null;

export function excerptReader(sizes: ExcerptSizes = SIZES): ExcerptReader {
  return (path, size) => {
    const shown = path.replaceAll('\\', '/');
    if (size < sizes.from || !canBeCut(shown)) return null;
    return (read, scan) => readExcerpts(read, scan, sizes, excerptGap(shown));
  };
}

/** Fills memory from an index on with what stands in a file from a position on; returns where it ends. */
export type ReadAt = (target: Buffer, from: number, position: number) => number;

/** Finds words in the memory of a scan. */
export type Finder = Pick<WordScan, 'buffer'> & { readonly next: NonNullable<WordScan['next']> };

/** Overlap of two fillings of the memory, in bytes: longer than any word. */
const OVERLAP = 256;

/**
 * The beginning of a file, and the text around words. As `decode` does, it takes bytes that are no UTF-8 for Latin-1.
 * @param gap stands between two pieces
 */
export function readExcerpts(read: ReadAt, scan: Finder, sizes: ExcerptSizes, gap: string): ExcerptText | Undecodable {
  const found = collect(read, scan, sizes, taker('utf8')) ?? collect(read, scan, sizes, taker('latin1'))!;
  const size = Math.max(
    0,
    found.pieces.reduce((sum, { from, to }) => sum + to - from + gap.length, -gap.length),
  );
  if (size > constants.MAX_STRING_LENGTH) return TOO_LONG;
  // All at once: pieces of text would be held beside the text.
  return lent(size, (bytes) => {
    let end = 0;
    let at = 0;
    const parts = found.pieces.map(({ from, to, length, offset, line, lineStart }) => {
      const piece = bytes.subarray(end, end + to - from);
      // What is gone by now is blank.
      piece.fill(' ', read(piece, 0, from));
      end += piece.length + bytes.write(gap, end + piece.length);
      const part = { at, length, offset, line, lineStart };
      at += length + gap.length;
      return part;
    });
    return { text: bytes.toString(found.isNarrow ? 'latin1' : 'utf8'), excerpts: { parts, length: found.length } };
  });
}

/** The library of types has no memory that changes its size yet. */
type Resizable = new (
  size: number,
  options: { readonly maxByteLength: number },
) => ArrayBuffer & { readonly resize: (size: number) => void };

/** Memory for as long as `use` runs. Any other would stay until the next collection, beside what was made of it. */
function lent<T>(size: number, use: (bytes: Buffer) => T): T {
  const memory = new (ArrayBuffer as unknown as Resizable)(size, { maxByteLength: size });
  const result = use(Buffer.from(memory, 0, size));
  memory.resize(0);
  return result;
}

/** `null` when the bytes are not in the encoding of the taker. All numbers are places in the memory. */
function collect(read: ReadAt, { buffer, next }: Finder, sizes: ExcerptSizes, taken: Taker): Found | null {
  const { margin, line } = sizes;
  let start = 0;
  let end = read(buffer, 0, 0);
  let done = taken.mark(buffer);
  let searched = 0;
  /** Up to where text is wanted; below `done` where none is. */
  let wanted = sizes.beginning;
  const goTo = (to: number, isKept: boolean): void => {
    if (to > done) taken.take(buffer.subarray(done, to), isKept);
    done = Math.max(done, to);
  };
  const close = (): void => {
    if (wanted > done) goTo(lineEndBefore(buffer, wanted, line), true);
    taken.close();
  };
  for (;;) {
    const isLast = end < buffer.length;
    // What stands behind this may be wanted yet, for a word that is not in the memory.
    const limit = isLast ? end : end - margin - line - OVERLAP;
    for (let at = next(searched, end); at >= 0; at = next(at + 1, end)) {
      if (at - margin > wanted + line) {
        close();
        goTo(lineStartAfter(buffer, at - margin, line), false);
      }
      wanted = Math.max(wanted, at + margin);
    }
    if (wanted >= end && isLast) goTo(end, true);
    else if (wanted >= limit) goTo(borderAt(buffer, Math.min(limit, wanted - line)), true);
    else {
      close();
      goTo(isLast ? end : borderAt(buffer, limit), false);
    }
    if (!taken.isSound()) return null;
    if (isLast) return taken.result();
    buffer.copyWithin(0, done, end);
    start += done;
    searched = Math.max(0, end - OVERLAP - done);
    wanted -= done;
    end -= done;
    done = 0;
    end = read(buffer, end, start + end);
  }
}

function lineEndBefore(buffer: Buffer, place: number, most: number): number {
  const at = buffer.subarray(Math.max(0, place - most), place).lastIndexOf(LF);
  return at < 0 ? borderAt(buffer, place) : Math.max(0, place - most) + at + 1;
}

function lineStartAfter(buffer: Buffer, place: number, most: number): number {
  const at = buffer.subarray(place, place + most).indexOf(LF);
  return at < 0 ? borderAt(buffer, place) : place + at + 1;
}

/** A piece of a file. */
interface Piece extends WholePlace {
  readonly from: number;
  to: number;
  length: number;
}

interface Found {
  readonly pieces: readonly Piece[];
  /** True when each byte of them is a character. */
  readonly isNarrow: boolean;
  /** Of the whole text, in UTF-16 code units. */
  readonly length: number;
}

/** Takes down where pieces are, and counts what lies before them. */
interface Taker {
  /** Leaves out the byte order mark, which is no part of the text; returns its length. */
  readonly mark: (bytes: Buffer) => number;
  readonly take: (bytes: Buffer, isKept: boolean) => void;
  /** What is kept from here on is another piece. */
  readonly close: () => void;
  readonly isSound: () => boolean;
  readonly result: () => Found;
}

const beginning = ({ offset, line, lineStart }: WholePlace, from: number): Piece => ({
  from,
  to: from,
  length: 0,
  offset,
  line,
  lineStart,
});

function taker(encoding: 'utf8' | 'latin1'): Taker {
  const pieces: Piece[] = [];
  const count = textCounter();
  let position = 0;
  let isOpen = false;
  let isSound = true;
  let allNarrow = true;
  return {
    mark: (bytes) => (position = encoding === 'utf8' ? markLength(bytes) : 0),
    take(bytes, isKept) {
      const isNarrow = encoding === 'latin1' || isAscii(bytes);
      isSound &&= isNarrow || isUtf8(bytes);
      if (isKept && !isOpen) pieces.push(beginning(count.place(), position));
      position += bytes.length;
      count.pass(bytes, isNarrow);
      if (!isKept) return;
      isOpen = true;
      allNarrow &&= isNarrow;
      const piece = pieces.at(-1)!;
      piece.to = position;
      piece.length = count.place().offset - piece.offset;
    },
    close: () => void (isOpen = false),
    isSound: () => isSound,
    result: () => ({ pieces, isNarrow: allNarrow, length: count.place().offset }),
  };
}
