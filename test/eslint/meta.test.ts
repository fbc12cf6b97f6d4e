import { ESLint } from 'eslint';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import { join } from 'node:path';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

describe('the rules of the plugin', () => {
  it('keep the conventions of ESLint rules', async () => {
    const eslint = new ESLint({
      cwd: ROOT,
      overrideConfigFile: true,
      overrideConfig: [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          linterOptions: { reportUnusedDisableDirectives: 'off' },
          // The other plugin is only here so that comments with its rules are known.
          plugins: { 'eslint-plugin': eslintPlugin, '@typescript-eslint': tseslint.plugin },
          rules: {
            ...eslintPlugin.configs.recommended.rules,
            'eslint-plugin/require-meta-docs-url': 'error',
            'eslint-plugin/require-meta-docs-recommended': 'error',
            'eslint-plugin/require-meta-docs-description': ['error', { pattern: '.' }],
            'eslint-plugin/require-meta-languages': 'error',
            'eslint-plugin/prefer-message-ids': 'error',
          },
        },
      ],
    });
    const results = await eslint.lintFiles(['src/eslint/*.ts']);
    expect(results.length).toBeGreaterThan(4);
    const shown = results.flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId, message }) => `${filePath.slice(ROOT.length + 1)}:${line} ${ruleId ?? message}`),
    );
    expect(shown).toEqual([]);
  });
});
