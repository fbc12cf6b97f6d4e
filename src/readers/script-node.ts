import type { Range } from '../core/source.ts';

/** A node of any ESTree-like tree. Only `type` is relied on; every other field is looked at before it is used. */
export interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Fields that lead back up, aside, or to comments. */
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

/** The nodes of a list field, with `null` where the list has none (`[a, , b]`). */
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

/** Source range of a node: `range`, or `start` and `end` where the parser gives only those. */
export function rangeOf(node: Node): Range {
  const { range } = node;
  const [from, to] = Array.isArray(range) ? (range as unknown[]) : [node.start, node.end];
  return { offset: typeof from === 'number' ? from : 0, endOffset: typeof to === 'number' ? to : 0 };
}

/** The range with decorators, which some parsers leave outside (`@a() export class B {}`, `f(@a() b) {}`). */
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

/** The expression without what changes nothing at run time: parentheses, `as`, `satisfies`, `!`. */
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
