import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Coverage sees nothing of a program that a test starts by itself. */
const STARTS_A_PROGRAM = /\bPROGRAM\b|\bspawn|\bexecFile|\brunBeside\(/;
/** The commands that tests run through test/support/cli.ts run in this process here. */
const RUNS_COMMANDS = /\bconnlint\(/;
/** Those that look at the source text, at packages or at threads, and those that take ESLint along: slow, and no more is seen. */
const ASIDE =
  /^(?:architecture|security|supply-chain|eslint-|network|api-|threads\.|bundle|readme|generate|pipes|demo-api|inventory-pull|report-|html-|files-|patch-properties|writers|pipes|git-|word-scan|quick-look|fuzz|stream)/;

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => {
  if (!name.endsWith('.test.ts') || ASIDE.test(name)) return false;
  const text = readFileSync(join(folder, name), 'utf8');
  // Options of Node are for a process of its own.
  return !text.includes('NODE_OPTIONS') && (RUNS_COMMANDS.test(text) || !STARTS_A_PROGRAM.test(text));
});

/** The tests that run in one process, for coverage. Commands, too, run in it instead of in a process of their own. */
export default defineConfig({
  resolve: { alias: [{ find: /^\.\/run-program\.ts$/, replacement: join(folder, 'support/run-in-process.ts') }] },
  test: {
    root: join(folder, '..'),
    include: files.map((name) => `test/${name}`),
    setupFiles: ['test/support/environment.ts'],
    testTimeout: 60_000,
    pool: 'forks',
    coverage: {
      provider: 'v8',
      include: ['src/core/**/*.ts', 'src/readers/**/*.ts', 'rules/**/*.ts'],
      exclude: ['**/*.d.ts'],
      reporter: ['text-summary', 'json', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
      thresholds: {
        'src/core/**': { branches: 95 },
        'src/readers/**': { branches: 95 },
        'rules/**': { branches: 95 },
      },
    },
  },
});
