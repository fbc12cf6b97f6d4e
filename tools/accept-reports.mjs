// node tools/accept-reports.mjs: rewrites fixtures/*.report.json. Review the diff: these are the ids, rules and ranges
// that users depend on.
import { spawnSync } from 'node:child_process';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
const env = { ...process.env, ACCEPT_REPORTS: '1' };
for (const command of [
  ['tools/build.mjs'],
  ['node_modules/vitest/vitest.mjs', 'run', 'test/cli/compatibility.test.ts'],
])
  process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit', env }).status ?? 1;
