import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // What needs more than Node and git has a script of its own: npm run test:tools.
    include: ['test/**/*.test.ts'],
    exclude: ['test/tools/**'],
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 60_000,
    pool: 'forks',
  },
});
