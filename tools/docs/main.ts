import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot, staleFiles } from './generated.ts';

// Runs as `npm run docs`, which builds first. Writes the generated files, or compares them (`--check`, exit code 1 if
// one is out of date).

const stale = await staleFiles();
if (process.argv.includes('--check')) {
  for (const { path } of stale) console.error(`stale: ${path}`);
  if (stale.length > 0) console.error('Run `npm run docs`.');
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const { path, text } of stale) {
    writeFileSync(join(ownRoot(), path), text);
    console.log(`wrote ${path}`);
  }
}
