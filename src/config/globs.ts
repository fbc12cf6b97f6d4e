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
  return expandBraces(glob) ? null : `expands to more than ${MAX_ALTERNATIVES} patterns`;
}

/** `{a,b}` and `{1..3}` that contain no other braces. */
const BRACES = /(?<!\\)\{([^{},]*,[^{}]*|-?\d{1,6}\.\.-?\d{1,6}|[a-z]\.\.[a-z])\}/iu;

/** The patterns without braces, or `null` if there are too many. Braces of another form are literal. */
function expandBraces(glob: string): readonly string[] | null {
  let globs = [glob];
  for (let open = BRACES.exec(glob); open; open = BRACES.exec(globs[0]!)) {
    const parts = alternatives(open[1]!);
    if (parts === null || globs.length * parts.length > MAX_ALTERNATIVES) return null;
    globs = globs.flatMap((one) => {
      const found = BRACES.exec(one);
      const inner = found && alternatives(found[1]!);
      if (!inner) return [one];
      return inner.map((part) => one.slice(0, found.index) + part + one.slice(found.index + found[0].length));
    });
    if (globs.length > MAX_ALTERNATIVES) return null;
  }
  return globs;
}

function alternatives(inner: string): readonly string[] | null {
  const [from = '', to] = inner.split('..');
  if (to === undefined || inner.includes(',')) return inner.split(',');
  const isNumber = /\d/u.test(from);
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const count = Math.abs(last - first) + 1;
  if (count > MAX_ALTERNATIVES) return null;
  const width = /^-?0\d/u.test(from) || /^-?0\d/u.test(to) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: count }, (_, at) => {
    const value = first + at * Math.sign(last - first);
    return isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value);
  });
}

/** Matches one path segment. */
type NameTest = (name: string) => boolean;

/** A matcher for paths with `/`. `**` as a whole segment matches any number of folders. */
export function globMatcher(glob: string): (path: string) => boolean {
  const tests = (expandBraces(glob) ?? []).map(pathTest);
  return (path) => tests.some((test) => test(path));
}

/** The same for a pattern in which braces are literal. */
export function pathTest(glob: string): (path: string) => boolean {
  const parts = glob.split('/').map((part) => (part === '**' ? null : nameMatcher(part)));
  const [first, last] = parts;
  // Most lines of ignore files are a name in any folder.
  if (first === null && last && parts.length === 2) return (path) => last(path.slice(path.lastIndexOf('/') + 1));
  return (path) => matchesNames(parts, path.split('/'));
}

/** `null` matches any number of segments. The first match up to that point is as good as any other. */
function matchesNames(parts: readonly (NameTest | null)[], names: readonly string[]): boolean {
  let [part, name, open, taken] = [0, 0, -1, 0];
  while (name < names.length) {
    const test = parts[part];
    if (test === null) {
      open = part++;
      taken = name;
    } else if (test?.(names[name]!)) {
      part++;
      name++;
    } else if (open >= 0) {
      part = open + 1;
      name = ++taken;
    } else return false;
  }
  while (parts[part] === null) part++;
  return part === parts.length;
}

/** `*`, or a test of one character. */
type Token = '*' | ((letter: string) => boolean);

const TOKEN = /\\(.)|\*+|\?|\[([!^]?)(\]?[^\]]{0,200})\]|./gsu;

function nameMatcher(part: string): NameTest {
  if (!/[*?[\\]/u.test(part)) return (name) => name === part;
  const tokens = [...part.matchAll(TOKEN)].map(tokenOf);
  return (name) => matchesTokens(tokens, [...name]);
}

function tokenOf([whole, escaped, not, inner]: RegExpMatchArray): Token {
  if (whole.startsWith('*')) return '*';
  if (whole === '?') return () => true;
  if (inner === undefined || inner === '') return (letter) => letter === (escaped ?? whole);
  const ranges = [...inner.matchAll(/(.)-(.)|(.)/gsu)];
  const isIn = (letter: string): boolean =>
    ranges.some(([, from, to, one]) => (one === undefined ? from! <= letter && letter <= to! : letter === one));
  return not === '' ? isIn : (letter) => !isIn(letter);
}

function matchesTokens(tokens: readonly Token[], letters: readonly string[]): boolean {
  let [at, pos, star, taken] = [0, 0, -1, 0];
  while (pos < letters.length) {
    const token = tokens[at];
    if (token === '*') {
      star = at++;
      taken = pos;
    } else if (token?.(letters[pos]!)) {
      at++;
      pos++;
    } else if (star >= 0) {
      at = star + 1;
      pos = ++taken;
    } else return false;
  }
  while (tokens[at] === '*') at++;
  return at === tokens.length;
}
