import { BASELINE_MARK } from './baseline.ts';

/** How the result of a shard begins. */
export const BLOB_MARK = '{"connlint-blob":';

/** The words by which files of the tool's own are known. */
export const OWN_MARKS = [BASELINE_MARK, BLOB_MARK] as const;

/** True for a file that the tool wrote: one that is not in use here is no text of the project either. */
export function isOwnText(text: string): boolean {
  return OWN_MARKS.some((mark) => text.startsWith(mark));
}
