import { checksSingleFiles } from '../../src/eslint/rule.ts';
import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import connlint from '../../src/eslint/plugin.ts';
import { BASE, eslint, RECOMMENDED, REPORT_ALL, workspace } from '../support/eslint-run.ts';

const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';

describe('the plugin', () => {
  it('says who it is, so that caches know its version', () => {
    expect(connlint.meta).toEqual({ name: 'connlint', version: manifest.version, namespace: 'connlint' });
  });

  it('has a rule for each rule that a file by itself can break, and one for the config', () => {
    const own = RULES.filter(checksSingleFiles);
    expect(Object.keys(connlint.rules).sort()).toEqual(['config', ...own.map(({ id }) => id)].sort());
  });

  it.each(['recommended', 'base'] as const)('enables every rule in %s, at the level of its page', (name) => {
    const levels = Object.assign({}, ...connlint.configs[name].map((part) => part.rules)) as Linter.RulesRecord;
    expect(Object.keys(levels)).toEqual(Object.keys(connlint.rules).map((id) => `connlint/${id}`));
    expect(levels).toMatchObject({ 'connlint/replica-set-name': 'error', 'connlint/uri-refused': 'warn' });
  });
});

const CLAIMED = ['a.json', 'a.jsonc', 'a.yaml', 'a.toml', 'README.md', 'a.html', 'a.ts', 'a.vue', '.env.ts', 'a.css'];
const UNKNOWN = ['LICENSE', '.npmrc', 'a.unheard-of', 'bin/deploy', 'CODEOWNERS'];
const UNCLAIMED = ['.env', '.env.local', 'a/.env', 'prod.env', 'a.py', 'x/main.tf', 'Dockerfile', 'run.sh', 'a.txt'];
const JAVASCRIPT = ['a.js', 'b.mjs', 'c.cjs', 'd.jsx', 'Dockerfile.js'];

describe('the configs', () => {
  const all = [...CLAIMED, ...UNKNOWN, ...UNCLAIMED];
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

  it('base covers what no other plugin claims', async () => {
    using folder = workspace(files);
    const own = [...UNCLAIMED, ...JAVASCRIPT.filter((file) => !file.endsWith('.jsx'))];
    expect(await found([...BASE, REPORT_ALL], folder.root)).toEqual(own.sort());
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
});
