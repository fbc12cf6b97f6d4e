import { defineConfig } from 'vitest/config';
import { testLists } from './test/support/test-lists.ts';

const { quick, programs, replacing } = testLists();

function project(name: string, include: readonly string[], timeout: number, more: object = {}): object {
  // Long enough for a machine that does other things too; hooks start programs as tests do.
  const limits = { testTimeout: timeout, hookTimeout: timeout };
  return { extends: true, test: { name, include, ...limits, ...more } };
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: '100%',
    setupFiles: ['test/support/environment.ts'],
    projects: [
      // Loading the sources again for each file would take as long as the tests.
      project('quick', quick, 60_000, { isolate: false }),
      project('programs', programs, 120_000, { isolate: false }),
      project('replacing', replacing, 60_000),
      // The program as it is installed, in processes of its own.
      project('e2e', ['test/e2e/**/*.test.ts'], 120_000),
      // Real outside tools: a browser, pre-commit, package managers, other versions of what users have.
      project('tools', ['test/tools/**/*.test.ts'], 600_000),
    ],
  },
});
