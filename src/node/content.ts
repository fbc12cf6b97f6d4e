import { Buffer } from 'node:buffer';

/** What is written, whole or piece by piece. */
export type Content = string | Uint8Array | Iterable<string>;

/** Pieces are gathered into so many UTF-16 code units before they are written. */
const GATHERED = 1 << 16;

/** The bytes of a content, one part after the other. A part holds until the next one is asked for. */
export function* partsOf(content: Content): Iterable<Buffer> {
  if (typeof content === 'string' || content instanceof Uint8Array) {
    yield Buffer.from(content as string);
    return;
  }
  // One buffer for all: the memory of many would be given back much later than it is used.
  let buffer = Buffer.alloc(0);
  let gathered = '';
  const taken = (): Buffer => {
    const most = gathered.length * BYTES_OF_A_UNIT;
    if (buffer.length < most) buffer = Buffer.allocUnsafe(most);
    const part = buffer.subarray(0, buffer.write(gathered));
    gathered = '';
    return part;
  };
  for (const piece of content) {
    gathered += piece;
    if (gathered.length >= GATHERED) yield taken();
  }
  yield taken();
}

/** At most, in UTF-8. */
const BYTES_OF_A_UNIT = 3;
