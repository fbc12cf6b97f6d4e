// node tools/coverage.mjs [test file…]: runs the tests with all commands in their own process, and prints which
// branches of `src` and `rules` they reach. Details are in coverage/index.html.
import { spawnSync } from 'node:child_process';
import { buildIfChanged } from './build.mjs';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
buildIfChanged();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/in-process.config.ts', '--coverage'];
process.exitCode = spawnSync(process.execPath, [...vitest, ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
