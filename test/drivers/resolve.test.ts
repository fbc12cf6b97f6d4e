import { describe, expect, it } from 'vitest';
import { manifestForm } from '../../src/drivers/manifests.ts';
import { driverLookup, supports } from '../../src/drivers/resolve.ts';
import type { ManifestTree } from '../../src/drivers/resolve.ts';
import { rowsOf } from '../support/rows.ts';

type Files = Readonly<Record<string, string>>;

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

function treeOf(files: Files, read: string[] = []): ManifestTree {
  return {
    textsIn: (folder) => {
      read.push(folder);
      const here = Object.keys(files).filter((path) => folderOf(path) === folder);
      return here.sort().map((path) => ({ path, text: files[path]! }));
    },
    above: (folder) => (folder === '' ? null : folderOf(folder)),
  };
}

/** `name version age path least` of each driver of a path. */
const drivers = (files: Files, path: string): string[] =>
  driverLookup(treeOf(files))(path).map(
    (use) =>
      `${use.name} ${use.version} ${supports(use, 'optimized')} ${use.path} ${use.known.since.optimized ?? null}`,
  );

interface ModuleCase {
  readonly title: string;
  readonly path: string;
  readonly files: Files;
  readonly uses: readonly string[];
}
const cases = rowsOf<ModuleCase>('driver-modules.jsonl');

const MANIFEST: Files = { 'package.json': '{"dependencies":{"mongodb":"3.6.0"}}' };

/**
 * Name, version, age, deciding file and first release of each driver of a path, in a tree of files: one case per line.
 */
describe('fixtures/driver-modules.jsonl', () => {
  it.each(cases)('$title', ({ files, path, uses }) => {
    expect(drivers(files, path)).toEqual(uses);
  });
});

describe('the manifests that count for a file', () => {
  it.each(['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'vue', 'svelte', 'astro'])('.%s is of npm', (end) => {
    const files = { ...MANIFEST, 'requirements.txt': 'pymongo==3.0\n' };
    expect(drivers(files, `a.${end}`)).toHaveLength(1);
  });

  it('are read once for all files of a folder', () => {
    const read: string[] = [];
    const lookup = driverLookup(treeOf(MANIFEST, read));
    const first = lookup('a/b.js');
    expect(lookup('a/c.js')).toEqual(first);
    expect(lookup('a/d/e.js')).toEqual(first);
    expect([...read].sort()).toEqual(['', 'a', 'a/d']);
  });

  it.each<readonly [path: string, isForm: boolean]>([
    ['requirements/base.txt', true],
    ['a/requirements/base.in', true],
    ['requirements/a/base.txt', false],
    ['my-requirements/base.txt', false],
    ['requirements/base.md', false],
    ['requirements/base.txt.bak', false],
    ['requirements/.txt', false],
    [`requirements/${'a'.repeat(80)}.txt`, true],
    [`requirements/${'a'.repeat(81)}.txt`, false],
  ])('%s is one by its folder: %s', (path, isForm) => {
    expect(manifestForm(path) !== undefined).toBe(isForm);
  });
});
