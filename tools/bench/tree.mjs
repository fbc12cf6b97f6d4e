// Writes a tree of source files for the benchmarks. The same arguments give the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const WORDS =
  'alpha batch cache delta entry frame graph handler index job key layer model node option packet query route'.split(
    ' ',
  );
const ENDS = ['ts', 'py', 'go', 'java', 'yaml', 'json', 'env', 'tf', 'md', 'sh', 'cs', 'rb', 'properties', 'toml'];
const HOSTS = [
  (n) => `cluster${n}.ab${(n % 900) + 100}.mongodb.net`,
  (n) => `cluster${n}-pri.ab${(n % 900) + 100}.mongodb.net`,
  (n) => `cluster${n}-pl-0.ab${(n % 900) + 100}.mongodb.net`,
  (n) => `db${n}.example.com`,
];

/** Mulberry32 (Tommy Ettinger): small and portable. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const HOLDERS = {
  json: (text) => `{ "uri": "${text}" }`,
  env: (text) => `DATABASE_URI=${text}`,
  properties: (text) => `database.uri=${text}`,
  yaml: (text) => `uri: "${text}"`,
  md: (text) => `Connect to \`${text}\` first.`,
};

/**
 * @param files number of files
 * @param bytes approximate size of each file
 * @param hits strings in each file that has any
 * @param share of the files that have strings, 0 to 1
 */
export function writeTree(folder, { files, bytes, hits, share, git = true }) {
  const next = random(files + hits);
  for (let index = 0; index < files; index++) {
    const end = ENDS[next(ENDS.length)];
    const path = join(
      folder,
      WORDS[next(WORDS.length)],
      WORDS[next(WORDS.length)],
      `${WORDS[next(WORDS.length)]}${index}.${end}`,
    );
    const lines = [];
    for (let size = 0; size < bytes;) {
      const line = `${WORDS[next(WORDS.length)]}${next(100)} = ${WORDS[next(WORDS.length)]} * ${next(10_000)} + ${WORDS[next(WORDS.length)]}(${next(100)})`;
      lines.push(line);
      size += line.length + 1;
    }
    if (index % Math.round(1 / share) === 0) {
      for (let hit = 0; hit < hits; hit++) {
        const text = `mongodb+srv://app:s3cret@${HOSTS[next(HOSTS.length)](index + hit)}/orders?retryWrites=true`;
        lines.splice(next(lines.length), 0, (HOLDERS[end] ?? ((value) => `uri = "${value}"`))(text));
      }
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${lines.join('\n')}\n`);
  }
  if (!git) return;
  const run = (...args) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
  run('init', '-q');
  // Else a commit of this size starts a collection that runs beside the benchmark and writes while the tree is removed.
  run('config', 'gc.auto', '0');
  run('config', 'maintenance.auto', 'false');
  run('add', '-A');
  run('-c', 'user.name=bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', 'tree');
}
