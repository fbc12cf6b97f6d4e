import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listedFiles } from '../../support/listed-files.ts';
import { writeFiles } from '../../support/write-files.ts';
import type { FileList } from '../../../src/node/fs/list-files.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-ignore-')));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const write = (files: Readonly<Record<string, string>>): void => {
  writeFiles(root, files);
};

const list = (): FileList => listedFiles(root);
const paths = (): string[] => Array.from(list().files, (file) => file.path);

describe('ignore files outside git', () => {
  it('leaves out patterns that take too long to compare, and says so', () => {
    write({ '.gitignore': `*.log\n*a*a*a*a*a*b\n**/a/**/*a*a*/*a*a*b\n`, 'a.log': '', [`${'a'.repeat(250)}.ts`]: '' });
    expect(paths()).toEqual(['.gitignore', `${'a'.repeat(250)}.ts`]);
    expect(list().notices).toEqual([
      {
        code: 'costly-pattern',
        file: '.gitignore',
        message: '2 patterns not used: the first one has more than 4 stars, or 1000 characters',
      },
    ]);
  });

  it.each(['*.py[cod]', '**/[Bb]in/**', '*.{a,b}', '*-(1).txt', '*~.*.tmp', '!keep*.*', 'a++b', '/build/**/*.o'])(
    'takes %s as it is',
    (pattern) => {
      write({ '.gitignore': `${pattern}\n`, 'a.ts': '' });
      expect(list().notices).toEqual([]);
    },
  );
});
