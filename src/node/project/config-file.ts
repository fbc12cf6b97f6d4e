import { basename, dirname, extname, resolve } from 'node:path';
import {
  type Config,
  type ConfigPath,
  type ConfigProblem,
  type KnownRules,
  validateConfig,
} from '../../config/config.ts';
import { lineIndex, type LineIndex, type Range } from '../../text/source.ts';
import { UserError } from '../errors.ts';
import { displayPath, whyOutside } from '../fs/paths.ts';
import { irregular, readText, statsOf } from '../fs/read-file.ts';
import { parseConfig } from './config-json.ts';
import { CONFIG_NAMES, configError, configFileError, PACKAGE_FILE, PACKAGE_KEY } from './find-config.ts';

export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** Its folder, absolute. Paths and patterns of the config are relative to it. */
  readonly root: string;
  readonly config: Config;
  /** Of its text without a byte order mark, to which `range` refers. */
  readonly lines: LineIndex;
  /** The range of a key (`['plan', 0]`), or of its parent if it is not written. */
  range(keys: ConfigPath): Range;
  errorAt(keys: ConfigPath, message: string, hint: string): UserError;
}

/** In bytes. Larger than any config, so that a wrong file is not parsed. */
const MAX_BYTES = 1_000_000;
const MAX_PROBLEMS = 20;

const FORMATS = `Use ${CONFIG_NAMES.join(', ')} or package.json.`;

/** Reads a config. Nothing in it is executed. Throws a `UserError` with the position and what to do. */
export function loadConfig(path: string, rules: KnownRules): LoadedConfig {
  const absolute = resolve(path);
  const isManifest = basename(absolute) === PACKAGE_FILE;
  const text = configText(absolute);
  const lines = lineIndex(text);
  const document = parseConfig(text, isManifest ? PACKAGE_KEY : null);
  if (!('value' in document)) {
    const { message, hint } = document;
    throw configError(absolute, [{ ...lines.position(document.offset), message, hint }]);
  }
  const placed = <P extends { readonly keys: ConfigPath }>(problem: P) => ({
    ...problem,
    ...lines.position(document.range(problem.keys).offset),
  });
  const checked = validateConfig(document.value, rules);
  if ('problems' in checked) {
    const problems = checked.problems.map(placed).sort((a, b) => a.line - b.line || a.column - b.column);
    throw configError(
      absolute,
      problems.slice(0, MAX_PROBLEMS).map((one) => ({ ...one, message: withKey(one), hint: one.hint ?? null })),
    );
  }
  return {
    path: absolute,
    root: dirname(absolute),
    config: checked.config,
    lines,
    range: (keys) => document.range(keys),
    errorAt: (keys, message, hint) => configError(absolute, [placed({ keys, message, hint })]),
  };
}

function configText(path: string): string {
  if (statsOf(path)?.isDirectory() === true) throw configFileError(path, 'a folder, not a config', FORMATS);
  if (!['.json', '.jsonc'].includes(extname(path).toLowerCase()))
    throw configFileError(path, 'unknown config format', FORMATS);
  const read = readText(path, { named: true, maxBytes: MAX_BYTES });
  if ('text' in read) return read.text;
  throw configFileError(
    path,
    `the config cannot be read: ${read.reason}`,
    'Use another file with --config, or none with --no-config.',
  );
}

/** `plan[0].to: expected …`. A key that the message contains is not repeated. */
function withKey({ path, keys, message }: ConfigProblem): string {
  const key = `${String(keys.at(-1))}"`;
  return path === '' || message.startsWith('unknown ') || message.includes(`"${key}`) ? message : `${path}: ${message}`;
}

/**
 * Throws an error for an output file outside of the root. Its path comes from the repository, which must not change
 * other files.
 */
export function refuseOutside(
  root: string,
  path: string,
  errorOf = (message: string, hint: string): UserError => new UserError(message, hint),
): void {
  const stats = statsOf(path);
  const kind = stats && irregular(stats);
  const why = kind ? `is ${kind}` : whyOutside([root])(path);
  if (why !== null) throw errorOf(`${displayPath(path)} ${why}`, 'Nothing was written. Name a regular file inside.');
}
