/** Where a baseline stands when the config names none. */
export const DEFAULT_BASELINE = '.connlint-baseline';

/** How a baseline begins; the number of its form follows. */
export const BASELINE_MARK = '# connlint baseline v';

/** How the result of a shard begins. */
export const BLOB_MARK = '{"connlint-blob":';

/** The words by which files of the tool's own are known. */
export const OWN_MARKS = [BASELINE_MARK, BLOB_MARK] as const;

/** True for a file that the tool wrote: one that is not in use here is no text of the project either. */
export function isOwnText(text: string): boolean {
  return OWN_MARKS.some((mark) => text.startsWith(mark));
}

/** A run that is killed leaves its temporary file; no other run takes it for one of the project. */
export const TEMPORARY = '.connlint.tmp';

/** True for the name of what a killed run left beside the file that it was to replace. */
export const isLeftOver = (path: string): boolean => path.endsWith(TEMPORARY);
