import { child, isNode, unwrap } from './script-node.ts';
import type { Node } from './script-node.ts';

/** Longest property path that is followed, in names. */
const LONGEST = 16;

const PLAIN_NAMES = new Set(['Identifier', 'JSXIdentifier']);
const PRIVATE_NAMES = new Set(['PrivateIdentifier', 'PrivateName']);

/** Name of a property, as a key (`a`, `'a'`, `0`), behind a dot or in an enum; `null` when it is computed. */
export function propertyName(owner: Node, field: 'key' | 'property' | 'id'): string | null {
  const node = child(owner, field);
  if (!node) return null;
  if (node.type === 'Literal') {
    return typeof node.value === 'string' || typeof node.value === 'number' ? `${node.value}` : null;
  }
  if (typeof node.name !== 'string') return null;
  if (PRIVATE_NAMES.has(node.type)) return `#${node.name}`;
  // `computed` of an enum member is deprecated: typescript-eslint warns of whoever looks at it (8.73).
  const computed = field !== 'id' && owner.computed === true;
  return !computed && PLAIN_NAMES.has(node.type) ? node.name : null;
}

export interface Path {
  readonly names: readonly string[];
  /** False when a part behind `names` is computed. */
  readonly complete: boolean;
}

/** Name of the object that a path begins with; `null` when it is no plain name. */
function rootName(node: Node): string | null {
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'MetaProperty') return 'import.meta';
  return node.type === 'Identifier' && typeof node.name === 'string' ? node.name : null;
}

/** `process.env.DB` as names, from the root on; `null` when the root is no plain name. */
export function pathOf(node: Node | null): Path | null {
  const names: string[] = [];
  let complete = true;
  let at = node && unwrap(node);
  while (at?.type === 'MemberExpression') {
    const name = propertyName(at, 'property');
    complete &&= name !== null;
    // What a computed part stands on is all that is known of the path.
    if (name === null) names.length = 0;
    else names.push(name);
    at = isNode(at.object) ? unwrap(at.object) : null;
  }
  const root = at && rootName(at);
  return root !== null && names.length < LONGEST ? { names: [root, ...names.reverse()], complete } : null;
}

/** `process.env.DB` as people write it; `null` when a part of it is computed. */
export function pathText(node: Node | null): string | null {
  const path = pathOf(node);
  return path?.complete ? path.names.join('.') : null;
}
