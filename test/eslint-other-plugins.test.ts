import { ESLint, Linter } from 'eslint';
import type { Rule } from 'eslint';
import prettier from 'eslint-plugin-prettier/recommended';
import reactHooks from 'eslint-plugin-react-hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANY_TEXT, eslint, RECOMMENDED, workspace } from './support/eslint-run.ts';

// Presets without `files` put rules for scripts on every file, also on those that `connlint/text` carries.
const PORT = 'mongodb+srv://reader.k2j4h.mongodb.net:27017/books';

const FILES: Readonly<Record<string, string>> = {
  '.env': `A=1\nB = 'x'\r\nC="${PORT}"  \n`,
  'unset.env': 'A=1',
  'local.env': `A=it's\nB=${PORT}\n`,
  'app.py': `url   =   '${PORT}'`,
  'main.py': `def main():\n\treturn '${PORT}'\n`,
  'app.properties': `\uFEFFuri='${PORT}';b=2\n\n\n\n`,
  'log.properties': `# Log\nlog.uri=${PORT}\n`,
  'main.tf': `uri = "${PORT}"`,
  'infra.tf': `locals {\n  uri="${PORT}"\n}\n`,
  'use-effect.py': 'useEffect(() => { if (a) useState(b) }, [])\n',
};

const script = 'export  const useA = () => {\n  if (a) useState(1);\n};\n';

const hooks = reactHooks.configs.flat['recommended-latest'] as Linter.Config;

const setups: readonly (readonly [name: string, config: readonly Linter.Config[]])[] = [
  ['before Prettier', [...RECOMMENDED, prettier]],
  ['after Prettier', [prettier, ...RECOMMENDED]],
  ['before React hooks', [...RECOMMENDED, hooks]],
  ['after React hooks', [hooks, ...RECOMMENDED]],
  ['between them', [prettier, ...RECOMMENDED, hooks]],
];

describe('with presets that name no files, connlint', () => {
  it.each(setups)('%s fixes its own findings in text files, and nothing else is touched', async (_, config) => {
    using folder = workspace(FILES);
    const results = await eslint(folder.root, Object.keys(FILES), config, { fix: true });
    await ESLint.outputFixes([...results.values()]);
    for (const [name, text] of Object.entries(FILES)) {
      expect(results.get(name)!.messages, name).toEqual([]);
      expect(readFileSync(join(folder.root, name), 'utf8'), name).toBe(text.replaceAll(':27017', ''));
    }
  });

  it.each(setups)('%s tells its own findings in text files, and nobody else tells any', async (_, config) => {
    using folder = workspace(FILES);
    const results = await eslint(folder.root, Object.keys(FILES), config);
    for (const [name, text] of Object.entries(FILES)) {
      const shown = results.get(name)!.messages.map(({ ruleId }) => ruleId);
      expect(shown, name).toEqual(text.includes(PORT) ? ['connlint/srv-port'] : []);
    }
  });

  it('leaves scripts to them', async () => {
    using folder = workspace({ 'a.js': script });
    const results = await eslint(folder.root, ['a.js'], [...RECOMMENDED, prettier, hooks]);
    const shown = results.get('a.js')!.messages.map(({ ruleId }) => ruleId);
    expect(shown).toEqual(['prettier/prettier', 'react-hooks/rules-of-hooks']);
  });
});

describe('rules of other plugins in text files', () => {
  it('meet no node', () => {
    const met: string[] = [];
    lintWith('A=1\n', ({ sourceCode }) => {
      const names = ['*', '*:exit', ':not(Program)', sourceCode.ast.type, 'Program', 'onCodePathStart'];
      return Object.fromEntries(names.map((name) => [name, () => met.push(name)]));
    });
    expect(met).toEqual([]);
  });
});

/** Lints a text with one rule of a foreign plugin. */
function lintWith(text: string, create: Rule.RuleModule['create']): void {
  const foreign: Linter.Config = { plugins: { foreign: { rules: { one: { create } } } }, rules: { 'foreign/one': 2 } };
  new Linter().verify(text, [ANY_TEXT, foreign], { filename: '.env' });
}
