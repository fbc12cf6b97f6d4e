import type { Linter } from 'eslint';
import svelte from 'eslint-plugin-svelte';
import toml from 'eslint-plugin-toml';
import vue from 'eslint-plugin-vue';
import yml from 'eslint-plugin-yml';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { BASE, eslint, RECOMMENDED, workspace } from '../support/eslint-run.ts';

// Two plugins for one file: the silenced one is reported in the file.
const list = (config: unknown): Linter.Config[] => config as Linter.Config[];
const PARSERS: readonly (readonly [file: string, text: string, plugin: string, config: Linter.Config[]])[] = [
  ['a.ts', 'const a: number = 1;\n', 'typescript-eslint/parser', list(tseslint.configs.recommended)],
  ['a.vue', '<template><b/></template>\n', 'vue-eslint-parser', list(vue.configs['flat/base'])],
  ['a.svelte', '<b/>\n', 'svelte-eslint-parser', list(svelte.configs.base)],
];
const LANGUAGES: typeof PARSERS = [
  ['a.yaml', 'a: 1\n', 'eslint-plugin-yml', list(yml.configs.recommended)],
  ['a.toml', 'a = 1\n', 'eslint-plugin-toml', list(toml.configs.recommended)],
];

async function claims(file: string, text: string, config: Linter.Config[]): Promise<string[]> {
  using folder = workspace({ [file]: text, '.env': 'A=1\n' });
  const results = await eslint(folder.root, [file, '.env'], config);
  return [...results].flatMap(([name, { messages }]) =>
    messages.filter(({ ruleId }) => ruleId === 'connlint/config').map(({ message }) => `${name}: ${message}`),
  );
}

describe('a file that connlint keeps from another plugin', () => {
  it.each([...PARSERS, ...LANGUAGES])('says so: %s', async (file, text, plugin, config) => {
    const said = [
      `${file}: connlint reads this file as plain text, so ${plugin} reports nothing here. Use connlint.configs.base in place of the connlint config that covers this file.`,
    ];
    expect(await claims(file, text, [...config, ...RECOMMENDED])).toEqual(said);
  });

  it.each(PARSERS)('says so where connlint comes first: %s', async (file, text, plugin, config) => {
    expect(await claims(file, text, [...RECOMMENDED, ...config])).toEqual([expect.stringContaining(plugin)]);
  });

  it.each([...PARSERS, ...LANGUAGES])('is none with base, in any order: %s', async (file, text, _, config) => {
    expect(await claims(file, text, [...BASE, ...config])).toEqual([]);
    expect(await claims(file, text, [...config, ...BASE])).toEqual([]);
  });

  it.each(LANGUAGES)('is none where the language of the other plugin comes last: %s', async (file, text, _, config) => {
    expect(await claims(file, text, [...RECOMMENDED, ...config])).toEqual([]);
  });
});
