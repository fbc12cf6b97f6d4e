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
