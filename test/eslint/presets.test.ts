import html from '@html-eslint/eslint-plugin';
import { ESLint, Linter } from 'eslint';
import type { Rule } from 'eslint';
import prettier from 'eslint-plugin-prettier/recommended';
import reactHooks from 'eslint-plugin-react-hooks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import connlint from '../../src/eslint/index.ts';
import { ANY_TEXT, configs, eslint, BASE, workspace } from '../support/eslint-run.ts';

// Presets without `files` enable rules for scripts in every file, including those of `connlint/text`.
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
  ['before Prettier', [...BASE, prettier]],
  ['after Prettier', [prettier, ...BASE]],
  ['before React hooks', [...BASE, hooks]],
  ['after React hooks', [hooks, ...BASE]],
  ['between them', [prettier, ...BASE, hooks]],
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

  it.each(setups)('%s reports its own findings in text files, and nobody else reports any', async (_, config) => {
    using folder = workspace(FILES);
    const results = await eslint(folder.root, Object.keys(FILES), config);
    for (const [name, text] of Object.entries(FILES)) {
      const shown = results.get(name)!.messages.map(({ ruleId }) => ruleId);
      expect(shown, name).toEqual(text.includes(PORT) ? ['connlint/srv-port'] : []);
    }
  });

  it('leaves scripts to them', async () => {
    using folder = workspace({ 'a.js': script });
    const results = await eslint(folder.root, ['a.js'], [...BASE, prettier, hooks]);
    const shown = results.get('a.js')!.messages.map(({ ruleId }) => ruleId);
    expect(shown).toEqual(['prettier/prettier', 'react-hooks/rules-of-hooks']);
  });
});

const PLUGINS = [
  ...['@typescript-eslint/eslint-plugin', '@eslint/css', '@eslint/json', '@eslint/markdown'],
  ...['@html-eslint/eslint-plugin', 'eslint-plugin-eslint-plugin', 'eslint-plugin-prettier'],
  ...['eslint-plugin-react-hooks', 'eslint-plugin-regexp', 'eslint-plugin-svelte', 'eslint-plugin-toml'],
  ...['eslint-plugin-vue', 'eslint-plugin-yml'],
];

describe('rules of other plugins in text files', () => {
  it.each(PLUGINS)('start and find nothing: %s', async (name) => {
    const rules = await rulesOf(name);
    const plugins = { other: { rules: Object.fromEntries(Object.entries(rules).map(unlimited)) } };
    const all = Object.fromEntries(Object.keys(rules).map((rule) => [`other/${rule}`, 'error' as const]));
    expect(Object.keys(rules)).not.toEqual([]);
    for (const filename of ['.env', 'a.py', 'a.html', 'a.json', 'a.yaml', 'a.toml', 'a.css', 'a.md']) {
      const messages = new Linter().verify('A=1\r\n', [ANY_TEXT, { plugins, rules: all }], { filename });
      expect(messages, filename).toEqual([]);
    }
  });

  it('for HTML start in a file that connlint carries, which says that they see nothing', async () => {
    const rules = { files: ['**/*.html'], ...html.configs['flat/all'] } as Linter.Config;
    using folder = workspace({ 'index.html': `<p>${PORT}\n` });
    const config = [...configs(...connlint.configs.html), rules];
    const results = await eslint(folder.root, ['index.html'], config);
    const shown = results.get('index.html')!.messages.map(({ ruleId }) => ruleId);
    expect(shown).toEqual(['connlint/config', 'connlint/srv-port']);
  });

  it('meet no node', () => {
    const met: string[] = [];
    lintWith('A=1\n', ({ sourceCode }) => {
      const names = ['*', '*:exit', ':not(Program)', sourceCode.ast.type, 'Program', 'onCodePathStart'];
      return Object.fromEntries(names.map((name) => [name, () => met.push(name)]));
    });
    expect(met).toEqual([]);
  });

  it('may ask whatever they may ask of a script', () => {
    const script = membersIn('a.js');
    const text = membersIn('.env');
    // ESLint itself calls these two in some languages.
    const own = ['applyLanguageOptions', 'finalize'];
    expect(script.length).toBeGreaterThan(40);
    expect(script.filter((name) => !text.includes(name) && !own.includes(name))).toEqual([]);
  });

  it.each(['', 'A=1', 'A=1\r\nB=2\rC=3\n', '\uFEFFA=1\n\n'])('get the lines of %j as in a script', (text) => {
    const linesIn = (name: string): unknown => {
      let lines: unknown;
      lintWith(
        text,
        ({ sourceCode }) => {
          const { lineStartIndices } = sourceCode as unknown as { lineStartIndices: number[] };
          lines = [sourceCode.getLines(), sourceCode.lines, lineStartIndices];
          return {};
        },
        name,
      );
      return lines;
    };
    expect(linesIn('.env')).toEqual(linesIn('a.js'));
  });
});

type Rules = Readonly<Record<string, Rule.RuleModule>>;

async function rulesOf(plugin: string): Promise<Rules> {
  const module = (await import(plugin)) as { readonly default: { readonly rules: Rules } };
  return module.default.rules;
}

/** A rule in the format of older ESLint releases, which allowed any rule in any language, with any options. */
function unlimited([name, rule]: readonly [string, Rule.RuleModule]): [string, Rule.RuleModule] {
  const create = (context: Rule.RuleContext): Rule.RuleListener => rule.create(context);
  return [name, { meta: { ...rule.meta, languages: undefined, schema: false }, create }];
}

/** Lints a text with one rule of another plugin. */
function lintWith(text: string, create: Rule.RuleModule['create'], name = '.env'): void {
  const foreign: Linter.Config = { plugins: { foreign: { rules: { one: { create } } } }, rules: { 'foreign/one': 2 } };
  new Linter().verify(text, [ANY_TEXT, { files: ['**'] }, foreign], { filename: name });
}

/** Names of the members that a rule can use. */
function membersIn(file: string): string[] {
  const names = new Set<string>();
  const collect = ({ sourceCode }: Rule.RuleContext): Rule.RuleListener => {
    for (let part: unknown = sourceCode; part !== Object.prototype; part = Object.getPrototypeOf(part)) {
      for (const name of Object.getOwnPropertyNames(part)) names.add(name);
    }
    return {};
  };
  lintWith('', collect, file);
  return [...names];
}
