import fc from 'fast-check';
import micromatch from 'micromatch';
import { describe, expect, it } from 'vitest';
import { whyTooCostly } from '../../../src/config/glob-limits.ts';
import { globMatcher, pathPatterns } from '../../../src/node/fs/patterns.ts';

describe('globMatcher', () => {
  const part = fc.constantFrom(
    '**',
    '*',
    '*.ts',
    'a*',
    '*a*b',
    '?',
    '[ab]',
    '{a,b}',
    '@(a|b)',
    '+(a)',
    'a',
    'b.ts',
    '.a',
    '!a',
  );
  const name = fc.constantFrom('a', 'b', 'ab', 'aab', 'a.ts', 'b.ts', '.a', '!a', 'x');

  /** micromatch matches `a` with `a/**`, but not always beside parentheses. A leading `!` belongs to the config. */
  const isPlain = (parts: readonly string[]): boolean =>
    parts[0] !== '!a' && !(parts.at(-1) === '**' && parts.join('').includes('('));

  it('takes the paths that micromatch takes', () => {
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 4 }).filter(isPlain),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (parts, names) => {
          const [glob, path] = [parts.join('/'), names.join('/')];
          expect([glob, path, globMatcher(glob)(path)]).toEqual([
            glob,
            path,
            micromatch.isMatch(path, glob, { dot: true }),
          ]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['{src,test}/**/*.ts', 'test/a/b.ts', true],
    ['{src/a,test}/*.ts', 'src/a/b.ts', true],
    ['{src/a,test}/*.ts', 'src/b.ts', false],
    ['src/\\[a].ts', 'src/[a].ts', true],
    ['a/**', 'a', true],
    ['src/!(*.d).ts', 'src/a.ts', true],
    ['src/!(*.d).ts', 'src/a.d.ts', false],
    ['**/*.{spec,test}.{js,ts}', 'a/b/c.test.ts', true],
  ])('%s and %s: %s', (glob, path, matches) => {
    expect(globMatcher(glob)(path)).toBe(matches);
  });
});

describe('patterns that people write', () => {
  it.each([
    '**/*.{spec,test}.{js,jsx,ts,tsx}',
    '**/node_modules/**',
    'packages/*/src/**/__tests__/**/*.test.*',
    '{*.ts,*.tsx,*.js,*.jsx,*.mjs,*.cjs}',
    '[Bb]in/**/[Rr]elease*/',
    'app/(group)/**/page.tsx',
    '!(*.d).ts',
    '**/+([0-9])-*.sql',
    'a{01..31}.log',
    '*-*-*.json',
    'vendor\\lib\\**',
  ])('%s is not too costly', (glob) => {
    expect(whyTooCostly(glob)).toBeNull();
    expect(() => pathPatterns([glob])).not.toThrow();
  });
});

describe('a pattern that takes too long', () => {
  const LONG = 'a'.repeat(250);
  const DEEP = 'a/'.repeat(1_500);

  it.each([
    ['*a*a*a*a*b', 'more than 3 stars between two slashes'],
    ['**/*?*?*?*?*.ts', 'more than 3 stars'],
    ['+(a|aa)b', 'repeats a group'],
    ['+(*)b', 'repeats a group'],
    ['(a+)+b', 'repeats a group'],
    ['[a-z]+[a-z]+[a-z]+[a-z]+b', 'more than 3 stars'],
    ['!(!(!(a)))', 'a group in parentheses within another'],
    ['*(@(a|b))', 'a group in parentheses within another'],
    ['@(a)@(a)@(a)@(a)', 'more than 3 groups'],
    ['{1..9999999}*', 'more than 1000 patterns'],
    ['{a,b}'.repeat(11), 'more than 1000 patterns'],
    ['{a,{b,{c,{d,e}}}}', 'braces more than 3 levels deep'],
    ['(?=a)b', 'contains "(?"'],
    ['a'.repeat(1_001), 'longer than 1000 characters'],
    ['@(a/b)', 'a "/" within parentheses'],
  ])('%s is refused', (glob, why) => {
    expect(whyTooCostly(glob)).toContain(why);
    expect(() => pathPatterns([glob])).toThrow(/^the pattern /);
  });

  it('is none within the limits, whatever the path', () => {
    const globs = [
      '*a*a*ab',
      '**/a/**/a/**/a/**/a/**/a/b',
      '*a*a*b/*a*a*b/*a*a*b',
      '**/*a*a*b/**/*a*a*b/**',
      '+(a)+(a)+(a)b',
      '!(a)!(a)!(a)b',
      '{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}{a,aa}b',
      '*{a,aa}*{a,aa}*{a,aa}b',
    ];
    const paths = [LONG, `${LONG}/${LONG}/${LONG}`, DEEP, DEEP + LONG, `${LONG}b/${LONG}c`];
    // Each of them alone once took minutes.
    for (const glob of globs) for (const path of paths) expect(typeof globMatcher(glob)(path)).toBe('boolean');
  });
});
