/** Where a baseline stands when the config names none. */
export const DEFAULT_BASELINE = '.connlint-baseline';

/** How a baseline begins; the number of its form follows. */
export const BASELINE_MARK = '# connlint baseline v';

/** How the result of a shard begins. */
export const BLOB_MARK = '{"connlint-blob":';

/** The word without which no file is the tool's own. */
export const OWN_WORDS = ['connlint'] as const;

/** How a file begins that connlint wrote. */
export interface FileMark {
  readonly begins: RegExp;
  /** All of these are in the beginning. */
  readonly contains?: readonly string[];
}

/** How far a beginning may reach, in UTF-16 code units. */
const BEGINNING = 12_000;

/** True for a baseline, the result of a shard or one of these reports: connlint wrote it, so it has no strings of its own. */
export function isOwnText(text: string, reports: readonly FileMark[]): boolean {
  if (text.startsWith(BASELINE_MARK) || text.startsWith(BLOB_MARK)) return true;
  if (!/^[{[<:#c]/.test(text)) return false;
  const beginning = text.slice(0, BEGINNING);
  return reports.some(
    ({ begins, contains = [] }) => begins.test(text) && contains.every((part) => beginning.includes(part)),
  );
}

/** A run that is killed leaves its temporary file; no other run takes it for one of the project. */
export const TEMPORARY = '.connlint.tmp';

/** True for the name of what a killed run left beside the file that it was to replace. */
export const isLeftOver = (path: string): boolean => path.endsWith(TEMPORARY);
