// node tools/accept-reports.mjs: rewrites fixtures/*.report.json. Review the diff: these are the ids, rules and ranges
// that users depend on.
import { spawnSync } from 'node:child_process';
import { buildIfChanged } from './build.mjs';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
buildIfChanged();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/cli/compatibility.test.ts'];
const env = { ...process.env, ACCEPT_REPORTS: '1' };
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1;
