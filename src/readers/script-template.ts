import type { Range } from '../core/source.ts';
import { nodes, rangeOf } from './script-node.ts';
import type { Node } from './script-node.ts';

/** A part of a template: text, with the `${…}` behind it where there is one. */
export interface TemplatePart {
  readonly text: Range;
  readonly slot: { readonly node: Node; readonly range: Range } | null;
}

/** Where the text of each quasi stands. ESLint's own parsers count the delimiters in, others do not. */
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
export function templateParts(template: Node): TemplatePart[] {
  const slots = nodes(template, template.type === 'TSTemplateLiteralType' ? 'types' : 'expressions');
  const ranges = quasiRanges(template);
  return ranges.map((text, index) => {
    const node = slots[index];
    const next = ranges[index + 1];
    return { text, slot: node && next ? { node, range: { offset: text.endOffset, endOffset: next.offset } } : null };
  });
}
