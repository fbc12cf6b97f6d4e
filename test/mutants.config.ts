import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BUNDLE } from './mutants.files.mjs';

/** The tests that Stryker runs for each mutant. */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '..'),
    include: [`test/${BUNDLE}`],
    setupFiles: ['test/support/environment.ts'],
    isolate: false,
    fileParallelism: false,
  },
});
