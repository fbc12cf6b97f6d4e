// Globs become regular expressions that may backtrack. These limits keep the worst pattern on the worst path within a
// few milliseconds. Patterns written by hand stay below them.

const MAX_LENGTH = 1_000;
/** Braces expand to one pattern per combination. */
const MAX_COMBINATIONS = 1_000;
const MAX_BRACE_DEPTH = 3;
/** Each star may end at any letter of a name, and so may the next one. */
const MAX_STARS = 3;
const MAX_GROUPS = 3;
/** Each `**` may match any number of folders, if it is compared with a whole path. */
const MAX_DEPTHS = 3;

/** The same path or pattern with `/`: `vendor\lib\**` equals `vendor/lib/**`. `\[` and `\{` stay escapes. */
export const withSlashes = (pattern: string): string => pattern.replace(/\\(?=[\p{L}\p{N}_.*-]|$)/gu, '/');

/** How a pattern is used. */
interface GlobUse {
  /** True if stars are compared with a whole path, and not with one path segment at a time. */
  readonly wholePath?: boolean;
}

/** Why a pattern would take too long to match, in words that follow "the pattern", or `null` if it would not. */
export function whyTooCostly(glob: string, { wholePath = false }: GlobUse = {}): string | null {
  if (glob.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`;
  if (glob.includes('(?')) return 'contains "(?", which is not allowed in globs';
  const scan = scanGlob(glob);
  if (scan.braceDepth > MAX_BRACE_DEPTH) return `has braces more than ${MAX_BRACE_DEPTH} levels deep`;
  if (scan.combinations > MAX_COMBINATIONS) return `expands to more than ${MAX_COMBINATIONS} patterns`;
  if (scan.isNestedGroup) return 'has a group in parentheses within another one';
  if (scan.isSlashInGroup) return 'has a "/" within parentheses';
  if (scan.isLooseRepeat) return 'repeats a group of several alternatives, or of one with wildcards';
  if (wholePath && glob.split('**').length - 1 > MAX_DEPTHS) return `has more than ${MAX_DEPTHS} "**"`;
  const segments = wholePath ? [scan.stars.flat()] : scan.stars;
  for (const segment of segments) {
    if (segment.filter((kind) => kind === 'group').length > MAX_GROUPS) {
      return `has more than ${MAX_GROUPS} groups in parentheses between two slashes`;
    }
    if (segment.filter((kind) => kind === 'star').length > MAX_STARS) {
      return `has more than ${MAX_STARS} stars ${wholePath ? 'within names' : 'between two slashes'}`;
    }
  }
  return null;
}

/** What to do about such a pattern. */
export const COSTLY_HINT = 'Write several simpler patterns in its place.';

type Wildcard = 'star' | 'group';

interface GlobScan {
  readonly braceDepth: number;
  readonly combinations: number;
  readonly isNestedGroup: boolean;
  readonly isSlashInGroup: boolean;
  readonly isLooseRepeat: boolean;
  /** The wildcards of each path segment. Of alternatives in braces, the one with the most wildcards counts. */
  readonly stars: readonly (readonly Wildcard[])[];
}

function scanGlob(glob: string): GlobScan {
  const { text, combinations, braceDepth } = withoutBraces(glob);
  const groups = [...text.matchAll(/([@!+*?]?)\(([^()]*)\)(\+?)/gu)];
  const isLoose = ([, sign = '', inner = '', plus = '']: RegExpMatchArray): boolean =>
    (sign === '+' || sign === '*' || plus !== '') && !/^(?:[^[\]*?+|]*|\[[^[\]]*\])$/u.test(inner);
  return {
    braceDepth,
    combinations,
    isNestedGroup: /\([^()]*\(/u.test(text),
    isSlashInGroup: groups.some(([, , inner = '']) => inner.includes('/')),
    isLooseRepeat: groups.some(isLoose),
    stars: text.split('/').map(wildcardsOf),
  };
}

/** A star for a whole segment, and `**`, can match in one way only. */
function wildcardsOf(segment: string): Wildcard[] {
  if (/^\*{1,2}$/u.test(segment)) return [];
  const found = segment.matchAll(/[@!+*?]?\(|\*+|[\])]\+/gu);
  return [...found].flatMap(([part]): Wildcard[] =>
    part.endsWith('(') ? (/^[!+*]/u.test(part) ? ['group', 'star'] : ['group']) : ['star'],
  );
}

/**
 * The pattern with each pair of braces replaced by its alternative with the most stars, and the number of patterns that
 * it expands to.
 */
function withoutBraces(glob: string): { text: string; combinations: number; braceDepth: number } {
  let text = glob.replace(/\\./gsu, '__');
  let combinations = 1;
  let braceDepth = 0;
  for (; braceDepth <= MAX_BRACE_DEPTH && /\{[^{}]*\}/u.test(text); braceDepth++) {
    text = text.replace(/\{([^{}]*)\}/gu, (_, inner: string) => {
      combinations *= countOf(inner);
      const stars = (part: string): number => part.split('*').length;
      return inner.split(',').reduce((most, part) => (stars(part) > stars(most) ? part : most));
    });
  }
  return { text, combinations, braceDepth };
}

/** `1..10` expands to ten. */
function countOf(inner: string): number {
  const [, from, to] = /^(-?\d+)\.\.(-?\d+)/u.exec(inner) ?? [];
  if (from !== undefined && to !== undefined) return Math.abs(Number(to) - Number(from)) + 1;
  return inner.includes('..') ? MAX_LETTERS : inner.split(',').length;
}

const MAX_LETTERS = 60;
