// Checks that time and memory grow linearly with the input: hostile texts for every reader, rule and report
// (`hostile-texts.mjs`) run through the whole program at two sizes. Prints the exponent of the growth of CPU time with
// the size: near 1 is linear, 2 quadratic.
//   npm run bench:scaling                       (builds first; 1 to 8 MB; takes hours unless names are selected)
//   npm run bench:scaling -- "a.sh: API" fix    (only texts whose names contain one of the arguments)
//   node tools/bench/scaling.mjs --small        (64 to 512 KB; --sample 40 limits the texts, --seconds 50 the time)
//   node tools/bench/scaling.mjs --all          (prints all texts, not only those above the limits)
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printHelp } from '../help.mjs';
import { hostileTexts } from './hostile-texts.mjs';

printHelp(import.meta.url);

const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean' },
    all: { type: 'boolean' },
    sample: { type: 'string' },
    seconds: { type: 'string' },
  },
});

const MAX_EXPONENT = 1.2;
/** Growth of a run's peak memory over a run with an empty file, per byte of the text. */
const MAX_BYTES_PER_BYTE = 60;
const MAX_SECONDS = options.small ? 12 : 60;
/** On a busy machine a run waits longer than it works. */
const MAX_WAIT = 10 * MAX_SECONDS;
const [SMALLER, LARGER] = options.small ? [1 << 16, 1 << 19] : [1 << 20, 1 << 23];
const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
const METER = `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeFileSync(
  process.env.METER_FILE, JSON.stringify([(user + system) / 1e6, process.resourceUsage().maxRSS * 1024])); });`;

const work = mkdtempSync(join(tmpdir(), 'connlint-scaling-'));
const meter = join(work, 'meter.cjs');
const usage = join(work, 'usage');
writeFileSync(meter, METER);

/** CPU seconds and peak bytes of a run, or `null` if it exceeds the limit of time or memory. */
function run({ files, args, stdin }, bytes) {
  const folder = join(work, 'tree');
  rmSync(folder, { recursive: true, force: true });
  rmSync(usage, { force: true });
  mkdirSync(folder);
  for (const [name, make] of Object.entries(typeof files === 'function' ? files(bytes) : files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof make === 'function' ? make(bytes) : make);
  }
  const input = stdin === null ? 'ignore' : openSync(join(folder, stdin));
  const { status, stderr } = spawnSync(process.execPath, ['--require', meter, PROGRAM, ...args], {
    cwd: folder,
    stdio: [input, 'ignore', 'pipe'],
    timeout: MAX_WAIT * 1000,
    encoding: 'utf8',
    env: { ...process.env, METER_FILE: usage },
  });
  if (typeof input === 'number') closeSync(input);
  if (status === null || status > 2)
    return { failed: status === null ? 'no end' : `exit ${status}: ${stderr.trim().split('\n')[0]}` };
  const [seconds, peak] = JSON.parse(readFileSync(usage, 'utf8'));
  return { seconds, peak };
}

/** Every n-th, so that a sample contains something of each kind. */
function sampled(entries, count) {
  const step = entries.length / count;
  return step <= 1 ? entries : Array.from({ length: count }, (_, n) => entries[Math.floor(n * step)]);
}

const named = hostileTexts().filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const entries = sampled(named, Number(options.sample ?? named.length));
const until = Date.now() + Number(options.seconds ?? Infinity) * 1000;

console.log(
  `text                                               s at ${SMALLER >> 10} KB  s at ${LARGER >> 10} KB  exponent  peak bytes per byte`,
);
let seen = 0;
let above = 0;
try {
  const idle = run({ files: { 'a.txt': () => '' }, args: ['check', 'a.txt', '--no-config'], stdin: null }, 0);
  for (const entry of entries) {
    if (Date.now() > until) break;
    seen++;
    const [small, large] = [run(entry, SMALLER), run(entry, LARGER)];
    const name = entry.name.padEnd(48);
    const failed = small.failed ?? large.failed;
    if (failed !== undefined) {
      above++;
      console.log(`${name} ${failed}`);
      continue;
    }
    // Without the program's start, which would hide the growth of small texts.
    const own = ({ seconds }) => Math.max(seconds - idle.seconds, 0.05);
    const exponent = Math.log(own(large) / own(small)) / Math.log(LARGER / SMALLER);
    const memory = (large.peak - idle.peak) / LARGER;
    const isAbove =
      exponent > MAX_EXPONENT || large.seconds > MAX_SECONDS || (LARGER > 1 << 20 && memory > MAX_BYTES_PER_BYTE);
    if (isAbove) above++;
    const cells = [small.seconds.toFixed(2), large.seconds.toFixed(2), exponent.toFixed(2), memory.toFixed(0)];
    if (isAbove || options.all) console.log(`${name} ${cells.map((cell) => cell.padStart(12)).join('')}`);
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(`${above} of ${seen} texts above the limits (of ${entries.length}).`);
