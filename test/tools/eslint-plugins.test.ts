import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The newest presets of other plugins beside connlint, and every supported ESLint release, really installed.
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
};

let pack: ReturnType<typeof packed>;
beforeAll(() => {
  pack = packed();
}, 600_000);
afterAll(() => {
  rmSync(pack.folder, { recursive: true, force: true });
});

interface Result {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

/** Messages by file of a run that must not end early. */
function lint(on: Installed, config: string, files: readonly string[], ...more: string[]): Map<string, string[]> {
  on.write({ 'eslint.config.mjs': config });
  const run = on.run('eslint', '--format', 'json', '--no-warn-ignored', ...more, ...files);
  const results = JSON.parse(run.stdout || run.stderr) as Result[];
  return new Map(
    results.map(({ filePath, messages }) => [
      filePath.slice(on.root.length + 1),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}

function expectOwnFixes(on: Installed, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    expect(readFileSync(join(on.root, path), 'utf8'), path).toBe(text.replace(':27017', ''));
  }
}

describe('beside the presets of other plugins', () => {
  let project: Installed;
  beforeAll(() => {
    const packages = Object.values(PRESETS).flatMap(([names]) => names.split(' '));
    project = installed([pack.tarball, 'eslint@10', ...packages]);
  }, 600_000);
  afterAll(() => {
    project.remove();
  });

  it.each(Object.entries(PRESETS))('%s: only connlint reports in text files and writes to them', (_, preset) => {
    const [, imports, entries] = preset;
    for (const list of [`...connlint.configs.base, ${entries}`, `${entries}, ...connlint.configs.base`]) {
      project.write(FILES);
      const config = `import connlint from 'connlint/eslint';\n${imports}\nexport default [${list}];\n`;
      const shown = lint(project, config, Object.keys(FILES));
      for (const [path, text] of Object.entries(FILES)) {
        const own = shown.get(path)!.filter((rule) => rule !== 'connlint/config');
        expect(own, path).toEqual(text.includes(PORT) ? ['connlint/uri-refused'] : []);
      }
      lint(project, config, Object.keys(FILES), '--fix');
      expectOwnFixes(project, FILES);
    }
  });

  it('shows configs in docs/editors.md that report', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/editors.md'), 'utf8');
    const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks) {
      project.write(FILES);
      expect(lint(project, block, ['.env']).get('.env')).toEqual(['connlint/uri-refused']);
    }
  });
});

describe.each(['9.7.0', '9.39', '10'])('ESLint %s', (version) => {
  it('runs the one line of the README in an empty project', () => {
    const project = installed([pack.tarball, `eslint@${version}`]);
    try {
      const files = {
        ...FILES,
        'a.ts': `export const u: string = '${PORT}';\n`,
        'a.jsx': `f(<a href="${PORT}" />);\n`,
      };
      project.write(files);
      const config = `import connlint from 'connlint/eslint';\nexport default [...connlint.configs.recommended];\n`;
      const shown = lint(project, config, ['.']);
      const found = [...shown].filter(([, rules]) => rules.length > 0);
      const expected = Object.keys(files).filter((path) => path !== 'plain.env');
      expect(found.sort()).toEqual(expected.map((path) => [path, ['connlint/uri-refused']]).sort());
      lint(project, config, ['.'], '--fix');
      expectOwnFixes(project, files);
    } finally {
      project.remove();
    }
  });
});
