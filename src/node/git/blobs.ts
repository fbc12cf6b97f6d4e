import { UserError } from '../errors.ts';
import { DEFAULT_MAX_BYTES } from '../fs/read-file.ts';
import { runGit, TOO_MUCH } from './run-git.ts';

/** File contents from Git, or why they are missing. */
export type GitBlob = { readonly bytes: Buffer } | { readonly missing: true } | { readonly tooLarge: number };

/** If an answer would be longer, the sizes are requested first, because it contains a large blob. */
const ONE_ANSWER = 256_000_000;

/**
 * Reads blobs by object id, in the order of the ids, in one Git call. Blobs above the size limit of files are not read.
 * Throws a `UserError` if Git fails.
 * @param folder any folder of the repository
 */
export function readBlobs(folder: string, ids: readonly string[], answerBytes = ONE_ANSWER): GitBlob[] {
  const blobs: GitBlob[] = [];
  while (blobs.length < ids.length) {
    const rest = ids.slice(blobs.length);
    const lacking = firstLacking(() => readTogether(folder, rest, answerBytes), blobs);
    if (lacking === null) break;
    // Git reads in order and stops there.
    const before = rest.slice(0, rest.indexOf(lacking));
    blobs.push(...readTogether(folder, before, answerBytes), { missing: true });
  }
  return blobs;
}

/** An object that a partial clone lacks and that is not fetched. */
class LackingObject extends Error {
  readonly id: string;
  constructor(id: string) {
    super('an object of a partial clone is missing');
    this.id = id;
  }
}

/** Adds the blobs. Returns the id of a missing object, in which case nothing is added. */
function firstLacking(read: () => GitBlob[], blobs: GitBlob[]): string | null {
  try {
    for (const blob of read()) blobs.push(blob);
    return null;
  } catch (error) {
    if (error instanceof LackingObject) return error.id;
    throw error;
  }
}

function readTogether(folder: string, ids: readonly string[], answerBytes: number): GitBlob[] {
  if (ids.length === 0) return [];
  const output = catFile(folder, '--batch', ids, answerBytes);
  if (output !== null) return parsed(output, ids.length, true);
  return inParts(folder, ids, answerBytes);
}

/** Several calls, each with an answer that fits in memory. */
function inParts(folder: string, ids: readonly string[], answerBytes: number): GitBlob[] {
  const sizes = parsed(catFile(folder, '--batch-check', ids, Infinity)!, ids.length, false);
  const blobs: GitBlob[] = [...sizes];
  let part: number[] = [];
  let bytes = 0;
  const read = (): void => {
    const wanted = part.map((at) => ids[at]!);
    const found = wanted.length === 0 ? [] : parsed(catFile(folder, '--batch', wanted, Infinity)!, wanted.length, true);
    for (const [i, blob] of found.entries()) blobs[part[i]!] = blob;
    part = [];
    bytes = 0;
  };
  for (const [at, size] of sizes.entries()) {
    if (!('tooLarge' in size) || size.tooLarge > DEFAULT_MAX_BYTES) continue;
    if (bytes + size.tooLarge > answerBytes) read();
    part.push(at);
    bytes += size.tooLarge;
  }
  read();
  return blobs;
}

/** `null` if the answer is longer than `maxBytes`. */
function catFile(folder: string, mode: string, ids: readonly string[], maxBytes: number): Buffer | null {
  const answer = runGit(folder, ['cat-file', mode, '--buffer'], { input: `${ids.join('\n')}\n`, maxBytes });
  if (!('failed' in answer)) return answer.output;
  if (answer.failed === TOO_MUCH) return null;
  const [, lacking] = /could not fetch ([\da-f]+) from promisor remote/.exec(answer.stderr) ?? [];
  if (lacking !== undefined && ids.includes(lacking)) throw new LackingObject(lacking);
  throw new UserError(`git could not read the contents of files: ${answer.failed}`, answer.stderr.trim() || null);
}

const LINE_FEED = 10;

/**
 * Each answer is `<id> <type> <size>` and a line feed, followed by the contents and a line feed if they were requested.
 */
function parsed(output: Buffer, count: number, withContents: boolean): GitBlob[] {
  const blobs: GitBlob[] = [];
  for (let at = 0; blobs.length < count;) {
    const end = output.indexOf(LINE_FEED, at);
    if (end < 0) throw new UserError('git ended before it had read the contents of all files');
    const [, type, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    const length = Number(size);
    if (size === undefined) blobs.push({ missing: true });
    else if (!withContents) blobs.push(type === 'blob' ? { tooLarge: length } : { missing: true });
    else {
      const bytes = output.subarray(at, at + length);
      if (bytes.length < length) throw new UserError('git ended before it had read the contents of all files');
      blobs.push(type !== 'blob' ? { missing: true } : length > DEFAULT_MAX_BYTES ? { tooLarge: length } : { bytes });
      at += length + 1;
    }
  }
  return blobs;
}
