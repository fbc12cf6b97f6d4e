import type { Finding } from '../core/finding.ts';
import type { FoundString } from '../core/found.ts';
import { stringAt } from '../core/to-finding.ts';
import type { Edit, Repair } from '../core/rule.ts';
import type { Range } from '../core/source.ts';
import type { RuleFixer } from '@eslint/core';

/**
 * A repair as ESLint wants it; `null` for one that ESLint would refuse with an exception, and for one that reaches out of
 * the expression that it is about: what stands in another statement may have other readers.
 * @param expression `null` where a rule judges the file as a whole, and may mean several places
 */
export function fixerOf({ edits }: Repair, expression: Range | null, text: string): RuleFixer | null {
  const sorted = [...edits].sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset);
  const inside = ({ offset, endOffset }: Edit): boolean =>
    offset >= 0 &&
    endOffset <= text.length &&
    (expression === null || (offset >= expression.offset && endOffset <= expression.endOffset));
  const apart = sorted.every((edit, at) => at === 0 || edit.offset >= sorted[at - 1]!.endOffset);
  if (sorted.length === 0 || !apart || !sorted.every(inside)) return null;
  return (fixer) => sorted.map((edit) => fixer.replaceTextRange([edit.offset, edit.endOffset], edit.text));
}

/** From where the string of a finding begins to where it ends, or the finding itself. */
export function expressionOf(finding: Finding, strings: readonly FoundString[]): Range {
  let { offset, endOffset } = finding;
  for (const segment of stringAt(strings, finding)?.literal.segments ?? []) {
    offset = Math.min(offset, segment.offset);
    endOffset = Math.max(endOffset, segment.endOffset);
  }
  return { offset, endOffset };
}
