import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { ConfigObject } from '@eslint/core';
import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import connlint from '../../src/eslint/index.ts';

/** A folder with files that is gone after use. */
export interface Workspace extends Disposable {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): void;
}

export function workspace(files: Readonly<Record<string, string>>): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-eslint-')));
  const write = (texts: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
  };
  write(files);
  return {
    root,
    write,
    [Symbol.dispose]: () => {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const SCRIPTS = '**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}';

/** The parser of TypeScript for scripts, so that connlint's rules see its tree. */
export const TYPESCRIPT: Linter.Config = {
  files: [SCRIPTS],
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
};

/** Every other file, whatever its name, as plain text. */
export const ANY_TEXT: Linter.Config = {
  files: ['**'],
  ignores: [SCRIPTS],
  plugins: { connlint },
  language: 'connlint/text',
};

/** Configs of `@eslint/core` are those of ESLint under another name. */
export const configs = (...list: readonly (ConfigObject | Linter.Config)[]): Linter.Config[] => list as Linter.Config[];

export const RECOMMENDED = configs(...connlint.configs.recommended);
/** For tests beside plugins that have a language or a parser of their own. */
export const BASE = configs(...connlint.configs.base);

/** Shows what connlint calls info, too. */
export const REPORT_ALL: Linter.Config = { settings: { connlint: { report: 'all' } } };

/** Lints files of a folder as `eslint` does there. By default every text file is carried by `connlint/text`. */
export async function eslint(
  root: string,
  files: readonly string[],
  config: readonly Linter.Config[] = [...BASE, ANY_TEXT, TYPESCRIPT, REPORT_ALL],
  options: ESLint.Options = {},
): Promise<ReadonlyMap<string, ESLint.LintResult>> {
  const runner = new ESLint({ cwd: root, overrideConfigFile: true, overrideConfig: [...config], ...options });
  const results = await runner.lintFiles([...files]);
  return new Map(results.map((result) => [relative(root, result.filePath).replaceAll('\\', '/'), result]));
}
