import { bytePositions, isReadAlike } from './byte-columns.ts';
import type { FileText } from './byte-columns.ts';
import { lineHashes } from './line-hash.ts';
import { lineIndex } from './source.ts';
import type { LineIndex, Position } from './source.ts';

/** The places of a file as reports ask for them. None of its text is needed any more. */
export interface FilePlaces {
  position(offset: number): Position;
  /** The same with columns in bytes; `null` where a program that expects UTF-8 counts other lines or columns. */
  readonly bytes: ((offset: number) => Position) | null;
  /** The hashes of `lineHashes`, of 1-based lines. */
  hashes(lines: ReadonlySet<number>): ReadonlyMap<number, string>;
}

/** Each answer is worked out when it is asked for. */
export function filePlaces(file: FileText): FilePlaces {
  let index: LineIndex | null = null;
  let inBytes: FilePlaces['bytes'] | undefined;
  const bytes = (): FilePlaces['bytes'] => {
    if (!isReadAlike(file)) return null;
    const places = bytePositions(file);
    return (offset) => places.position(offset);
  };
  return {
    position: (offset) => (index ??= lineIndex(file.text)).position(offset),
    get bytes() {
      return inBytes === undefined ? (inBytes = bytes()) : inBytes;
    },
    hashes: (lines) => lineHashes(file.utf8, lines),
  };
}
