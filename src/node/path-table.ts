import { Buffer, isUtf8 } from 'node:buffer';
import { countTrue } from '../text/source.ts';
import { leavesTree } from './fs/bounds.ts';

/** Paths as bytes, in memory that threads share. */
export interface SharedPaths {
  /** ASCII, which is decoded fastest, or UTF-8. */
  readonly encoding: 'latin1' | 'utf8';
  readonly bytes: SharedArrayBuffer;
  /** Start and end of each path in the bytes, 32 bits each. */
  readonly bounds: SharedArrayBuffer;
}

/** A list of paths of which most are never needed as text. Only those that are needed take time and memory. */
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

  /** Number of paths before one, if the table is in code-unit order. */
  countBefore(path: string): number {
    return countTrue(this.length, (index) => this.at(index) < path);
  }
}

function toShared(bytes: Uint8Array | Uint32Array): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return shared;
}

/** The tracked files of a repository in an ordinary state. */
export interface TrackedTable {
  /** Files, in code-unit order. */
  readonly files: PathTable;
  /** Symbolic links and submodules, with Git's mode. */
  readonly others: readonly { readonly mode: string; readonly path: string }[];
}

const [NUL, TAB, SPACE, DOT, SLASH, ZERO, COLON, BACKSLASH] = [0, 9, 32, 46, 47, 48, 58, 92];
const [H, ONE] = [72, 49];
/** Offsets in a record: `H 100644 <hash> 0<tab>path`. */
const MODE = 2;
const HASH = 9;
const ASCII_END = 0x80;
/** From this byte on, the orders of bytes and of code units may differ. */
const OTHER_ORDER = 0xee;

/**
 * Parses the output of `git ls-files -z -t --stage`. `null` if records differ in form (a merge, a sparse checkout) or
 * names are unusual: invalid UTF-8, another order by code units than by bytes, or a path outside of the work tree.
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
      // The last record has an end too.
      if (byte === undefined) return null;
      if (byte > highest) highest = byte;
      if (byte === SLASH) mayLeave ||= mayLeaveTree(output, end + 1);
      else if (byte === COLON || byte === BACKSLASH) mayLeave = true;
    }
    if (mayLeave && leavesTree(output.toString('utf8', start, end))) return null;
    // 100644 and 100755 are files, 120000 a link, 160000 a submodule.
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

/** A quick check of a name's first bytes that most names pass. False if `leavesTree` cannot be true for it. */
function mayLeaveTree(output: Buffer, at: number): boolean {
  const first = output[at]!;
  const second = output[at + 1]!;
  if (first === SMALL_G || first === LARGE_G) return second === SMALL_I || second === LARGE_I;
  return first === DOT || first === SLASH || first >= ASCII_END;
}
