// Part of `npm run build`: joins the modules behind each entry of the package, in place of the single files that tsc wrote for
// the entries. Finding and compiling three hundred small files took longer than the work of a git hook. Packages stay what they
// are: imports. The sources are read, not what tsc wrote: it does not write again what has not changed.
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lateExamples } from './late-examples.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * @param parts folder for what several entries share, or what one loads when it is needed
 * @param options further ones of the bundler
 */
async function join(entries, parts, options = {}) {
  rmSync(`${root}dist/${parts}`, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => ({ in: `${entry}.ts`, out: entry })),
    outdir: 'dist',
    chunkNames: `${parts}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [lateExamples],
    ...options,
  });
}

// What is published is downloaded often and read seldom; lines are kept short for the places that errors name.
await join(['src/index', 'src/eslint/index'], 'src/parts', {
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 250,
});
// The package holds the command line as hooks/connlint.cjs; this is the one that is worked on.
await join(['src/cli/main'], 'src/cli/parts');
