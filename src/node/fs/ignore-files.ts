import { join } from 'node:path';
import { pathTest } from '../../config/globs.ts';
import { readText } from './read-file.ts';

/** In the same folder, the later file takes precedence. */
const IGNORE_FILES: readonly string[] = ['.gitignore', '.ignore'];

/** The lines of all ignore files that apply in a folder, outermost first. Of those that match, the last one decides. */
export type IgnoreRules = readonly IgnoreRule[];

interface IgnoreRule {
  /** Folder of the ignore file: empty for the outermost one, otherwise with a slash at its end. */
  readonly base: string;
  readonly negated: boolean;
  /** True for a rule that matches folders only. */
  readonly folders: boolean;
  /** Tests a path below the base, without a slash at its end. */
  readonly test: (path: string) => boolean;
}

// Git's default: as the file system compares.
const folded = (text: string): string =>
  process.platform === 'win32' || process.platform === 'darwin' ? text.toLowerCase() : text;

/** Adds the ignore files of `folder`, which contains `names`. `base`: its path relative to the outermost folder. */
export function withIgnoreFiles(
  outer: IgnoreRules,
  folder: string,
  base: string,
  names: readonly string[] = IGNORE_FILES,
): IgnoreRules {
  const own = IGNORE_FILES.filter((name) => names.includes(name)).flatMap((name) => rulesOf(join(folder, name), base));
  return own.length === 0 ? outer : [...outer, ...own];
}

/** More than any file written by hand has. Each path is compared with all lines. */
const MAX_BYTES = 100_000;
const MAX_LINES = 5_000;

/** Like Git, ignores an ignore file that is unreadable or a link. */
function rulesOf(file: string, base: string): IgnoreRule[] {
  const read = readText(file, { follow: false, maxBytes: MAX_BYTES });
  return 'text' in read ? read.text.split(/\r?\n/, MAX_LINES).flatMap((line) => ruleOf(line, base) ?? []) : [];
}

/** A line as gitignore(5) describes it. Spaces at its end count only behind a backslash. */
function ruleOf(line: string, base: string): IgnoreRule | null {
  const [, sign, pattern = '', slash] = /^(!?)\/?(.*?)(\/?)$/s.exec(trimmed(line)) ?? [];
  if (pattern === '' || line.startsWith('#')) return null;
  const isAnchored = /^!?\//.test(line) || pattern.includes('/');
  // `a/**` is everything in a folder, not the folder.
  const glob = (isAnchored ? pattern : `**/${pattern}`).replace(/\/\*\*$/, '/**/*');
  return { base, negated: sign === '!', folders: slash === '/', test: pathTest(folded(glob)) };
}

function trimmed(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && line[end - 2] !== '\\') end--;
  return line.slice(0, end);
}

/** Whether the last matching rule ignores the path. A folder's path ends with a slash. */
export function isIgnored(rules: IgnoreRules, path: string): boolean {
  const isFolder = path.endsWith('/');
  const plain = folded(isFolder ? path.slice(0, -1) : path);
  const decisive = rules.findLast(
    ({ base, folders, test }) => (isFolder || !folders) && test(base === '' ? plain : plain.slice(base.length)),
  );
  return decisive !== undefined && !decisive.negated;
}
