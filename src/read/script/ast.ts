import type { Range } from '../../text/source.ts';

/** A node of any ESTree-like tree. Only `type` is relied on. Every other field is checked before use. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Fields with parents, siblings or comments. */
const NOT_BELOW = new Set(
  ['parent', 'loc', 'range', 'tokens', 'comments', 'errors', 'extra'].concat([
    'leadingComments',
    'innerComments',
    'trailingComments',
  ]),
);

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}

export function child(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** The nodes of a list field, with `null` for gaps in the list (`[a, , b]`). */
export function nodes(node: Node, field: string): readonly (Node | null)[] {
  const value = node[field];
  return Array.isArray(value) ? value.map((item: unknown) => (isNode(item) ? item : null)) : [];
}

export function eachChild(node: Node, visit: (child: Node, field: string) => void): void {
  for (const field in node) {
    const value = node[field];
    if (typeof value !== 'object' || value === null || NOT_BELOW.has(field)) continue;
    if (isNode(value)) visit(value, field);
    else if (Array.isArray(value)) for (const item of value as unknown[]) if (isNode(item)) visit(item, field);
  }
}

/** Source range of a node: `range`, or `start` and `end` if the parser has only those. */
export function rangeOf(node: Node): Range {
  const { range } = node;
  const [from, to] = Array.isArray(range) ? (range as unknown[]) : [node.start, node.end];
  return { offset: typeof from === 'number' ? from : 0, endOffset: typeof to === 'number' ? to : 0 };
}

/** The range including decorators, which some parsers leave out (`@a() export class B {}`, `f(@a() b) {}`). */
export function wholeRange(node: Node): Range {
  const range = rangeOf(node);
  const decorated = isNode(node.declaration) ? node.declaration : node;
  const first = Array.isArray(decorated.decorators) ? nodes(decorated, 'decorators')[0] : null;
  return first ? { offset: Math.min(range.offset, rangeOf(first).offset), endOffset: range.endOffset } : range;
}

const WRAPPERS = new Set(
  ['ParenthesizedExpression', 'ChainExpression', 'TypeCastExpression', 'TSInstantiationExpression'].concat([
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'TSTypeAssertion',
  ]),
);

/** The expression without syntax that has no effect at run time: parentheses, `as`, `satisfies`, `!`. */
export function unwrap(node: Node): Node {
  let inner = node;
  while (WRAPPERS.has(inner.type)) {
    const next = child(inner, 'expression');
    if (!next) break;
    inner = next;
  }
  return inner;
}

/** The text of a string literal, `null` for any other node. */
export function stringValue(node: Node | null): string | null {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;
}

/** Maximum length of a property path, in names. */
const MAX_LENGTH = 16;

const PLAIN_NAMES = new Set(['Identifier', 'JSXIdentifier']);
const PRIVATE_NAMES = new Set(['PrivateIdentifier', 'PrivateName']);

/** Name of a property: as a key (`a`, `'a'`, `0`), after a dot or in an enum. `null` if it is computed. */
export function propertyName(owner: Node, field: 'key' | 'property' | 'id'): string | null {
  const node = child(owner, field);
  if (!node) return null;
  if (node.type === 'Literal') {
    return typeof node.value === 'string' || typeof node.value === 'number' ? `${node.value}` : null;
  }
  if (typeof node.name !== 'string') return null;
  if (PRIVATE_NAMES.has(node.type)) return `#${node.name}`;
  // typescript-eslint (8.73) prints a deprecation warning if `computed` of an enum member is read.
  const computed = field !== 'id' && owner.computed === true;
  return !computed && PLAIN_NAMES.has(node.type) ? node.name : null;
}

export interface Path {
  readonly names: readonly string[];
  /** False if a part after `names` is computed. */
  readonly complete: boolean;
}

/** Name of the object at the start of a path, `null` if it is not a plain name. */
function rootName(node: Node): string | null {
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MetaProperty') return 'import.meta';
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null;
}

/** `process.env.DB` as names from the root on, `null` if the root is not a plain name. */
export function pathOf(node: Node | null): Path | null {
  const names: string[] = [];
  let complete = true;
  let at = node && unwrap(node);
  while (at?.type === 'MemberExpression') {
    const name = propertyName(at, 'property');
    complete &&= name !== null;
    // Only the names after a computed part are known.
    if (name === null) names.length = 0;
    else names.push(name);
    at = isNode(at.object) ? unwrap(at.object) : null;
  }
  const root = at && rootName(at);
  return root !== null && names.length < MAX_LENGTH ? { names: [root, ...names.reverse()], complete } : null;
}

/** `process.env.DB` as text, `null` if a part of it is computed. */
export function memberPathText(node: Node | null): string | null {
  const path = pathOf(node);
  return path?.complete ? path.names.join('.') : null;
}
