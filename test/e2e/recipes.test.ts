import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BUILT_BUNDLE, REPOSITORY } from '../support/copy.ts';
import { GIT_ENV, repositoryAt, type Repository } from '../support/repository.ts';
import { BAD, GOOD } from '../support/strings.ts';

// The hooks and CI files of docs/ci.md, run by bash in a repository with the copied folder.

const PAGE = readFileSync(join(REPOSITORY, 'docs/ci.md'), 'utf8');

/** The block that begins with a comment. */
function block(language: string, comment: string): string {
  const blocks = [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text = '']) => text,
  );
  return blocks.find((text) => text.startsWith(comment))!;
}

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly run?: string;
}
interface Recipes {
  readonly repos: readonly { readonly hooks: readonly { readonly entry: string }[] }[];
  readonly 'pre-commit': { readonly commands: { readonly connlint: { readonly run: string } } };
  readonly jobs: { readonly connlint: { readonly steps: readonly Step[] } };
  readonly connlint: { readonly script: readonly string[] };
}
const yaml = (comment: string): Recipes => parse(block('yaml', comment)) as Recipes;

const HOOKS: Readonly<Record<string, string>> = {
  'pre-commit': yaml('# .pre-commit-config.yaml').repos[0]!.hooks[0]!.entry,
  lefthook: yaml('# lefthook.yml')['pre-commit'].commands.connlint.run,
  husky: block('sh', '# .husky/pre-commit'),
};

function githubScript(): string {
  const { steps } = yaml('# .github/workflows/connlint.yml').jobs.connlint;
  const check = steps.find(({ id }) => id === 'connlint')!.run!;
  return `${check}\nCODE="$(sed -n 's/^exit-code=//p' "$GITHUB_OUTPUT")"\n${steps.find(({ name }) => name === 'Gate')!.run!}`;
}
const PIPELINES: Readonly<Record<string, readonly [script: string, ...reports: string[]]>> = {
  GitHub: [githubScript(), 'tmp/connlint.sarif', 'tmp/summary'],
  GitLab: [yaml('# .gitlab-ci.yml').connlint.script.join('\n'), 'connlint.json', 'connlint.xml'],
  'any other CI': [block('sh', 'node tools/connlint'), 'connlint.xml'],
};

let root: string;
let repository: Repository;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'connlint-recipes-'));
  cpSync(BUILT_BUNDLE, join(root, 'tools/connlint'), { recursive: true, dereference: true });
  mkdirSync(join(root, 'tmp'));
  repository = repositoryAt(root);
  repository.git('init', '--quiet');
  repository.write('.gitignore', 'tools/\ntmp/\nconnlint.*\n');
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

function bash(script: string): number | null {
  const tmp = join(root, 'tmp');
  const github = { RUNNER_TEMP: tmp, GITHUB_OUTPUT: join(tmp, 'output'), GITHUB_STEP_SUMMARY: join(tmp, 'summary') };
  rmSync(github.GITHUB_OUTPUT, { force: true });
  const env = { ...process.env, ...GIT_ENV, ...github };
  return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: root, env }).status;
}

describe.each(Object.entries(HOOKS))('the hook for %s', (_, command) => {
  it('fails for a bad string that is staged, and for nothing else', () => {
    repository.write('a.env', GOOD);
    repository.git('add', 'a.env');
    repository.write('a.env', BAD);
    expect(bash(command)).toBe(0);
    repository.git('add', 'a.env');
    expect(bash(command)).toBe(1);
  });
});

describe.each(Object.entries(PIPELINES))('the file for %s', (_, [script, ...reports]) => {
  it('fails for a bad string, and writes its reports', () => {
    repository.write('a.env', GOOD);
    expect(bash(script)).toBe(0);
    repository.write('a.env', BAD);
    expect(bash(script)).toBe(1);
    for (const report of reports) expect(existsSync(join(root, report)), report).toBe(true);
  });
});

it('what GitHub reads has the keys and values that GitHub knows', () => {
  const text = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
  expect(validateWorkflow(block('yaml', '# .github/workflows/connlint.yml')).errors).toEqual([]);
  for (const own of ['ci', 'publish'])
    expect(validateWorkflow(text(`.github/workflows/${own}.yml`)).errors).toEqual([]);
  expect(validateWorkflow(text('.github/workflows/ci.yml').replace('jobs:', 'jobs_:')).errors).not.toEqual([]);
});

describe('docs/organisation.md', () => {
  it('shows how to list the strings of many repositories', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/organisation.md'), 'utf8');
    const script = /^```sh\n(mkdir -p clones lists\n.*?)^```/ms.exec(page)![1]!;
    const remote = join(root, 'tmp/remote');
    const origin = repositoryAt(join(remote, 'acme/billing.git'));
    origin.write('a.env', GOOD);
    origin.git('init', '--quiet');
    origin.git('add', '.');
    origin.git('commit', '--quiet', '-m', 'first');
    repository.write('repositories.txt', 'acme/billing\nacme/lost\n');
    const setUp = `export REMOTE="file://${remote}" CONNLINT="${join(root, 'tools/connlint/connlint.cjs')}"`;
    expect(bash(`${setUp}\n${script}`)).toBe(123);
    const [line = ''] = readFileSync(join(root, 'lists/acme/billing.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line)).toMatchObject({ file: 'a.env', kind: 'standard', cluster: 'warehouse' });
    expect(existsSync(join(root, 'lists/acme/lost.jsonl'))).toBe(false);
  });
});
