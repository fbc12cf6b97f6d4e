import { Buffer, isUtf8 } from 'node:buffer';
import { fstatSync } from 'node:fs';
import type { FilePlaces } from '../text/file-places.ts';
import { lineHashes } from '../text/line-hash.ts';
import { borderAt, LF, markLength, textCounter } from './count-text.ts';
import type { BytePlace } from './count-text.ts';
import { DEFAULT_MAX_BYTES, irregular, readAt, withOpen } from './fs/read-file.ts';
import { mayBeText } from './fs/encoding.ts';
import { countBefore } from '../text/source.ts';

/** In bytes. */
export interface PlacesSizes {
  /** Smaller files are read as a whole. */
  readonly from: number;
  /** How much is read at once. */
  readonly piece: number;
  /** How far apart the places are that are remembered: so much is read again for every place that is asked for. */
  readonly stride: number;
}

const SIZES: PlacesSizes = { from: 16 << 20, piece: 1 << 20, stride: 16_384 };

/** The places of a large file, which is not held: it is read again where one is asked for. `null` for a file that is to be read as a whole. */
export function largePlaces(path: string, sizes: PlacesSizes = SIZES): FilePlaces | null {
  return again(path, (file) => placesOf(path, file, sizes));
}

function placesOf(path: string, file: number, sizes: PlacesSizes): FilePlaces | null {
  const stats = fstatSync(file);
  if (irregular(stats) !== null || stats.size < sizes.from || stats.size > DEFAULT_MAX_BYTES) return null;
  const wide = knownPlaces(file, sizes, false);
  const known = wide ?? knownPlaces(file, sizes, true);
  if (!known) return null;
  const find = finder(path, known, wide === null);
  return {
    position(offset) {
      const { line, lineStart } = find(offset);
      return { line, column: offset - lineStart + 1 };
    },
    // A program that expects UTF-8 reads bytes that are none otherwise.
    bytes:
      wide &&
      ((offset) => {
        const { line, position, linePosition } = find(offset);
        return { line, column: position - linePosition + 1 };
      }),
    hashes: (lines) => again(path, (open) => lineHashes(textPieces(open, sizes.piece), lines)) ?? new Map(),
  };
}

/** Places of the text in a regular distance, the last one at its end; `null` where the bytes are not in the encoding, or no text. */
function knownPlaces(file: number, { piece, stride }: PlacesSizes, isLatin1: boolean): BytePlace[] | null {
  const buffer = Buffer.allocUnsafe(piece);
  const known: BytePlace[] = [];
  let start = 0;
  let end = readAt(file, buffer, 0, 0);
  if (mayBeText(buffer.subarray(0, end)) !== 'narrow') return null;
  let at = isLatin1 ? 0 : markLength(buffer.subarray(0, end));
  const counter = textCounter({ offset: 0, line: 1, lineStart: 0, position: at, linePosition: 0 });
  for (;;) {
    const isLast = end < buffer.length;
    while (at + stride < end || (isLast && at < end)) {
      const to = at + stride < end ? borderAt(buffer, at + stride) : end;
      const bytes = buffer.subarray(at, to);
      if (!isLatin1 && !isUtf8(bytes)) return null;
      known.push(counter.place());
      counter.pass(bytes, isLatin1);
      at = to;
    }
    if (isLast) return [...known, counter.place()];
    buffer.copyWithin(0, at, end);
    start += at;
    end = readAt(file, buffer, end - at, start + end - at);
    at = 0;
  }
}

/** Finds places by offset. Those that follow each other mostly stand in the bytes that were read last. */
function finder(path: string, known: readonly BytePlace[], isLatin1: boolean): (offset: number) => BytePlace {
  let held: { readonly place: BytePlace; readonly bytes: Buffer } | null = null;
  return (offset) => {
    const after = countBefore(known, (place) => place.offset <= offset);
    const place = known[Math.max(0, after - 1)]!;
    if (held?.place !== place) {
      const bytes = Buffer.alloc((known[after]?.position ?? place.position) - place.position);
      again(path, (file) => readAt(file, bytes, 0, place.position));
      held = { place, bytes };
    }
    const counter = textCounter(place);
    const passed = counter.pass(held.bytes, isLatin1, offset);
    return counter.place(held.bytes[passed] === LF);
  };
}

/** A file that is gone by now has no places; what is said of it stays. */
function again<T>(path: string, use: (file: number) => T): T | null {
  try {
    return withOpen(path, use);
  } catch {
    return null;
  }
}

/** The text as programs take it that expect UTF-8. */
function* textPieces(file: number, piece: number): Generator<string> {
  const buffer = Buffer.allocUnsafe(piece);
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (let position = 0; ;) {
    const length = readAt(file, buffer, 0, position);
    position += length;
    yield decoder.decode(buffer.subarray(0, length), { stream: length === buffer.length });
    if (length < buffer.length) return;
  }
}
