import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default defineConfig([
  globalIgnores(['dist/', 'coverage/', '.mutants/', 'fixtures/', 'hooks/']),
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Array places that the code has just looked at are known to exist; the message would say nothing more.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // Strings are taken apart by UTF-16 code units or ASCII on purpose: offsets are what counts.
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['src/**', 'rules/**'],
    plugins: { regexp },
    // Those that find faults. Others ask for another spelling of the same (`\\w` for a class, the flag `i`), which is left to the
    // author; how the steps of each pattern grow is the matter of test/repository/regular-expressions.test.ts.
    rules: Object.fromEntries(
      [
        ...['confusing-quantifier', 'no-dupe-disjunctions', 'no-empty-alternative'],
        ...['no-empty-capturing-group', 'no-empty-character-class', 'no-empty-group', 'no-empty-lookarounds-assertion'],
        ...['no-escape-backspace', 'no-invalid-regexp', 'no-invisible-character', 'no-lazy-ends', 'no-legacy-features'],
        ...['no-misleading-unicode-character', 'no-missing-g-flag', 'no-non-standard-flag', 'no-optional-assertion'],
        ...['no-potentially-useless-backreference', 'no-useless-assertions'],
        ...['no-useless-backreference', 'no-useless-dollar-replacements', 'no-zero-quantifier'],
      ].map((rule) => [`regexp/${rule}`, 'error']),
    ),
  },
  {
    files: ['test/**'],
    rules: {
      // Matchers are typed `any`, parsed output is too, and examples are evaluated as a user would.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-implied-eval': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/dot-notation': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
]);
