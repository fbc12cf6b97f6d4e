import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Run } from '../support/cli.ts';
import { BAD, GOOD } from '../support/strings.ts';
import { userProject } from '../support/user-project.ts';
import type { UserProject } from '../support/user-project.ts';

// The shell parts of the files from `connlint init --ci`, run by bash in a user's project.

let project: UserProject;
beforeAll(() => {
  project = userProject();
});
afterAll(() => {
  project.remove();
});

interface Case {
  readonly name: string;
  readonly path: string;
  /** The script in the file. */
  readonly script: (text: string) => string;
  /** Its reports, relative to the project. */
  readonly reports: readonly string[];
}

/* eslint-disable @typescript-eslint/no-unsafe-member-access -- parsed YAML */
const CASES: readonly Case[] = [
  {
    name: 'github',
    path: '.github/workflows/connlint.yml',
    script(text) {
      const { steps } = parse(text).jobs.connlint as { steps: { id?: string; name?: string; run?: string }[] };
      const check = steps.find(({ id }) => id === 'connlint')!.run!;
      const gate = steps.find(({ name }) => name === 'Gate')!.run!;
      return `${check}\n. "$GITHUB_OUTPUT.sh"\n${gate}`;
    },
    reports: ['tmp/connlint.sarif', 'tmp/summary'],
  },
  {
    name: 'gitlab',
    path: '.gitlab-ci.yml',
    script: (text) => (parse(text).connlint.script as string[]).join('\n'),
    reports: ['gl-code-quality-report.json', 'connlint-junit.xml'],
  },
  {
    name: 'azure',
    path: 'azure-pipelines.yml',
    script: (text) => (parse(text).steps as { bash?: string }[]).find(({ bash }) => bash)!.bash!,
    reports: ['tmp/connlint.sarif', 'tmp/connlint-junit.xml'],
  },
  {
    name: 'jenkins',
    path: 'Jenkinsfile',
    script: (text) => /^ *sh '(.*)'$/m.exec(text)![1]!,
    reports: ['connlint-junit.xml', 'connlint.sarif'],
  },
  {
    name: 'bitbucket',
    path: 'bitbucket-pipelines.yml',
    script: (text) => (parse(text).definitions.steps[0].step.script as string[]).join('\n'),
    reports: ['test-results/connlint.xml'],
  },
];
/* eslint-enable */

function runFile({ path, script, name }: Case): Run {
  const temporary = join(project.root, 'tmp');
  const text = script(readFileSync(join(project.root, path), 'utf8'));
  const env = {
    RUNNER_TEMP: temporary,
    GITHUB_OUTPUT: join(temporary, 'outputs'),
    GITHUB_STEP_SUMMARY: join(temporary, 'summary'),
    REPORTS: temporary,
  };
  // What the runner does with the outputs of a step.
  const outputs = `sed 's/exit-code=/CODE=/' "$GITHUB_OUTPUT" `;
  return project.bash(
    `mkdir -p tmp\n${name === 'github' ? text.replace('. "$GITHUB_OUTPUT.sh"', `eval "$(${outputs})"`) : text}`,
    env,
  );
}

describe.each(CASES)('connlint init --ci $name', (one) => {
  it('is red on a fault, leaves its reports, and is green when the fault is gone', () => {
    const repository = project.fresh({ 'app/a.env': BAD, '.gitignore': 'node_modules/\ntmp/\n' });
    expect(project.bash(`npx connlint init --ci ${one.name}`)).toMatchObject({ code: 0 });
    const red = runFile(one);
    expect(red.code, red.stdout + red.stderr).toBe(1);
    expect(red.stdout + red.stderr).toContain('uri-refused');
    for (const report of one.reports) {
      expect(existsSync(join(project.root, report)), report).toBe(true);
      expect(readFileSync(join(project.root, report), 'utf8')).toContain('uri-refused');
    }
    repository.write('app/a.env', GOOD);
    const green = runFile(one);
    expect(green.code, green.stdout + green.stderr).toBe(0);
  });

  it('is red when connlint cannot do its work', () => {
    project.fresh({ 'connlint.config.json': '{ "wrong": 1 }' });
    project.bash(`npx connlint init --ci ${one.name}`);
    project.bash(
      `npx connlint init --ci ${one.name} --stdout > file && mkdir -p "$(dirname ${one.path})" && mv file ${one.path}`,
    );
    expect(runFile(one).code).toBe(2);
  });
});

describe('a new user', () => {
  it('sees red on a legacy string, green after the fix or a baseline, and red again on a new one', () => {
    const legacy = 'URI=mongodb+srv://gable-k4j5h.mongodb.net/g\n';
    const record = [{ name: 'gable', connectionStrings: { standardSrv: 'mongodb+srv://gable.k4j5h.mongodb.net' } }];
    const config = '{ "inventory": "facts.json", "plan": [{ "change": "leave-legacy-hostnames" }] }\n';
    const gate = (): number | null => runFile(CASES[1]!).code;
    const repository = project.fresh({
      'connlint.config.json': config,
      'facts.json': JSON.stringify(record),
      'app/a.env': legacy,
    });
    expect(project.bash('npx connlint init --ci gitlab')).toMatchObject({ code: 0 });
    expect(gate()).toBe(1);
    project.bash('npx connlint --fix');
    expect(readFileSync(join(project.root, 'app/a.env'), 'utf8')).toBe('URI=mongodb+srv://gable.k4j5h.mongodb.net/g\n');
    expect(gate()).toBe(0);
    repository.write('app/a.env', legacy);
    expect(gate()).toBe(1);
    expect(project.bash('npx connlint baseline create')).toMatchObject({ code: 0 });
    expect(gate()).toBe(0);
    repository.write('app/b.env', legacy);
    expect(gate()).toBe(1);
  });
});
