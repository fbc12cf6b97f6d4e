import fc from 'fast-check';
import micromatch from 'micromatch';
import { describe, expect, it } from 'vitest';
import { globMatcher, whyTooCostly } from '../../../src/config/globs.ts';
import { pathMatcher } from '../../../src/node/fs/patterns.ts';

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
    '[^a]b',
    '{a,b}{.ts,}',
    'a',
    'b.ts',
    '.a',
    '!a',
  );
  const name = fc.constantFrom('a', 'b', 'ab', 'aab', 'a.ts', 'b.ts', '.a', '!a', 'x');

  /** A leading `!` belongs to the config. */
  const isPlain = ([first]: readonly string[]): boolean => first !== '!a' && first !== '[^a]b';

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
    ['app/(group)/*', 'app/(group)/a', true],
    ['[a-c!]?', '!x', true],
    ['**/*.{spec,test}.{js,ts}', 'a/b/c.test.ts', true],
  ])('%s and %s: %s', (glob, path, matches) => {
    expect(globMatcher(glob)(path)).toBe(matches);
  });
});

it.each([
  ['./x.env', [true, false]],
  ['/x.env', [true, false]],
  ['x.env', [true, true]],
])('%s matches in the folder of the config, or below it', (pattern, expected) => {
  expect(['x.env', 'a/x.env'].map(pathMatcher([pattern]))).toEqual(expected);
});

describe('patterns that people write', () => {
  it.each([
    '**/*.{spec,test}.{js,jsx,ts,tsx}',
    '**/node_modules/**',
    'packages/*/src/**/__tests__/**/*.test.*',
    '{*.ts,*.tsx,*.js,*.jsx,*.mjs,*.cjs}',
    '[Bb]in/**/[Rr]elease*/',
    'app/(group)/**/page.tsx',
    '*-*-*.json',
    'vendor\\lib\\**',
  ])('%s is not too costly', (glob) => {
    expect(whyTooCostly(glob)).toBeNull();
    expect(() => pathMatcher([glob])).not.toThrow();
  });
});

describe('a pattern that takes too long', () => {
  const LONG = 'a'.repeat(250);
  const DEEP = 'a/'.repeat(1_500);

  it.each([
    ['!(*.d).ts', 'a group such as "!(a)"'],
    ['+(a|aa)b', 'a group such as "!(a)"'],
    ['a{1..3}', 'a range such as "{1..3}"'],
    ['{a,b}'.repeat(11), 'more than 64 patterns'],
    ['a'.repeat(1_001), 'longer than 1000 characters'],
  ])('%s is refused', (glob, why) => {
    const said = whyTooCostly(glob);
    if (said !== null) expect(said).toContain(why);
    else expect(globMatcher(glob)('a')).toBe(false);
  });

  it('is none within the limits, whatever the path', () => {
    const globs = ['*a'.repeat(100) + 'b', '**/a/'.repeat(100) + 'b', '*a*a*b/'.repeat(50), '*{a,aa}*{a,aa}*{a,aa}b'];
    const paths = [LONG, `${LONG}/${LONG}/${LONG}`, DEEP, DEEP + LONG, `${LONG}b/${LONG}c`];
    // Each of them alone would take years as a regular expression.
    for (const glob of globs) for (const path of paths) expect(typeof globMatcher(glob)(path)).toBe('boolean');
  });
});
