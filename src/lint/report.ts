import type { Finding, Notice, UncheckedPlaces } from './finding.ts';
import type { Kind } from '../classify/host-shapes.ts';

export type SkipReason = 'binary' | 'large' | 'unreadable' | 'generated' | 'vendored' | 'ignored';

/** Everything that a run reports. Each format is a view of it. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** Sorted by file, offset and rule. */
  readonly findings: readonly Finding[];
  /** Findings of rules that are off for the role of their file, for counts and fixes only. */
  readonly off: readonly Finding[];
  readonly notices: readonly Notice[];
  readonly unknown: readonly UncheckedPlaces[];
  readonly summary: Summary;
}

/** The scanned repository and its commit. Unknown values are `null`. */
export interface RepositoryIdentity {
  /** Without the host: `acme/billing`. */
  readonly repository: string | null;
  readonly revision: string | null;
  /** Address without user and token. */
  readonly uri: string | null;
}

export interface Summary {
  readonly files: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  readonly strings: Readonly<Partial<Record<Kind, number>>>;
  readonly findings: Readonly<ReturnType<typeof countFindings>>;
}

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byPlace = (a: Finding, b: Finding): number =>
  byText(a.file, b.file) || a.offset - b.offset || a.endOffset - b.endOffset || byText(a.rule, b.rule);

/** @param off findings of rules that are off for the role of their file */
export function countFindings(findings: readonly Finding[], off: readonly Finding[] = []) {
  // Less severe than in product code, or off, because of the role of the file.
  const lowered = off.filter(({ suppressed }) => suppressed === null).length;
  const count = { error: 0, warning: 0, info: 0, suppressed: 0, baselined: 0, lowered };
  for (const finding of findings) {
    if (finding.suppressed?.by === 'baseline') count.baselined++;
    else if (finding.suppressed) count.suppressed++;
    else {
      count[finding.severity]++;
      if (finding.lowered !== null) count.lowered++;
    }
  }
  return count;
}

export function kindCounts(files: readonly { readonly strings: readonly { readonly kind: Kind }[] }[]) {
  const counts: Partial<Record<Kind, number>> = {};
  for (const { strings } of files) for (const { kind } of strings) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
