import { defineConfig } from 'vitest/config';

/** Tests with real outside tools: a browser, pre-commit, package managers, other versions of what users have. */
export default defineConfig({
  test: {
    include: ['test/tools/**/*.test.ts'],
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    pool: 'forks',
  },
});
