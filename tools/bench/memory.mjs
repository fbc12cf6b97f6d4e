// Prints time, peak memory and the size of the JSON report for whole runs over sizes a factor of 100 apart.
//   node tools/bench/memory.mjs            (after `npm run build` and `npm run bundle`; some minutes)
//   node tools/bench/memory.mjs 1000000   (only a tree with this many strings)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeTree } from './tree.mjs';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const PROGRAM = fileURLToPath(new URL('../../hooks/connlint.cjs', import.meta.url));
const HITS = 10;
const BYTES = 6_000;
/** Exit codes of a successful run. */
const DONE = [0, 1];

/** Prints the peak memory of a process when it ends. */
const METER =
  "process.on('exit', () => require('node:fs').writeFileSync(process.env.METER_FILE, String(process.resourceUsage().maxRSS)));";

const work = mkdtempSync(join(tmpdir(), 'connlint-bench-'));
const uri = (n) => `mongodb+srv://app:s3cret@cluster${n}.ab${(n % 900) + 100}.mongodb.net/orders`;

/** Name, and the function that writes the folder. */
function inputs(wanted) {
  const tree = (count) => [
    `${count.toLocaleString('en')} strings, ${HITS} a file`,
    (folder) => writeTree(folder, { files: count / HITS, bytes: BYTES, hits: HITS, share: 1 }),
  ];
  const file = (name, text) => [
    name,
    (folder) => {
      mkdirSync(folder);
      writeFileSync(join(folder, 'a.json'), text);
    },
  ];
  const list = (count) => `[${Array.from({ length: count }, (_, n) => `"${uri(n)}"`).join(',\n')}]\n`;
  const spread = (count, words) =>
    `[${Array.from({ length: count }, (_, n) => `"${'abc '.repeat(words)}", "${uri(n)}"`).join(', ')}]\n`;
  if (wanted.length > 0) return wanted.map(tree);
  return [
    ...[1_000, 10_000, 100_000].map(tree),
    ...[100, 1_000, 10_000].map((count) => file(`${count.toLocaleString('en')} strings in one file`, list(count))),
    file('90 MB in one line', `["${'abc '.repeat(22_500_000)}${uri(1)}"]\n`),
    file('90 MB, a string in each MB', spread(90, 250_000)),
    file('98 MB, 10,000 strings', spread(10_000, 2_450)),
  ];
}

function run(name, write) {
  const folder = join(work, 'tree');
  const [report, meter, preload] = ['report.json', 'peak', 'meter.cjs'].map((file) => join(work, file));
  rmSync(folder, { recursive: true, force: true });
  write(folder);
  writeFileSync(preload, METER);
  const started = process.hrtime.bigint();
  const args = ['--require', preload, PROGRAM, 'check', '.', '--format', `json=${report}`];
  const { status } = spawnSync(process.execPath, args, {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, METER_FILE: meter },
  });
  const milliseconds = Number(process.hrtime.bigint() - started) / 1e6;
  if (!DONE.includes(status)) throw new Error(`${name}: exit code ${status}`);
  const peak = Number(execFileSync('cat', [meter], { encoding: 'utf8' })) / 1024;
  const cells = [
    milliseconds.toFixed(0).padStart(8),
    peak.toFixed(0).padStart(9),
    (statSync(report).size / 1e6).toFixed(1).padStart(9),
  ];
  console.log(`${name.padEnd(32)} ${cells.join(' ')}`);
}

try {
  console.log('input                                  ms   peak MB   MB of JSON');
  for (const [name, write] of inputs(process.argv.slice(2).map(Number))) run(name, write);
} finally {
  rmSync(work, { recursive: true, force: true });
}
