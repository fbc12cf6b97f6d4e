import { countBefore, type Range } from '../../text/source.ts';
import type { Bindings } from './scope.ts';
import { elementsOf, isText, MAX_FOLDED_UNITS, type Constant, type Folding } from './pieces.ts';
import { fold, wholeNumber } from './fold.ts';
import { child, nodes, rangeOf, unwrap, pathOf, memberPathText, propertyName, type Node } from './ast.ts';

/** Maximum depth of constants in constants, which also ends cycles. */
const MAX_DEPTH = 32;

/** The argument of `Object.freeze`, or the expression itself. */
function thawed(node: Node): Node {
  const inner = unwrap(node);
  const frozen = inner.type === 'CallExpression' && memberPathText(child(inner, 'callee')) === 'Object.freeze';
  const argument = frozen ? nodes(inner, 'arguments')[0] : null;
  return argument ? unwrap(argument) : inner;
}

type Properties = ReadonlyMap<string, Node | null>;

/** The properties of an object literal, unless something after them may replace them. */
function propertiesOf(object: Node): Properties {
  const properties = new Map<string, Node | null>();
  for (const property of nodes(object, 'properties')) {
    const name = property?.type === 'Property' ? propertyName(property, 'key') : null;
    if (!property || name === null) properties.clear();
    else properties.set(name, property.kind === 'init' ? child(property, 'value') : null);
  }
  return properties;
}

/** Finds the expression of `name` or `name.property…`, through objects of this file. */
function finderOf(bindings: Bindings): (names: readonly string[]) => Node | null {
  const known = new Map<Node, Properties>();
  const propertyAt = (object: Node, name: string): Node | null => {
    const properties = known.get(object) ?? propertiesOf(object);
    known.set(object, properties);
    return properties.get(name) ?? null;
  };
  const find = (names: readonly string[], depth: number): Node | null => {
    const init = bindings.constants.get(names[0] ?? '');
    if (!init || depth > MAX_DEPTH || bindings.isWritten(names)) return null;
    let node = thawed(init);
    for (const [index, name] of names.entries()) {
      if (index === 0) continue;
      if (node.type !== 'ObjectExpression') {
        const alias = pathOf(node);
        return alias?.complete ? find([...alias.names, ...names.slice(index)], depth + 1) : null;
      }
      const value = propertyAt(node, name);
      if (!value) return null;
      node = thawed(value);
    }
    return node;
  };
  return (names) => find(names, 0);
}

/** Folding for a file, with every constant evaluated once. */
export function foldingOf(text: string, hits: readonly number[], bindings: Bindings): Folding {
  const known = new Map<Node, Constant | null>();
  const find = finderOf(bindings);
  let depth = 0;
  const constantAt = (node: Node): Constant | null => {
    const digits = wholeNumber(node, text);
    if (digits !== null) return { value: digits, placeholders: [], text: false, hot: false };
    if (!isText(node, folding)) return null;
    const { value, placeholders, hot } = fold(node, folding);
    return { value, placeholders, hot, text: true };
  };
  const folding: Folding = {
    text,
    join: (list, separator) => joiner(list, separator),
    budget: { units: text.length + MAX_FOLDED_UNITS },
    textual: new Map(),
    touches: (range: Range) => touches(hits, range),
    resolve(node) {
      const path = pathOf(node);
      const expression = path?.complete ? find(path.names) : null;
      if (!expression || depth >= MAX_DEPTH) return null;
      const before = known.get(expression);
      if (before !== undefined) return before;
      known.set(expression, null);
      depth++;
      const constant = constantAt(expression);
      depth--;
      known.set(expression, constant);
      return constant;
    },
  };
  const joiner = joinerOf(bindings, folding);
  return folding;
}

/** Text that may follow the name of an unmodified list: its initial value, or a use that only reads it. */
const READS =
  /^\w+(?:\s*:[^=\n]{1,80})?\s*=(?!=)|^\w+\s*\??\.\s*(?:join|length|map|filter|forEach|includes|some|every|slice)\b/;

/** Joins constant lists that contain only text and are never modified in the file. */
function joinerOf(bindings: Bindings, folding: Folding): Folding['join'] {
  const textOf = (node: Node): Pick<Constant, 'value' | 'hot'> | null => {
    const whole = isText(node, folding) ? fold(node, folding) : null;
    return whole?.placeholders.length === 0 ? whole : null;
  };
  const joined = new Map<string, Constant | null>();
  const joinOf = (list: Node, between: string): Constant | null => {
    const name = memberPathText(list)!;
    const elements = elementsOf(thawed(bindings.constants.get(name) ?? list));
    const isRead = (at: number): boolean => READS.test(folding.text.slice(at, at + 200));
    if (!elements || bindings.isWritten([name]) || !bindings.references(name).every(isRead)) return null;
    const texts = elements.map(textOf);
    const known = texts.filter((text) => text !== null);
    if (known.length < texts.length) return null;
    const value = known.map((text) => text.value).join(between);
    return { value, placeholders: [], hot: known.some(({ hot }) => hot), text: true };
  };
  return (list, separator) => {
    const between = separator ? textOf(separator) : { value: ',', hot: false };
    if (!between) return null;
    const key = `${memberPathText(list)!} ${between.value}`;
    const known = joined.get(key);
    if (known !== undefined) return known;
    const constant = joinOf(list, between.value);
    joined.set(key, constant);
    return constant;
  };
}

/** True if a hit is in the text of a constant, or of a property of a constant object. */
function isHot(init: Node, folding: Folding): boolean {
  const open = [init];
  for (let next = open.pop(); next; next = open.pop()) {
    const node = thawed(next);
    if (node.type === 'ObjectExpression') {
      for (const property of nodes(node, 'properties')) {
        const value = property && child(property, 'value');
        if (value) open.push(value);
      }
    } else if (isText(node, folding) && fold(node, folding).hot) return true;
  }
  return false;
}

/** Offsets of references to constants whose text contains a hit. */
export function hotReferences(folding: Folding, bindings: Bindings): number[] {
  const inOrder = [...bindings.constants].sort(([, a], [, b]) => rangeOf(a).offset - rangeOf(b).offset);
  // A copy, so that this check does not use up the strings' own budget.
  const looking = { ...folding, budget: { ...folding.budget } };
  const hot = inOrder.filter(([, init]) => isHot(init, looking));
  return hot.flatMap(([name]) => bindings.references(name));
}

/** True if one of the sorted offsets is in the range. */
export function touches(sorted: readonly number[], range: Range): boolean {
  const next = sorted[countBefore(sorted, (offset) => offset < range.offset)];
  return next !== undefined && next < range.endOffset;
}

/** Two lists of offsets as one sorted list. Returns `sorted` itself if there is nothing to add. */
export function withOffsets(sorted: readonly number[], added: readonly number[]): readonly number[] {
  return added.length === 0 ? sorted : [...sorted, ...added].sort((a, b) => a - b);
}
