// Part of `npm run build`: joins the modules behind each entry of the package, which tsc wrote one by one. Finding and
// compiling three hundred small files took longer than the work of a git hook. Packages stay what they are: imports.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const ENTRIES = ['src/index', 'src/cli/main', 'src/eslint/index'];

const root = fileURLToPath(new URL('../../', import.meta.url));
rmSync(`${root}dist/src/parts`, { recursive: true, force: true });

await build({
  absWorkingDir: root,
  entryPoints: ENTRIES.map((entry) => ({ in: `dist/${entry}.js`, out: entry })),
  outdir: 'dist',
  chunkNames: 'src/parts/[name]-[hash]',
  allowOverwrite: true,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
});
