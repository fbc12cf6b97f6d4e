// Compares whole runs with other programs that search for the same words: npm run bench [-- [--rounds 5] [folder…]]
// Without a folder, it creates trees and removes them. Ratios are computed within each round and their median is
// printed, so that a machine with varying speed is fair. secretlint and gitleaks take part if they are installed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { writeTree } from './tree.mjs';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const NEEDLES = String.raw`mongodb(\+srv)?://|\.mongodb(gov|-dev|-qa|-stage)?\.net`;
const PROGRAM = fileURLToPath(new URL('../../hooks/connlint.cjs', import.meta.url));
const TREES = [
  ['10,000 files, few strings', { files: 10_000, bytes: 7_800, hits: 1, share: 0.01 }],
  ['10,000 files, 20,000 strings', { files: 10_000, bytes: 4_400, hits: 2, share: 1 }],
  ['20,000 files, few strings', { files: 20_000, bytes: 16_000, hits: 1, share: 0.002 }],
  ['20 files, no string', { files: 20, bytes: 4_000, hits: 0, share: 1 }],
  ['20 files, one string', { files: 20, bytes: 4_000, hits: 1, share: 0.05 }],
];

const args = process.argv.slice(2);
const at = args.indexOf('--rounds');
const rounds = Math.max(5, at < 0 ? 5 : Number(args.splice(at, 2)[1]));

const has = (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

const commands = [
  ['ripgrep', 'rg', ['--hidden', '-g', '!.git', '-c', '-e', NEEDLES, '.']],
  ['connlint', process.execPath, [PROGRAM, 'check', '--no-config', '--fail-on', 'never']],
  ['connlint list', process.execPath, [PROGRAM, 'list', '--no-config', '--format', 'jsonl']],
  ['git grep', 'git', ['grep', '-cE', NEEDLES]],
  ['node, nothing else', process.execPath, ['-e', '0']],
  ['secretlint', 'secretlint', ['**/*']],
  ['gitleaks', 'gitleaks', ['dir', '--no-banner', '--exit-code', '0', '.']],
].filter(
  ([name, program]) =>
    program === process.execPath || has(program) || (name === 'ripgrep' && fail('ripgrep (rg) is needed')),
);

const nothing = commands.findIndex(([name]) => name === 'node, nothing else');

function fail(message) {
  console.error(message);
  process.exit(2);
}

// Loading extra certificates takes Node as long as the rest of its start.
const env = { ...process.env };
delete env.NODE_EXTRA_CA_CERTS;

function time([, program, parameters], cwd) {
  const started = performance.now();
  const run = spawnSync(program, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 30 });
  if (run.error) throw run.error;
  return performance.now() - started;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

function compare(title, folder) {
  for (const command of commands) time(command, folder);
  const times = commands.map(() => []);
  for (let round = 0; round < rounds; round++) {
    // Each round begins with another program.
    for (let turn = 0; turn < commands.length; turn++) {
      const which = (turn + round) % commands.length;
      times[which].push(time(commands[which], folder));
    }
  }
  for (const [which, [name]] of commands.entries()) {
    const ratio = median(times[which].map((value, round) => value / times[0][round]));
    const over = median(times[which].map((value, round) => value - times[nothing][round]));
    const cells = [title, name, `${median(times[which]).toFixed(0)} ms`, ratio.toFixed(1), `${over.toFixed(0)} ms`];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

console.log(
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}, median of ${rounds} rounds\n`,
);
console.log('| tree | program | time | against ripgrep | over Node alone |\n| --- | --- | ---: | ---: | ---: |');
if (args.length > 0) for (const folder of args) compare(basename(folder), folder);
else {
  for (const [title, options] of TREES) {
    const folder = mkdtempSync(join(tmpdir(), 'connlint-bench-'));
    try {
      writeTree(folder, options);
      // Pending writes slow down readers. Windows has no such command.
      spawnSync('sync');
      compare(title, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
