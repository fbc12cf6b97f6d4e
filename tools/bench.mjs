// `npm run bench [folder…]`: CPU and wall time of whole runs, as medians of five rounds, beside `git grep` for the bare
// words. Without a folder on a generated tree. `npm run bench:scaling`: hostile texts at two sizes, with the exponent by
// which CPU time grows with size; 1 is linear. To compare two builds, run `list --format jsonl` of both on a folder of
// real files and compare the lines.
import { performance } from 'node:perf_hooks';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printHelp } from './help.mjs';
import { HOSTILE_TEXTS } from './hostile-texts.mjs';

const PROGRAM = fileURLToPath(new URL('../dist/hooks/connlint.cjs', import.meta.url));
const ROUNDS = 5;

/** Wall time in milliseconds of one run. */
function measured(command, args, cwd) {
  const started = performance.now();
  spawnSync(command, args, { cwd, stdio: 'ignore' });
  return performance.now() - started;
}

/** CPU time of a run in milliseconds. */
function cpuOf(args, cwd) {
  const script = `process.on('exit', () => require('fs').writeSync(2, '\\ncpu ' + JSON.stringify(process.cpuUsage())));`;
  const preload = join(temporary, 'cpu.cjs');
  writeFileSync(preload, script);
  const run = spawnSync(process.execPath, ['-r', preload, PROGRAM, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const { user = 0, system = 0 } = JSON.parse(/cpu (\{.*\})$/.exec(run.stderr)?.[1] ?? '{}');
  return (user + system) / 1000;
}

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
const rounds = (run) => median(Array.from({ length: ROUNDS }, run));

/** A tree of small files, of which one in a hundred has a string. */
function makeTree(folder, files) {
  for (let at = 0; at < files; at++) {
    const place = join(folder, `part${at % 100}`);
    mkdirSync(place, { recursive: true });
    const string = at % 100 === 0 ? `URI=mongodb+srv://c${at}.ab123.mongodb.net/x\n` : '';
    writeFileSync(join(place, `f${at}.env`), `${'NAME=value of a setting\n'.repeat(100)}${string}`);
  }
  spawnSync('git', ['init', '-q'], { cwd: folder });
  spawnSync('git', ['add', '-A'], { cwd: folder });
}

function compare(folders) {
  console.log('tree'.padEnd(40), 'check CPU', 'check', 'git grep', 'Node alone');
  for (const folder of folders) {
    const cpu = rounds(() => cpuOf(['--fail-on', 'never'], folder));
    const wall = rounds(() => measured(process.execPath, [PROGRAM, '--fail-on', 'never'], folder));
    const grep = rounds(() => measured('git', ['grep', '-cIiE', 'mongodb|atlas'], folder));
    const node = rounds(() => measured(process.execPath, ['-e', '0'], folder));
    console.log(folder.slice(-40).padEnd(40), ...[cpu, wall, grep, node].map((n) => `${Math.round(n)} ms`.padStart(8)));
  }
}

function scaling() {
  const [small, large] = process.argv.includes('--small') ? [100_000, 800_000] : [1_000_000, 8_000_000];
  const empty = median([1, 2, 3].map(() => cpuOf(['none.txt'], temporary)));
  for (const [name, unit, head = ''] of HOSTILE_TEXTS) {
    const times = [small, large].map((size) => {
      const folder = mkdtempSync(join(temporary, 'case-'));
      writeFileSync(join(folder, name), head + unit.repeat(Math.ceil(size / unit.length)));
      return Math.max(5, cpuOf(['--fail-on', 'never', '--format', 'json=report.json', name], folder) - empty);
    });
    const exponent = Math.log(times[1] / times[0]) / Math.log(large / small);
    const mark = exponent > 1.2 && times[1] > 500 ? '  <- grows faster than its size' : '';
    console.log(
      `${exponent.toFixed(2)}  ${Math.round(times[1])} ms  ${name} ${JSON.stringify(unit.slice(0, 50))}${mark}`,
    );
  }
}

printHelp(import.meta.url);
const temporary = mkdtempSync(join(tmpdir(), 'connlint-bench-'));
try {
  const folders = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
  if (process.argv.includes('--scaling')) scaling();
  else if (folders.length > 0) compare(folders);
  else {
    makeTree(join(temporary, 'tree'), 10_000);
    compare([join(temporary, 'tree')]);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
