import { describe, expect, it } from 'vitest';
import { seenRoles } from '../../src/init/seen-roles.ts';
import type { FileRole } from '../../src/config/roles.ts';

const seen = (files: Readonly<Record<string, FileRole>>): string[] =>
  seenRoles(new Map(Object.entries(files))).map(({ glob, role, count }) => `${glob} ${role} ${count}`);

describe('seenRoles', () => {
  it('names the highest folder whose files have one role, the fullest first', () => {
    expect(
      seen({
        'README.md': 'docs',
        'src/db.ts': 'product',
        'src/db.test.ts': 'test',
        'test/a.ts': 'test',
        'test/deep/b.ts': 'test',
        'packages/a/fixtures/x.json': 'test',
        'packages/a/index.ts': 'product',
        'vendor/lib/c.js': 'vendored',
      }),
    ).toEqual([
      'test/** test 2',
      'README.md docs 1',
      'packages/a/fixtures/** test 1',
      'src/db.test.ts test 1',
      'vendor/** vendored 1',
    ]);
  });

  it('leaves out files that run', () => {
    expect(seen({ 'a.env': 'config', 'main.tf': 'infrastructure', 'x.js': 'product' })).toEqual([]);
  });
});
