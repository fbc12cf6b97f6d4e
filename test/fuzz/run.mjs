// Looks for inputs that the program does not stand: npm run fuzz -- [--minutes 1] [--target NAME] [--seed 1] [--save]
// The minutes are those of each target. What is found goes to test/fuzz/faults/, which `npm test` runs again;
// `--save` keeps a few inputs that reach more than the seeds do in test/fuzz/corpus/.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const outfile = fileURLToPath(new URL('../../node_modules/.cache/connlint-fuzz/main.mjs', import.meta.url));
await build({
  entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  logLevel: 'error',
});
await import(pathToFileURL(outfile).href);
