import type { Literal } from '../../text/literal.ts';
import type { Range } from '../../text/source.ts';
import { bindingsOf } from './scope.ts';
import { foldingOf, hotReferences, touches, withOffsets } from './constants.ts';
import { emptyDraft, quotedText as writeText, isText, type Fold, type Folding } from './pieces.ts';
import { fold } from './fold.ts';
import { plainKey } from '../key.ts';
import {
  child,
  eachChild,
  isNode,
  memberPathText,
  propertyName,
  rangeOf,
  stringValue,
  unwrap,
  wholeRange,
  type Node,
} from './ast.ts';

/** A literal of a script, concatenated from its pieces and constants of the same file. */
export type ScriptLiteral = Literal & {
  /** Ranges of the value that came from constants, whose text is elsewhere in the file. */
  readonly folded: readonly Range[];
};

interface Visit {
  readonly node: Node;
  readonly key: string | null;
}

interface Found extends Range {
  readonly literal: ScriptLiteral;
}

/** Node types of string expressions. A single name is not included, because its text is reported at its definition. */
const EXPRESSIONS = new Set(
  ['Literal', 'TemplateLiteral', 'TSTemplateLiteralType', 'TaggedTemplateExpression'].concat([
    'BinaryExpression',
    'CallExpression',
  ]),
);

/** True if the expression is only a reference to one constant. */
function isReference({ folded, value }: Fold): boolean {
  const only = folded.length === 1 ? folded[0] : undefined;
  return only?.offset === 0 && only.endOffset === value.length;
}

/** Attribute text is not decoded: in JSX a backslash is a backslash. */
function attributeText(attribute: Node, folding: Folding): Fold | null {
  const value = child(attribute, 'value');
  if (!value || stringValue(value) === null) return null;
  const { offset, endOffset } = rangeOf(value);
  const draft = emptyDraft();
  const inner = { offset: offset + 1, endOffset: endOffset - 1 };
  writeText(inner, 'plain', folding.text[offset]!, folding)(draft);
  return draft;
}

function stringAt(node: Node, folding: Folding): Fold | null {
  if (node.type === 'JSXAttribute') return attributeText(node, folding);
  if (!EXPRESSIONS.has(node.type) || !isText(node, folding)) return null;
  const whole = fold(node, folding);
  return whole.opaque[0] === node ? null : whole;
}

function literalOf({ value, segments, placeholders, quote, folded }: Fold, key: string | null): ScriptLiteral {
  return { value, segments, placeholders, key: plainKey(key), context: 'code', decoded: null, quote, folded };
}

/**
 * The string expressions below a root. Only parts of the tree that contain one of the sorted offsets `wanted` are
 * visited.
 */
function walk(root: Node, folding: Folding, wanted: readonly number[]): Found[] {
  const found: Found[] = [];
  const open: Visit[] = [{ node: root, key: null }];
  for (let visit = open.pop(); visit; visit = open.pop()) {
    const { node, key } = visit;
    const look = (below: Node, belowKey: string | null): void => {
      if (touches(wanted, wholeRange(below))) open.push({ node: below, key: belowKey });
    };
    const whole = stringAt(node, folding);
    if (!whole) {
      eachChild(node, (below, field) => {
        look(below, keyBelow(node, field, key));
      });
      continue;
    }
    const holder = node.type === 'JSXAttribute' ? attributeName(node) : key;
    if (whole.hot && !isReference(whole)) found.push({ ...rangeOf(node), literal: literalOf(whole, holder) });
    for (const opaque of whole.opaque) look(opaque, key);
  }
  return found;
}

/**
 * The string expressions of a syntax tree with a hit in their text, or in the text of a constant that they use, in
 * source order. An expression in a placeholder of another is a result of its own.
 * @param ast an ESTree-like tree (ESLint's parsers, or Babel with its `estree` plugin) with offsets into `text`
 * @param hits sorted offsets, in UTF-16 code units
 */
export function scriptLiterals(ast: unknown, text: string, hits: readonly number[]): ScriptLiteral[] {
  if (!isNode(ast) || hits.length === 0) return [];
  const bindings = bindingsOf(ast);
  const folding = foldingOf(text, hits, bindings);
  const found = walk(ast, folding, withOffsets(hits, hotReferences(folding, bindings)));
  found.sort((a, b) => a.offset - b.offset || b.endOffset - a.endOffset);
  return found.map(({ literal }) => literal);
}

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
function attributeName(attribute: Node): string | null {
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
function keyBelow(node: Node, field: string, key: string | null): string | null {
  const rule = RULES[node.type];
  return rule ? rule(node, field, key) : key;
}
