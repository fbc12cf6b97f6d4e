import { Buffer, isUtf8 } from 'node:buffer';
import { countTrue } from '../text/source.ts';
import { leavesTree } from './fs/bounds.ts';

/** Paths as bytes, in memory that threads share. */
export interface SharedPaths {
  /** ASCII, which is fastest made text of, or UTF-8. */
  readonly encoding: 'latin1' | 'utf8';
  readonly bytes: SharedArrayBuffer;
  /** Where each path begins in the bytes and where it ends, 32 bits each. */
  readonly bounds: SharedArrayBuffer;
}

/** A list of paths of which most are never needed as text: a long one takes its memory and its time only for those that are. */
export class PathTable {
  readonly shared: SharedPaths;
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #bounds: Uint32Array;

  constructor(shared: SharedPaths) {
    this.shared = shared;
    this.#bytes = Buffer.from(shared.bytes);
    this.#bounds = new Uint32Array(shared.bounds);
    this.length = this.#bounds.length / 2;
  }

  static of(paths: readonly string[]): PathTable {
    const text = Buffer.from(paths.map((path) => `${path}\0`).join(''));
    const bounds = new Uint32Array(2 * paths.length);
    let at = 0;
    for (let index = 0; index < paths.length; index++) {
      bounds[2 * index] = at;
      const end = text.indexOf(0, at);
      bounds[2 * index + 1] = end;
      at = end + 1;
    }
    return new PathTable({ encoding: 'utf8', bytes: toShared(text), bounds: toShared(bounds) });
  }

  at(index: number): string {
    return this.#bytes.toString(this.shared.encoding, this.#bounds[2 * index], this.#bounds[2 * index + 1]);
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }

  /** How many paths come before one, where the table is in code-unit order. */
  countBefore(path: string): number {
    return countTrue(this.length, (index) => this.at(index) < path);
  }
}

function toShared(bytes: Uint8Array | Uint32Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return shared;
}

/** What git tracks, of a repository in an ordinary state. */
export interface TrackedTable {
  /** Files, in code-unit order. */
  readonly files: PathTable;
  /** Symbolic links and submodules, with the mode that git gives them. */
  readonly others: readonly { readonly mode: string; readonly path: string }[];
}

const [NUL, TAB, SPACE, DOT, SLASH, ZERO, COLON, BACKSLASH] = [0, 9, 32, 46, 47, 48, 58, 92];
const [H, ONE] = [72, 49];
/** Places in a record: `H 100644 <hash> 0<tab>path`. */
const MODE = 2;
const HASH = 9;
const ASCII_END = 0x80;
/** From this byte on a character may have another place in the order of code units than in that of bytes. */
const OTHER_ORDER = 0xee;

/**
 * Reads what `git ls-files -z -t --stage` writes; `null` where records are not all alike (a merge, a sparse checkout) or names are
 * unusual: what is not valid UTF-8, is ordered by bytes in another way than by code
 * units, or leads out of the work tree.
 */
export function trackedTable(output: Buffer): TrackedTable | null {
  const prefix = output.indexOf(TAB) + 1;
  const bounds = new Uint32Array(2 * Math.ceil(output.length / Math.max(prefix, HASH)));
  const others: { mode: string; path: string }[] = [];
  let count = 0;
  let highest = 0;
  for (let at = 0; at < output.length;) {
    const start = at + prefix;
    const isUsual =
      output[at] === H &&
      output[at + 1] === SPACE &&
      output[at + MODE] === ONE &&
      output[start - 2] === ZERO &&
      output[start - 1] === TAB;
    if (!isUsual) return null;
    let end = start;
    let mayLeave = mayLeaveTree(output, start);
    for (let byte = output[end]; byte !== NUL; byte = output[++end]) {
      // The last record ends too.
      if (byte === undefined) return null;
      if (byte > highest) highest = byte;
      if (byte === SLASH) mayLeave ||= mayLeaveTree(output, end + 1);
      else if (byte === COLON || byte === BACKSLASH) mayLeave = true;
    }
    if (mayLeave && leavesTree(output.toString('utf8', start, end))) return null;
    // 100644 and 100755; a link is 120000, a submodule 160000.
    if (output[at + MODE + 1] === ZERO) {
      bounds[2 * count] = start;
      bounds[2 * count + 1] = end;
      count++;
    } else {
      const mode = output.toString('latin1', at + MODE, at + HASH - 1);
      others.push({ mode, path: output.toString('utf8', start, end) });
    }
    at = end + 1;
  }
  if (highest >= OTHER_ORDER || !isUtf8(output)) return null;
  const encoding = highest < ASCII_END ? 'latin1' : 'utf8';
  const shared = { encoding, bytes: toShared(output), bounds: toShared(bounds.subarray(0, 2 * count)) } as const;
  return { files: new PathTable(shared), others };
}

const [LARGE_G, SMALL_G, LARGE_I, SMALL_I] = [71, 103, 73, 105];

/** A look at the first bytes of a name, which most names pass: false where `leavesTree` has nothing to say against it. */
function mayLeaveTree(output: Buffer, at: number): boolean {
  const first = output[at]!;
  const second = output[at + 1]!;
  if (first === SMALL_G || first === LARGE_G) return second === SMALL_I || second === LARGE_I;
  return first === DOT || first === SLASH || first >= ASCII_END;
}
