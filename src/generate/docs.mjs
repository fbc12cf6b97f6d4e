// `npm run docs` writes everything that is generated, `npm run docs -- --check` compares: first the list of rules, which
// is compiled with the rest, then a build, then what only the built program can write.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freshIndex, RULE_INDEX } from './rule-index.mjs';

const root = new URL('../../', import.meta.url);
const args = process.argv.slice(2);

function run(...command) {
  const { status, error } = spawnSync(process.execPath, command, { cwd: fileURLToPath(root), stdio: 'inherit' });
  if (error) throw error;
  return status ?? 1;
}

const check = args.includes('--check');
const fresh = await freshIndex(root, check);
if (check && !fresh) {
  // The rest is made from the list; there is nothing to compare before it is right.
  console.error(`stale: ${RULE_INDEX}\nRun \`npm run docs\`.`);
  process.exitCode = 1;
} else {
  const built = run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json');
  process.exitCode = built === 0 ? run('dist/src/generate/main.js', ...args) : built;
}
