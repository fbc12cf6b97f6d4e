import type { Hole } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import { textCall } from './script-call.ts';
import { child, stringValue, unwrap } from './script-node.ts';
import type { Node } from './script-node.ts';

/** The value of a name that never changes. */
export interface Constant {
  readonly value: string;
  readonly holes: readonly Hole[];
  /** False for a number, which is text only beside other text. */
  readonly text: boolean;
  /** True when a hit lies in its text. */
  readonly hot: boolean;
}

/** What folding has to know of the file. */
export interface Folding {
  readonly text: string;
  touches(range: Range): boolean;
  /** The constant that a name or a property path stands for. */
  resolve(node: Node): Constant | null;
  /** The text of a constant list with a separator between its elements; `null` when one of them is not known. */
  join(list: Node, separator: Node | null): Constant | null;
  /** Verdicts of `isText`. */
  readonly textual: Map<Node, boolean>;
}

/** Nested expressions are looked into this deep. Chains to the left do not count. */
const DEEPEST = 100;

/** A verdict, or the expression that decides. */
type Clue = boolean | Node;
type Judge = (node: Node, folding: Folding, depth: number) => Clue;

const isConstant: Judge = (node, folding) => folding.resolve(node)?.text === true;
const yes: Judge = () => true;

const JUDGES: Readonly<Record<string, Judge>> = {
  Literal: (node) => stringValue(node) !== null,
  TemplateLiteral: yes,
  TSTemplateLiteralType: yes,
  TaggedTemplateExpression: yes,
  Identifier: isConstant,
  MemberExpression: isConstant,
  BinaryExpression: (node, folding, depth) => {
    const right = child(node, 'right');
    if (node.operator !== '+' || !right) return false;
    return isText(right, folding, depth + 1) || (child(node, 'left') ?? false);
  },
  CallExpression: (node, folding, depth) => {
    const call = textCall(node);
    if (call?.form === 'joined') return folding.join(call.list, call.separator) !== null;
    if (call?.form !== 'join') return call?.receiver ?? false;
    if (call.separator && !isText(call.separator, folding, depth + 1)) return false;
    return call.elements.some((element) => isText(element, folding, depth + 1));
  },
};

/** True when an expression is certainly a string of which a part is known. */
export function isText(node: Node, folding: Folding, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  const passed: Node[] = [];
  let clue: Clue = node;
  while (typeof clue !== 'boolean') {
    const inner: Node = unwrap(clue);
    passed.push(inner);
    clue = folding.textual.get(inner) ?? JUDGES[inner.type]?.(inner, folding, depth) ?? false;
  }
  for (const inner of passed) folding.textual.set(inner, clue);
  return clue;
}
