import { isDocsPath, isTestPath } from '../rule-helpers/paths.ts';

/** Folders of code that is there to be read. */
const EXAMPLES = /(?:^|\/)(?:examples?|samples?|tutorials?)\//i;

/** Text files and notebooks are no prose by their type alone. */
const CODE_OR_DATA = /\.(?:txt|ipynb)$/i;

/**
 * Whether what stands in a file decides a planned change: code, config and infrastructure do, in whatever folder; tests do where
 * the cluster's record is known; documents and examples never do.
 */
export function decidesPlan(file: string, hasRecord: boolean): boolean {
  if (isTestPath(file)) return hasRecord;
  const name = file.slice(file.lastIndexOf('/') + 1);
  return !EXAMPLES.test(file) && (CODE_OR_DATA.test(name) || !isDocsPath(name));
}
