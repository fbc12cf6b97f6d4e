import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { displayPath } from '../fs/paths.ts';
import { entryNames, statsOf, textOrNull } from '../fs/read-file.ts';
import { objectOf, parsedJson } from '../../text/json.ts';

export const CONFIG_NAMES = ['connlint.config.jsonc', 'connlint.config.json'] as const;
export const PACKAGE_FILE = 'package.json';
export const PACKAGE_KEY = 'connlint';

/** Names that people use by mistake: another ending of a config, or the name that other tools use. */
const MISTAKEN = /^(?:connlint\.config\.[cm]?[jt]s|connlint\.config\.(?:ya?ml|toml)|\.connlintrc(?:\.\w+)?)$/;

/** The nearest config, up to the root of the repository. Throws a `UserError` for two in one folder. */
export function findConfig(from: string): string | null {
  const start = resolve(from);
  for (let folder = statsOf(start)?.isDirectory() ? start : dirname(start); ; folder = dirname(folder)) {
    const found = configIn(folder);
    if (found !== null || existsSync(join(folder, '.git')) || dirname(folder) === folder) return found;
  }
}

function configIn(folder: string): string | null {
  const names = entryNames(folder);
  // A config that cannot be read, or is a folder, is an error where it is read.
  const isConfig = (name: string): boolean =>
    names.includes(name) && (name !== PACKAGE_FILE || holdsConfig(join(folder, name)));
  const [first, second] = [...CONFIG_NAMES, PACKAGE_FILE].filter(isConfig);
  if (first !== undefined && second !== undefined)
    throw configFileError(join(folder, first), `the folder has a second config: ${second}`, 'Keep one of them.');
  const mistaken = names.find((one) => MISTAKEN.test(one));
  if (first !== undefined || mistaken === undefined) return first === undefined ? null : join(folder, first);
  const hint = `Rename it to ${CONFIG_NAMES.join(' or ')}. Configs are data and cannot be programs.`;
  throw configFileError(join(folder, mistaken), 'this is not a valid name for a config', hint);
}

function holdsConfig(manifest: string): boolean {
  const text = textOrNull(manifest) ?? '';
  if (!text.includes(`"${PACKAGE_KEY}"`)) return false;
  const manifestOf = objectOf(parsedJson(text));
  return !manifestOf || manifestOf[PACKAGE_KEY] !== undefined;
}

/** A config that cannot be used as a whole. */
export const configFileError = (file: string, message: string, hint: string): UserError =>
  new UserError(`${displayPath(file)}: ${message}`, hint);
