import { execFileSync } from 'node:child_process';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../../../rules/index.ts';
import type { AppliedConfig } from '../../../src/config/config.ts';
import { connlint, withFiles } from '../../support/cli.ts';

const CONFIG = `{
  "include": ["src/**", "deploy/**"],
  "ignores": ["vendor/**", "gen/**", "!gen/kept.ts"],
  "rules": { "legacy-host": "error" },
  "overrides": [
    { "files": "deploy/**", "network": "peered", "rules": { "legacy-host": "off" } },
    { "files": "deploy/eu/**", "environment": "production", "network": "private-endpoint", "region": "eu-west-1" }
  ],
  "suppressions": [{ "rule": "uri-refused", "files": "src/**", "reason": "moves in May" }],
  "inventory": "facts.json"
}
`;
const FILES = {
  'connlint.config.jsonc': CONFIG,
  'facts.json': JSON.stringify({ name: 'walnut', clusterType: 'SHARDED', connectionStrings: {} }),
};

function printed(file: string, files: Readonly<Record<string, string>> = FILES): AppliedConfig {
  return withFiles(files, (cwd) => {
    const { code, stdout, stderr } = connlint(['config', 'print', file, '--format', 'json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout) as AppliedConfig;
  });
}

describe('connlint config print', () => {
  it('says where the code runs, and which override says so: the last one that says something', () => {
    expect(printed('deploy/eu/app.yaml')).toMatchObject({
      file: 'deploy/eu/app.yaml',
      config: 'connlint.config.jsonc',
      leftOut: null,
      environment: { value: 'production', from: 'overrides[1]', at: 'connlint.config.jsonc:7:32' },
      network: { value: 'private-endpoint', from: 'overrides[1]' },
      region: { value: 'eu-west-1', from: 'overrides[1]' },
      suppressions: [],
      inventory: ['facts.json'],
      baseline: '.connlint-baseline',
    });
    expect(printed('deploy/app.yaml')).toMatchObject({ environment: null, network: { value: 'peered' }, region: null });
  });

  it('says which layer sets a rule', () => {
    const ruleIn = (file: string, id: string) => printed(file).rules.find((rule) => rule.id === id);
    expect(ruleIn('deploy/a.yaml', 'legacy-host')).toEqual({
      id: 'legacy-host',
      severity: 'off',
      options: {},
      from: 'overrides[0].rules',
      at: 'connlint.config.jsonc:6:61',
      runs: false,
    });
    const inSource = { severity: 'error', from: 'rules', at: 'connlint.config.jsonc:4:14', runs: true };
    expect(ruleIn('src/a.ts', 'legacy-host')).toMatchObject(inSource);
    expect(ruleIn('src/a.ts', 'uri-refused')).toMatchObject({
      severity: 'error',
      from: 'default',
      at: null,
      runs: true,
    });
    // A rule of planned changes without such a plan.
    expect(ruleIn('src/a.ts', 'multi-region-optimized-string')).toMatchObject({ severity: 'error', runs: false });
  });

  it('reports accepted findings only where they are accepted', () => {
    expect(printed('src/a.ts').suppressions).toMatchObject([
      { from: 'suppressions[0]', value: { rule: ['uri-refused'] } },
    ]);
    expect(printed('deploy/a.yaml').suppressions).toEqual([]);
  });

  it.each([
    ['vendor/a.ts', { by: 'ignores', pattern: 'vendor/**', at: 'connlint.config.jsonc:3:15' }],
    ['gen/a.ts', { by: 'ignores', pattern: 'gen/**' }],
    ['gen/kept.ts', { by: 'include', pattern: null }],
    ['docs/a.md', { by: 'include', pattern: null, at: 'connlint.config.jsonc:2:3' }],
    ['connlint.config.jsonc', { by: 'config' }],
    ['facts.json', { by: 'fact file' }],
    ['.connlint-baseline', { by: 'baseline' }],
  ])('says why %s is left out', (file, expected) => {
    expect(printed(file).leftOut).toMatchObject(expected);
  });

  it('reports the line by which git leaves a file out, and that a tracked file is not', () => {
    withFiles({ '.gitignore': '*.log\n/out/\n', 'out/kept.env': '', 'a/b.env': '' }, (cwd) => {
      const git = (...args: string[]) => execFileSync('git', ['-C', cwd, ...args], { stdio: 'pipe' });
      git('init', '--quiet');
      git('add', '--force', 'out/kept.env');
      const reason = (file: string): unknown =>
        (JSON.parse(connlint(['config', 'print', file, '--format', 'json'], { cwd }).stdout) as AppliedConfig).leftOut;
      expect(reason('out/a.env')).toEqual({ by: 'git', pattern: '/out/', at: '.gitignore:2' });
      expect(reason('deep/er/x.log')).toEqual({ by: 'git', pattern: '*.log', at: '.gitignore:1' });
      expect(reason('out/kept.env')).toBeNull();
      expect(reason('a/b.env')).toBeNull();
    });
  });

  it('reports ignore files outside git, too', () => {
    const files = { '.gitignore': '*.log\n', 'a.log': '', 'a.env': '' };
    expect(printed('a.log', files).leftOut).toEqual({ by: 'ignore file', pattern: null, at: null });
    expect(printed('a.env', files)).toMatchObject({ config: null, leftOut: null });
  });

  it('is a page for people', () => {
    const { stdout } = withFiles(FILES, (cwd) => connlint(['config', 'print', 'deploy/eu/app.yaml'], { cwd }));
    expect(stdout).toMatch(/^deploy\/eu\/app\.yaml\n {2}config +connlint\.config\.jsonc\n {2}scanned +yes\n/);
    expect(stdout).toMatch(/\n {2}network +private-endpoint +overrides\[1\], connlint\.config\.jsonc:7:/);
    expect(stdout).toMatch(/\n {2}legacy-host +off +overrides\[0\]\.rules, connlint\.config\.jsonc:6:61\n/);
    expect(stdout).toMatch(/\n {2}multi-region-optimized-string +error +inactive: no such change is planned\n/);
    const left = withFiles(FILES, (cwd) => connlint(['config', 'print', 'vendor/x.js'], { cwd })).stdout;
    expect(left).toMatch(/\n {2}scanned +no: "ignores": vendor\/\*\* +connlint\.config\.jsonc:3:15\n/);
  });

  it.each([
    [['config'], /connlint: config needs an action\nUsage: connlint config <file> \| schema\n/],
    [['config', 'prnt', 'a'], /unknown action prnt\. Did you mean print\?/],
    [['config', 'print'], /config print needs one file/],
    [['config', 'print', 'a', 'b'], /config print needs one file/],
    [['config', 'schema', 'a'], /takes no arguments/],
  ])('refuses %j', (args, message) => {
    const { code, stdout, stderr } = withFiles(FILES, (cwd) => connlint(args, { cwd }));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});

describe('connlint config schema', () => {
  let valid: (config: unknown) => boolean;
  beforeAll(() => {
    const { stdout } = withFiles({}, (cwd) => connlint(['config', 'schema'], { cwd }));
    valid = new Ajv({ strict: false }).compile(JSON.parse(stdout) as object);
  });

  it('takes what the program takes', () => {
    expect(valid(JSON.parse(CONFIG))).toBe(true);
    for (const { id } of RULES) expect(valid({ rules: { [id]: 'off' } }), id).toBe(true);
  });

  it('refuses unknown rules, severities and options', () => {
    expect(valid({ rules: { 'legacy-hots': 'error' } })).toBe(false);
    expect(valid({ rules: { 'legacy-host': 'fatal' } })).toBe(false);
    expect(valid({ rules: { 'legacy-host': ['error', { noSuchOption: 1 }] } })).toBe(false);
  });

  it("knows every rule's options by their names and defaults", () => {
    for (const { id, options = {} } of RULES) {
      const defaults = Object.entries(options).filter(([, option]) => option.default !== undefined);
      const values = Object.fromEntries(defaults.map(([name, option]) => [name, option.default]));
      expect(valid({ rules: { [id]: ['warning', values] } }), id).toBe(true);
    }
  });
});

describe("a rule's options in a config", () => {
  it('are checked as the rest is', () => {
    const config = JSON.stringify({ rules: { 'legacy-host': ['error', { noSuchOption: 1 }] } });
    const { code, stderr } = withFiles({ 'connlint.config.json': config }, (cwd) => connlint(['list'], { cwd }));
    expect(code).toBe(2);
    expect(stderr).toMatch(/connlint\.config\.json:1:\d+: .*noSuchOption/);
  });

  it('refuses a path that no file can have', () => {
    withFiles({}, (cwd) => {
      const { code, stderr } = connlint(['config', 'print', 'a'.repeat(400)], { cwd });
      expect([code, stderr]).toEqual([2, expect.stringContaining('cannot be read: the name is too long')]);
    });
  });
});
