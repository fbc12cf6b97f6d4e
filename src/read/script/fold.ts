import type { Range } from '../../text/source.ts';
import { textCall, emptyDraft, placeholder, made, reference, quotedText, isText } from './pieces.ts';
import type { Fold, Write, Folding } from './pieces.ts';
import type { Spelling } from '../escapes.ts';
import { child, rangeOf, stringValue, unwrap, memberPathText, nodes, type Node } from './ast.ts';

interface Operand {
  readonly node: Node;
  /** The `${…}` around it. */
  readonly slot: Range | null;
}

/** The remaining steps in the order of the value: an expression to read, or a piece to write. */
type Step = Operand | Write;

/** The parts of an expression, `null` if it is a placeholder. */
type Reader = (node: Node, folding: Folding, slot: Range | null) => readonly Step[] | null;

/** In code units. The separator is repeated for each element. */
const MAX_SEPARATOR_LENGTH = 100;

const operand = (node: Node): Operand => ({ node, slot: null });

function readTemplate(node: Node, folding: Folding, spelling: Spelling = 'template'): Step[] {
  return templateParts(node).flatMap((part): Step[] => {
    const write = quotedText(part.text, spelling, '`', folding);
    return part.slot ? [write, { node: part.slot.node, slot: part.slot.range }] : [write];
  });
}

/** `String.raw` keeps backslashes. Other tags are assumed to return the text unchanged. */
const readTagged: Reader = (node, folding) => {
  const tag = child(node, 'tag');
  const quasi = child(node, 'quasi');
  if (!tag || !quasi) return null;
  const spelling = memberPathText(tag) === 'String.raw' ? 'raw-template' : 'template';
  const keepTag: Write = (draft) => {
    draft.opaque.push(tag);
  };
  return [keepTag, ...readTemplate(quasi, folding, spelling)];
};

/** Operands of a chain of `+`, first to last. */
function operandsOf(sum: Node): Node[] {
  const operands: Node[] = [];
  let left = sum;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    const right = child(left, 'right');
    const next = child(left, 'left');
    if (!right || !next) break;
    operands.push(right);
    left = unwrap(next);
  }
  return [...operands, left].reverse();
}

/** Before the first text, `+` may add numbers, so the result is unknown. */
const readSum: Reader = (node, folding) => {
  if (!isText(node, folding)) return null;
  const operands = operandsOf(node);
  const first = operands.findIndex((each) => isText(each, folding));
  return operands.map((each, index) => (first > 1 && index < first ? placeholder(each, folding, null) : operand(each)));
};

/** `[a, b].join(sep)`: the separator's range covers the gap between two elements. */
function readJoin(elements: readonly Node[], separator: Node | null, folding: Folding): Step[] | null {
  const joiner = separator && fold(separator, folding);
  if (joiner && (joiner.placeholders.length > 0 || joiner.value.length > MAX_SEPARATOR_LENGTH)) return null;
  const heat: Write = (draft) => {
    draft.hot ||= joiner?.hot === true;
  };
  return elements.flatMap((element, index): Step[] => {
    const previous = elements[index - 1];
    if (!previous) return [operand(element)];
    const between = { offset: rangeOf(previous).endOffset, endOffset: rangeOf(element).offset };
    return [heat, made(joiner ? joiner.value : ',', between), operand(element)];
  });
}

const readCall: Reader = (node, folding, slot) => {
  const call = textCall(node);
  if (!call || !isText(node, folding)) return null;
  if (call.form === 'joined') return [reference(folding.join(call.list, call.separator)!, node, folding, slot)];
  if (call.form === 'join') return readJoin(call.elements, call.separator, folding);
  return (call.form === 'concat' ? [call.receiver, ...call.operands] : [call.receiver]).map(operand);
};

/** The digits of a plain integer, which `+` and `${…}` write unchanged. */
export function wholeNumber(node: Node, source: string): string | null {
  if (node.type !== 'Literal' || typeof node.value !== 'number') return null;
  const { offset, endOffset } = rangeOf(node);
  const digits = endOffset - offset <= 15 ? source.slice(offset, endOffset) : '';
  return /^(?:0|[1-9]\d*)$/.test(digits) ? digits : null;
}

const readLiteral: Reader = (node, folding) => {
  const { offset, endOffset } = rangeOf(node);
  if (stringValue(node) !== null) {
    const inner = { offset: offset + 1, endOffset: endOffset - 1 };
    return [quotedText(inner, 'string', folding.text[offset]!, folding)];
  }
  const digits = wholeNumber(node, folding.text);
  return digits === null ? null : [made(digits, { offset, endOffset })];
};

/** Words with spaces between them are a sentence, and no part of a connection string. */
const isSentence = (value: string): boolean => /^(?!\s).*[^\s,][ \t]+[^\s,]/s.test(value) && !value.includes('://');

const readConstant: Reader = (node, folding, slot) => {
  const constant = folding.resolve(node);
  return constant && !isSentence(constant.value) ? [reference(constant, node, folding, slot)] : null;
};

const READERS: Readonly<Record<string, Reader>> = {
  Literal: readLiteral,
  TemplateLiteral: (node, folding) => readTemplate(node, folding),
  TSTemplateLiteralType: (node, folding) => readTemplate(node, folding),
  TaggedTemplateExpression: readTagged,
  BinaryExpression: readSum,
  CallExpression: readCall,
  Identifier: readConstant,
  MemberExpression: readConstant,
};

/** Evaluates an expression. Iterative, so that chains of any length work. */
export function fold(node: Node, folding: Folding): Fold {
  const draft = emptyDraft();
  const open: Step[] = [operand(node)];
  for (let step = open.pop(); step; step = open.pop()) {
    if (typeof step === 'function') {
      step(draft);
      continue;
    }
    const inner = unwrap(step.node);
    const steps = READERS[inner.type]?.(inner, folding, step.slot) ?? [placeholder(inner, folding, step.slot)];
    for (let index = steps.length - 1; index >= 0; index--) open.push(steps[index]!);
  }
  return draft;
}

/** A part of a template: text, and the `${…}` after it, if any. */
export interface TemplatePart {
  readonly text: Range;
  readonly slot: { readonly node: Node; readonly range: Range } | null;
}

/** The ranges of the quasis' text. ESLint's own parsers include the delimiters, others do not. */
function quasiRanges(template: Node): Range[] {
  const ranges = nodes(template, 'quasis').map((quasi) => (quasi ? rangeOf(quasi) : { offset: 0, endOffset: 0 }));
  if (ranges[0]?.offset !== rangeOf(template).offset) return ranges;
  const last = ranges.length - 1;
  return ranges.map(({ offset, endOffset }, index) => ({
    offset: offset + 1,
    endOffset: endOffset - (index === last ? '`'.length : '${'.length),
  }));
}

/** The parts of a template literal, or of a template type, in source order. */
function templateParts(template: Node): TemplatePart[] {
  const slots = nodes(template, template.type === 'TSTemplateLiteralType' ? 'types' : 'expressions');
  const ranges = quasiRanges(template);
  return ranges.map((text, index) => {
    const node = slots[index];
    const next = ranges[index + 1];
    return { text, slot: node && next ? { node, range: { offset: text.endOffset, endOffset: next.offset } } : null };
  });
}
