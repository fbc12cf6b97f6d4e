import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listedFiles } from '../../support/listed-files.ts';
import { writeFiles } from '../../support/write-files.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-ignore-')));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

it('compares with a pattern of any kind in little time', () => {
  const ignore = `*.log\n${'*a'.repeat(40)}b\n${'**/a/'.repeat(40)}*\n`;
  writeFiles(root, {
    '.gitignore': ignore,
    'a.log': '',
    [`${'a'.repeat(250)}.ts`]: '',
    [`${'a/'.repeat(60)}b.ts`]: '',
  });
  const start = performance.now();
  const { files, notices } = listedFiles(root);
  expect(performance.now() - start).toBeLessThan(2_000);
  expect(files.map(({ path }) => path)).toEqual(['.gitignore', `${'a'.repeat(250)}.ts`]);
  expect(notices).toEqual([]);
});
