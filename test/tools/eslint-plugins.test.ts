import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed, packed } from '../support/installed.ts';
import type { Installed } from '../support/installed.ts';

// The newest plugins together with connlint, and every supported ESLint release, really installed.
const PORT = 'mongodb+srv://reader.k2j4h.mongodb.net:27017/books';
const PLUGINS = [
  ...['eslint-plugin-prettier', 'eslint-config-prettier', 'prettier', 'eslint-plugin-react-hooks', 'eslint-plugin-yml'],
  ...['eslint-plugin-jsonc', 'eslint-plugin-toml', '@html-eslint/eslint-plugin', '@html-eslint/parser'],
  ...['eslint-plugin-mdx', 'eslint-plugin-astro', 'eslint-plugin-vue', 'eslint-plugin-svelte', 'svelte'],
  ...['typescript-eslint', 'typescript@~6.0', 'eslint-plugin-unicorn'],
];

const FILES: Readonly<Record<string, string>> = {
  '.env': `A=1\nB = 'x'\r\nC="${PORT}"  \n`,
  'plain.env': 'A=1',
  'app.py': `url   =   '${PORT}'`,
  'app.properties': `uri='${PORT}';b=2\n\n\n`,
  'main.tf': `uri = "${PORT}"`,
  'a.yaml': `u:   ${PORT}\n`,
  'a.json': `{ "u": "${PORT}" }\n`,
  'a.md': `# T\n\nUse ${PORT}.\n`,
};
/** Documents count as product code. Otherwise their findings would be lowered and ESLint would not report them. */
const CONFIG = { 'connlint.config.json': '{ "roles": { "**": "product" } }\n' };
const TEXTS = ['.env', 'plain.env', 'app.py', 'app.properties', 'main.tf'];

/** Config entries of a plugin, a file of its format with a fault, and the rule that reports it. */
const SETUPS: Readonly<
  Record<string, readonly [code: string, entries: string, file: string, text: string, rule: string]>
> = {
  prettier: [
    `import p from 'eslint-plugin-prettier/recommended';`,
    `p`,
    ...(['a.js', 'f( 1 )', 'prettier/prettier'] as const),
  ],
  'react-hooks': [
    `import h from 'eslint-plugin-react-hooks';`,
    `h.configs.flat['recommended-latest']`,
    ...(['a.js', 'export const useA = (a) => { if (a) useState(1); };\n', 'react-hooks/rules-of-hooks'] as const),
  ],
  yml: [
    `import y from 'eslint-plugin-yml';`,
    `...y.configs.standard`,
    ...(['b.yaml', 'a:    1\n', 'yml/key-spacing'] as const),
  ],
  jsonc: [
    `import j from 'eslint-plugin-jsonc';`,
    `...j.configs['recommended-with-json']`,
    ...(['b.json', '{"a": 1, "a": 2}\n', 'jsonc/no-dupe-keys'] as const),
  ],
  toml: [
    `import t from 'eslint-plugin-toml';`,
    `...t.configs.standard`,
    ...(['b.toml', 'a  =  1\n', 'toml/key-spacing'] as const),
  ],
  html: [
    `import html from '@html-eslint/eslint-plugin';`,
    `{ files: ['**/*.html'], plugins: { html }, language: 'html/html', rules: { 'html/require-doctype': 'error' } }`,
    ...(['b.html', '<html></html>\n', 'html/require-doctype'] as const),
  ],
  mdx: [
    `import * as mdx from 'eslint-plugin-mdx';`,
    `{ ...mdx.flat, rules: { ...mdx.flat.rules, 'no-undef': 'error' } }`,
    ...(['b.mdx', '# T\n\n{a}\n', 'no-undef'] as const),
  ],
  astro: [
    `import a from 'eslint-plugin-astro';`,
    `...a.configs.base, { rules: { 'astro/no-set-html-directive': 'error' } }`,
    ...(['b.astro', '<p set:html={a} />\n', 'astro/no-set-html-directive'] as const),
  ],
  vue: [
    `import v from 'eslint-plugin-vue';`,
    `...v.configs['flat/recommended']`,
    ...(['b.vue', '<template><i v-for="a in b" /></template>\n', 'vue/require-v-for-key'] as const),
  ],
  svelte: [
    `import s from 'eslint-plugin-svelte';`,
    `...s.configs.base, { rules: { 'svelte/no-at-html-tags': 'error' } }`,
    ...(['b.svelte', '{@html a}\n', 'svelte/no-at-html-tags'] as const),
  ],
};
/** They contain only rules for scripts. */
const WITHOUT_LANGUAGE = ['prettier', 'react-hooks'];

interface Result {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}

let pack: ReturnType<typeof packed>;
let project: Installed;
beforeAll(() => {
  pack = packed();
  project = installed([pack.tarball, 'eslint@10', ...PLUGINS]);
  project.write(CONFIG);
}, 600_000);
afterAll(() => {
  project.remove();
  rmSync(pack.folder, { recursive: true, force: true });
});

/** Messages by file of a run that must not end early. */
function lint(on: Installed, config: string, files: readonly string[], ...more: string[]): Map<string, string[]> {
  on.write({ 'eslint.config.mjs': config });
  const run = on.run('eslint', '--format', 'json', '--no-warn-ignored', ...more, ...files);
  expect(run.stderr).toBe('');
  const results = JSON.parse(run.stdout) as Result[];
  return new Map(
    results.map(({ filePath, messages }) => [
      filePath.slice(on.root.length + 1),
      messages.map(({ ruleId, message }) => ruleId ?? message),
    ]),
  );
}

describe.each(Object.entries(SETUPS))('beside %s', (name, [code, entries, file, text, rule]) => {
  const config = (list: string): string =>
    `import connlint from 'connlint/eslint';\n${code}\nexport default [${list}];\n`;
  const orders: readonly (readonly [order: string, source: string])[] = [
    ['base before', config(`...connlint.configs.base, ${entries}`)],
    ['base after', config(`${entries}, ...connlint.configs.base`)],
    ...(WITHOUT_LANGUAGE.includes(name)
      ? ([
          ['recommended before', config(`...connlint.configs.recommended, ${entries}`)],
          ['recommended after', config(`${entries}, ...connlint.configs.recommended`)],
        ] as const)
      : []),
  ];

  it.each(orders)('%s: only connlint writes to text files, and no rule is silenced', (order, source) => {
    const carried = order.startsWith('recommended') ? Object.keys(FILES) : TEXTS;
    project.write({ ...FILES, [file]: text });
    const shown = lint(project, source, [...carried, file]);
    expect(shown.get(file)).toContain(rule);
    for (const path of carried) {
      expect(shown.get(path), path).toEqual(FILES[path]!.includes(PORT) ? ['connlint/srv-port'] : []);
    }
    lint(project, source, carried, '--fix');
    for (const path of carried) {
      expect(readFileSync(join(project.root, path), 'utf8'), path).toBe(FILES[path]!.replace(':27017', ''));
    }
  });
});

describe('docs/editors.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/editors.md'), 'utf8');
  const blocks = [...page.matchAll(/^```js\n(.*?)^```/gms)].map(([, block = '']) => block);

  it('shows configs that report', () => {
    expect(blocks).toHaveLength(3);
    for (const block of blocks) {
      project.write(FILES);
      const shown = lint(project, block, ['.env', 'a.json', 'a.yaml', 'a.md']);
      for (const path of shown.keys()) expect(shown.get(path), path).toContain('connlint/srv-port');
    }
  });

  it('has the words of ESLint about rules that are for scripts only', () => {
    const source = `
      import connlint from 'connlint/eslint';
      const rule = { meta: { languages: ['js/js'] }, create: () => ({}) };
      export default [...connlint.configs.recommended, { plugins: { a: { rules: { rule } } }, rules: { 'a/rule': 2 } }];
    `;
    project.write({ 'eslint.config.mjs': source });
    const [, heading = ''] = /^## "(The following rules .*)"$/m.exec(page)!;
    expect(project.run('eslint', '.env').stderr.replaceAll(/["'`]/g, '')).toContain(heading);
  });
});

describe.each(['9.7.0', '9.15.0', '9.39', '10'])('ESLint %s', (version) => {
  let own: Installed;
  beforeAll(() => {
    own = installed([pack.tarball, `eslint@${version}`]);
    own.write(CONFIG);
  });
  afterAll(() => {
    own.remove();
  });

  it('runs the one line of the README in an empty project', () => {
    const source = `import connlint from 'connlint/eslint';\nexport default [...connlint.configs.recommended];\n`;
    const files = { ...FILES, 'a.ts': `export const u: string = '${PORT}';\n`, 'a.jsx': `f(<a href="${PORT}" />);\n` };
    own.write({ ...files, Dockerfile: `ENV U=${PORT}\n`, 'a.vue': `<script>f('${PORT}')</script>\n` });
    const shown = lint(own, source, ['.']);
    const found = [...shown].filter(([, rules]) => rules.includes('connlint/srv-port')).map(([path]) => path);
    const expected = [...Object.keys(files), 'Dockerfile', 'a.vue'].filter((path) => path !== 'plain.env');
    expect(found.sort()).toEqual(expected.sort());
    expect([...shown.values()].flat().filter((rule) => rule !== 'connlint/srv-port')).toEqual([]);
    lint(own, source, ['.'], '--fix');
    for (const [path, text] of Object.entries(files)) {
      expect(readFileSync(join(own.root, path), 'utf8'), path).toBe(text.replace(':27017', ''));
    }
  });
});
