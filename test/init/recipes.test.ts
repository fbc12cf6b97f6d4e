import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { CI_RECIPES, HOOK_RECIPES } from '../../src/init/recipes.ts';
import { connlint, withFiles } from '../support/cli.ts';
import { PROGRAM } from '../support/run-program.ts';

const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
const PACKAGE = { version: VERSION, copy: null };
const ALL = [
  ...CI_RECIPES.map((recipe) => ({ recipe, option: `--ci=${recipe.name}` })),
  ...HOOK_RECIPES.map((recipe) => ({ recipe, option: `--hook=${recipe.name}` })),
];

describe.each(ALL)('connlint init $option', ({ recipe, option }) => {
  it('writes the file and a config, and says what remains to do; a second run changes nothing', () => {
    withFiles({}, (cwd) => {
      const first = connlint(['init', option], { cwd });
      expect(first).toMatchObject({ code: 0, stderr: '' });
      expect(first.stdout).toContain(`wrote ${recipe.path}. ${recipe.next(PACKAGE)}\n`);
      expect(existsSync(join(cwd, 'connlint.config.jsonc'))).toBe(true);
      const text = readFileSync(join(cwd, recipe.path), 'utf8');
      expect(text).toBe(recipe.text(PACKAGE));
      expect(connlint(['init', option], { cwd })).toEqual({
        code: 0,
        stdout: `${recipe.path} names connlint already\n`,
        stderr: '',
      });
      expect(readFileSync(join(cwd, recipe.path), 'utf8')).toBe(text);
    });
  });

  it('does not touch an existing file: it prints what to add, and ends with 2', () => {
    withFiles({ [recipe.path]: '# mine\n' }, (cwd) => {
      const { code, stdout, stderr } = connlint(['init', option], { cwd });
      expect(code).toBe(2);
      expect(stdout).toContain(`add to ${recipe.path}:\n\n${recipe.part(PACKAGE)}`);
      expect(stderr).toBe(`connlint: ${recipe.path}: there already, and not changed\n`);
      expect(readFileSync(join(cwd, recipe.path), 'utf8')).toBe('# mine\n');
    });
  });

  it('prints the file with --stdout, and writes nothing', () => {
    withFiles({}, (cwd) => {
      const run = connlint(['init', option, '--stdout'], { cwd });
      expect(run).toEqual({ code: 0, stdout: recipe.text(PACKAGE), stderr: '' });
      expect(readdirSync(cwd)).toEqual([]);
    });
  });

  it('is YAML without a fault, in whole and in part', () => {
    if (recipe.language !== 'yaml') return;
    for (const text of [false, true].flatMap((ledger) => [
      recipe.text(PACKAGE, ledger),
      recipe.part(PACKAGE, ledger),
    ])) {
      const document = parseDocument(text, { strict: true });
      expect([...document.errors, ...document.warnings]).toEqual([]);
    }
  });
});

describe.each(ALL)('connlint init $option of a copy in the repository', ({ recipe, option }) => {
  it('writes a file that runs the copy, and not the package', () => {
    withFiles({}, (cwd) => {
      cpSync(dirname(PROGRAM), join(cwd, 'tools/connlint'), { recursive: true });
      const copy = 'tools/connlint/connlint.cjs';
      const run = spawnSync(process.execPath, [copy, 'init', option], { cwd, encoding: 'utf8' });
      expect(run).toMatchObject({ status: 0, stderr: '' });
      const text = readFileSync(join(cwd, recipe.path), 'utf8');
      expect(text).toBe(recipe.text({ version: VERSION, copy }));
      expect(text).toContain(`node ${copy}`);
      expect(text + run.stdout).not.toMatch(/npx --yes|install .*connlint|additional_dependencies|node_modules/);
    });
  });
});

describe('connlint init --ledger', () => {
  it.each(CI_RECIPES)('lets the file of $name write a ledger and keep it', (recipe) => {
    withFiles({}, (cwd) => {
      const { stdout } = connlint(['init', `--ci=${recipe.name}`, '--ledger', '--stdout'], { cwd });
      expect(stdout).toBe(recipe.text(PACKAGE, true));
      expect(recipe.text(PACKAGE)).not.toContain('ledger');
      expect(stdout).toMatch(/--format ledger=[\w"$/.]+jsonl/);
      // Azure keeps the whole folder of reports.
      expect(stdout).toMatch(
        /(?:path: |paths:\n *- |artifacts:\n *- |artifacts: '[^']*|pathToPublish: )[^\n]*(?:ledger|\/connlint)/,
      );
    });
  });
});

describe('connlint init with several', () => {
  it('writes them all, and keeps the existing config', () => {
    withFiles({ 'connlint.config.json': '{}\n' }, (cwd) => {
      const run = connlint(['init', '--ci', 'github', '--ci', 'gitlab', '--hook', 'husky', '--ci', 'github'], { cwd });
      expect(run.code).toBe(0);
      expect(run.stdout.match(/^wrote [^ ]+(?=\. )/gm)).toEqual([
        'wrote .github/workflows/connlint.yml',
        'wrote .gitlab-ci.yml',
        'wrote .husky/pre-commit',
      ]);
      expect(existsSync(join(cwd, 'connlint.config.jsonc'))).toBe(false);
    });
  });

  it('names each of them on standard output', () => {
    const { stdout } = withFiles({}, (cwd) => connlint(['init', '--stdout', '--ci=jenkins', '--hook=husky'], { cwd }));
    expect(stdout).toMatch(/^\/\/ Jenkinsfile\npipeline \{/);
    expect(stdout).toMatch(/^# \.husky\/pre-commit\nconnlint --staged\n$/m);
  });

  it('knows the other names of a file', () => {
    withFiles({ '.lefthook.yaml': 'a: 1\n' }, (cwd) => {
      const { code, stdout } = connlint(['init', '--hook', 'lefthook'], { cwd });
      expect(code).toBe(2);
      expect(stdout).toContain('add to .lefthook.yaml:');
      expect(existsSync(join(cwd, 'lefthook.yml'))).toBe(false);
    });
  });
});

describe('connlint init refuses', () => {
  it('a CI system or a hook that it does not know', () => {
    withFiles({}, (cwd) => {
      expect(connlint(['init', '--ci', 'gitlba'], { cwd })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^connlint: unknown CI system gitlba\. Did you mean gitlab\?\nValid: /),
      });
      expect(connlint(['init', '--hook', 'zzzzzzzz'], { cwd }).stderr).toContain('Valid: pre-commit, lefthook, husky.');
      expect(readdirSync(cwd)).toEqual([]);
    });
  });

  it('to write below a file', () => {
    withFiles({ '.github': '' }, (cwd) => {
      const { code, stderr } = connlint(['init', '--ci', 'github'], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('.yml: no such folder\nNothing was written there.')]);
    });
  });

  it('to write below the top of a repository, where nobody would look for the file', () => {
    withFiles({ 'app/a.txt': '' }, (cwd) => {
      execFileSync('git', ['init', '--quiet'], { cwd });
      const run = connlint(['init', '--ci', 'github'], { cwd: join(cwd, 'app') });
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('at the top of the repository');
      expect(readdirSync(join(cwd, 'app'))).toEqual(['a.txt']);
    });
  });

  it('to write through a link that leads out of the folder, or over one that leads nowhere', () => {
    withFiles({ 'outside/a.txt': '', 'inside/a.txt': '' }, (folder) => {
      const cwd = join(folder, 'inside');
      symlinkSync('../outside', join(cwd, '.husky'));
      expect(connlint(['init', '--hook', 'husky'], { cwd })).toMatchObject({ code: 2 });
      expect(readdirSync(join(folder, 'outside'))).toEqual(['a.txt']);
      symlinkSync('../outside/new.yml', join(cwd, 'lefthook.yml'));
      expect(connlint(['init', '--hook', 'lefthook'], { cwd })).toMatchObject({ code: 2 });
      expect(readdirSync(join(folder, 'outside'))).toEqual(['a.txt']);
      expect(lstatSync(join(cwd, 'lefthook.yml')).isSymbolicLink()).toBe(true);
    });
  });
});
