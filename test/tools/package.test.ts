import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../support/copy.ts';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The package as users get it: packed, installed by npm into new projects, and checked against the README.
const URI = 'mongodb+srv://gable-k4j5h.mongodb.net:27017/g';
const FOUND = ['connlint/legacy-host', 'connlint/uri-refused'];

const ESM = (name = 'connlint'): string => `
import connlint from 'connlint/eslint';
import { defineConfig } from 'eslint/config';
export default defineConfig([${
  name === 'connlint'
    ? 'connlint.configs.recommended'
    : `{ plugins: { ${name}: connlint }, extends: ['${name}/recommended'] }`
}]);
`;
const ONE_LINE = `import connlint from 'connlint/eslint';\nexport default [...connlint.configs.recommended];\n`;
const COMMON = `
const connlint = require('connlint/eslint');
const { defineConfig } = require('eslint/config');
module.exports = defineConfig([connlint.configs.recommended]);
`;
const TYPED = `${ESM()}
export const rule: string | undefined = connlint.rules['legacy-host']?.meta?.docs?.url;
`;
const LISTED = `
import connlint from 'connlint/eslint';
import type { ESLint, Linter } from 'eslint';
const plain: Linter.Config[] = [...connlint.configs.recommended, ...connlint.configs.base];
const own: Linter.Config = { plugins: { connlint }, rules: { 'connlint/uri-refused': 'error' } };
const plugin: ESLint.Plugin = connlint;
export default [...plain, own, { plugins: { plugin } }] satisfies Linter.Config[];
export const url: string | undefined = connlint.rules['uri-refused']?.meta?.docs?.url;
`;
const API = `
import { classifyHost, defineRule, lintFiles, lintText, parseConnectionString, redact } from 'connlint';
import type { ConnectionString, Finding, HostClass, Report, Rule } from 'connlint';

const parsed: ConnectionString = parseConnectionString('mongodb+srv://a.example.com:27017/');
const host: HostClass = classifyHost('metrics-pl-0-lb.ab123.mongodb.net');
const findings: readonly Finding[] = lintText('URI=${URI}', { path: '.env' }).findings;
const report: Report = lintFiles(['.env'], { config: false });
const rule: Rule | undefined = undefined;
export const shown: string[] = [host.kind, redact('mongodb://app:secret@h.example.com/'), ...findings.map((one) => one.rule)];
export const count: number = parsed.issues.length + report.findings.length;
export { defineRule, rule };
`;

let pack: ReturnType<typeof packed>;
beforeAll(() => {
  pack = packed(true);
});
afterAll(() => {
  rmSync(pack.folder, { recursive: true, force: true });
});

/** Rules reported in a file, by the project's ESLint with the config of this name. */
function reported(project: Installed, config: string, file = '.env', ...more: string[]): string[] {
  const run = project.run('eslint', '--config', config, '--format', 'json', ...more, file);
  expect(run.stderr).toBe('');
  const [result] = JSON.parse(run.stdout) as [{ messages: { ruleId: string }[] }];
  return result.messages.map(({ ruleId }) => ruleId);
}

/** Checks files with the declarations that they use. */
function expectTypes(project: Installed, files: readonly string[], module: string, resolution = module): void {
  const checked = ['--skipLibCheck', 'false', '--skipDefaultLibCheck', '--types', 'node'];
  const flags = ['--strict', '--noEmit', '--target', 'es2022', ...checked];
  const modules = ['--module', module, '--moduleResolution', resolution];
  project.write({ 'wrong.ts': WRONG });
  const { stdout } = project.run('tsc', ...flags, ...modules, ...files, 'wrong.ts');
  expect(stdout.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts\(2,14\): error TS2322/)]);
}

const WRONG = `import { redact } from 'connlint';\nexport const n: number = redact('');\n`;

/** The one line of docs/editors.md, on every text file of a project. */
function expectOneLine(project: Installed): void {
  const texts = {
    'py/a.py': `u = '${URI}'\n`,
    'py/a.ts': `const u: string = '${URI}';\n`,
    'py/a.jsx': `f(<a href="${URI}" />);\n`,
  };
  project.write({ ...texts, 'one.config.js': ONE_LINE });
  const run = project.run('eslint', '--config', 'one.config.js', '--format', 'json', 'py');
  const results = JSON.parse(run.stdout) as { messages: { ruleId: string }[] }[];
  expect(results.map(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([FOUND, FOUND, FOUND]);
}

describe.each([
  ['ESLint 10 and TypeScript 6', ['eslint@10', 'typescript@~6.0', 'jiti']],
  ['ESLint 9.39.0 and TypeScript 7', ['eslint@9.39.0', 'typescript@7', 'jiti']],
])('in a project with %s', (_, packages) => {
  let project: Installed;
  beforeAll(() => {
    project = installed([pack.tarball, '@types/node@20', ...packages]);
    project.write({
      '.env': `A=${URI}\n`,
      'code.ts': `export const u = 'mongodb+srv://' + 'gable-k4j5h.mongodb.net';\n`,
      'esm.config.js': ESM(),
      'common.config.cjs': COMMON,
      'typed.config.ts': TYPED,
      'renamed.config.js': ESM('conn'),
      'api.ts': API,
      'api.cts': API,
      'required.cts': `import connlint = require('connlint/eslint');\nexport const configs = connlint.configs.recommended;\n`,
    });
  });
  afterAll(() => {
    project.remove();
  });

  it.each(['esm.config.js', 'common.config.cjs', 'typed.config.ts'])('lints with %s', (config) => {
    expect(reported(project, config)).toEqual(FOUND);
  });

  it('lints every text file with one line', () => {
    expectOneLine(project);
  });

  it('goes by the name that the user gives it', () => {
    expect(reported(project, 'renamed.config.js')).toEqual(FOUND.map((id) => id.replace('connlint', 'conn')));
  });

  it('has types for configs and programs', () => {
    expectTypes(project, ['typed.config.ts', 'api.ts', 'api.cts', 'required.cts'], 'nodenext');
  });

  it.runIf(packages.includes('eslint@10'))('fixes, caches, runs in threads and suppresses in bulk', () => {
    const before = readFileSync(join(project.root, '.env'), 'utf8');
    project.write({ 'fix.env': before });
    expect(reported(project, 'esm.config.js', 'fix.env', '--fix')).toEqual(['connlint/legacy-host']);
    expect(readFileSync(join(project.root, 'fix.env'), 'utf8')).toBe(before.replace(':27017', ''));

    const cached = ['--cache', '--cache-strategy', 'content', '--cache-location', 'seen.json'];
    expect(reported(project, 'esm.config.js', '.env', ...cached)).toEqual(FOUND);
    expect(readFileSync(join(project.root, 'seen.json'), 'utf8')).toContain('uri-refused');
    expect(reported(project, 'esm.config.js', '.env', ...cached)).toEqual(FOUND);

    project.write(Object.fromEntries([1, 2, 3, 4].map((n) => [`many/${n}.env`, before])));
    const run = project.run('eslint', '-c', 'esm.config.js', '-f', 'json', '--concurrency', '2', 'many');
    const results = JSON.parse(run.stdout) as { messages: { ruleId: string }[] }[];
    expect(results.map(({ messages }) => messages.map(({ ruleId }) => ruleId))).toEqual([FOUND, FOUND, FOUND, FOUND]);

    // ESLint suppresses errors only.
    const bulk = ['--rule', 'connlint/uri-refused: error', '-c', 'esm.config.js', '.env'];
    expect(project.run('eslint', ...bulk).code).toBe(1);
    expect(project.run('eslint', '--suppress-all', ...bulk).code).toBe(0);
    expect(project.run('eslint', ...bulk).code).toBe(0);
    expect(readFileSync(join(project.root, 'eslint-suppressions.json'), 'utf8')).toContain('connlint/uri-refused');
    project.write({ '.env': `${before}${before.replace('A', 'B')}` });
    expect(project.run('eslint', ...bulk).stdout.match(/connlint\/uri-refused/g)).toHaveLength(2);
    project.write({ '.env': before });
    rmSync(join(project.root, 'eslint-suppressions.json'));
  });

  it('is what both ways of loading give', () => {
    const esm = `import('connlint').then((api) => console.log(api.redact('mongodb://a:b@h.example.com/')));`;
    expect(project.run('node', '--input-type=module', '-e', esm).stdout).toBe('mongodb://***@h.example.com/\n');
    const common = `console.log(require('connlint').redact('mongodb://a:b@h.example.com/'), require('connlint/eslint').meta.name, require('connlint/schema.json').type)`;
    const run = project.run('node', '--input-type=commonjs', '-e', common);
    expect(run).toEqual({ code: 0, stdout: 'mongodb://***@h.example.com/ connlint object\n', stderr: '' });
  });

  it('has a program', () => {
    const run = project.run('connlint', '--no-config', '--format', 'json', '.env');
    expect([run.code, run.stderr]).toEqual([1, 'Failed: 1 error (--fail-on error).\n']);
    const { findings } = JSON.parse(run.stdout) as { findings: { rule: string }[] };
    expect(findings.map(({ rule }) => `connlint/${rule}`)).toEqual(FOUND);
    expect(project.run('connlint', 'explain', 'legacy-host').stdout).toMatch(/^# legacy-host/);
    expect(project.run('connlint', 'config', '.env').code).toBe(0);
  });
});

/** Size of the files in a folder, in bytes. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

// The oldest of both, ESLint's first own types, its first helper. The newest are above.
describe('the types', () => {
  it.each([
    ['9.7.0', '5.4', 'node16', 'node16', ['@types/eslint@9']],
    ['9.15.0', '5.7', 'nodenext', 'nodenext', []],
    ['9.22.0', '5.4', 'esnext', 'bundler', []],
  ])('fit ESLint %s and TypeScript %s (%s, %s); the plugin lints', (eslint, typescript, module, resolution, more) => {
    const project = installed([
      pack.tarball,
      '@types/node@20',
      `eslint@${eslint}`,
      `typescript@${typescript}`,
      ...more,
    ]);
    try {
      project.write({ 'list.ts': LISTED, 'api.ts': API, ...(eslint === '9.22.0' && { 'typed.config.ts': TYPED }) });
      expectTypes(
        project,
        ['list.ts', 'api.ts', ...(eslint === '9.22.0' ? ['typed.config.ts'] : [])],
        module,
        resolution,
      );
      expectOneLine(project);
    } finally {
      project.remove();
    }
  });
});

describe('what is published', () => {
  let project: Installed;
  beforeAll(() => {
    project = installed([pack.tarball]);
  });
  afterAll(() => {
    project.remove();
  });
  /** Runs a checker on a copy of the package, because one of them removes its input. */
  const npx = (command: string, ...args: string[]): ReturnType<Installed['run']> => {
    copyFileSync(pack.tarball, join(project.root, 'package.tgz'));
    return project.run(join(REPOSITORY, 'node_modules/.bin', command), ...args);
  };

  it('is right for publint', () => {
    const run = npx('publint', '--strict', 'package.tgz');
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('All good!')]);
  });

  it('has the types that are found wherever the code is found', () => {
    const run = npx('attw', 'package.tgz', '--profile', 'esm-only', '--format', 'json');
    expect(run.code, run.stdout).toBe(0);
  });

  it('is the program, its types, pages and nothing else', () => {
    const { stdout } = project.run('tar', 'tzf', pack.tarball);
    const files = stdout
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, ''));
    const known = [
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\.json)$/,
      /^docs\/editors\.md$/,
      /^hooks\/(?:connlint|index|eslint|start|check|rest|search-thread)\.cjs$/,
      /^hooks\/(?:index|eslint)\.d\.cts$/,
      /^hooks\/(?:README\.md|LICENSES\.txt|\.gitattributes)$/,
    ];
    expect(files.filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(readFileSync(pack.tarball).length).toBeLessThan(1_000_000);
  });

  it('installs little, and runs nothing while it does', () => {
    expect(existsSync(join(project.root, 'node_modules/eslint'))).toBe(false);
    const { packages } = JSON.parse(readFileSync(join(project.root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: boolean }>;
    };
    expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
    expect(Object.keys(packages).length).toBeLessThan(25);
    expect(sizeOf(join(project.root, 'node_modules'))).toBeLessThan(6_000_000);
  });
});
