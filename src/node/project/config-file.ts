import type JsoncParser from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { basename, dirname, extname, resolve } from 'node:path';
import { validateConfig, type ConfigPath, type ConfigProblem, type KnownRules } from '../../config/config.ts';
import { lineIndex, type LineIndex, type Range } from '../../text/source.ts';
import { UserError } from '../errors.ts';
import { displayPath } from '../fs/paths.ts';
import { readText, statsOf } from '../fs/read-file.ts';
import { load } from '../load.ts';
import { CONFIG_NAMES, configFileError, PACKAGE_FILE, PACKAGE_KEY } from './find-config.ts';

/** A config that can be used, with the places of its keys. */
export type LoadedConfig = Readonly<ReturnType<typeof loadConfig>>;

/** In bytes. Larger than any config, so that a wrong file is not parsed. */
const MAX_BYTES = 1_000_000;
const MAX_PROBLEMS = 20;

const FORMATS = `Use ${CONFIG_NAMES.join(', ')} or package.json.`;

/** Reads a config. Nothing in it is executed. Throws a `UserError` with the position and what to do. */
export function loadConfig(path: string, rules: KnownRules) {
  const absolute = resolve(path);
  const isManifest = basename(absolute) === PACKAGE_FILE;
  const text = configText(absolute);
  const lines = lineIndex(text);
  const failed = (problems: readonly Problem[]) => configError(absolute, lines, problems);
  const document = parseConfig(text, isManifest ? PACKAGE_KEY : null);
  if (!('value' in document)) throw failed([document]);
  const { range } = document;
  const checked = validateConfig(document.value, rules);
  if ('problems' in checked) {
    const problems = checked.problems.map((one) => {
      return { offset: range(one.keys).offset, message: withKey(one), hint: one.hint ?? null };
    });
    throw failed(problems.sort((a, b) => a.offset - b.offset).slice(0, MAX_PROBLEMS));
  }
  return {
    path: absolute,
    // What its paths and patterns are relative to.
    root: dirname(absolute),
    config: checked.config,
    lines,
    // Of a key (`['plan', 0]`), or of its parent if it is not written.
    range,
    errorAt: (keys: ConfigPath, message: string, hint: string) =>
      failed([{ offset: range(keys).offset, message, hint }]),
  };
}

/** Why a text is not a config. The message quotes nothing of the text, which may contain a credential. */
interface Problem {
  readonly offset: number;
  readonly message: string;
  readonly hint: string | null;
}

/** The message is the first problem; the hint contains what to do and the other problems. */
function configError(file: string, lines: LineIndex, problems: readonly Problem[]): UserError {
  const placed = problems.map(({ offset, message, hint }) => {
    const { line, column } = lines.position(offset);
    return [`${displayPath(file)}:${line}:${column}: ${message}`, ...(hint === null ? [] : [hint])];
  });
  const [[first = '', ...hint] = [], ...others] = placed;
  const more = others.flatMap(([message, ...rest]) => [`connlint: ${message}`, ...rest]);
  return new UserError(first, [...hint, ...more].join('\n') || null);
}

function configText(path: string): string {
  if (statsOf(path)?.isDirectory() === true) throw configFileError(path, 'a folder, not a config', FORMATS);
  if (!['.json', '.jsonc'].includes(extname(path).toLowerCase()))
    throw configFileError(path, 'unknown config format', FORMATS);
  const read = readText(path, MAX_BYTES);
  if ('text' in read) return read.text;
  const hint = 'Use another file with --config, or none with --no-config.';
  throw configFileError(path, `the config cannot be read: ${read.reason}`, hint);
}

/** `plan[0].to: expected …`. A key that the message contains is not repeated. */
function withKey({ path, keys, message }: ConfigProblem): string {
  const key = `${String(keys.at(-1))}"`;
  return path === '' || message.startsWith('unknown ') || message.includes(`"${key}`) ? message : `${path}: ${message}`;
}

const jsonc = () => load<typeof JsoncParser>('jsonc-parser');

/** JSON with comments and trailing commas. `under`: the key of `package.json` that contains the config. */
export function parseConfig(text: string, under: string | null = null) {
  try {
    return parsed(text, under);
  } catch (error) {
    // The parser is recursive.
    if (error instanceof RangeError)
      return atStart('the config is nested too deeply', 'A config has at most ten levels.');
    throw error;
  }
}

function parsed(text: string, under: string | null) {
  const errors: ParseError[] = [];
  const tree = jsonc().parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) return syntaxProblem(error, text.length);
  if (!tree) return atStart('the file is empty', 'Write {} for an empty config.');
  const root = under === null ? tree : jsonc().findNodeAtLocation(tree, [under]);
  if (!root) return atStart(`the key "${under}" is missing`, `Add "${under}": { … }.`);
  const value: unknown = jsonc().getNodeValue(root);
  return repeatedKey(root) ?? { value, range: (keys: ConfigPath) => rangeOf(root, keys) };
}

/** A key that occurs twice in one object: one of its values would be lost. */
function repeatedKey(node: Node): Problem | null {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value))
      return { offset: key.offset, message: 'a key is repeated', hint: 'Remove one of them.' };
    if (key) seen.add(key.value);
    const inner = repeatedKey(key ? (child.children?.[1] ?? child) : child);
    if (inner) return inner;
  }
  return null;
}

const atStart = (message: string, hint: string): Problem => ({ offset: 0, message, hint });

function syntaxProblem({ error, offset }: ParseError, end: number): Problem {
  // `CloseBraceExpected`
  const code = jsonc().printParseErrorCode(error);
  const message = `the config is not valid JSON: ${code.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase()}`;
  const hint = 'Strings and keys need double quotes, and a backslash is written twice.';
  return { offset: Math.min(offset, end), message, hint };
}

/** The name of a key. For a list item, the item, or its first entry. For a missing key, its parent. */
function rangeOf(root: Node, keys: ConfigPath): Range {
  const node = jsonc().findNodeAtLocation(root, [...keys]);
  if (node === undefined) return rangeOf(root, keys.slice(0, -1));
  const isValue = node !== root && node.parent?.type === 'property';
  const first = node.type === 'object' ? node.children?.[0] : null;
  const { offset, length } = isValue ? node.parent.children![0]! : (first ?? node);
  return { offset, endOffset: offset + length };
}
