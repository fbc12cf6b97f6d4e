import { join } from 'node:path';
import type { Ignore, Options } from 'ignore';
import { load } from '../load.ts';
import { readText } from './read-file.ts';

/** In the same folder, the later file takes precedence. */
export const IGNORE_FILES = ['.gitignore', '.ignore'] as const;

/** The ignore rules of a folder, outermost first. Paths are relative to the outermost folder, with `/`. */
export type IgnoreRules = readonly IgnoreLevel[];

interface IgnoreLevel {
  /** Folder of the ignore files: empty for the outermost one, otherwise with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

// Git's default: as the file system compares.
const IGNORE_CASE = process.platform === 'win32' || process.platform === 'darwin';

/** Adds the ignore files of `folder`. `base` is the folder's path relative to the outermost folder. */
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

/** Lines of an ignore file that are skipped. */
export interface RefusedLines {
  /** Relative to the outermost folder. */
  readonly file: string;
  readonly count: number;
  /** Reason for the first one, to follow "a pattern". */
  readonly why: string;
}

/** Longer lists are not written by hand, and each path is compared with all lines. */
const MAX_LINES = 5_000;

/** Each star may end at any letter of a path. */
const MAX_STARS = 4;

function whyCostly(line: string): string | null {
  const stars =
    line
      .split('/')
      .filter((part) => !/^\*{1,2}$/u.test(part))
      .join('/')
      .split(/\*+/u).length - 1;
  return stars > MAX_STARS || line.length > 1_000 ? `has more than ${MAX_STARS} stars, or 1000 characters` : null;
}

/** Removes lines that take too long to match. Without them more files are scanned, never fewer. */
function withoutCostly(text: string): { text: string; count: number; why: string | null } {
  const lines = text.split('\n');
  let why = lines.length > MAX_LINES ? `is behind line ${MAX_LINES}` : null;
  const kept = lines.slice(0, MAX_LINES).filter((line) => {
    // Braces and parentheses are literal here.
    const reason = line.startsWith('#') ? null : whyCostly(line);
    why ??= reason;
    return reason === null;
  });
  return { text: why === null ? text : kept.join('\n'), count: lines.length - kept.length, why };
}

/** Whether the innermost matching rule ignores the path. A folder's path ends with a slash. */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  for (let at = rules.length - 1; at >= 0; at--) {
    const { base, rules: level } = rules[at]!;
    const { ignored, unignored } = level.test(path.slice(base.length));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** Like Git, ignores an ignore file that is unreadable or a link. */
function readRules(file: string): string {
  const read = readText(file, { follow: false, maxBytes: MAX_BYTES });
  return 'text' in read ? read.text : '';
}

/** Larger than any file written by hand. */
const MAX_BYTES = 1_000_000;
