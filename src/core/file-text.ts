import type { LineIndex, Position } from './source.ts';
import { lineIndex } from './source.ts';

/** A file as reports look at it again. */
export interface FileText {
  /** As it was linted: decoded, without a byte order mark. */
  readonly text: string;
  /** As programs take it that expect UTF-8: its bytes decoded as such, with the byte order mark. */
  readonly utf8: string;
}

/** True when a program that expects UTF-8 counts the same lines and columns, the byte order mark aside. */
export function isReadAlike({ text, utf8 }: FileText): boolean {
  if (text.length === utf8.length) return text === utf8;
  return utf8.length === text.length + 1 && utf8.startsWith('\ufeff') && utf8.endsWith(text);
}

/** Places as programs count that see bytes: columns start at 1 and count bytes of UTF-8. */
export interface BytePositions {
  readonly lines: LineIndex;
  position(offset: number): Position;
}

/** Byte columns of a file. A byte order mark counts, as it does for whoever reads the line from the file. */
export function bytePositions(file: FileText): BytePositions {
  const { text } = file;
  const lines = lineIndex(text);
  const mark = file.utf8.startsWith('\ufeff') && !text.startsWith('\ufeff') ? 3 : 0;
  // Lines can be as long as files: what was counted for the place before is not counted again.
  let known = { offset: 0, line: 1, bytes: mark };
  return {
    lines,
    position(offset) {
      const { line } = lines.position(offset);
      if (known.line !== line || known.offset > offset) {
        known = { offset: lines.lineStart(line), line, bytes: line === 1 ? mark : 0 };
      }
      known = { offset, line, bytes: known.bytes + utf8Length(text, known.offset, offset) };
      return { line, column: known.bytes + 1 };
    },
  };
}

/** How many bytes a part of a text takes in UTF-8. */
export function utf8Length(text: string, from = 0, to = text.length): number {
  let bytes = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
