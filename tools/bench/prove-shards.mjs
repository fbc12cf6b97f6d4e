// `node tools/bench/prove-shards.mjs [<folder> [n]]`, after `npm run build`: scans a folder (the fixtures by default)
// once as a whole and, for every number of shards up to n (8), with that many programs in parallel; then compares the
// merged reports with those of the whole run, byte for byte, in every format. Exits with 1 at the first difference.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printHelp } from '../help.mjs';

printHelp(import.meta.url);

const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'dist/hooks/connlint.cjs');
const [folder = join(root, 'fixtures'), most = '8'] = process.argv.slice(2);
const FORMATS = 'text json jsonl sarif github gitlab junit checkstyle rdjsonl sonar markdown html'.split(' ');
const TODAY = ['--today', '2026-11-01'];

const env = { ...process.env, NO_COLOR: '1', GITHUB_SERVER_URL: '', GITHUB_REPOSITORY: '', GITHUB_SHA: '' };

/** Runs the program and returns its exit code. Its messages go to standard error. */
function connlint(args, cwd) {
  return new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('close', (code) => {
      if (code !== 0 && code !== 1) throw new Error(`connlint ${args.join(' ')} ended with ${code}`);
      done(code);
    });
  });
}

const reportsIn = (out, formats) => formats.flatMap((format) => ['--format', `${format}=${join(out, format)}`]);

async function prove(tree, work, formats) {
  const whole = mkdtempSync(join(work, 'whole-'));
  const code = await connlint(['check', '--no-notices', ...TODAY, ...reportsIn(whole, formats)], tree);
  for (let n = 1; n <= Number(most); n++) {
    const blobs = mkdtempSync(join(work, `blobs-${n}-`));
    const merged = mkdtempSync(join(work, `merged-${n}-`));
    const shards = Array.from({ length: n }, (_, i) => [`${i + 1}/${n}`, join(blobs, `${i + 1}.json`)]);
    await Promise.all(
      shards.map(([shard, file]) =>
        connlint(['--no-notices', '--shard', shard, '--format', `blob=${file}`, '--fail-on', 'never', ...TODAY], tree),
      ),
    );
    const mergedCode = await connlint(['merge', '--no-notices', blobs, ...reportsIn(merged, formats)], tree);
    const differing = formats.filter((format) => !same(join(whole, format), join(merged, format)));
    if (mergedCode !== code) differing.push(`exit code ${mergedCode} instead of ${code}`);
    if (differing.length > 0) throw new Error(`${n} shards differ from one run: ${differing.join(', ')}`);
    const sizes = readdirSync(blobs).map((name) => readFileSync(join(blobs, name)).length);
    console.log(`${n} shards: ${formats.length} formats equal (results of ${sizes.join(', ')} bytes)`);
  }
}

const same = (a, b) => readFileSync(a).equals(readFileSync(b));

const work = mkdtempSync(join(tmpdir(), 'connlint-prove-'));
try {
  if (!existsSync(program)) throw new Error('npm run build comes first');
  // Without Git: a repository of its own would only add files that Git ignores.
  const tree = join(work, 'tree');
  cpSync(resolve(folder), tree, { recursive: true, filter: (path) => !path.endsWith('node_modules') });
  const help = readFileSync(join(root, 'README.md'), 'utf8');
  await prove(
    tree,
    work,
    FORMATS.filter((format) => help.includes(`\`${format}\``)),
  );
} finally {
  rmSync(work, { recursive: true });
}
