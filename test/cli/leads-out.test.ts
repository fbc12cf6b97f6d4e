import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoProjects, runBeside, WAYS, withApi } from '../support/api.ts';
import { connlint } from '../support/cli.ts';
import { forgeEntry, standIn } from '../support/forged-index.ts';
import { GIT_ENV, repositoryAt } from '../support/repository.ts';
import type { Repository } from '../support/repository.ts';

const OWN = 'U=mongodb+srv://orchard.f8g9h.mongodb.net:27017/o\n';
const OTHER = 'U=mongodb+srv://elsewhere.f8g9h.mongodb.net:27017/o\n';

let top: string;
/** The working directory. Everything else in `top` is outside of the repository. */
let cwd: string;
let repository: Repository;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-out-')));
  cwd = join(top, 'repo');
  mkdirSync(cwd);
  repository = repositoryAt(cwd);
  repository.git('init', '--quiet');
});
afterEach(() => {
  rmSync(top, { recursive: true, force: true });
});

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(cwd, path)), { recursive: true });
  writeFileSync(join(cwd, path), text);
};
const read = (path: string): string => readFileSync(join(cwd, path), 'utf8');
const run = (...args: readonly string[]) => connlint(args, { cwd, env: GIT_ENV });

const LOOKS = [
  ['list', ['list']],
  ['check', ['check']],
  ['check --since', ['check', '--since', 'HEAD']],
  ['check --staged', ['check', '--staged']],
  ['check --fix', ['check', '--fix']],
] as const;

describe.each([
  ['../out/secret.env'],
  ['sub/../../out/secret.env'],
  ['.git/hooks/x.env'],
  ['.GIT/hooks/x.env'],
  ['sub/git~1/x.env'],
])('%s in the index of git', (path) => {
  beforeEach(() => {
    repository.git('commit', '--quiet', '--allow-empty', '-m', 'empty');
    put('a.env', OWN);
    put('sub/b.txt', '');
    put(standIn(path), OTHER);
    put(path, OTHER);
    repository.git('add', 'a.env', standIn(path));
    rmSync(join(cwd, standIn(path)));
    forgeEntry(cwd, path);
    // On a case-sensitive disk, this folder is an ordinary one for Git.
    writeFileSync(join(cwd, '.git/info/exclude'), '.GIT/\ngit~1/\n');
  });

  it.each(LOOKS)('is skipped with a notice by %s', (_, args) => {
    const { code, stdout, stderr } = run(...args);
    expect(code).not.toBe(2);
    expect(`${stdout}${stderr}`).not.toContain('elsewhere');
    expect(`${stdout}${stderr}`).toContain(args.includes('--fix' as never) ? 'fixed 1 finding' : 'orchard');
    expect(stderr.match(/not read: Git lists a path that leads out of the repository/g)).toHaveLength(1);
    expect(read(path)).toBe(OTHER);
  });
});

describe('a tracked file that is reached by a link', () => {
  beforeEach(() => {
    repository.git('commit', '--quiet', '--allow-empty', '-m', 'empty');
    put('a.env', OWN);
    mkdirSync(join(top, 'out'));
    writeFileSync(join(top, 'out/x.env'), OTHER);
    put('.git/hooks/x.env', OTHER);
    put('sub/x.env', OTHER);
    put('x.env', OTHER);
    repository.git('add', '--all');
  });

  const replace = (name: string, target: string): void => {
    rmSync(join(cwd, name), { recursive: true });
    symlinkSync(target, join(cwd, name));
  };

  it.each([
    ['a folder outside', 'sub', '../out', '../out/x.env'],
    ["git's own folder", 'sub', '.git/hooks', '.git/hooks/x.env'],
    ['a file outside', 'x.env', '../out/x.env', '../out/x.env'],
    ["a file in git's own folder", 'x.env', '.git/hooks/x.env', '.git/hooks/x.env'],
  ])('to %s is neither reported nor written', (_, name, target, file) => {
    replace('sub', 'nothing');
    replace('x.env', 'nothing');
    replace(name, target);
    for (const args of [['list'], ['check'], ['check', '--fix']]) {
      const { stdout, stderr } = run(...args);
      expect(stdout).not.toContain('elsewhere');
      expect(stderr).toMatch(/x\.env: not read: (?:a link|it lies in)/);
    }
    expect(read('a.env')).toBe(OWN.replace(':27017', ''));
    expect(read(file)).toBe(OTHER);
  });

  it('inside is read as before', () => {
    replace('sub', '.');
    expect(run('list').stdout).toContain('sub/x.env');
    expect(run('check', '--fix').code).toBe(0);
    expect(read('x.env')).not.toContain(':27017');
  });
});

it('--fix changes nothing in the folder of git, also where it is named', () => {
  put('.git/hooks/x.env', OTHER);
  const { code, stderr } = run('--fix', '.git/hooks/x.env');
  expect(code).toBe(1);
  expect(stderr).toContain("not fixed: it lies in git's own folder");
  expect(read('.git/hooks/x.env')).toBe(OTHER);
});

describe('a baseline that the config names', () => {
  beforeEach(() => {
    put('a.env', OWN);
    mkdirSync(join(top, 'out'));
    symlinkSync('../out', join(cwd, 'by-link'));
    symlinkSync('../out/new', join(cwd, 'to-nothing'));
    symlinkSync('.git', join(cwd, 'store'));
  });

  it.each([
    ['one level up', '../.profile', 'lies outside of the repository'],
    ['far up and down', 'sub/../../out/x', 'lies outside of the repository'],
    ['by a linked folder', 'by-link/x', 'is a link out of the repository'],
    ['by a link to what is not there yet', 'to-nothing', 'is a link that leads nowhere'],
    ['in the folder of git', '.git/hooks/pre-commit', "lies in git's own folder"],
    ['in it by other letters', '.GIT/x', "lies in git's own folder"],
    ['in it by a link', 'store/x', "lies in git's own folder"],
  ])('%s is not written', (_, path, why) => {
    put('connlint.config.json', JSON.stringify({ baseline: path }));
    const before = readdirSync(top, { recursive: true });
    const { code, stdout, stderr } = run('--update-baseline');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(why);
    expect(readdirSync(top, { recursive: true })).toEqual(before);
  });

  it('by an absolute path is not written, whether there is one or not', () => {
    put('connlint.config.json', JSON.stringify({ baseline: join(top, 'accepted') }));
    expect(run('--update-baseline')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(top, 'accepted'))).toBe(false);
    writeFileSync(join(top, 'accepted'), '');
    expect(run('--update-baseline')).toMatchObject({ code: 2, stdout: '' });
    expect(readFileSync(join(top, 'accepted'), 'utf8')).toBe('');
  });

  it('above the config and inside of the repository is written', () => {
    put('sub/connlint.config.json', '{"baseline": "../accepted"}');
    put('sub/b.env', OWN);
    expect(connlint(['--update-baseline'], { cwd: join(cwd, 'sub') }).code).toBe(0);
    expect(read('accepted')).toContain('uri-refused/srv-port b.env');
  });

  it('is only read where nothing is written', () => {
    run('--update-baseline', '--baseline', 'accepted');
    renameSync(join(cwd, 'accepted'), join(top, 'accepted'));
    put('connlint.config.json', '{"baseline": "../accepted"}');
    expect(run('check').code).toBe(0);
  });
});

describe('a fact file for pull', () => {
  const { aws } = demoProjects();
  const pull = (base: string, ...args: string[]) =>
    runBeside(['pull', '--base-url', base, '--project', aws.id, ...args], { cwd, env: WAYS['API key'] });

  it('is not written through a link out', async () => {
    symlinkSync('../facts.json', join(cwd, 'by-link.json'));
    await withApi({}, async ({ base }) => {
      expect(await pull(base, '--out', 'by-link.json')).toMatchObject({ code: 2, stdout: '' });
    });
    expect(existsSync(join(top, 'facts.json'))).toBe(false);
  });

  it('is not written outside, also where the command line names it', async () => {
    await withApi({}, async ({ base }) => {
      expect(await pull(base, '--out', '../facts.json')).toMatchObject({ code: 2, stdout: '' });
    });
    expect(existsSync(join(top, 'facts.json'))).toBe(false);
  });
});

describe('init', () => {
  it.each([
    ['out, to what is not there', '../new.jsonc'],
    ['into the folder of git', '.git/new.jsonc'],
  ])('does not write its config through a link %s', (_, target) => {
    symlinkSync(target, join(cwd, 'connlint.config.jsonc'));
    expect(run('init')).toMatchObject({ code: 2, stdout: '' });
    expect(existsSync(join(cwd, target))).toBe(false);
  });
});
