import { sep } from 'node:path';

/**
 * Lock files, which package managers write. They are long, contain no connection strings, and cannot be repaired by
 * hand. Terraform's lock file is short and shows the provider release, so it is read.
 */
const LOCK_FILES = new Set(
  `
  .package-lock.json Cargo.lock Chart.lock Gemfile.lock Package.resolved Pipfile.lock Podfile.lock
  buildscript-gradle.lockfile bun.lock bun.lockb composer.lock conda-lock.yml deno.lock flake.lock go.sum
  go.work.sum gradle.lockfile mix.lock npm-shrinkwrap.json package-lock.json packages.lock.json paket.lock
  pdm.lock pixi.lock pnpm-lock.yaml poetry.lock pubspec.lock pylock.toml renv.lock uv.lock yarn.lock
  `
    .trim()
    .split(/\s+/),
);

/** Last characters of their names, which few other files have. */
const LAST = new Set([...LOCK_FILES, '.map'].map((name) => name.charCodeAt(name.length - 1)));

/**
 * True for lock files and source maps, by name only. Files with "generated" in their text may still contain strings to
 * repair.
 */
export function isGenerated(path: string): boolean {
  if (!LAST.has(path.charCodeAt(path.length - 1))) return false;
  // Runs for very many files, and `basename` reads every character. Listed paths use `/`, on Windows too.
  const name = path.slice(Math.max(path.lastIndexOf('/'), sep === '/' ? -1 : path.lastIndexOf(sep)) + 1);
  return LOCK_FILES.has(name) || name.endsWith('.map');
}
