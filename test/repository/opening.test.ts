import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

const sources = ['src', 'rules'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts')),
);

/** The names that a file imports from a module of Node, or another way to reach them. */
function namesOf(path: string, module: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const own = `(?:node:)?${module}(?:/promises)?`;
  const lists = text.matchAll(new RegExp(`^import (?!type\\b)([^;]*?) from '${own}';`, 'gms'));
  const others = text.matchAll(new RegExp(`(?:import|require|getBuiltinModule)\\('${own}'`, 'g'));
  const named = [...lists].flatMap(([, list = '']) =>
    list.includes('{') ? list.replace(/^.*?\{|\}.*$/gs, '').split(',') : [list],
  );
  return [...named.map((name) => name.trim()).filter((name) => name !== ''), ...[...others].map(([call]) => call)];
}

const users = (module: string, isMeant: (name: string) => boolean): string[] =>
  sources.filter((path) => namesOf(path, module).some(isMeant)).sort();

/** Functions that read metadata of a file without opening it, and functions that change it. */
const CLOSED =
  /^(?:type .*|existsSync|lstatSync|statSync|fstatSync|accessSync|constants|realpathSync|readdirSync|mkdirSync|rmSync|renameSync|closeSync|writeSync|fchmodSync|fchownSync|fsyncSync)$/;

describe('the sources', () => {
  it('open files to read in one place, besides parts of the program', () => {
    expect(users('fs', (name) => !CLOSED.test(name))).toEqual([
      'src/node/fs/read-file.ts',
      'src/node/fs/write-file.ts',
    ]);
    expect(namesOf('src/node/fs/write-file.ts', 'fs').filter((name) => !CLOSED.test(name))).toEqual([
      'openSync',
      'writeFileSync',
    ]);
  });

  it('start one program, git, in one place', () => {
    expect(users('child_process', () => true)).toEqual(['src/node/git/run-git.ts']);
    expect(users('cluster', () => true)).toEqual([]);
    expect(users('vm', () => true)).toEqual([]);
  });

  it('ask git only for what it reads of its own store', () => {
    const commands = new Set<string>();
    for (const path of sources) {
      const text = readFileSync(join(ROOT, path), 'utf8');
      if (!text.includes("git/run-git.ts'") && !text.includes("'./run-git.ts'")) continue;
      for (const [, name = ''] of text.matchAll(/\['([a-z]+(?:-[a-z]+)+)'/g)) commands.add(name);
    }
    const read = ['cat-file', 'check-ignore', 'diff-index', 'ls-files', 'merge-base', 'rev-parse'];
    expect([...commands].sort()).toEqual(read);
    expect(readFileSync(join(ROOT, 'src/node/git/selection.ts'), 'utf8')).not.toMatch(/'diff-index'(?!, '--cached')/);
  });
});
