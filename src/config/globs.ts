// The one matcher for patterns of a repository: ignores and overrides of the config, suppressions, CODEOWNERS. It takes
// time in proportion to pattern times path, whatever both contain, so no pattern has to be refused for its stars.

const MAX_LENGTH = 1_000;
/** Braces expand to one pattern per combination. */
const MAX_ALTERNATIVES = 64;

export const COSTLY_HINT = 'Write several simpler patterns in its place.';

/** The same path or pattern with `/`: `vendor\lib\**` equals `vendor/lib/**`. `\[` and `\{` stay escapes. */
export const withSlashes = (pattern: string): string => pattern.replace(/\\(?=[\p{L}\p{N}_.*-]|$)/gu, '/');

/** Why a glob is refused, in words that follow "the pattern", or `null` if it is not. */
export function whyTooCostly(glob: string): string | null {
  if (glob.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (/[@!+*?]\(/u.test(glob)) return 'has a group such as "!(a)", which connlint does not have';
  if (/\{[^{},.]*\.\.[^{},]*\}/.test(glob)) return 'has a range such as "{1..3}", which connlint does not have';
  return expandBraces(glob) ? null : `expands to more than ${MAX_ALTERNATIVES} patterns`;
}

/** `{a,b}` that contains no other braces. */
const BRACES = /(?<!\\)\{([^{},]*,[^{}]*)\}/;

/** The patterns without braces, or `null` if there are too many. Braces of another form are literal. */
function expandBraces(glob: string): readonly string[] | null {
  const [whole, inner] = BRACES.exec(glob) ?? [];
  if (whole === undefined) return [glob];
  const globs: string[] = [];
  for (const part of inner!.split(',')) {
    const expanded = expandBraces(glob.replace(whole, () => part));
    if (expanded === null || globs.length + expanded.length > MAX_ALTERNATIVES) return null;
    globs.push(...expanded);
  }
  return globs;
}

/** Tests one item of a row; `null` stands for any number of items. */
type Part<T> = ((item: T) => boolean) | null;

/** Whether parts match a whole row. The first place where `null` matches is as good as any other. */
function matchesAll<T>(parts: readonly Part<T>[], items: readonly T[]): boolean {
  let [part, item, open, taken] = [0, 0, -1, 0];
  while (item < items.length) {
    const test = parts[part];
    if (test === null) {
      open = part++;
      taken = item;
    } else if (test?.(items[item]!)) {
      part++;
      item++;
    } else if (open >= 0) {
      part = open + 1;
      item = ++taken;
    } else return false;
  }
  while (parts[part] === null) part++;
  return part === parts.length;
}

/** A matcher for paths with `/`. `**` as a whole segment matches any number of folders. */
export function globMatcher(glob: string): (path: string) => boolean {
  const patterns = (expandBraces(glob) ?? []).map((one) =>
    one.split('/').map((part) => (part === '**' ? null : nameTest(part))),
  );
  return (path) => {
    const names = path.split('/');
    return patterns.some((parts) => matchesAll(parts, names));
  };
}

function nameTest(part: string): (name: string) => boolean {
  if (!/[*?[\\]/u.test(part)) return (name) => name === part;
  const tokens = [...part.matchAll(/\\(.)|\*+|\?|\[([!^]?)(\]?[^\]]{0,200})\]|./gsu)].map(tokenOf);
  return (name) => matchesAll(tokens, [...name]);
}

function tokenOf([whole, escaped, not, inner]: RegExpMatchArray): Part<string> {
  if (whole.startsWith('*')) return null;
  if (whole === '?') return () => true;
  if (inner === undefined || inner === '') return (letter) => letter === (escaped ?? whole);
  const ranges = [...inner.matchAll(/(.)-(.)|(.)/gsu)];
  const isIn = (letter: string): boolean =>
    ranges.some(([, from, to, one]) => (one === undefined ? from! <= letter && letter <= to! : letter === one));
  return not === '' ? isIn : (letter) => !isIn(letter);
}
