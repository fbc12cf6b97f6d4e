import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  pack = packed();
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

/** The compiler's output for files. */
function typeErrors(project: Installed, files: readonly string[], module: string, resolution: string): string {
  const flags = ['--strict', '--noEmit', '--skipLibCheck', 'false', '--target', 'es2022', '--types', 'node'];
  return project.run('tsc', ...flags, '--module', module, '--moduleResolution', resolution, ...files).stdout;
}

const WRONG = `import { redact } from 'connlint';\nexport const n: number = redact('');\n`;
const MODULES = ['typed.config.ts', 'api.ts', 'wrong.ts'];
/** CommonJS may require ES modules in these. */
const COMMON_TOO = [...MODULES, 'api.cts', 'required.cts'];

describe.each([
  ['ESLint 10 and TypeScript 6', ['eslint@10', 'typescript@~6.0', 'jiti']],
  ['ESLint 9.38.0 and TypeScript 7', ['eslint@9.38.0', 'typescript@7', 'jiti']],
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
      'wrong.ts': WRONG,
      'required.cts': `import connlint = require('connlint/eslint');\nexport const configs = connlint.configs.recommended;\n`,
    });
  });
  afterAll(() => {
    project.remove();
  });

  it.each(['esm.config.js', 'common.config.cjs', 'typed.config.ts'])('lints with %s', (config) => {
    expect(reported(project, config)).toEqual(FOUND);
  });

  it('goes by the name that the user gives it', () => {
    expect(reported(project, 'renamed.config.js')).toEqual(FOUND.map((id) => id.replace('connlint', 'conn')));
  });

  it.each([
    ['nodenext', 'nodenext', COMMON_TOO],
    ['node16', 'node16', MODULES],
    ['esnext', 'bundler', MODULES],
  ])('has types for configs and programs (%s, %s)', (module, resolution, files) => {
    const errors = typeErrors(project, files, module, resolution);
    expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts\(2,14\): error TS2322/)]);
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
    expect(project.run('connlint', 'explain', 'legacy-host').stdout).toMatch(/^legacy-host/);
    expect(project.run('connlint', 'config', '.env').code).toBe(0);
  });

  it('fixes, caches, runs in threads and suppresses in bulk', () => {
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

    const bulk = ['-c', 'esm.config.js', '.env'];
    expect(project.run('eslint', ...bulk).code).toBe(1);
    expect(project.run('eslint', '--suppress-all', ...bulk).code).toBe(0);
    expect(project.run('eslint', ...bulk).code).toBe(0);
    expect(readFileSync(join(project.root, 'eslint-suppressions.json'), 'utf8')).toContain('connlint/uri-refused');
    project.write({ '.env': `${before}${before.replace('A', 'B')}` });
    expect(project.run('eslint', ...bulk).stdout.match(/connlint\/uri-refused/g)).toHaveLength(2);
    project.write({ '.env': before });
    rmSync(join(project.root, 'eslint-suppressions.json'));
  });
});

/** Size of the files in a folder, in bytes. */
function sizeOf(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

// Each version of either once, the oldest together.
describe('the types', () => {
  it.each([
    ['9.7.0', '5.4', ['@types/eslint@9'], false],
    ['9.15.0', '5.7', [], false],
    ['9.22.0', '5.4', [], true],
    ['9.39.0', '~6.0', [], true],
    ['10', '5.7', [], true],
  ])('fit those of ESLint %s, for TypeScript %s', (eslint, typescript, more, hasHelper) => {
    const packages = [`eslint@${eslint}`, `typescript@${typescript}`, ...more];
    const project = installed([pack.tarball, '@types/node@20', ...packages]);
    try {
      const files = { 'list.ts': LISTED, 'wrong.ts': WRONG, ...(hasHelper && { 'typed.config.ts': TYPED }) };
      project.write(files);
      for (const [module, resolution] of [
        ['nodenext', 'nodenext'],
        ['esnext', 'bundler'],
      ] as const) {
        const errors = typeErrors(project, Object.keys(files), module, resolution);
        expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts\(2,14\): error TS2322/)]);
      }
    } finally {
      project.remove();
    }
  });
});

describe('eslint-plugin-connlint', () => {
  it('is the plugin under its usual name, for both ways of loading and for types', () => {
    const folder = join(pack.folder, 'eslint-plugin');
    execFileSync(process.execPath, [join(import.meta.dirname, '../../tools/eslint-plugin-package.mjs'), folder]);
    const project = installed([pack.tarball, folder, '@types/node@20', 'eslint@10', 'typescript@~6.0']);
    try {
      project.write({
        '.env': `A=${URI}\n`,
        'esm.config.js': `import connlint from 'eslint-plugin-connlint';\nexport default [...connlint.configs.recommended];\n`,
        'common.config.cjs': `module.exports = [...require('eslint-plugin-connlint').configs.recommended];\n`,
        'typed.ts': `import connlint, { type ConnlintPlugin } from 'eslint-plugin-connlint';\nexport const plugin: ConnlintPlugin = connlint;\n`,
        'wrong.ts': WRONG,
      });
      expect(reported(project, 'esm.config.js')).toEqual(FOUND);
      expect(reported(project, 'common.config.cjs')).toEqual(FOUND);
      const errors = typeErrors(project, ['typed.ts', 'wrong.ts'], 'nodenext', 'nodenext');
      expect(errors.trim().split('\n')).toEqual([expect.stringMatching(/^wrong\.ts/)]);
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { keywords: string[] };
      expect(manifest.keywords).toEqual(expect.arrayContaining(['eslint', 'eslintplugin', 'eslint-plugin']));
    } finally {
      project.remove();
    }
  });
});

describe('what is published', () => {
  const npx = (command: string, ...args: string[]): { code: number | null; stdout: string } => {
    const project = installedTools();
    return project.run(join(import.meta.dirname, '../../node_modules/.bin', command), ...args);
  };
  let tools: Installed | null = null;
  /** A copy of the package, because a checker removes its input. */
  const installedTools = (): Installed => {
    tools ??= installed([]);
    copyFileSync(pack.tarball, join(tools.root, 'package.tgz'));
    return tools;
  };
  afterAll(() => {
    tools?.remove();
  });

  it('is right for publint', () => {
    const run = npx('publint', '--strict', 'package.tgz');
    expect([run.code, run.stdout]).toEqual([0, expect.stringContaining('All good!')]);
  });

  it('has the types that are found wherever the code is found', () => {
    const run = npx('attw', 'package.tgz', '--profile', 'esm-only', '--format', 'json');
    expect(run.code, run.stdout).toBe(0);
  });

  it('is the program, its types, pages and nothing else', () => {
    const project = installedTools();
    const { stdout } = project.run('tar', 'tzf', 'package.tgz');
    const files = stdout
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, ''));
    const known = [
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|schema\.json)$/,
      /^docs\/(?:editors|rules\/(?:README|[a-z\d-]+))\.md$/,
      /^hooks\/(?:connlint\.cjs|LICENSES\.txt|parts\/[\w-]+\.cjs)$/,
      /^hooks\/(?:index|eslint)\.mjs$/,
      /^hooks\/(?:index|eslint|plugin|parts\/\w+)\.d\.mts$/,
    ];
    expect(files.filter((name) => !known.some((pattern) => pattern.test(name)))).toEqual([]);
    expect(files.filter((name) => name.startsWith('docs/rules/')).length).toBeGreaterThan(70);
    expect(readFileSync(pack.tarball).length).toBeLessThan(1_000_000);
  });

  it('installs little, and runs nothing while it does', () => {
    const project = installed([pack.tarball]);
    try {
      expect(existsSync(join(project.root, 'node_modules/eslint'))).toBe(false);
      expect(project.run('connlint', '--version')).toMatchObject({ code: 0, stderr: '' });
      const { packages } = JSON.parse(readFileSync(join(project.root, 'package-lock.json'), 'utf8')) as {
        packages: Record<string, { hasInstallScript?: boolean }>;
      };
      expect(Object.values(packages).filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
      expect(Object.keys(packages).length).toBeLessThan(25);
      expect(sizeOf(join(project.root, 'node_modules'))).toBeLessThan(6_000_000);
    } finally {
      project.remove();
    }
  });
});
