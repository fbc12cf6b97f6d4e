import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The tests that Stryker runs for each mutant, in the file that test/support/bundle-mutants.mjs writes. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..'),
    include: ['test/mutants.bundle.mjs'],
    setupFiles: ['test/support/environment.ts'],
    isolate: false,
    fileParallelism: false,
  },
});
