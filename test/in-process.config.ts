import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { ROOT, testLists } from './support/test-lists.ts';

/** A path pattern, to run fewer tests. */
const ONLY = new RegExp(process.env['MUTATION_TESTS'] ?? '');
const { quick } = testLists('/run-warm.ts');

/**
 * For coverage and mutation, which cannot see other processes: tests in one process, with commands in the same process.
 */
export default defineConfig({
  resolve: {
    alias: [{ find: /^\.\/run-warm\.ts$/, replacement: join(ROOT, 'test/support/run-in-process.ts') }],
  },
  test: {
    root: ROOT,
    include: quick.filter((path) => ONLY.test(path)),
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: '100%',
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'rules/**/*.ts'],
      exclude: ['**/*.d.ts', 'src/node/**', 'src/cli/**', 'src/eslint/**'],
      reporter: ['text-summary', 'json', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
      thresholds: { branches: 95 },
    },
  },
});
