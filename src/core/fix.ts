import { mapRange } from './edits.ts';
import type { Change } from './edits.ts';
import type { Finding } from './finding.ts';
import { byPlace } from './report.ts';
import type { Edit, Repair } from './rule.ts';
import type { Range } from './source.ts';

/** A finding with a proven fix. */
export type Fixable = Finding & { readonly fix: Repair };

/** True for a finding that `--fix` repairs: one with a proven fix that nobody accepted. */
export function isFixable(finding: Finding): finding is Fixable {
  return finding.fix !== null && finding.suppressed === null && finding.fix.edits.length > 0;
}

/**
 * The fixes that can be applied together: in the order of the file, and of those that overlap the first. A fix of several
 * edits is applied whole or not at all, and so that nothing else is changed between its edits.
 */
export function chooseFixes(findings: readonly Fixable[]): Fixable[] {
  const byEdit = findings.map((finding) => ({ finding, cover: coverOf(finding.fix.edits) }));
  byEdit.sort((a, b) => a.cover.offset - b.cover.offset);
  const chosen = new Set<Fixable>();
  let end = -1;
  for (const { finding, cover } of byEdit) {
    // Two changes side by side could mean one thing together: the second waits for the next round.
    if (cover.offset <= end) continue;
    chosen.add(finding);
    end = cover.endOffset;
  }
  return findings.filter((finding) => chosen.has(finding));
}

function coverOf(edits: readonly Edit[]): Range {
  return {
    offset: Math.min(...edits.map(({ offset }) => offset)),
    endOffset: Math.max(...edits.map(({ endOffset }) => endOffset)),
  };
}

/**
 * True when fixes did what they promise: each finding after them was there before, and those that they repair are gone.
 * @param before findings of the text without the fixes, those that were fixed among them
 */
export function isProven(
  before: readonly Finding[],
  fixed: ReadonlySet<Finding>,
  after: readonly Finding[],
  changes: readonly Change[],
): boolean {
  const known = new Map<string, { next: number; readonly list: { range: Range; live: boolean }[] }>();
  for (const finding of [...before].sort(byPlace)) {
    if (fixed.has(finding)) continue;
    const same = known.get(finding.rule) ?? { next: 0, list: [] };
    same.list.push({ range: mapRange(finding, changes), live: finding.suppressed === null });
    known.set(finding.rule, same);
  }
  return [...after].sort(byPlace).every((finding) => {
    const same = known.get(finding.rule);
    if (!same) return false;
    // Both are in the order of the text: what lies wholly before this finding is gone, and that is well.
    while (same.next < same.list.length && same.list[same.next]!.range.endOffset < finding.offset) same.next++;
    const match = same.list[same.next++];
    return (
      match !== undefined && match.range.offset <= finding.endOffset && (match.live || finding.suppressed !== null)
    );
  });
}
