// node tools/accept-reports.mjs: writes fixtures/*.report.json anew, after a look at what changed: ids, rules and places that users
// hold on to.
import { spawnSync } from 'node:child_process';
import { buildIfChanged } from './build.mjs';
import { printHelp } from './help.mjs';

printHelp(import.meta.url);
buildIfChanged();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', 'test/cli/compatibility.test.ts'];
const env = { ...process.env, ACCEPT_REPORTS: '1' };
process.exitCode = spawnSync(process.execPath, vitest, { stdio: 'inherit', env }).status ?? 1;
