import { Buffer } from 'node:buffer';

/** What is written, whole or piece by piece. */
export type Content = string | Uint8Array | Iterable<string>;

/** Pieces are gathered into so many UTF-16 code units before they are written. */
const GATHERED = 1 << 16;

/** The bytes of a content, one part after the other. */
export function* partsOf(content: Content): Iterable<Buffer> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    yield Buffer.from(content as string);
    return;
  }
  let gathered = '';
  for (const piece of content) {
    gathered += piece;
    if (gathered.length < GATHERED) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  yield Buffer.from(gathered);
}
