import { child, nodes, unwrap } from './script-node.ts';
import type { Node } from './script-node.ts';
import { propertyName } from './script-path.ts';

/** A call that gives text when what it is called on is text. */
export type TextCall =
  | { readonly form: 'concat'; readonly receiver: Node; readonly operands: readonly Node[] }
  | { readonly form: 'join'; readonly elements: readonly Node[]; readonly separator: Node | null }
  /** The same of a list that stands elsewhere. */
  | { readonly form: 'joined'; readonly list: Node; readonly separator: Node | null }
  /** `String(x)`, `x.trim()`: the same text, as far as a connection string is concerned. */
  | { readonly form: 'same'; readonly receiver: Node };

type Reader = (receiver: Node, operands: readonly Node[]) => TextCall | null;

const same: Reader = (receiver, operands) => (operands.length === 0 ? { form: 'same', receiver } : null);

const join: Reader = (receiver, operands) => {
  const list = unwrap(receiver);
  const separator = operands[0] ?? null;
  if (operands.length > 1) return null;
  if (list.type === 'Identifier') return { form: 'joined', list, separator };
  const elements = elementsOf(list);
  return elements && { form: 'join', elements, separator };
};

/** The elements of a list that is written out; `null` for anything else, and for one with gaps. */
export function elementsOf(list: Node): readonly Node[] | null {
  const elements = nodes(list, 'elements');
  const present = elements.filter((element) => element !== null);
  return list.type === 'ArrayExpression' && present.length === elements.length ? present : null;
}

const METHODS: ReadonlyMap<string, Reader> = new Map([
  ['concat', (receiver, operands) => ({ form: 'concat', receiver, operands })],
  ['trim', same],
  ['trimStart', same],
  ['trimEnd', same],
  ['join', join],
] satisfies [string, Reader][]);

/** What a call does with text; `null` when it is none of the known ones. */
export function textCall(node: Node): TextCall | null {
  const callee = child(node, 'callee');
  if (node.type !== 'CallExpression' || !callee) return null;
  const operands = nodes(node, 'arguments').filter((operand) => operand !== null);
  if (callee.type === 'Identifier') {
    return callee.name === 'String' && operands.length === 1 ? { form: 'same', receiver: operands[0]! } : null;
  }
  const receiver = callee.type === 'MemberExpression' ? child(callee, 'object') : null;
  const name = receiver && propertyName(callee, 'property');
  return receiver && name ? (METHODS.get(name)?.(receiver, operands) ?? null) : null;
}
