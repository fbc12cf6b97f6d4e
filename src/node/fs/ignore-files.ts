import { join } from 'node:path';
import type { Ignore, Options } from 'ignore';
import { load } from '../load.ts';
import { readText } from './read-file.ts';

/** In one folder, the later file overrules the earlier one. */
export const IGNORE_FILES = ['.gitignore', '.ignore'] as const;

/** The ignore rules that hold in a folder, outermost first. Paths are relative to the outermost folder, with `/`. */
export type IgnoreRules = readonly IgnoreLevel[];

interface IgnoreLevel {
  /** Folder of the ignore files: empty for the outermost one, else with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

// Git compares as the file system does by default.
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** Adds what the ignore files of `folder` say. `base` is the folder's path in the rules' own terms. */
export function withIgnoreFiles(
  outer: IgnoreRules,
  folder: string,
  base: string,
  files: readonly string[] = IGNORE_FILES,
): IgnoreRules {
  const texts = files.map((name) => readRules(join(folder, name)));
  if (texts.every((text) => text === '')) return outer;
  const ignore = load<(options: Options) => Ignore>('ignore');
  return [...outer, { base, rules: ignore({ ignorecase: IGNORE_CASE }).add(texts.join('\n')) }];
}

/** Whether the innermost rule that speaks of the path ignores it. A folder's path ends with a slash. */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const { base, rules: level } = rules[at]!;
    const { ignored, unignored } = level.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Git passes over an ignore file that it cannot read, and over a link. */
function readRules(file: string): string {
  const read = readText(file, { follow: false, maxBytes: MAX_BYTES });
  return 'text' in read ? read.text : '';
}

/** As in git. */
const MAX_BYTES = 100_000_000;
