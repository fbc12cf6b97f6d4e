import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_BASELINE } from '../../report/own-files.ts';
import { countFindings } from '../../lint/report.ts';
import { cloneRoots } from '../fs/paths.ts';
import { findConfig } from '../project/find-config.ts';
import { listFiles, type FileChoice } from '../fs/list-files.ts';
import { scanFiles } from './scan-files.ts';
import type { FileScope } from '../fs/patterns.ts';
import type { Selection } from '../git/selection.ts';
import { STANDARD_WORDS } from './standard-words.ts';

export type PrefilterResult = NonNullable<ReturnType<typeof prefilter>>;

const MAX_FILES = 500;

export type Select = (scope: FileScope) => Selection;

/**
 * Searches files for the words of all rules without loading any rule. Only if nothing else matters: no config, no
 * facts, no baseline. Throws a `UserError` for paths that cannot be listed.
 * @returns `null` if nothing was searched; `clean` is what a report says if no file contains anything for a rule
 */
export function prefilter(
  cwd: string,
  config: string | false | undefined,
  choice: FileChoice | Select,
  progress: (done: number, total: number) => void,
) {
  const hasConfig = typeof config === 'string' || (config !== false && findConfig(cwd) !== null);
  if (hasConfig || existsSync(join(cwd, DEFAULT_BASELINE))) return null;
  const scope = { cwd, config: { ignores: [], overrides: [] }, root: cwd, own: new Set<string>() };
  const selection = typeof choice === 'function' ? choice(scope) : null;
  const list = selection?.list ?? listFiles(scope, choice as FileChoice);
  // A clone may have a config.
  const cloneOf = cloneRoots(cwd);
  if (list.files.some(({ path }) => cloneOf(path) !== null)) return null;
  // Among many files there is a word: the rules are loaded in any case.
  // A finding has a place in a file with something new.
  const searched = selection ? { ...list, files: selection.changed } : list;
  if (searched.files.length > MAX_FILES) return { list, selection, clean: null };
  const options = { progress, read: selection?.read, untilFound: true };
  const counts = scanFiles(searched, STANDARD_WORDS, options, () => undefined);
  if (counts.isCut) return { list, selection, clean: null };
  const { files, skipped } = counts;
  skipped.ignored = list.ignored.length;
  const summary = { files, skipped, strings: {}, findings: countFindings([]) };
  return { list, selection, clean: { summary, notices: [...list.notices, ...counts.notices], counts } };
}
