import { Linter } from 'eslint';
import { defineConfig } from 'eslint/config';
import micromatch from 'micromatch';
import { describe, expect, it } from 'vitest';
import { RULES } from '../../rules/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import * as loaded from '../../src/eslint/index.ts';
import { ALL_TEXT_FILES, UNOWNED_FILES } from '../../src/eslint/file-types.ts';
import type { Claim } from '../../src/eslint/file-types.ts';
import { configs, eslint, RECOMMENDED, workspace } from '../support/eslint-run.ts';

const connlint = loaded.default;
const LEGACY = 'mongodb+srv://gable-k4j5h.mongodb.net/g';
const claims = ({ files, ignores }: Claim, path: string): boolean =>
  micromatch.isMatch(path, files, { dot: true }) && !micromatch.isMatch(path, ignores, { dot: true });

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

  it.each(Object.entries(connlint.rules))('%s describes itself as ESLint rules do', (id, { meta }) => {
    expect(meta?.type).toBe('problem');
    expect(meta?.languages).toEqual(['*']);
    expect(meta?.schema).toEqual([]);
    expect(meta?.docs?.url).toMatch(id === 'config' ? /^https:/ : new RegExp(`^https:.*/rules/${id}\\.md$`));
    const first = meta?.docs?.description?.[0] ?? '';
    expect(meta?.docs?.description).toMatch(/[^.]$/);
    expect(first === first.toLowerCase() || /^[A-Z]{2}/.test(meta?.docs?.description ?? '')).toBe(true);
  });

  it('has every rule on in its configs, that of the config first', () => {
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
});

describe('the configs', () => {
  it.each(['.env', '.env.local', 'a/.env', 'prod.env', 'a.py', 'x/main.tf', 'Dockerfile', 'api.Dockerfile', 'run.sh'])(
    'carry %s',
    (path) => {
      expect([claims(UNOWNED_FILES, path), claims(ALL_TEXT_FILES, path)]).toEqual([true, true]);
    },
  );

  it.each(['a.json', 'a.yaml', 'a.toml', 'README.md', 'page.html', '.env.json', 'Dockerfile.md'])(
    'leave %s to the plugin that owns it',
    (path) => {
      expect([claims(UNOWNED_FILES, path), claims(ALL_TEXT_FILES, path)]).toEqual([false, true]);
    },
  );

  it.each(['a.ts', 'a.js', 'a.vue', '.env.ts', 'Dockerfile.js', 'logo.png'])('never carry %s', (path) => {
    expect([claims(UNOWNED_FILES, path), claims(ALL_TEXT_FILES, path)]).toEqual([false, false]);
  });

  it('make ESLint walk the files that they carry', async () => {
    using folder = workspace({
      'a/.env': LEGACY,
      'a/b.json': `"${LEGACY}"`,
      'a/c.js': `'${LEGACY}'`,
      'a/d.png': LEGACY,
    });
    const walked = async (config: Linter.Config[]): Promise<string[]> =>
      [...(await eslint(folder.root, ['.'], config))]
        .filter(([, { messages }]) => messages.some(({ ruleId }) => ruleId === 'connlint/legacy-host'))
        .map(([file]) => file);
    expect(await walked(RECOMMENDED)).toEqual(['a/.env', 'a/c.js']);
    expect(await walked(configs(...connlint.configs['all-files']))).toEqual(['a/.env', 'a/b.json', 'a/c.js']);
  });

  it('follow the name that a user gives the plugin', async () => {
    using folder = workspace({ 'x.env': LEGACY });
    const config = defineConfig([{ plugins: { conn: connlint }, extends: ['conn/recommended'] }]);
    const [result] = (await eslint(folder.root, ['x.env'], config)).values();
    expect(result?.messages.map(({ ruleId }) => ruleId)).toEqual(['conn/legacy-host']);
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
