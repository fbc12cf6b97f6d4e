import type { Hole } from '../core/literal.ts';
import type { Range } from '../core/source.ts';
import { withoutNumbers } from './holes.ts';
import { child, nodes, rangeOf, unwrap } from './script-node.ts';
import type { Node } from './script-node.ts';
import { pathOf } from './script-path.ts';

/** Longest text of a hole, in code units. */
const LONGEST = 60;

/** Expressions are looked into this deep for the one variable that they name. */
const DEEPEST = 4;

/** Functions that give the same text back, or the same text encoded. */
const SAME_NAME = new Set(['String', 'encodeURIComponent', 'encodeURI', 'escape']);

/** The source of an expression on one line, up to the first quote: what is quoted may be a password. */
function shortened(text: string, range: Range, quotes: boolean): string {
  let shown = '';
  for (let at = range.offset; at < range.endOffset && shown.length <= LONGEST; at++) {
    const char = text[at]!;
    if (!quotes && (char === '"' || char === "'" || char === '`')) return `${shown}…`;
    if (!/\s/.test(char)) shown += char;
    else if (!shown.endsWith(' ')) shown += ' ';
  }
  return shown;
}

/** The variables that an expression names: `undefined` stands for something that is more than a name. */
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

/** The variable or last property that an expression names, when it names just one (`process.env.DB_USER || 'app'`). */
function nameOf(node: Node): string | null {
  const found = new Set<string | undefined>();
  namesIn(node, DEEPEST, found);
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/**
 * An unknown piece. Its text is shown in reports, so it ends at the first quote: `${process.env.PASS || …}`.
 * @param slot the `${…}` around the expression, where there is one
 */
export function holeOf(text: string, node: Node, slot: Range | null): Omit<Hole, 'at'> {
  const range = slot ?? rangeOf(node);
  const inner = slot ? { offset: slot.offset + 2, endOffset: slot.endOffset - 1 } : range;
  const shown = `\${${withoutNumbers(shortened(text, inner, pathOf(node)?.complete === true))}}`;
  const cut = shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown;
  return { ...range, text: cut, name: nameOf(node), placeholder: false };
}
