import type Micromatch from 'micromatch';
import type { Config } from '../../config/config.ts';
import { load } from '../load.ts';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Notice } from '../../lint/finding.ts';
import { COSTLY_HINT, globMatcher, whyTooCostly, withSlashes } from '../../config/globs.ts';
import { relativePath, displayArgument, shownMissing } from './paths.ts';
import { entryAt, statsOf } from './read-file.ts';
import { UserError } from '../errors.ts';

/**
 * Whether a path matches globs of a config. As in `.gitignore`, a pattern without a slash matches in every folder, and
 * one with a slash from the config's folder. The name of a folder matches everything below it, `!` includes again, and
 * the last matching pattern decides. Unlike there, a backslash before a name or `*` separates folders on every system.
 */
export function pathMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs.map((glob) => ({ test: testOf(glob), isNegated: glob.startsWith('!') }));
  return (path) => patterns.findLast(({ test }) => test(path))?.isNegated === false;
}

const testOf = (written: string) => matcherOf(withSlashes(written.replace(/^!/, '')).replace(/^(?:\.\/)+/u, '/'));

/** Matches paths by a pattern of `.gitignore` or CODEOWNERS, which also covers what is below a folder. */
export function matcherOf(pattern: string): (path: string) => boolean {
  const bare = pattern.replace(/^\/|\/$/g, '');
  const glob = pattern.slice(0, -1).includes('/') ? bare : `**/${bare}`;
  const below = globMatcher(`${glob}/**/*`);
  if (pattern.endsWith('/')) return below;
  const own = globMatcher(glob);
  // `docs/*` matches the files of that folder only.
  return glob.endsWith('/*') ? own : (path) => own(path) || below(path);
}

export const isGlob = (text: string): boolean => /[*?[\]{}()]/u.test(text);

const SHOWN_LETTERS = 60;

/** The folder before a glob (`src` for `src/*.ts`), and what matches paths below it. `null` for no glob (`a[b`). */
export function splitGlob(text: string) {
  const why = whyTooCostly(text);
  if (why !== null)
    throw new UserError(`the pattern ${displayArgument(text.slice(0, SHOWN_LETTERS))} ${why}`, COSTLY_HINT);
  const { base, glob } = load<typeof Micromatch>('micromatch').scan(text);
  return glob === '' ? null : { base: base.replace(/\\(.)/gsu, '$1'), matches: globMatcher(glob) };
}

/** The folder (or file) before the first glob character of a config pattern. Empty if it begins with one. */
export function patternBase(written: string): string {
  const plain = withSlashes(written).replace(/^!?(?:\.?\/)*/u, '');
  return (splitGlob(plain)?.base ?? plain).replace(/\/$/, '');
}

export interface FileScope {
  readonly cwd: string;
  readonly config: Pick<Config, 'ignores' | 'overrides'>;
  /** Absolute: what the patterns of the config are relative to. */
  readonly root: string;
  /** Absolute paths that are never scanned. */
  readonly own: ReadonlySet<string>;
  readonly loaded?: { readonly path: string } | null;
  /** The clone with a config of its own that contains a file (relative to `cwd`). */
  readonly cloneOf?: (path: string) => (Omit<FileScope, 'cwd' | 'cloneOf'> & { readonly loaded: object }) | null;
}

/** True for a file of the tool itself: a config, a fact file, a baseline. */
export const isOwnFile = ({ own, cloneOf }: FileScope, { path, absolute }: { path: string; absolute: string }) =>
  own.has(absolute) || cloneOf?.(path)?.own.has(absolute) === true;

export interface PathFilter {
  /** @param path from the folder of the config */
  passes(path: string): boolean;
  /** The patterns that match nothing, after all files below the root. */
  unused(): Notice[];
}

export function pathFilter(scope: Omit<FileScope, 'own'>, noIgnore: boolean): PathFilter {
  const { cwd, config, root, loaded, cloneOf } = scope;
  const ignores = noIgnore ? [] : config.ignores;
  const overrides = config.overrides.flatMap(({ files }) => files);
  const isIgnored = pathMatcher(ignores);
  const hasPatterns = ignores.length + overrides.length > 0;
  const seen: string[] = [];
  const inner = new Map<object, PathFilter>();
  const passesClone = (path: string): boolean => {
    const clone = cloneOf?.(root === cwd ? path : relativePath(cwd, resolve(root, path))) ?? null;
    if (clone === null) return true;
    const absolute = resolve(root, path);
    const filter = inner.get(clone) ?? pathFilter({ ...clone, cwd }, noIgnore);
    inner.set(clone, filter);
    return filter.passes(relativePath(clone.root, absolute));
  };
  return {
    passes(path) {
      if (hasPatterns) seen.push(path);
      return !isIgnored(path) && passesClone(path);
    },
    unused() {
      const ofClones = [...inner.values()].flatMap((filter) => filter.unused());
      const missed = (key: string, globs: readonly string[]): Notice[] =>
        globs
          .filter((glob) => !seen.some(testOf(glob)) && !isIgnoredAnyway(root, glob, seen))
          .map((glob) => ({
            code: 'pattern-matches-nothing',
            file: loaded ? relativePath(cwd, loaded.path) : '',
            message: `a pattern of "${key}" matches no file: ${shownMissing(glob)}`,
          }));
      return [...missed('ignores', ignores), ...missed('overrides', overrides), ...ofClones];
    },
  };
}

/** True if the pattern's folder exists but contains no listed file: Git ignores it, and the pattern does no harm. */
function isIgnoredAnyway(root: string, pattern: string, seen: readonly string[]): boolean {
  const base = patternBase(pattern);
  return base !== '' && existsSync(join(root, base)) && !seen.some((path) => path.startsWith(`${base}/`));
}

/** A file, or a folder and its paths that are meant (`null`: all). What exists is no glob. Throws a `UserError`. */
export function namedPath(argument: string, cwd: string) {
  const absolute = resolve(cwd, argument);
  const stats = argument === '' ? undefined : statsOf(absolute);
  if (stats) return { absolute, isFile: !stats.isDirectory(), matches: null };
  const glob = process.platform === 'win32' ? argument.replaceAll('\\', '/') : argument;
  const isPath = !isGlob(glob) || glob.startsWith('!') || glob.includes('://');
  const split = isPath ? null : splitGlob(glob);
  if (!split) {
    const what = argument !== '' && entryAt(absolute) ? 'broken link' : 'no such file or folder';
    throw new UserError(`${what}: ${displayArgument(argument)}`, NO_PATH);
  }
  const base = resolve(cwd, split.base);
  if (!statsOf(base)?.isDirectory()) throw nothingMatches(argument);
  return { absolute: base, isFile: false, matches: split.matches };
}

const NO_PATH =
  'Paths are relative to the working directory. Name standard input with --stdin-filename; classify takes strings.';

export function nothingMatches(argument: string): UserError {
  const hint = 'Globs are relative to the working directory. To include ignored files, add --no-ignore.';
  return new UserError(`no file matches: ${displayArgument(argument)}`, hint);
}
