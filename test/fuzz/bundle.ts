import { mkdirSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';
import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { COUNTERS, instrument } from './instrument.ts';

/** What a target gives to the engine. */
export interface Target {
  /** Inputs to begin with. */
  readonly seeds: () => readonly string[];
  /** Throws when the program does something with this input that it must not do. */
  readonly run: (input: string) => void;
  /** The part of it whose steps must grow no faster than the input; all of it when missing. */
  readonly work?: (input: string) => void;
}

export interface Loaded extends Target {
  readonly name: string;
  /** How often each branch of the program was taken since the array was last cleared. */
  readonly branches: Uint32Array;
  /** Which code each branch is. */
  readonly places: readonly string[];
  /** Words that the program compares with. */
  readonly words: readonly string[];
}

/** The repository: targets run there. */
export const ROOT = process.cwd();
// Within the package, whose version the program asks for by its name.
const OUT = join(ROOT, 'dist/fuzz');
const FOLDER = join(ROOT, 'test/fuzz/targets');

export function targetNames(): string[] {
  return readdirSync(FOLDER)
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();
}

/** More branches than the program has. */
const MOST = 65_536;

/** Builds a target with counters in all of the program's own code, and loads it. */
export async function loadTarget(name: string, file = join(FOLDER, `${name}.ts`)): Promise<Loaded> {
  const words = new Set<string>();
  const places: string[] = [];
  const plugin: Plugin = {
    name: 'counters',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/](?:src|rules)[\\/].*\.ts$/ }, async ({ path }) => {
        const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', target: 'node20' });
        const counted = instrument(code, places.length);
        places.push(...counted.branches.map((start) => `${relative(ROOT, path)}: ${start}`));
        for (const word of counted.literals) words.add(word);
        return { contents: counted.code, loader: 'js' };
      });
    },
  };
  mkdirSync(OUT, { recursive: true });
  const outfile = join(OUT, `${name}.mjs`);
  const common = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' } as const;
  await build({ ...common, entryPoints: [file], outfile, plugins: [plugin], banner: { js: BANNER } });
  const branches = new Uint32Array(MOST);
  (globalThis as unknown as Record<string, unknown>)[COUNTERS] = branches;
  const module = (await import(`${pathToFileURL(outfile).href}?${Date.now()}`)) as { target: Target };
  return {
    ...module.target,
    name,
    branches: branches.subarray(0, places.length),
    places,
    words: [...words].filter(isWord),
  };
}

const BANNER = `const ${COUNTERS} = globalThis.${COUNTERS};`;

const isWord = (text: string): boolean => text.length > 1 && text.length <= 40;
