import type JsoncParser from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { ConfigPath } from '../../config/config.ts';
import type { Range } from '../../text/source.ts';
import { load } from '../load.ts';

const jsonc = () => load<typeof JsoncParser>('jsonc-parser');

/** A parsed config with the ranges of its values. */
interface ConfigDocument {
  readonly value: unknown;
  /**
   * The name of a key. For a list item, the item, or the first entry of an item that is an object. For a missing key,
   * its parent.
   */
  range(keys: ConfigPath): Range;
}

/** Why a text is not a config. The message quotes nothing of the text, which may contain a credential. */
interface SyntaxProblem extends Range {
  readonly message: string;
  readonly hint: string;
}

/** Configs have at most ten levels, and the parser is recursive. */
const MAX_DEPTH = 100;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '[' || letter === '{') depth++;
    else if (letter === ']' || letter === '}') depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Parses JSON with comments and trailing commas. `under`: the key (of `package.json`) that contains the config. */
export function parseConfig(text: string, under: string | null = null): ConfigDocument | SyntaxProblem {
  if (isTooDeep(text)) return atStart('the config is nested too deeply', 'A config has at most ten levels.');
  const errors: ParseError[] = [];
  const tree = jsonc().parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) return syntaxProblem(jsonc().printParseErrorCode(error.error), error, text);
  if (!tree) return atStart('the file is empty', 'Write {} for an empty config.');
  const root = under === null ? tree : jsonc().findNodeAtLocation(tree, [under]);
  if (!root) return atStart(`the key "${under}" is missing`, `Add "${under}": { … }.`);
  return repeatedKey(root) ?? { value: jsonc().getNodeValue(root), range: (keys) => rangeOf(root, keys) };
}

/** A key that stands twice in one object: one of its values would be lost. */
function repeatedKey(node: Node): SyntaxProblem | null {
  const seen = new Set<unknown>();
  for (const child of node.children ?? []) {
    const key = node.type === 'object' ? child.children?.[0] : undefined;
    if (key && seen.has(key.value))
      return { ...spanOf(key), message: 'a key is repeated', hint: 'Remove one of them.' };
    if (key) seen.add(key.value);
    const inner = repeatedKey(key ? (child.children?.[1] ?? child) : child);
    if (inner) return inner;
  }
  return null;
}

const atStart = (message: string, hint: string): SyntaxProblem => ({ offset: 0, endOffset: 0, message, hint });

function syntaxProblem(code: string, error: ParseError, text: string): SyntaxProblem {
  const offset = Math.min(error.offset, text.length);
  // `CloseBraceExpected`
  const what = code.replace(/(?<=.)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
  const message = `the config is not valid JSON: ${what}`;
  const hint = 'Texts and keys need double quotes, and a backslash is written twice.';
  return { offset, endOffset: Math.min(offset + error.length, text.length), message, hint };
}

function rangeOf(root: Node, keys: ConfigPath): Range {
  const node = jsonc().findNodeAtLocation(root, [...keys]);
  if (node === undefined) return rangeOf(root, keys.slice(0, -1));
  const isValue = node !== root && node.parent?.type === 'property';
  return spanOf(isValue ? node.parent.children![0]! : ((node.type === 'object' ? node.children?.[0] : null) ?? node));
}

function spanOf(node: Node): Range {
  return { offset: node.offset, endOffset: node.offset + node.length };
}
