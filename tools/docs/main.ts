import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ownRoot, staleFiles } from './generated.ts';
import type { GeneratedFile } from './generated.ts';

// Runs as `npm run docs`, which builds first. Writes the generated files, or compares them (`--check`, exit code 1 if
// one is out of date). `--root <folder>` uses another repository.

function rootOf(args: readonly string[]): string {
  const at = args.indexOf('--root');
  const named = at < 0 ? undefined : args[at + 1];
  return named === undefined ? ownRoot() : resolve(named);
}

function write(root: string, { path, text }: GeneratedFile): void {
  const target = join(root, path);
  if (text === null) {
    rmSync(target);
    return;
  }
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

async function main(args: readonly string[]): Promise<number> {
  const root = rootOf(args);
  const stale = await staleFiles(root);
  if (args.includes('--check')) {
    for (const { path, text } of stale)
      console.error(`stale: ${path}${text === null ? ' (no rule has this page)' : ''}`);
    if (stale.length > 0) console.error('Run `npm run docs`.');
    return stale.length > 0 ? 1 : 0;
  }
  for (const file of stale) write(root, file);
  for (const { path, text } of stale) console.log(`${text === null ? 'removed' : 'wrote'} ${path}`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
