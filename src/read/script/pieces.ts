import { PLACEHOLDER, type Placeholder, type Literal, type Segment } from '../../text/literal.ts';
import type { Range } from '../../text/source.ts';
import { decodeCharacters, type Spelling } from '../escapes.ts';
import { rangeOf, child, nodes, unwrap, pathOf, stringValue, propertyName, type Node } from './ast.ts';
import { withoutNumbers } from '../placeholders.ts';

/** An evaluated expression. */
export interface Fold extends Pick<Literal, 'value' | 'segments' | 'placeholders' | 'quote'> {
  /** Parts of the value that came from constants. */
  readonly folded: readonly Range[];
  /** Number of code units of the value that came from constants. */
  readonly foldedLength: number;
  /** Expressions that became placeholders. */
  readonly opaque: readonly Node[];
  /** True if a hit is in the text of this expression or of a constant in it. */
  readonly hot: boolean;
}

/** A fold while it is being built. */
export interface Draft extends Fold {
  value: string;
  quote: string | null;
  hot: boolean;
  foldedLength: number;
  readonly segments: Segment[];
  readonly placeholders: Placeholder[];
  readonly folded: Range[];
  readonly opaque: Node[];
}

/**
 * Maximum text that constants add to one expression, in code units. A few doublings would otherwise fill the memory.
 */
const MAX_FOLDED_LENGTH = 65_536;
/**
 * Maximum text that constants add to all expressions of a file, beyond its length, because many may double each other.
 */
export const MAX_FOLDED_UNITS = 4_000_000;

/** Writes the next piece of the value. */
export type Write = (draft: Draft) => void;

export function emptyDraft(): Draft {
  return {
    value: '',
    quote: null,
    hot: false,
    foldedLength: 0,
    segments: [],
    placeholders: [],
    folded: [],
    opaque: [],
  };
}

function append(draft: Draft, value: string, range: Range, exact: boolean): void {
  draft.segments.push({ ...range, at: draft.value.length, length: value.length, exact });
  draft.value += value;
}

/** A piece for an unknown expression. `slot` is the `${…}` around it. */
export function placeholder(node: Node, folding: Folding, slot: Range | null): Write {
  return (draft) => {
    const found = placeholderOf(folding.text, node, slot);
    draft.placeholders.push({ ...found, at: draft.value.length });
    draft.opaque.push(node);
    append(draft, PLACEHOLDER, { offset: found.offset, endOffset: found.endOffset }, false);
  };
}

/** The characters between two delimiters. */
export function quotedText(inner: Range, spelling: Spelling, quote: string, folding: Folding): Write {
  return (draft) => {
    draft.quote ??= quote;
    draft.hot ||= folding.touches(inner);
    decodeCharacters(folding.text, inner, spelling, (value, range, exact) => {
      append(draft, value, range, exact);
    });
  };
}

/** A piece of text that the program generates for a range. */
export function made(value: string, range: Range): Write {
  return (draft) => {
    if (value !== '') append(draft, value, range, false);
  };
}

/** A piece for a constant's text: one segment at the reference, so that ranges stay inside the expression. */
export function reference(constant: Constant, node: Node, folding: Folding, slot: Range | null): Write {
  return (draft) => {
    const at = draft.value.length;
    const range = slot ?? rangeOf(node);
    const { length } = constant.value;
    if (draft.foldedLength + length > MAX_FOLDED_LENGTH || length > folding.budget.units) {
      placeholder(node, folding, slot)(draft);
      return;
    }
    draft.foldedLength += length;
    folding.budget.units -= length;
    draft.hot ||= constant.hot;
    if (constant.value === '') return;
    for (const inner of constant.placeholders) draft.placeholders.push({ ...inner, ...range, at: at + inner.at });
    append(draft, constant.value, range, false);
    draft.folded.push({ offset: at, endOffset: draft.value.length });
  };
}

/** Maximum length of a placeholder's text, in code units. */
const MAX_LENGTH = 60;

/** Maximum depth in which an expression is searched for its only variable. */
const MAX_PLACEHOLDER_DEPTH = 4;

/** Functions that return the same text, possibly encoded. */
const SAME_NAME = new Set(['String', 'encodeURIComponent', 'encodeURI', 'escape']);

/** The source of an expression on one line, up to the first quote, because quoted text may be a password. */
function shortened(text: string, range: Range, quotes: boolean): string {
  let shown = '';
  for (let at = range.offset; at < range.endOffset && shown.length <= MAX_LENGTH; at++) {
    const char = text[at]!;
    if (!quotes && (char === '"' || char === "'" || char === '`')) return `${shown}…`;
    if (!/\s/.test(char)) shown += char;
    else if (!shown.endsWith(' ')) shown += ' ';
  }
  return shown;
}

/** The variables of an expression. `undefined` in the set means anything other than a name. */
function namesIn(node: Node | null, depth: number, found: Set<string | undefined>): void {
  const inner = node && unwrap(node);
  if (!inner || inner.type === 'Literal') return;
  const path = pathOf(inner);
  const callee = child(inner, 'callee');
  const called = inner.type === 'CallExpression' && callee?.type === 'Identifier' ? String(callee.name) : '';
  if (path?.complete) found.add(path.names.at(-1));
  else if (depth === 0) found.add(undefined);
  else if (inner.type === 'LogicalExpression') {
    namesIn(child(inner, 'left'), depth - 1, found);
    namesIn(child(inner, 'right'), depth - 1, found);
  } else if (SAME_NAME.has(called) && nodes(inner, 'arguments').length === 1) {
    namesIn(nodes(inner, 'arguments')[0] ?? null, depth - 1, found);
  } else found.add(undefined);
}

/** The variable or last property of an expression, if there is only one (`process.env.DB_USER || 'app'`). */
function nameOf(node: Node): string | null {
  const found = new Set<string | undefined>();
  namesIn(node, MAX_PLACEHOLDER_DEPTH, found);
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * A placeholder for an expression. Its text is printed in reports, so it ends at the first quote: `${process.env.PASS
 * || …}`.
 * @param slot the `${…}` around the expression, if any
 */
function placeholderOf(text: string, node: Node, slot: Range | null): Omit<Placeholder, 'at'> {
  const range = slot ?? rangeOf(node);
  const inner = slot ? { offset: slot.offset + 2, endOffset: slot.endOffset - 1 } : range;
  const shown = `\${${withoutNumbers(shortened(text, inner, pathOf(node)?.complete === true))}}`;
  const cut = shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH - 1)}…` : shown;
  return { ...range, text: cut, name: nameOf(node), isExample: false };
}

/** The value of a name that never changes. */
export interface Constant {
  readonly value: string;
  readonly placeholders: readonly Placeholder[];
  /** False for a number, which is text only next to other text. */
  readonly text: boolean;
  /** True if a hit is in its text. */
  readonly hot: boolean;
}

/** The data of a file that folding needs. */
export interface Folding {
  readonly text: string;
  touches(range: Range): boolean;
  /** The constant of a name or property path. */
  resolve(node: Node): Constant | null;
  /** The text of a constant list with a separator between its elements, `null` if an element is unknown. */
  join(list: Node, separator: Node | null): Constant | null;
  /** Text that constants may still add, in code units. */
  readonly budget: { units: number };
  /** Cached results of `isText`. */
  readonly textual: Map<Node, boolean>;
}

/** Maximum depth of nested expressions, not counting the left side of chains. */
const MAX_DEPTH = 100;

/** A result, or the expression that decides. */
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

/** True if an expression is certainly a string that is partly known. */
export function isText(node: Node, folding: Folding, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
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

/** A call that returns text if its receiver is text. */
export type TextCall =
  | { readonly form: 'concat'; readonly receiver: Node; readonly operands: readonly Node[] }
  | { readonly form: 'join'; readonly elements: readonly Node[]; readonly separator: Node | null }
  /** The same for a list that is defined elsewhere. */
  | { readonly form: 'joined'; readonly list: Node; readonly separator: Node | null }
  /** `String(x)`, `x.trim()`: the same text, as far as connection strings are concerned. */
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

/** The elements of a literal list, `null` for anything else and for a list with gaps. */
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

/** What a call does with text, `null` for unknown calls. */
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
