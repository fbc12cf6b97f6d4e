import { join } from 'node:path';
import type { Ignore, Options } from 'ignore';
import { whyTooCostly } from '../../config/glob-limits.ts';
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
  refused: (refusal: RefusedLines) => void = () => undefined,
): IgnoreRules {
  const texts = files.map((name) => {
    const { text, count, why } = withoutCostly(readRules(join(folder, name)));
    if (why !== null) refused({ file: base + name, count, why });
    return text;
  });
  if (texts.every((text) => text === '')) return outer;
  const ignore = load<(options: Options) => Ignore>('ignore');
  return [...outer, { base, rules: ignore({ ignorecase: IGNORE_CASE }).add(texts.join('\n')) }];
}

/** Lines of an ignore file that do not count. */
export interface RefusedLines {
  /** In the rules' own terms. */
  readonly file: string;
  readonly count: number;
  /** Of the first one, after "a pattern". */
  readonly why: string;
}

/** Longer lists are written by no person, and each path is compared with all of it. */
const MAX_LINES = 5_000;

/** The lines that can be compared with many paths in a short time. Leaving one out shows more files, never fewer. */
function withoutCostly(text: string): { text: string; count: number; why: string | null } {
  const lines = text.split('\n');
  let why = lines.length > MAX_LINES ? `is behind line ${MAX_LINES}` : null;
  const kept = lines.slice(0, MAX_LINES).filter((line) => {
    // Braces and parentheses are letters here.
    const reason = line.startsWith('#') ? null : whyTooCostly(line.replace(/[{}()+]/gu, '_'), { wholePath: true });
    why ??= reason;
    return reason === null;
  });
  return { text: why === null ? text : kept.join('\n'), count: lines.length - kept.length, why };
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

/** Larger than any that a person writes. */
const MAX_BYTES = 1_000_000;
