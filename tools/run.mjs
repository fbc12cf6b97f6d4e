// node tools/run.mjs <file.ts> [argument…]: bundles a tool that is written in TypeScript into dist/tools and runs it.
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const [, , input, ...args] = process.argv;
const file = join(root, 'dist/tools', `${basename(input, '.ts')}.mjs`);
mkdirSync(join(root, 'dist/tools'), { recursive: true });
await build({
  input,
  cwd: root,
  platform: 'node',
  tsconfig: false,
  external: /^(?!@oxc-project)[^./\0]/,
  logLevel: 'warn',
  output: { file, codeSplitting: false },
});
process.argv = [process.argv[0], file, ...args];
await import(pathToFileURL(file).href);
