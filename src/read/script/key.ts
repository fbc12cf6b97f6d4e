import { child, unwrap, memberPathText, propertyName, type Node } from './ast.ts';

/** The key for the nodes in a field of a node. `key` is that of the node itself. */
type KeyRule = (node: Node, field: string, key: string | null) => string | null;

const none: KeyRule = () => null;

const joined = (key: string | null, name: string | null): string | null =>
  name === null ? null : key === null ? name : `${key}.${name}`;

/** `process.env.A ?? process.env.B`: the name beside a default. */
function lastName(node: Node | null): string | null {
  let last = node && unwrap(node);
  while (last?.type === 'LogicalExpression') {
    const right = child(last, 'right');
    last = right && unwrap(right);
  }
  return memberPathText(last);
}

/** `uri`, `xlink:href`. */
export function attributeName(attribute: Node): string | null {
  const name = child(attribute, 'name');
  if (name?.type !== 'JSXNamespacedName') return typeof name?.name === 'string' ? name.name : null;
  return [child(name, 'namespace'), child(name, 'name')]
    .map((part) => (typeof part?.name === 'string' ? part.name : ''))
    .join(':');
}

const ownName: KeyRule = (node, field) => (field === 'value' ? propertyName(node, 'key') : null);

/** The text of `left` if it is a plain name or property. */
const assigned: KeyRule = (node, field, key) =>
  field === 'right' ? (memberPathText(child(node, 'left')) ?? key) : null;

const RULES: Readonly<Record<string, KeyRule>> = {
  VariableDeclarator: (node, field) => (field === 'init' ? memberPathText(child(node, 'id')) : null),
  AssignmentExpression: assigned,
  AssignmentPattern: assigned,
  Property: (node, field, key) => (field === 'value' ? joined(key, propertyName(node, 'key')) : null),
  PropertyDefinition: ownName,
  ClassProperty: ownName,
  ClassPrivateProperty: ownName,
  AccessorProperty: ownName,
  TSEnumDeclaration: (node) => propertyName(node, 'id'),
  TSEnumMember: (node, field, key) => (field === 'initializer' ? joined(key, propertyName(node, 'id')) : null),
  JSXAttribute: attributeName,
  LogicalExpression: (node, field, key) => key ?? (field === 'right' ? lastName(child(node, 'left')) : null),
  ConditionalExpression: (_, field, key) => (field === 'test' ? null : key),
  BinaryExpression: (node, _, key) => (node.operator === '+' ? key : null),
  JSXElement: none,
  JSXFragment: none,
  JSXOpeningElement: none,
  BlockStatement: none,
  StaticBlock: none,
  ClassBody: none,
  Decorator: none,
};

/** Variable, property path or attribute to which the value in a field of a node is assigned. */
export function keyBelow(node: Node, field: string, key: string | null): string | null {
  const rule = RULES[node.type];
  return rule ? rule(node, field, key) : key;
}
