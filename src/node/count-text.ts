import type { Buffer } from 'node:buffer';
import type { WholePlace } from '../text/excerpts.ts';

/** A place in a text, and in the bytes that it was read from. */
export interface BytePlace extends WholePlace {
  /** In bytes. */
  readonly position: number;
  /** Where the line starts, in bytes. */
  readonly linePosition: number;
}

/** Counts UTF-16 code units and lines of text that passes by as bytes. */
export interface TextCounter {
  /** Where it is. `isWithinEnd` where the line feed of a line end is the next byte. */
  readonly place: (isWithinEnd?: boolean) => BytePlace;
  /**
   * Goes on behind these bytes, or to the character at an offset of the text; returns how many bytes it took.
   * @param isNarrow true when each byte is a character; else they are UTF-8 and cut no character
   */
  readonly pass: (bytes: Buffer, isNarrow: boolean, until?: number) => number;
}

export const LF = 10;
export const CR = 13;

const BEGINNING: BytePlace = { offset: 0, line: 1, lineStart: 0, position: 0, linePosition: 0 };

export function textCounter(from: BytePlace = BEGINNING): TextCounter {
  let { offset, line, lineStart, position, linePosition } = from;
  /** True behind a carriage return: a line feed that follows it belongs to the same line end. */
  let isReturn = false;
  const endLine = (): void => {
    line++;
    lineStart = offset;
    linePosition = position;
    isReturn = false;
  };
  return {
    place: (isWithinEnd = false) =>
      isReturn && !isWithinEnd
        ? { offset, line: line + 1, lineStart: offset, position, linePosition: position }
        : { offset, line, lineStart, position, linePosition },
    pass(bytes, isNarrow, until = Infinity) {
      if (isNarrow && until === Infinity && !isReturn && !bytes.includes(LF) && !bytes.includes(CR)) {
        offset += bytes.length;
        position += bytes.length;
        return bytes.length;
      }
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!;
        const isFirst = isNarrow || (byte & 0xc0) !== 0x80;
        if (isFirst && offset >= until) return at;
        if (isReturn && byte !== LF) endLine();
        position++;
        if (isFirst) offset += !isNarrow && byte >= 0xf0 ? 2 : 1;
        if (byte === LF) endLine();
        else isReturn = byte === CR;
      }
      return bytes.length;
    },
  };
}

/** A byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/** Length of the byte order mark with which bytes of UTF-8 begin. */
export const markLength = (bytes: Buffer): number => (MARK.every((byte, at) => bytes[at] === byte) ? MARK.length : 0);

/** The place itself, or the one before it that cuts neither a character nor a line end. */
export function borderAt(buffer: Buffer, place: number): number {
  let at = place;
  while (at > place - MOST_FOLLOWING && at > 0 && (buffer[at]! & 0xc0) === 0x80) at--;
  return buffer[at] === LF && buffer[at - 1] === CR ? at - 1 : at;
}

/** Bytes of a character behind its first one. */
const MOST_FOLLOWING = 3;
