import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { ConfigObject } from '@eslint/core';
import * as parser from '@typescript-eslint/parser';
import { ESLint } from 'eslint';
import type { Linter } from 'eslint';
import connlint from '../../src/eslint/plugin.ts';
import { writeFiles } from './write-files.ts';

/** A folder with files, removed after use. */
export interface Workspace extends Disposable {
  readonly root: string;
  write(files: Readonly<Record<string, string>>): void;
}

export function workspace(files: Readonly<Record<string, string>>): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'connlint-eslint-')));
  const write = (files: Readonly<Record<string, string>>): void => {
    writeFiles(root, files);
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

/** The parser of TypeScript for scripts, so that connlint's rules get its tree. */
export const TYPESCRIPT: Linter.Config = {
  files: [SCRIPTS],
  languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
};

/** All other files as plain text. */
export const ANY_TEXT: Linter.Config = {
  files: ['**'],
  ignores: [SCRIPTS],
  plugins: { connlint },
  language: 'connlint/text',
};

/** Configs of `@eslint/core` are those of ESLint with another name. */
const configs = (...list: readonly (ConfigObject | Linter.Config)[]): Linter.Config[] => list as Linter.Config[];

export const RECOMMENDED = configs(...connlint.configs.recommended);
/** For tests with plugins that have their own language or parser. */
export const BASE = configs(...connlint.configs.base);

/** Reports findings with severity info too. */
export const REPORT_ALL: Linter.Config = { settings: { connlint: { report: 'all' } } };

/** Lints files of a folder like `eslint` there. By default `connlint/text` reads every text file. */
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
