// `npm run docs` writes all generated files, `npm run docs -- --check` compares them. First the list of rules, which is
// bundled with the rest, then a build, then everything that needs the built program.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { staleRuleFiles } from './rule-index.mjs';

const root = new URL('../', import.meta.url);
const args = process.argv.slice(2);

function run(...command) {
  const { status, error } = spawnSync(process.execPath, command, { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

const check = args.includes('--check');
const stale = staleRuleFiles(root, check);
if (check && stale.length > 0) {
  // The rest depends on these files, so nothing else is compared before they are up to date.
  console.error(`${stale.map((path) => `stale: ${path}\n`).join('')}Run \`npm run docs\`.`);
  process.exitCode = 1;
} else {
  process.exitCode = run('tools/build.mjs') || run('tools/run.mjs', 'tools/docs/main.ts', ...args);
}
