import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import js from '@eslint/js';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import prettier from 'eslint-plugin-prettier/recommended';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';
import { BASE, eslint, RECOMMENDED, workspace } from '../support/eslint-run.ts';

// Presets without `files` enable rules for scripts in every file, including those of `connlint/text`.
const PORT = 'mongodb+srv://reader.k2j4h.mongodb.net:27017/books';

const FILES: Readonly<Record<string, string>> = {
  '.env': `A=1\nB = 'x'\r\nC="${PORT}"  \n`,
  'unset.env': 'A=1',
  'local.env': `A=it's\nB=${PORT}\n`,
  'app.py': `url   =   '${PORT}'`,
  'app.properties': `\uFEFFuri='${PORT}';b=2\n\n\n\n`,
  'main.tf': `locals {\n  uri="${PORT}"\n}\n`,
  'use-effect.py': 'useEffect(() => { if (a) useState(b) }, [])\n',
};

const hooks = reactHooks.configs.flat['recommended-latest'] as Linter.Config;
const all: Linter.Config[] = [
  js.configs.all,
  ...(tseslint.configs.all as Linter.Config[]),
  { languageOptions: { parserOptions: { projectService: true } } },
];

const SETUPS: readonly (readonly [name: string, config: readonly Linter.Config[], isNamed: boolean])[] = [
  ['before Prettier', [...BASE, prettier], false],
  ['after Prettier', [prettier, ...BASE], false],
  ['beside React hooks', [...BASE, hooks], true],
  ['before all rules for JavaScript and TypeScript', [...BASE, ...all], true],
  ['after all rules for JavaScript and TypeScript', [...all, ...BASE], true],
];

describe.each(SETUPS)('connlint %s', (_, config, isNamed) => {
  it('reports its own findings in text files, and names rules that have no place there', async () => {
    using folder = workspace(FILES);
    const results = await eslint(folder.root, Object.keys(FILES), config);
    const shown = Object.keys(FILES).map((name) => results.get(name)!.messages.map(({ ruleId }) => ruleId));
    const own = Object.values(FILES).map((text) => (text.includes(PORT) ? ['connlint/uri-refused'] : []));
    // Once, at the file that ESLint happens to read first.
    expect(shown.flat().filter((id) => id === 'connlint/config')).toHaveLength(isNamed ? 1 : 0);
    const findings = shown.map((ids) => ids.filter((id) => id !== 'connlint/config'));
    expect(findings).toEqual(own);
  });

  it('changes nothing in text files but its own findings', async () => {
    using folder = workspace(FILES);
    await ESLint.outputFixes([...(await eslint(folder.root, Object.keys(FILES), config, { fix: true })).values()]);
    for (const [name, text] of Object.entries(FILES)) {
      expect(readFileSync(join(folder.root, name), 'utf8'), name).toBe(text.replaceAll(':27017', ''));
    }
  });
});

describe('rules of other plugins', () => {
  it('work in scripts', async () => {
    using folder = workspace({ 'a.js': 'export  const useA = () => {\n  if (a) useState(1);\n};\n' });
    const results = await eslint(folder.root, ['a.js'], [...BASE, prettier, hooks]);
    const shown = results.get('a.js')!.messages.map(({ ruleId }) => ruleId);
    expect(shown).toEqual(['prettier/prettier', 'react-hooks/rules-of-hooks']);
  });

  it('are named where connlint reads the file of their parser', async () => {
    using folder = workspace({ 'a.ts': 'const a: number = 1;\n', 'b.ts': '' });
    const config = [...RECOMMENDED, ...(tseslint.configs.recommended as Linter.Config[])];
    const results = await eslint(folder.root, ['a.ts', 'b.ts'], config);
    expect([...results.values()].flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([
      'connlint reads this file as plain text, so rules of other plugins report nothing here. Add `files` to the config that enables them, or use connlint.configs.base.',
    ]);
  });
});
