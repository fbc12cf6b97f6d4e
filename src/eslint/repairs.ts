import type { Finding } from '../core/finding.ts';
import type { FoundString } from '../core/found.ts';
import { stringAt } from '../core/judge.ts';
import type { Edit, Repair } from '../core/rule.ts';
import type { Range } from '../core/source.ts';
import type { RuleFixer } from '@eslint/core';

/**
 * A repair as ESLint wants it; `null` for one that ESLint would refuse with an exception, and for one that reaches out of
 * the expression that holds the string: what stands in another statement may have other readers.
 */
export function fixerOf(
  { edits }: Repair,
  finding: Finding,
  strings: readonly FoundString[],
  text: string,
): RuleFixer | null {
  const sorted = [...edits].sort((a, b) => a.offset - b.offset || a.endOffset - b.endOffset);
  const expression = extentOf(finding, strings);
  const inside = ({ offset, endOffset }: Edit): boolean =>
    offset >= 0 &&
    endOffset <= text.length &&
    (expression === null || (offset >= expression.offset && endOffset <= expression.endOffset));
  const apart = sorted.every((edit, at) => at === 0 || edit.offset >= sorted[at - 1]!.endOffset);
  if (sorted.length === 0 || !apart || !sorted.every(inside)) return null;
  return (fixer) => sorted.map((edit) => fixer.replaceTextRange([edit.offset, edit.endOffset], edit.text));
}

/** From where the string of a finding begins to where it ends; `null` for a finding that is not about one string. */
function extentOf(finding: Finding, strings: readonly FoundString[]): Range | null {
  const string = stringAt(strings, finding);
  if (!string || finding.kind === null) return null;
  let { offset, endOffset } = finding;
  for (const segment of string.literal.segments) {
    offset = Math.min(offset, segment.offset);
    endOffset = Math.max(endOffset, segment.endOffset);
  }
  return { offset, endOffset };
}
