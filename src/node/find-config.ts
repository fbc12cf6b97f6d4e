import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { configFileError } from './config-error.ts';
import { hasKey } from './config-json.ts';
import { readText } from './read-file.ts';

/** In the order of the contract. */
export const CONFIG_NAMES = [
  'connlint.config.json',
  'connlint.config.jsonc',
  'connlint.config.yaml',
  'connlint.config.yml',
] as const;
export const PACKAGE_FILE = 'package.json';
/** The key of `package.json` that can hold a config. */
export const PACKAGE_KEY = 'connlint';

/** What people write out of habit; none of them is ever read, and none of them is run. */
const MISTAKEN_NAMES = [
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'toml'].map((end) => `connlint.config.${end}`),
  ...['', '.json', '.yaml', '.yml', '.js'].map((end) => `.connlintrc${end}`),
];

/**
 * The config for a file or folder: looked for in its folder and those above it, up to the repository's root. Throws a
 * `ConfigError` when a folder has two of them, or only one under a name that is not read.
 */
export function findConfig(from: string): string | null {
  let folder = resolve(from);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) folder = dirname(folder);
  for (;;) {
    const found = configIn(folder);
    if (found !== null || existsSync(join(folder, '.git')) || dirname(folder) === folder) return found;
    folder = dirname(folder);
  }
}

function configIn(folder: string): string | null {
  const paths = CONFIG_NAMES.map((name) => join(folder, name)).filter(isFile);
  const manifest = join(folder, PACKAGE_FILE);
  if (isFile(manifest) && holdsConfig(manifest)) paths.push(manifest);
  const [first, second] = paths;
  if (first !== undefined && second !== undefined) {
    throw configFileError(first, `there is a second config beside it: ${basename(second)}`, 'keep one of them');
  }
  const mistaken = first === undefined ? MISTAKEN_NAMES.map((name) => join(folder, name)).find(isFile) : undefined;
  if (mistaken === undefined) return first ?? null;
  throw configFileError(
    mistaken,
    'no config is read from a file of this name',
    `a config is data only: call it ${CONFIG_NAMES.join(', ')}`,
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function holdsConfig(manifest: string): boolean {
  const read = readText(manifest, { named: true });
  return 'text' in read && hasKey(read.text, PACKAGE_KEY);
}
