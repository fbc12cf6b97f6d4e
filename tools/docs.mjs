// `npm run docs` writes everything that is generated, `npm run docs -- --check` compares: first the list of rules, which
// is compiled with the rest, then a build, then what only the built program can write.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildIfChanged } from './build.mjs';
import { freshIndex, RULE_INDEX } from './rule-index.mjs';
import { freshWordScan, WORD_SCAN } from './word-scan/word-scan.mjs';

const root = new URL('../', import.meta.url);
const args = process.argv.slice(2);

function run(...command) {
  const { status, error } = spawnSync(process.execPath, command, { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

const check = args.includes('--check');
const stale = [];
if (!(await freshIndex(root, check))) stale.push(RULE_INDEX);
if (!(await freshWordScan(root, check))) stale.push(WORD_SCAN);
if (check && stale.length > 0) {
  // The rest is made with these; there is nothing to compare before they are right.
  console.error(`${stale.map((path) => `stale: ${path}\n`).join('')}Run \`npm run docs\`.`);
  process.exitCode = 1;
} else {
  buildIfChanged();
  process.exitCode = run('dist/tools/docs/main.js', ...args);
}
