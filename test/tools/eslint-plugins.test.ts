import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY } from '../support/copy.ts';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The newest presets of other plugins beside connlint, really installed.
const PORT = 'mongodb+srv://reader.k2j4h.mongodb.net:27017/books';
const FILES: Readonly<Record<string, string>> = {
  '.env': `A=1\nB = 'x'\r\nC="${PORT}"  \n`,
  'plain.env': 'A=1',
  'app.py': `url   =   '${PORT}'`,
  'app.properties': `uri='${PORT}';b=2\n\n\n`,
  'main.tf': `uri = "${PORT}"`,
};

/** Imports and entries of presets, as their documentation shows them: without `files` where that is possible. */
const PRESETS: Readonly<Record<string, readonly [packages: string, imports: string, entries: string]>> = {
  js: ['@eslint/js', `import js from '@eslint/js';`, 'js.configs.all'],
  'typescript-eslint': [
    'typescript-eslint typescript@~6.0',
    `import ts from 'typescript-eslint';`,
    '...ts.configs.strictTypeChecked, { languageOptions: { parserOptions: { projectService: true } } }',
  ],
  prettier: [
    'eslint-plugin-prettier eslint-config-prettier prettier',
    `import prettier from 'eslint-plugin-prettier/recommended';`,
    'prettier',
  ],
  unicorn: ['eslint-plugin-unicorn', `import unicorn from 'eslint-plugin-unicorn';`, 'unicorn.configs.all'],
  'react-hooks': [
    'eslint-plugin-react-hooks',
    `import hooks from 'eslint-plugin-react-hooks';`,
    `hooks.configs.flat['recommended-latest']`,
  ],
  'import-x': [
    'eslint-plugin-import-x',
    `import { importX } from 'eslint-plugin-import-x';`,
    'importX.flatConfigs.recommended',
  ],
  n: ['eslint-plugin-n', `import n from 'eslint-plugin-n';`, `n.configs['flat/recommended']`],
  jsdoc: ['eslint-plugin-jsdoc', `import jsdoc from 'eslint-plugin-jsdoc';`, `jsdoc.configs['flat/recommended']`],
  perfectionist: [
    'eslint-plugin-perfectionist',
    `import perfectionist from 'eslint-plugin-perfectionist';`,
    `perfectionist.configs['recommended-natural']`,
  ],
  stylistic: [
    '@stylistic/eslint-plugin',
    `import stylistic from '@stylistic/eslint-plugin';`,
    // Made for texts of any language.
    `stylistic.configs.recommended, { rules: { '@stylistic/eol-last': 'off' } }`,
  ],
  sonarjs: ['eslint-plugin-sonarjs', `import sonarjs from 'eslint-plugin-sonarjs';`, 'sonarjs.configs.recommended'],
  regexp: ['eslint-plugin-regexp', `import regexp from 'eslint-plugin-regexp';`, 'regexp.configs.all'],
  yml: ['eslint-plugin-yml', `import yml from 'eslint-plugin-yml';`, '...yml.configs.standard'],
  jsonc: [
    'eslint-plugin-jsonc',
    `import jsonc from 'eslint-plugin-jsonc';`,
    `...jsonc.configs['recommended-with-json']`,
  ],
  toml: ['eslint-plugin-toml', `import toml from 'eslint-plugin-toml';`, '...toml.configs.standard'],
  vue: ['eslint-plugin-vue', `import vue from 'eslint-plugin-vue';`, `...vue.configs['flat/recommended']`],
  svelte: [
    'eslint-plugin-svelte svelte',
    `import svelte from 'eslint-plugin-svelte';`,
    '...svelte.configs.recommended',
  ],
  promise: [
    'eslint-plugin-promise',
    `import promise from 'eslint-plugin-promise';`,
    `promise.configs['flat/recommended']`,
  ],
  security: [
    'eslint-plugin-security',
    `import security from 'eslint-plugin-security';`,
    'security.configs.recommended',
  ],
  vitest: ['@vitest/eslint-plugin', `import vitest from '@vitest/eslint-plugin';`, 'vitest.configs.all'],
  playwright: [
    'eslint-plugin-playwright',
    `import playwright from 'eslint-plugin-playwright';`,
    `playwright.configs['flat/recommended']`,
  ],
  lit: ['eslint-plugin-lit', `import lit from 'eslint-plugin-lit';`, `lit.configs['flat/recommended']`],
  wc: ['eslint-plugin-wc', `import wc from 'eslint-plugin-wc';`, `wc.configs['flat/recommended']`],
  comments: [
    '@eslint-community/eslint-plugin-eslint-comments',
    `import comments from '@eslint-community/eslint-plugin-eslint-comments/configs';`,
    'comments.recommended',
  ],
  cypress: ['eslint-plugin-cypress', `import cypress from 'eslint-plugin-cypress';`, 'cypress.configs.recommended'],
  mocha: ['eslint-plugin-mocha', `import mocha from 'eslint-plugin-mocha';`, 'mocha.configs.all'],
  'unused-imports': [
    'eslint-plugin-unused-imports',
    `import unused from 'eslint-plugin-unused-imports';`,
    `{ plugins: { unused }, rules: { 'unused/no-unused-imports': 'error' } }`,
  ],
  'react-refresh': [
    'eslint-plugin-react-refresh',
    `import { reactRefresh } from 'eslint-plugin-react-refresh';`,
    'reactRefresh.configs.recommended()',
  ],
  'jest-dom': ['eslint-plugin-jest-dom', `import dom from 'eslint-plugin-jest-dom';`, `dom.configs['flat/all']`],
  'no-only-tests': [
    'eslint-plugin-no-only-tests',
    `import only from 'eslint-plugin-no-only-tests';`,
    `{ plugins: { only }, rules: { 'only/no-only-tests': 'error' } }`,
  ],
};

/** Lints and fixes with each config in one process: a new process for each would take most of the time. */
const RUNNER = `
import { writeFileSync } from 'node:fs';
import { ESLint } from 'eslint';
const [out, files, configs] = process.argv.slice(2);
const answers = [];
for (const overrideConfigFile of JSON.parse(configs)) {
  try {
    const results = await new ESLint({ overrideConfigFile, fix: true }).lintFiles(JSON.parse(files));
    answers.push(results.map(({ messages, output }) => ({ rules: messages.map((one) => one.ruleId ?? one.message), output })));
  } catch (error) {
    answers.push(String(error));
  }
}
writeFileSync(out, JSON.stringify(answers));
`;

describe('beside the presets of other plugins', () => {
  let pack: ReturnType<typeof packed>;
  let project: Installed;
  beforeAll(() => {
    pack = packed();
    const packages = Object.values(PRESETS).flatMap(([names]) => names.split(' '));
    project = installed([pack.tarball, 'eslint@10', ...packages]);
    project.write({ ...FILES, 'run.mjs': RUNNER });
  });
  afterAll(() => {
    project.remove();
    rmSync(pack.folder, { recursive: true, force: true });
  });

  /** For each config, the rules that still report in a file and its text after fixes. */
  function fixed(configs: Readonly<Record<string, string>>): unknown[] {
    project.write(configs);
    const run = project.run(
      'node',
      'run.mjs',
      'out.json',
      JSON.stringify(Object.keys(FILES)),
      JSON.stringify(Object.keys(configs)),
    );
    expect(run.code, run.stderr).toBe(0);
    return JSON.parse(readFileSync(join(project.root, 'out.json'), 'utf8')) as unknown[];
  }

  const OWN_FIXES = Object.values(FILES).map((text) => ({
    rules: [],
    ...(text.includes(PORT) && { output: text.replace(':27017', '') }),
  }));

  it('only connlint reports in text files and writes to them', () => {
    const configs = Object.entries(PRESETS).flatMap(([name, [, imports, entries]]) =>
      [`...connlint.configs.base, ${entries}`, `${entries}, ...connlint.configs.base`].map((list, at) => [
        `${name}-${at}.config.mjs`,
        `import connlint from 'connlint/eslint';\n${imports}\nexport default [${list}, { rules: { 'connlint/config': 'off' } }];\n`,
      ]),
    );
    const answers = fixed(Object.fromEntries(configs) as Record<string, string>);
    const shown = Object.fromEntries(configs.map(([name], at) => [name, answers[at]]));
    expect(shown).toEqual(Object.fromEntries(configs.map(([name]) => [name, OWN_FIXES])));
  });

  it('shows configs in docs/editors.md that are right and report', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/editors.md'), 'utf8');
    const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(0);
    const answers = fixed(Object.fromEntries(blocks.map((block, at) => [`docs-${at}.config.mjs`, block])));
    expect(answers).toEqual(blocks.map(() => OWN_FIXES));
  });
});
