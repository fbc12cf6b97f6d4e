import { countBefore, type LineIndex, type Position, type Range } from './source.ts';

/** Data about a line from which positions can be computed without the text. */
interface FileLine {
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

const WINDOW = 100;
const BASE = 37;
const TWO_32 = 2 ** 32;
const POWER = BigInt(BASE) ** BigInt(WINDOW);
const POWER_HIGH = Number((POWER >> 32n) & 0xffff_ffffn);
const POWER_LOW = Number(POWER & 0xffff_ffffn);

const END_OF_FILE = 0xffff;
const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;

/**
 * The hashes by which GitHub code scanning recognises a line again, computed as in its uploader (`fingerprints.ts` of
 * codeql-action, 2026-06): a polynomial hash modulo 2^64 of the next hundred code units from the start of the line.
 * Spaces and tabs are left out, every line end counts as a line feed, and the end of the text as U+FFFF followed by
 * zeros. After `:` comes the number of occurrences of this hash so far. Takes about as long as reading the text. Lines
 * that the text does not have are missing in the result.
 * @param text with its byte order mark, which counts as a character
 * @param wanted 1-based lines
 */
export function lineHashes(text: string, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const { high, low } = hashesOf(text);
  const counts = new Map<string, number>();
  const key = (at: number): string => hex(high[at]!, low[at]!);
  const known = [...wanted].filter((line) => line >= 1 && line <= low.length);
  for (const line of known) counts.set(key(line - 1), 0);
  // The lower half alone already rules out most lines.
  const lows = new Set(known.map((line) => low[line - 1]!));
  const found = new Map<number, string>();
  for (let at = 0; at < low.length; at++) {
    if (!lows.has(low[at]!)) continue;
    const hash = key(at);
    const count = counts.get(hash);
    if (count === undefined) continue;
    counts.set(hash, count + 1);
    if (wanted.has(at + 1)) found.set(at + 1, `${hash}:${count + 1}`);
  }
  return found;
}

const hex = (high: number, low: number): string =>
  high === 0 ? low.toString(16) : high.toString(16) + low.toString(16).padStart(8, '0');

/** Upper and lower 32 bits, one per line. There may be millions. */
interface Hashes {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

/**
 * The hash of every line. With two halves of 32 bits the sums stay exact in doubles, which is much faster than BigInt.
 */
function hashesOf(text: string): Hashes {
  const most = lineCount(text);
  const hashes: Hashes = { high: new Uint32Array(most), low: new Uint32Array(most) };
  let lines = 0;
  const units = new Uint16Array(WINDOW);
  /** 1 if a line starts at this unit of the window. */
  const starts = new Uint8Array(WINDOW);
  let at = 0;
  let high = 0;
  let low = 0;
  const take = (unit: number, isStart: boolean): void => {
    if (starts[at] === 1) {
      hashes.high[lines] = high;
      hashes.low[lines++] = low;
    }
    const left = units[at]!;
    units[at] = unit;
    starts[at] = isStart ? 1 : 0;
    const sum = low * BASE + unit - POWER_LOW * left;
    low = sum >>> 0;
    high = (high * BASE + (sum - low) / TWO_32 - POWER_HIGH * left) >>> 0;
    at = at + 1 === WINDOW ? 0 : at + 1;
  };
  eachUnit(text, take);
  for (let rest = 0; rest < WINDOW; rest++) take(0, false);
  return { high: hashes.high.subarray(0, lines), low: hashes.low.subarray(0, lines) };
}

/** Number of lines. `\r\n` counts twice. */
function lineCount(text: string): number {
  let lines = 1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LINE_FEED || unit === CARRIAGE_RETURN) lines++;
  }
  return lines;
}

/** Passes on the units that count, each with whether a line starts there. */
function eachUnit(text: string, take: (unit: number, isStart: boolean) => void): void {
  let isStart = true;
  let isReturn = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const isSecond = unit === LINE_FEED && isReturn;
    isReturn = unit === CARRIAGE_RETURN;
    if (isSecond || unit === SPACE || unit === TAB) continue;
    take(isReturn ? LINE_FEED : unit, isStart);
    isStart = isReturn || unit === LINE_FEED;
  }
  take(END_OF_FILE, isStart);
}

/** The text of a file, decoded in two ways. */
export interface FileText {
  /** As it was linted: decoded, without a byte order mark. */
  readonly text: string;
  /** The bytes decoded as UTF-8, with the byte order mark: the text that a program sees which expects UTF-8. */
  readonly utf8: string;
}

/** True when a program that expects UTF-8 counts the same lines and columns, the byte order mark aside. */
export function isReadAlike({ text, utf8 }: FileText): boolean {
  if (text.length === utf8.length) return text === utf8;
  return utf8.length === text.length + 1 && utf8.startsWith('\ufeff') && utf8.endsWith(text);
}

/**
 * The length of a part of a text in UTF-8 bytes. Lengths of parts add up, even if a part ends between two surrogates.
 */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // A surrogate pair counts at its first unit. A lone surrogate is written as U+FFFD.
    else if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) bytes += 4;
    else if (!isLow(unit) || !isHigh(text.charCodeAt(at - 1))) bytes += 3;
  }
  return bytes;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
