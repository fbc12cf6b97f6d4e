import type Yaml from 'yaml';
import type { Document, Node, Pair, YAMLError } from 'yaml';
import type { ConfigPath } from '../../config/values.ts';
import type { Range } from '../../text/source.ts';
import type { ConfigDocument, SyntaxProblem } from './config-document.ts';
import { load } from '../load.ts';

/** Configs need few aliases. A text that expands by aliases is not read. */
const MAX_ALIASES = 100;

const TOO_MANY: SyntaxProblem = {
  offset: 0,
  endOffset: 0,
  message: 'the config has too many aliases (*name)',
  hint: 'Write the repeated parts without aliases.',
};

/** Parses YAML 1.2 without tags or dates; `off` is a word. A file without content is an empty config. */
export function parseYamlConfig(text: string): ConfigDocument | SyntaxProblem {
  const yaml = load<typeof Yaml>('yaml');
  // The parser's own check for duplicate keys is quadratic.
  const options = { prettyErrors: false, stringKeys: true, uniqueKeys: false, logLevel: 'error' } as const;
  const document = yaml.parseDocument(text, options);
  const [error] = document.errors;
  // The parser also reports what is missing at the end.
  if (error)
    return syntaxProblem(error.code, [Math.min(error.pos[0], text.length), Math.min(error.pos[1], text.length)]);
  const problem = nameProblem(yaml, document);
  if (problem) return problem;
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { value: value ?? {}, range: (keys) => rangeOf(yaml, document, keys) };
  } catch (failure) {
    if (failure instanceof ReferenceError) return TOO_MANY;
    throw failure;
  }
}

/** The first duplicate key, or alias without an anchor before it. */
function nameProblem(yaml: typeof Yaml, document: Document): SyntaxProblem | null {
  const anchors = new Set<string>();
  const problems: SyntaxProblem[] = [];
  let aliases = 0;
  yaml.visit(document, {
    Node(_key, node) {
      if (yaml.isMap(node)) {
        const key = repeatedKey(node.items.map((pair) => pair.key));
        if (key) problems.push(syntaxProblem('DUPLICATE_KEY', spanOf(key)));
      } else if (yaml.isAlias(node)) {
        if (++aliases > MAX_ALIASES) problems.push(TOO_MANY);
        else if (!anchors.has(node.source)) problems.push(syntaxProblem('BAD_ALIAS', spanOf(node)));
      }
      if (!yaml.isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      return problems.length > 0 ? yaml.visit.BREAK : undefined;
    },
  });
  return problems[0] ?? null;
}

function repeatedKey(keys: readonly unknown[]): unknown {
  const seen = new Set<unknown>();
  return keys.find((key) => {
    const value = (key as { value?: unknown } | null)?.value;
    const again = value !== undefined && seen.has(value);
    seen.add(value);
    return again;
  });
}

const WORDS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'an alias without an anchor',
  BAD_DQ_ESCAPE: 'an escape that YAML does not have between double quotes',
  BAD_INDENT: 'wrong indentation, or a bracket is missing',
  BLOCK_AS_IMPLICIT_KEY: 'a key and value are not allowed here',
  DUPLICATE_KEY: 'a key is repeated',
  MISSING_CHAR: 'a quote, bracket, colon or space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key that spans lines',
  MULTIPLE_DOCS: 'a config must be a single document',
  NON_STRING_KEY: 'a key is not a text',
  TAB_AS_INDENT: 'a tab is used for indentation',
};

const HINTS: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'Put patterns that begin with "*" in quotes: "*.yaml".',
  BAD_DQ_ESCAPE: 'Use single quotes, in which a backslash is literal.',
  BAD_INDENT: 'Indent with spaces, and close every bracket.',
  DUPLICATE_KEY: 'Remove one of them.',
  TAB_AS_INDENT: 'Use spaces.',
};

function syntaxProblem(code: YAMLError['code'], span: readonly [number, number]): SyntaxProblem {
  const message = `the config is not valid YAML: ${WORDS[code] ?? 'a syntax error'}`;
  const hint = HINTS[code] ?? 'Put texts with special characters of YAML in quotes.';
  return { offset: span[0], endOffset: span[1], message, hint };
}

function rangeOf(yaml: typeof Yaml, document: Document, keys: ConfigPath): Range {
  let node: unknown = document.contents;
  let place: unknown = firstEntry(yaml, node);
  for (const key of keys) {
    const inside: unknown = yaml.isAlias(node) ? node.resolve(document) : node;
    const pair = yaml.isMap(inside) ? inside.items.find((item) => keyText(yaml, item) === key) : undefined;
    const item = yaml.isSeq(inside) && typeof key === 'number' ? inside.items[key] : undefined;
    if (!pair && item === undefined) break;
    place = pair ? pair.key : firstEntry(yaml, item);
    node = pair ? pair.value : item;
  }
  const [offset, endOffset] = spanOf(place);
  return { offset, endOffset };
}

function spanOf(node: unknown): [number, number] {
  const range = (node as Partial<Node> | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
}

/** The key of an object's first entry, which identifies the object better than a brace. */
function firstEntry(yaml: typeof Yaml, node: unknown): unknown {
  return yaml.isMap(node) && node.items.length > 0 ? node.items[0]!.key : node;
}

function keyText(yaml: typeof Yaml, pair: Pair): string | null {
  return yaml.isScalar(pair.key) ? String((pair.key as Node & { value: unknown }).value) : null;
}
