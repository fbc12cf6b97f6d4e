import { basename, dirname, extname, resolve } from 'node:path';
import { type Config, type ConfigProblem, validateConfig } from '../core/config.ts';
import type { RuleOptions } from '../core/config-schema.ts';
import type { ConfigPath } from '../core/schema.ts';
import { pathText } from '../core/schema-words.ts';
import { type LineIndex, lineIndex, type Position, type Range } from '../core/source.ts';
import { type ConfigDocument, isTooDeep, type SyntaxProblem } from './config-document.ts';
import { ConfigError, configFileError } from './config-error.ts';
import { parseJsonConfig } from './config-json.ts';
import { parseYamlConfig } from './config-yaml.ts';
import { CONFIG_NAMES, PACKAGE_FILE, PACKAGE_KEY } from './find-config.ts';
import { readText } from './read-file.ts';

export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  /** Its folder, absolute: what paths and patterns of the config are relative to. */
  readonly root: string;
  readonly config: Config;
  /** Without a byte order mark; offsets of `range` are offsets in it. */
  readonly text: string;
  /** Where a key stands (`['plan', 0]`), or what is around it when it is not written. */
  range(keys: ConfigPath): Range;
  position(keys: ConfigPath): Position;
}

/** More than any config needs; keeps a wrong file from being parsed. In bytes. */
const MAX_BYTES = 1_000_000;

/** So many problems of one config are told at once. */
const MAX_PROBLEMS = 20;

type Parse = (text: string) => ConfigDocument | SyntaxProblem;

const PARSERS: Readonly<Record<string, Parse>> = {
  '.json': parseJsonConfig,
  '.jsonc': parseJsonConfig,
  '.yaml': parseYamlConfig,
  '.yml': parseYamlConfig,
};

/** Reads a config. Nothing of it is executed. Throws a `ConfigError` that names the place and what to do. */
export function loadConfig(path: string, ruleIds: readonly string[], options: RuleOptions = {}): LoadedConfig {
  const absolute = resolve(path);
  const parse = parserOf(absolute);
  const text = configText(absolute);
  if (isTooDeep(text))
    throw configFileError(absolute, 'the config is nested too deeply', 'no config has more than ten levels');
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
  // Not passed on as it is: the parsers take more arguments.
  if (parse) return (text) => parse(text);
  throw configFileError(
    path,
    'a config of this format is not read',
    `a config is data: ${CONFIG_NAMES.join(', ')} or package.json`,
  );
}

function configText(path: string): string {
  const read = readText(path, { named: true, maxBytes: MAX_BYTES });
  if ('text' in read) return read.text;
  throw configFileError(
    path,
    `the config cannot be read: ${read.reason}`,
    'name another one with --config, or go without one: --no-config',
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

/** `plan[0].to: expected …`; a key that the message names itself is not repeated. */
function withPlace({ keys, message }: ConfigProblem): string {
  const named = message.includes(`"${String(keys.at(-1))}"`);
  const place = pathText(named ? keys.slice(0, -1) : keys);
  return place === '' ? message : `${place}: ${message}`;
}
