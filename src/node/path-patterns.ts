import type Micromatch from 'micromatch';
import { load } from './lazy.ts';

/** Says whether a path is meant; remembers which of the patterns ever spoke. */
export interface PathPatterns {
  /** `path` is relative to the folder of the config, with `/`. */
  matches(path: string): boolean;
  /** The patterns, as written, that matched no path so far. */
  unused(): readonly string[];
}

interface Pattern {
  readonly written: string;
  readonly negated: boolean;
  readonly test: (path: string) => boolean;
  used: boolean;
}

/**
 * Globs of a config. As in `.gitignore`, a pattern without a slash holds in every folder, one with a slash from the
 * config's folder; the name of a folder stands for all below it; `!` takes back, and the last pattern that matches
 * decides. Unlike there, a backslash before a name or a `*` separates folders on every system.
 */
export function pathPatterns(written: readonly string[]): PathPatterns {
  const patterns = written.map(compile);
  return {
    matches(path) {
      let matched = false;
      for (const pattern of patterns) {
        if (!pattern.test(path)) continue;
        pattern.used = true;
        matched = !pattern.negated;
      }
      return matched;
    },
    unused: () => patterns.filter(({ used }) => !used).map((pattern) => pattern.written),
  };
}

function compile(written: string): Pattern {
  const negated = written.startsWith('!') && !written.startsWith('!(');
  const pattern = withSlashes(negated ? written.slice(1) : written);
  const folder = pattern.endsWith('/');
  const bare = (folder ? pattern.slice(0, -1) : pattern).replace(/^(?:\.\/)+/u, '');
  const anchored = bare.includes('/') ? bare.replace(/^\//u, '') : `**/${bare}`;
  const globs = folder ? [`${anchored}/**`] : isGlob(bare) ? [anchored] : [anchored, `${anchored}/**`];
  const micromatch = load<typeof Micromatch>('micromatch');
  const tests = globs.map((glob) => micromatch.matcher(glob, { dot: true }));
  return { written, negated, test: (path) => tests.some((test) => test(path)), used: false };
}

/** `vendor\lib\**` means what `vendor/lib/**` means; `\[` and `\{` stay escapes. */
function withSlashes(pattern: string): string {
  return pattern.replace(/\\(?=[\p{L}\p{N}_.*-]|$)/gu, '/');
}

/** True when the text holds letters that mean something in a glob. */
export function isGlob(text: string): boolean {
  return /[*?[\]{}()]/u.test(text);
}

/** The folder (or file) that a pattern of the config begins with; empty when it begins with a glob letter. */
export function patternBase(written: string): string {
  const plain = withSlashes(written).replace(/^!?(?:\.?\/)*/u, '');
  const { base } = load<typeof Micromatch>('micromatch').scan(plain);
  return base.endsWith('/') ? base.slice(0, -1) : base;
}

export interface SplitGlob {
  /** The folder in which it begins, without any glob letter: `src` for `src/*.ts`, empty for `**`. */
  readonly base: string;
  /** Takes paths relative to that folder, with `/`. */
  readonly matches: (path: string) => boolean;
}

/** `null` when the letters of the text make no glob (`a[b`). */
export function splitGlob(text: string): SplitGlob | null {
  const micromatch = load<typeof Micromatch>('micromatch');
  const { base, glob } = micromatch.scan(text);
  if (glob === '') return null;
  return { base: base.replace(/\\(.)/gsu, '$1'), matches: micromatch.matcher(glob, { dot: true }) };
}
