import { readFileSync } from 'node:fs';
import { Linter } from 'eslint';
import type { Rule } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { checksSingleFiles } from '../../src/eslint/rule.ts';
import * as loaded from '../../src/eslint/index.ts';
import { configs, eslint, RECOMMENDED, REPORT_ALL, workspace } from '../support/eslint-run.ts';

const connlint = loaded.default;
// The plugin's own types are compatible with every release of ESLint and therefore loose.
const eslintRules = connlint.rules as Record<string, Rule.RuleModule>;
const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';

describe('the plugin', () => {
  it('says who it is, so that caches know its version', () => {
    expect(connlint.meta).toEqual({ name: 'connlint', version: manifest.version, namespace: 'connlint' });
  });

  it('is what require() gives', () => {
    expect(loaded['module.exports']).toBe(connlint);
  });

  it('has a rule for each rule that a file by itself can break, and one for the config', () => {
    const own = RULES.filter(({ id, scope }) => scope !== 'project' && id !== 'stale-baseline-entry');
    expect(Object.keys(connlint.rules).sort()).toEqual(['config', ...own.map(({ id }) => id)].sort());
  });

  it.each(Object.entries(eslintRules))('%s describes itself as ESLint rules do', (id, { meta }) => {
    expect(meta?.type).toBe('problem');
    expect(meta?.languages).toEqual(['*']);
    expect(meta?.docs?.url).toMatch(id === 'config' ? /^https:/ : new RegExp(`^https:.*/rules/${id}\\.md$`));
    expect(meta?.docs?.description).toMatch(/^(?:disallow|require) .*[^.]$/s);
  });

  it('has every rule on in each of its configs, that of the config first', () => {
    expect(Object.keys(connlint.configs)).toEqual([
      ...['recommended', 'base', 'json', 'yaml', 'toml', 'markdown', 'html', 'scripts'],
    ]);
    for (const config of Object.values(connlint.configs)) {
      const rules = Object.keys(Object.assign({}, ...config.map((part) => part.rules)) as object);
      expect(rules[0]).toBe('connlint/config');
      expect(rules.sort()).toEqual(
        Object.keys(connlint.rules)
          .map((id) => `connlint/${id}`)
          .sort(),
      );
    }
  });

  it.each(RULES.filter(checksSingleFiles))('shows $id at the level of its page, with what its page offers', (rule) => {
    const page = readFileSync(new URL(`../../docs/rules/${rule.id}.md`, import.meta.url), 'utf8');
    const [severity = '', fix = ''] = /^\| -+ .*\n\| (.*)$/m
      .exec(page)![1]!
      .split('|')
      .map((cell) => cell.trim());
    const levels = Object.assign({}, ...connlint.configs.base.map((part) => part.rules)) as Linter.RulesRecord;
    expect(levels[`connlint/${rule.id}`]).toBe(severity === 'error' ? 'error' : 'warn');
    const { fixable, hasSuggestions } = eslintRules[rule.id]!.meta!;
    expect([fixable === 'code', hasSuggestions]).toEqual([fix.includes('--fix'), fix.includes('suggestion')]);
  });

  it('says where options belong', () => {
    const rules = { 'connlint/srv-port': ['error', { a: 1 }] } as unknown as Linter.RulesRecord;
    const lint = (): unknown => new Linter().verify('', [{ plugins: { connlint }, rules }], 'a.js');
    expect(lint).toThrow(/connlint\/srv-port takes no options in ESLint's config\. Set them in connlint\.config\.json/);
  });
});

const TEXTS = {
  base: [
    '.env',
    '.env.local',
    'a/.env',
    'prod.env',
    'a.py',
    'x/main.tf',
    'app.properties',
    'Dockerfile',
    'run.sh',
    'a.txt',
  ],
  json: ['a.json', 'a.jsonc', 'tsconfig.json5', '.env.json', 'terraform.tfstate'],
  yaml: ['a.yaml', 'b.yml'],
  toml: ['a.toml'],
  markdown: ['README.md', 'a.mdx', 'Dockerfile.md'],
  html: ['page.html', 'a.htm'],
  scripts: ['a.ts', 'a.mts', 'a.cts', 'a.tsx', 'a.vue', 'a.svelte', 'a.astro', '.env.ts'],
} as const;
const OTHERS = ['LICENSE', 'a.css', 'a.hbs', 'a.graphql', '.npmrc', 'a.unheard-of', 'bin/deploy', 'CODEOWNERS'];
const JAVASCRIPT = ['a.js', 'b.mjs', 'c.cjs', 'd.jsx', 'Dockerfile.js'];

describe('the configs', () => {
  const all = [...Object.values(TEXTS).flat(), ...OTHERS];
  const files = Object.fromEntries([
    ...all.map((name) => [name, `u = '${LEGACY}'\n`] as const),
    ...JAVASCRIPT.map((name) => [name, `f('${LEGACY}');\n`] as const),
    ['logo.png', LEGACY],
  ]);
  const found = async (config: Linter.Config[], root: string): Promise<string[]> =>
    [...(await eslint(root, ['.'], config))]
      .filter(([, { messages }]) => messages.some(({ ruleId }) => ruleId === 'connlint/legacy-host'))
      .map(([file]) => file)
      .sort();

  // With REPORT_ALL, because the role of prose lowers its findings.
  it('recommended covers every text file', async () => {
    using folder = workspace(files);
    expect(await found([...RECOMMENDED, REPORT_ALL], folder.root)).toEqual([...all, ...JAVASCRIPT].sort());
  });

  it.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])('%s carries its files and no others', async (name) => {
    using folder = workspace(files);
    const own = [...TEXTS[name], ...JAVASCRIPT.filter((file) => !file.endsWith('.jsx'))];
    expect(await found(configs(...connlint.configs[name], REPORT_ALL), folder.root)).toEqual(own.sort());
  });

  it('carry nothing that is not text', async () => {
    using folder = workspace({ 'a.blob': `\0${LEGACY}` });
    expect(await found(RECOMMENDED, folder.root)).toEqual([]);
  });

  it('reads JavaScript with JSX', async () => {
    using folder = workspace({
      'a.jsx': `const a = <a href="${LEGACY}" />;\n`,
      'b.js': `const b = <b c="${LEGACY}" />;\n`,
    });
    expect(await found(RECOMMENDED, folder.root)).toEqual(['a.jsx', 'b.js']);
  });

  it('show a string that TypeScript puts together', async () => {
    const text = `enum A { X = 'k4j5h' }\nexport const u = 'mongodb+srv://' + ('gable-k4j5h' as string) + '.mongodb.net';\n`;
    using folder = workspace({ 'a.ts': text });
    expect(await found(RECOMMENDED, folder.root)).toEqual(['a.ts']);
  });

  it('follow the name that a user gives the plugin', async () => {
    using folder = workspace({ 'x.env': LEGACY });
    const config = defineConfig([{ plugins: { conn: connlint }, extends: ['conn/recommended'] }]);
    const [result] = (await eslint(folder.root, ['x.env'], config)).values();
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['conn/legacy-host']);
  });

  it('show what is info only when the settings ask for all', async () => {
    using folder = workspace({ 'a.env': LEGACY, 'connlint.config.json': '{ "rules": { "legacy-host": "info" } }' });
    const shown = async (settings: Record<string, unknown>): Promise<string[]> =>
      found([...RECOMMENDED, { settings }], folder.root);
    expect(await shown({})).toEqual([]);
    expect(await shown({ connlint: { report: 'all' } })).toEqual(['a.env']);
  });
});

describe('places', () => {
  const verify = (text: string): unknown[] =>
    new Linter()
      .verify(text, [{ plugins: { connlint }, rules: { 'connlint/legacy-host': 'error' } }], 'a.js')
      .map(({ line, column, endLine, endColumn }) => [line, column, endLine, endColumn]);

  it.each([
    ['after a comment that the tree begins behind', `// 1\n\n/* 2 */ f('${LEGACY}');`, [3, 26]],
    ['after an emoji', `'😀', f('${LEGACY}');`, [1, 24]],
    ['with line ends of Windows', `f();\r\nf('${LEGACY}');\r\n`, [2, 18]],
    ['with a line end that only JavaScript knows', `/*\u2028*/ f('${LEGACY}');`, [2, 21]],
    ['in a comment', `f(); // ${LEGACY}`, [1, 23]],
  ])('are right %s', (_, text, [line = 0, column = 0]) => {
    expect(verify(text)).toEqual([[line, column, line, column + 'gable-k4j5h.mongodb.net'.length]]);
  });

  it('are those of the expression that forms a string from a constant, and nothing is edited elsewhere', () => {
    const text = `const port = ':27017/g';\nf('mongodb+srv://gable.k4j5h.mongodb.net' + port);`;
    const [message] = new Linter().verify(text, [{ plugins: { connlint }, rules: { 'connlint/srv-port': 'error' } }]);
    expect([message?.line, message?.fix]).toEqual([2, undefined]);
  });
});
