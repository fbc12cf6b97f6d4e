import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { leavesTree, isOutside, isWithin, relativePath } from '../../../src/node/fs/paths.ts';
import { pathMatcher } from '../../../src/node/fs/patterns.ts';
import { pathUri } from '../../../src/report/escape.ts';

// Windows paths: reports, baselines and fingerprints contain the same path on every system.
describe('a reported path', () => {
  it.each([
    ['C:\\repo', 'C:\\repo\\src\\a.ts', 'src/a.ts'],
    ['C:\\repo\\', 'C:\\repo\\.env', '.env'],
    ['c:\\Repo', 'C:\\repo\\src\\a b.ts', 'src/a b.ts'],
    ['C:\\repo\\sub', 'C:\\repo\\a.ts', '../a.ts'],
    ['C:\\repo', 'C:\\repo', '.'],
    ['C:\\', 'C:\\a\\b.ts', 'a/b.ts'],
    ['\\\\server\\share\\repo', '\\\\server\\share\\repo\\src\\a.ts', 'src/a.ts'],
    ['C:\\repo', 'D:\\other\\a.ts', 'D:/other/a.ts'],
  ])('from %s to %s is %s', (from, to, path) => {
    expect(relativePath(from, to, win32)).toBe(path);
  });

  it('keeps a backslash that is a letter of a name', () => {
    expect(relativePath('/repo', '/repo/a\\b.ts', posix)).toBe('a\\b.ts');
  });

  it('leads out when it goes up or to another drive', () => {
    expect(['../a', '..', 'D:/a'].map((path) => isOutside(path))).toEqual([true, true, true]);
    expect(['a', 'a/b', '..a', '.env'].filter((path) => isOutside(path))).toEqual([]);
  });

  it('that git lists lead out by a backslash and by a drive', () => {
    const paths = ['a\\..\\..\\b', 'C:/b', '\\\\host\\b', 'a\\.git\\b'];
    expect(paths.filter((path) => leavesTree(path, 'win32'))).toEqual(paths);
    expect(paths.filter((path) => leavesTree(path, 'linux'))).toEqual([]);
  });

  it('is an address without a backslash or a colon of a drive', () => {
    expect(pathUri(relativePath('C:\\repo', 'C:\\repo\\a b\\c#.ts', win32))).toBe('a%20b/c%23.ts');
    expect(pathUri(relativePath('C:\\repo', 'D:\\x\\a.ts', win32))).toBe('D%3A/x/a.ts');
  });
});

describe('what is below a folder', () => {
  it.each([
    ['C:\\repo\\a.ts', 'C:\\repo', true],
    ['C:\\repo', 'C:\\repo', true],
    ['C:\\a.ts', 'C:\\', true],
    ['C:\\repository\\a.ts', 'C:\\repo', false],
    ['D:\\repo\\a.ts', 'C:\\repo', false],
    ['\\\\server\\share\\a.ts', '\\\\server\\share', true],
  ])('%s in %s: %s', (path, folder, within) => {
    expect(isWithin(path, folder, win32)).toBe(within);
  });

  it.each([
    ['c:\\repo\\a.ts', 'C:\\repo', true],
    ['C:\\Repo\\src\\a.ts', 'c:\\repo\\SRC', true],
    ['c:\\repo', 'C:\\REPO\\', true],
    ['c:\\repository\\a.ts', 'C:\\REPO', false],
  ])('%s in %s, whatever the case of letters: %s', (path, folder, within) => {
    expect(isWithin(path, folder, win32)).toBe(within);
  });

  it('follows the separator of the system', () => {
    expect(isWithin('/repo/a\\b', '/repo/a', posix)).toBe(false);
    expect(isWithin('/a', '/', posix)).toBe(true);
  });
});

describe('patterns of a config', () => {
  it.each([
    ['vendor\\lib\\**', 'vendor/lib/a/b.js', true],
    ['vendor\\', 'vendor/a.js', true],
    ['.\\vendor\\lib', 'vendor/lib/a.js', true],
    ['src\\*.ts', 'src/a.ts', true],
    ['src\\*.ts', 'src/sub/a.ts', false],
    ['packages/*/dist', 'packages/api/dist/a.js', true],
    ['src/\\[a].ts', 'src/[a].ts', true],
  ])('%s and %s: %s', (pattern, path, matches) => {
    expect(pathMatcher([pattern])(path)).toBe(matches);
  });
});
