import { UserError } from '../errors.ts';
import { DEFAULT_MAX_BYTES, type SkippedFile } from '../fs/read-file.ts';
import { runGit, TOO_MUCH } from './run-git.ts';

/** File contents from Git, or why they are missing. */
export type GitBlob = { readonly bytes: Buffer } | SkippedFile;

const MISSING: SkippedFile = { skipped: 'unreadable', reason: 'git does not have the contents that are staged' };
const TOO_LARGE: SkippedFile = {
  skipped: 'large',
  reason: `more than ${Math.round(DEFAULT_MAX_BYTES / 1_000_000)} MB are staged`,
};

/** Larger answers are asked for in parts. In bytes. */
const MAX_ANSWER = 256_000_000;
const LINE_FEED = 10;

/**
 * Reads blobs by their names (`<id>`, `<commit>:<path>`), in this order. Throws a `UserError` if Git fails.
 * @param folder any folder of the repository
 */
export function readBlobs(folder: string, names: readonly string[], maxAnswer = MAX_ANSWER): GitBlob[] {
  if (names.length === 0) return [];
  // Git reads one name per line, so one with a line feed cannot be asked for.
  const input = names.map((name) => `${name.includes('\n') ? '' : name}\n`).join('');
  const maxBytes = names.length === 1 ? DEFAULT_MAX_BYTES + 1_000 : maxAnswer;
  const answer = runGit(folder, ['cat-file', '--batch', '--buffer'], { input, maxBytes });
  if (!('failed' in answer)) return parsed(answer.output, names.length);
  if (answer.failed !== TOO_MUCH)
    throw new UserError(`git could not read the contents of files: ${answer.failed}`, lackedHint(answer.stderr));
  if (names.length === 1) return [TOO_LARGE];
  const half = names.length >> 1;
  return [names.slice(0, half), names.slice(half)].flatMap((some) => readBlobs(folder, some, maxAnswer));
}

/** What to do where a partial clone lacks an object: nothing is fetched. Otherwise what Git says. */
export const lackedHint = (stderr: string): string | null =>
  /lazy fetching|could not fetch|promisor|unable to read tree|missing (?:tree|blob)/i.test(stderr)
    ? 'This clone lacks a part of its history. Fetch it: git fetch --refetch origin'
    : stderr.trim() || null;

/** Each answer is `<id> <type> <size>`, a line feed, the contents and a line feed; or `<name> missing`. */
function parsed(output: Buffer, count: number): GitBlob[] {
  const blobs: GitBlob[] = [];
  for (let at = 0; blobs.length < count;) {
    const end = output.indexOf(LINE_FEED, at);
    if (end < 0) throw new UserError('git ended before it had read the contents of all files');
    const [, type, size] = /^[\da-f]{40,64} (\w+) (\d+)$/.exec(output.toString('latin1', at, end)) ?? [];
    at = end + 1;
    if (size === undefined) {
      blobs.push(MISSING);
      continue;
    }
    const bytes = output.subarray(at, at + Number(size));
    at += Number(size) + 1;
    blobs.push(type === 'blob' ? { bytes } : MISSING);
  }
  return blobs;
}
