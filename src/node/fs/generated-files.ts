import { sep } from 'node:path';

/**
 * Files that package managers write and nobody edits. They are long, hold no connection strings, and cannot be repaired
 * by hand. Terraform's is short and tells which release of the provider is in use: it is read.
 */
const LOCK_FILES = new Set([
  '.package-lock.json',
  'Cargo.lock',
  'Chart.lock',
  'Gemfile.lock',
  'Package.resolved',
  'Pipfile.lock',
  'Podfile.lock',
  'buildscript-gradle.lockfile',
  'bun.lock',
  'bun.lockb',
  'composer.lock',
  'conda-lock.yml',
  'deno.lock',
  'flake.lock',
  'go.sum',
  'go.work.sum',
  'gradle.lockfile',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'packages.lock.json',
  'paket.lock',
  'pdm.lock',
  'pixi.lock',
  'pnpm-lock.yaml',
  'poetry.lock',
  'pubspec.lock',
  'pylock.toml',
  'renv.lock',
  'uv.lock',
  'yarn.lock',
]);

/** Their last letters: few other files end so. */
const LAST = new Set([...LOCK_FILES, '.map'].map((name) => name.charCodeAt(name.length - 1)));

/** True for lock files and source maps, by name alone: what says "generated" in its text may still hold strings to repair. */
export function isGenerated(path: string): boolean {
  if (!LAST.has(path.charCodeAt(path.length - 1))) return false;
  // Asked for very many files, and `basename` looks at each letter. With `/` paths are listed, on Windows too.
  const name = path.slice(Math.max(path.lastIndexOf('/'), sep === '/' ? -1 : path.lastIndexOf(sep)) + 1);
  return LOCK_FILES.has(name) || name.endsWith('.map');
}
