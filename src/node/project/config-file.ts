import { plainKeyWords } from '../../parse/redact.ts';
import { basename, dirname, extname, resolve, join } from 'node:path';
import { type Config, type ConfigProblem, validateConfig } from '../../config/config.ts';
import type { RuleOptions } from '../../config/schema.ts';
import type { ConfigPath } from '../../config/values.ts';
import { keyPathText } from '../../config/validate.ts';
import { type LineIndex, lineIndex, type Position, type Range } from '../../text/source.ts';
import { type ConfigDocument, isTooDeep, type SyntaxProblem } from './config-document.ts';
import { parseJsonConfig, hasKey } from './config-json.ts';
import { parseYamlConfig } from './config-yaml.ts';
import { readText } from '../fs/read-file.ts';
import { existsSync, statSync } from 'node:fs';
import { UserError } from '../errors.ts';
import { shownPath } from '../fs/paths.ts';

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
  const parse = parserOf(absolute);
  const text = configText(absolute);
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
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  throw configFileError(
    path,
    isFolder ? 'a folder, not a config' : 'unknown config format',
    `Use ${CONFIG_NAMES.join(', ')} or package.json.`,
  );
}

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
  const plain = message.replace(/"[^"]*"/g, plainKeyWords);
  return place === '' ? plain : `${plainKeyWords(place)}: ${plain}`;
}

/** In the order of the contract. */
export const CONFIG_NAMES = [
  'connlint.config.json',
  'connlint.config.jsonc',
  'connlint.config.yaml',
  'connlint.config.yml',
] as const;
export const PACKAGE_FILE = 'package.json';
/** The key in `package.json` that can contain a config. */
export const PACKAGE_KEY = 'connlint';

/** Names that people use by mistake. These files are neither read nor executed. */
const MISTAKEN_NAMES = [
  ...['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'toml'].map((end) => `connlint.config.${end}`),
  ...['', '.json', '.yaml', '.yml', '.js'].map((end) => `.connlintrc${end}`),
];

/**
 * The config of a file or folder: searched in its folder and the folders above, up to the repository's root. Throws a
 * `ConfigError` if a folder contains two configs, or only one under a mistaken name.
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
    throw configFileError(first, `the folder has a second config: ${basename(second)}`, 'Keep one of them.');
  }
  const mistaken = first === undefined ? MISTAKEN_NAMES.map((name) => join(folder, name)).find(isFile) : undefined;
  if (mistaken === undefined) return first ?? null;
  throw configFileError(
    mistaken,
    'this is not a valid name for a config',
    `Rename it to ${CONFIG_NAMES.join(', ')}. Configs are data and cannot be programs.`,
  );
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function holdsConfig(manifest: string): boolean {
  const read = readText(manifest, { named: true });
  return 'text' in read && hasKey(read.text, PACKAGE_KEY);
}

export interface PlacedProblem extends Position {
  /** One line, without any value that may be a credential. */
  readonly message: string;
  readonly hint: string | null;
}

/**
 * A config that cannot be used. The message is the first problem; the hint contains what to do and the other problems.
 */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly file: string;
  /** Of the first problem, `null` for the file as a whole. */
  readonly line: number | null;
  readonly column: number | null;
  readonly problems: readonly PlacedProblem[];

  constructor(
    file: string,
    problems: readonly PlacedProblem[],
    whole: { message: string; hint: string } | null = null,
  ) {
    const [first, ...others] = problems.map((problem) => ({ ...problem, message: placed(file, problem) }));
    const hints = [whole?.hint ?? first?.hint ?? null, ...others.map(told)].filter((hint) => hint !== null);
    super(whole ? `${shownPath(file)}: ${whole.message}` : (first?.message ?? ''), hints.join('\n') || null);
    this.file = file;
    this.line = problems[0]?.line ?? null;
    this.column = problems[0]?.column ?? null;
    this.problems = problems;
  }
}

export function configFileError(file: string, message: string, hint: string): ConfigError {
  return new ConfigError(file, [], { message, hint });
}

function placed(file: string, { line, column, message }: PlacedProblem): string {
  return `${shownPath(file)}:${line}:${column}: ${message}`;
}

function told({ message, hint }: { message: string; hint: string | null }): string {
  return hint === null ? message : `${message} (${hint})`;
}
