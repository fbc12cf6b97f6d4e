import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileList } from '../../../src/node/fs/list-files.ts';
import { listedFiles, type ListOptions } from '../../support/listed-files.ts';
import { writeFiles } from '../../support/write-files.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-links-')));
  execFileSync('git', ['-C', root, 'init', '--quiet']);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const write = (files: Readonly<Record<string, string>>): void => {
  writeFiles(root, files);
};

/** Makes links in the repository, by name. */
const link = (targets: Readonly<Record<string, string>>): void => {
  for (const [name, target] of Object.entries(targets)) symlinkSync(target, join(root, name));
};

const list = (options: ListOptions = {}): FileList => listedFiles(root, options);
const paths = (): string[] => Array.from(list().files, ({ path }) => path);

describe('links in a git repository', () => {
  it('follows links to files inside the root, once, and no others', () => {
    write({ 'real/a.env': '', 'folder/b.ts': '' });
    link({
      'link.env': 'real/a.env',
      'link-to-link.env': 'link.env',
      'link-to-folder': 'folder',
      dangling: 'nowhere',
      outside: '/etc/hostname',
      store: '.git/HEAD',
    });
    const expected = ['folder/b.ts', 'real/a.env'];
    expect(paths()).toEqual(expected);
    execFileSync('git', ['-C', root, 'add', '--all', '--force']);
    const notices = [
      { code: 'leads-out', file: 'dangling', message: 'not read: it is a link that leads nowhere' },
      { code: 'leads-out', file: 'outside', message: 'not read: it is a link out of the repository' },
    ];
    expect(list()).toMatchObject({ files: expected.map((path) => ({ path })), notices });
    expect(list({ paths: ['folder'] }).notices).toEqual([]);
    expect(list({ paths: ['real/*.env'] }).notices).toEqual([]);
  });

  it('reports no link to what git ignores, to packages and to devices', () => {
    write({ '.gitignore': 'real\nnode_modules/\n', 'real/a.env': '', 'a.ts': '', 'b/node_modules/m/i.js': '' });
    mkdirSync(join(root, 'empty'));
    mkdirSync(join(root, 'links'));
    link({
      'links/a.ts': '../a.ts',
      'to-links': 'links',
      conf: 'real',
      modules: 'b/node_modules',
      node_modules: '/usr/lib',
      'to-empty': 'empty',
      'to-root': '.',
      masked: '/dev/null',
      '.#a.ts': 'user@host.1',
    });
    expect(list().notices).toEqual([]);
  });
});
