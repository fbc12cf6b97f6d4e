// node tools/mutation.mjs <file…> [--tests <pattern>]: changes the code of these files, one place at a time, and prints
// the changes that no test notices: node tools/mutation.mjs src/parse/split.ts --tests test/parse. Without a pattern,
// all tests that run in one process are used. Details are in coverage/mutation.html.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
const { values, positionals } = parseArgs({ options: { tests: { type: 'string' } }, allowPositionals: true });
if (positionals.length === 0) throw new Error('Name the files: node tools/mutation.mjs src/parse/split.ts');
const stryker = ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation.config.json'];
const env = { ...process.env, MUTATION_TESTS: values.tests ?? '' };
const run = spawnSync(process.execPath, [...stryker, '--mutate', positionals.join(',')], { stdio: 'inherit', env });
process.exitCode = run.status ?? 1;
