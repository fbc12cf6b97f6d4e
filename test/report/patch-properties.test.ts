import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, changesOf, composeChanges } from '../../src/text/edits.ts';
import type { Change, Edit } from '../../src/text/edits.ts';
import { hunksOf } from '../../src/report/patch.ts';
import type { Hunk } from '../../src/report/patch.ts';

const pieces = fc.constantFrom('a', 'b\n', '\n', 'c\r\n', 'secret\n', 'x = 1\n', 'y');
const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
const cuts = fc.array(fc.tuple(fc.nat(200), fc.nat(6), texts), { maxLength: 6 });

/** Edits within the text that do not touch. */
function editsIn(text: string, drawn: readonly (readonly [number, number, string])[]): Edit[] {
  const edits: Edit[] = [];
  let least = 0;
  for (const [skip, length, replacement] of drawn) {
    const offset = least + (skip % 20);
    const endOffset = offset + length;
    if (endOffset > text.length) break;
    edits.push({ offset, endOffset, text: replacement });
    least = endOffset + 1;
  }
  return edits;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** How any program applies hunks: the expected lines must be at the given position. */
function patched(before: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(before);
  const result: string[] = [];
  let at = 0;
  for (const hunk of hunks) {
    result.push(...lines.slice(at, hunk.skipped));
    const old = hunk.lines.filter(({ sign }) => sign !== '+').map(({ text }) => text);
    expect(lines.slice(hunk.skipped, hunk.skipped + hunk.oldCount)).toEqual(old);
    const now = hunk.lines.filter(({ sign }) => sign !== '-').map(({ text }) => text);
    expect(now).toHaveLength(hunk.newCount);
    result.push(...now);
    at = hunk.skipped + hunk.oldCount;
  }
  return [...result, ...lines.slice(at)].join('');
}

describe('hunks', () => {
  it('make the new text of the old one, after two rounds of edits', () => {
    fc.assert(
      fc.property(texts, cuts, cuts, (before, first, second) => {
        const firstEdits = editsIn(before, first);
        const middle = applyEdits(before, firstEdits);
        const secondEdits = editsIn(middle, second);
        const after = applyEdits(middle, secondEdits);
        const changes: Change[] = composeChanges(changesOf(firstEdits), changesOf(secondEdits));
        for (const [i, { old, new: now }] of changes.entries()) {
          const gap = changes[i + 1];
          expect(before.slice(old.endOffset, gap?.old.offset)).toBe(after.slice(now.endOffset, gap?.new.offset));
        }
        const side = (text: string) => ({ text, secrets: [] });
        expect(patched(before, hunksOf(side(before), side(after), changes, true).hunks)).toBe(after);
      }),
      { numRuns: 2_000 },
    );
  });

  it('show a secret line only where it changes, and then not unless that is wanted', () => {
    fc.assert(
      fc.property(texts, cuts, (before, drawn) => {
        const edits = editsIn(before, drawn);
        const after = applyEdits(before, edits);
        const side = (text: string) => ({
          text,
          secrets: [...text.matchAll(/secret/g)].map(({ index }) => ({ offset: index, endOffset: index + 6 })),
        });
        const all = hunksOf(side(before), side(after), changesOf(edits), true);
        const context = all.hunks.flatMap(({ lines }) => lines.filter(({ sign }) => sign === ' '));
        expect(context.filter(({ text }) => text.includes('secret'))).toEqual([]);
        expect(patched(before, all.hunks)).toBe(after);
        const open = hunksOf(side(before), side(after), changesOf(edits), false);
        expect(open.hunks.flatMap(({ lines }) => lines).filter(({ text }) => text.includes('secret'))).toEqual([]);
        expect(open.secret).toBe(all.secret);
        patched(before, open.hunks);
      }),
      { numRuns: 2_000 },
    );
  });
});
