// `npm run build`: compiles the sources and bundles the program, unless nothing changed since the last build. `--force`
// always builds.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { printHelp } from './help.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const STAMP = join(root, 'dist/.built');
const INPUTS = [
  'src',
  'rules',
  'tools',
  'package.json',
  'package-lock.json',
  'schema.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

/** Builds `dist` if a source, tool or setting changed. Exits on failure. */
export function buildIfChanged({ force = false } = {}) {
  const stamp = stampOfInputs();
  if (!force && readStamp() === stamp) return;
  rmSync(STAMP, { force: true });
  console.error('Compiling connlint, only after a change. This takes about half a minute.');
  for (const command of [
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    ['tools/bundle.mjs', '--out', 'dist/hooks'],
  ]) {
    // standard output is for the program that runs next
    const stdio = ['inherit', process.stderr.fd, 'inherit'];
    const { status, error } = spawnSync(process.execPath, command, { cwd: root, stdio });
    if (error) throw error;
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(STAMP, stamp);
}

/** Paths, sizes and modification times of everything that a build reads. */
function stampOfInputs() {
  const files = INPUTS.flatMap((input) =>
    statSync(join(root, input)).isFile()
      ? [input]
      : readdirSync(join(root, input), { recursive: true, encoding: 'utf8' }).map((path) => join(input, path)),
  );
  const lines = files.sort().flatMap((path) => {
    const { size, mtimeMs, isFile } = describeFile(path);
    return isFile ? [`${path} ${size} ${mtimeMs}`] : [];
  });
  return `${process.version}\n${lines.join('\n')}\n`;
}

function describeFile(path) {
  const stats = statSync(join(root, path));
  return { size: stats.size, mtimeMs: stats.mtimeMs, isFile: stats.isFile() };
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  printHelp(import.meta.url);
  buildIfChanged({ force: process.argv.includes('--force') });
}
