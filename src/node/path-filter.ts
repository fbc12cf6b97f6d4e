import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FileNotice } from './list-folder.ts';
import { patternBase, pathPatterns, type PathPatterns } from './path-patterns.ts';
import { relativePath, shownArgument } from './shown-path.ts';

export interface FilterOptions {
  readonly cwd: string;
  readonly include?: readonly string[];
  readonly ignores?: readonly string[];
  readonly patternRoot?: string;
  readonly configFile?: string;
  readonly noIgnore?: boolean;
}

/** `include` and `ignores` of a config. */
export interface PathFilter {
  /** Folder to which `passes` wants its paths relative. */
  readonly root: string;
  /** True where all paths pass. */
  readonly isOpen: boolean;
  passes(path: string): boolean;
  /** To be called when all that is below the root has been shown: only then can a pattern be told to match nothing. */
  sawAll(): void;
  notices(): FileNotice[];
}

export function pathFilter(options: FilterOptions): PathFilter {
  const root = options.patternRoot ?? options.cwd;
  const include = options.include?.length ? pathPatterns(options.include) : null;
  const ignores = options.ignores?.length && !options.noIgnore ? pathPatterns(options.ignores) : null;
  const isOpen = !include && !ignores;
  const seen: string[] = [];
  let all = false;
  return {
    root,
    isOpen,
    passes(path) {
      if (isOpen) return true;
      seen.push(path);
      // Both are asked, so that a pattern that would match is not told to match nothing.
      const included = include?.matches(path) ?? true;
      const ignored = ignores?.matches(path) ?? false;
      return included && !ignored;
    },
    sawAll() {
      all = true;
    },
    notices() {
      if (!all) return [];
      return [...unused('include', include), ...unused('ignores', ignores)]
        .filter(({ pattern }) => !isIgnoredAnyway(root, pattern, seen))
        .map(({ key, pattern }) => ({
          code: 'pattern-matches-nothing',
          file:
            options.configFile === undefined
              ? null
              : relativePath(options.cwd, resolve(options.cwd, options.configFile)),
          message: `a pattern of "${key}" matches no file: ${shownArgument(pattern)}`,
        }));
    },
  };
}

function unused(key: string, patterns: PathPatterns | null): { key: string; pattern: string }[] {
  return (patterns?.unused() ?? []).map((pattern) => ({ key, pattern }));
}

/** True when the pattern's folder exists and none of its files was listed: git ignores it, and the pattern does no harm. */
function isIgnoredAnyway(root: string, pattern: string, seen: readonly string[]): boolean {
  const base = patternBase(pattern);
  return base !== '' && existsSync(join(root, base)) && !seen.some((path) => path.startsWith(`${base}/`));
}
