import { shownName } from '../../classify/shown.ts';
import { basename, dirname, extname, resolve } from 'node:path';
import { type Config, type ConfigProblem, validateConfig } from '../../config/config.ts';
import type { RuleOptions } from '../../config/schema.ts';
import type { ConfigPath } from '../../config/values.ts';
import { keyPathText } from '../../config/validate.ts';
import { type LineIndex, lineIndex, type Position, type Range } from '../../text/source.ts';
import { type ConfigDocument, isTooDeep, type SyntaxProblem } from './config-document.ts';
import { parseJsonConfig } from './config-json.ts';
import { parseYamlConfig } from './config-yaml.ts';
import { CONFIG_NAMES, ConfigError, configFileError, PACKAGE_FILE, PACKAGE_KEY } from './find-config.ts';
import { UserError } from '../errors.ts';
import { whyOutside, displayPath } from '../fs/paths.ts';
import { irregular, readText, statsOf } from '../fs/read-file.ts';

export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** Its folder, absolute. Paths and patterns of the config are relative to it. */
  readonly root: string;
  readonly config: Config;
  /** Without a byte order mark. The offsets of `range` refer to it. */
  readonly text: string;
  /** The range of a key (`['plan', 0]`), or of its parent if it is not written. */
  range(keys: ConfigPath): Range;
  position(keys: ConfigPath): Position;
}

/** In bytes. Larger than any config, so that a wrong file is not parsed. */
const MAX_BYTES = 1_000_000;

/** Maximum number of problems to report for one config. */
const MAX_PROBLEMS = 20;

type Parse = (text: string) => ConfigDocument | SyntaxProblem;

const PARSERS: Readonly<Record<string, Parse>> = {
  '.json': parseJsonConfig,
  '.jsonc': parseJsonConfig,
  '.yaml': parseYamlConfig,
  '.yml': parseYamlConfig,
};

/** Reads a config. Nothing in it is executed. Throws a `ConfigError` with the position and what to do. */
export function loadConfig(path: string, ruleIds: readonly string[], options: RuleOptions = {}): LoadedConfig {
  const absolute = resolve(path);
  if (statsOf(absolute)?.isDirectory() === true)
    throw configFileError(absolute, 'a folder, not a config', CONFIG_FORMATS);
  const text = configText(absolute);
  const parse = parserOf(absolute);
  if (isTooDeep(text))
    throw configFileError(absolute, 'the config is nested too deeply', 'A config has at most ten levels.');
  const lines = lineIndex(text);
  const document = parse(text);
  if (!('value' in document))
    throw new ConfigError(absolute, [{ ...lines.position(document.offset), ...worded(document) }]);
  const checked = validateConfig(document.value, ruleIds, options);
  if ('problems' in checked) throw problemsError(absolute, checked.problems, document, lines);
  return {
    path: absolute,
    root: dirname(absolute),
    config: checked.config,
    text,
    range: (keys) => document.range(keys),
    position: (keys) => lines.position(document.range(keys).offset),
  };
}

function parserOf(path: string): Parse {
  if (basename(path) === PACKAGE_FILE) return (text) => parseJsonConfig(text, PACKAGE_KEY);
  const parse = PARSERS[extname(path).toLowerCase()];
  // Not passed directly, because the parsers have more parameters.
  if (parse) return (text) => parse(text);
  throw configFileError(path, 'unknown config format', CONFIG_FORMATS);
}

const CONFIG_FORMATS = `Use ${CONFIG_NAMES.join(', ')} or package.json.`;

function configText(path: string): string {
  const read = readText(path, { named: true, maxBytes: MAX_BYTES });
  if ('text' in read) return read.text;
  throw configFileError(
    path,
    `the config cannot be read: ${read.reason}`,
    'Use another file with --config, or none with --no-config.',
  );
}

function problemsError(
  path: string,
  problems: readonly ConfigProblem[],
  document: ConfigDocument,
  lines: LineIndex,
): ConfigError {
  const placed = problems.slice(0, MAX_PROBLEMS).map((problem) => ({
    ...lines.position(document.range(problem.keys).offset),
    ...worded({ ...problem, message: withPlace(problem) }),
  }));
  return new ConfigError(path, placed);
}

function worded({ message, hint }: { message: string; hint?: string }): { message: string; hint: string | null } {
  return { message, hint: hint ?? null };
}

/** `plan[0].to: expected …`. A key that the message contains is not repeated. */
function withPlace({ keys, message }: ConfigProblem): string {
  const named = message.includes(`"${String(keys.at(-1))}"`);
  const place = keyPathText(named ? keys.slice(0, -1) : keys);
  // A key or a value in the wrong place may be a credential.
  const plain = message.replace(/"[^"]*"/g, shownName);
  return place === '' ? plain : `${shownName(place)}: ${plain}`;
}

/** The config key of an output file, and the option with which the user can choose another. */
interface OutputEntry {
  readonly loaded: LoadedConfig;
  readonly keys: ConfigPath;
  readonly option: string;
}

/**
 * Throws a `UserError` for an output file outside of the root. Its path comes from the repository, which must not
 * change other files.
 * @param entry missing for a file with its default name
 */
export function refuseOutside(root: string, path: string, entry: OutputEntry | null = null): void {
  const stats = statsOf(path);
  const kind = stats && irregular(stats);
  if (kind) throw new UserError(`${displayPath(path)} is ${kind}`, `${NOT_WRITTEN} Remove it, or name another file.`);
  const why = whyOutside([root])(path);
  if (why === null) return;
  const message = `${displayPath(path)} ${why}`;
  if (entry === null) throw new UserError(message, `${NOT_WRITTEN} Replace the link by a file.`);
  const { loaded, keys, option } = entry;
  const hint = `${NOT_WRITTEN} Use a file inside, or any file with ${option} <file>.`;
  throw new ConfigError(loaded.path, [{ ...loaded.position(keys), message, hint }]);
}

const NOT_WRITTEN = 'Nothing was written.';
