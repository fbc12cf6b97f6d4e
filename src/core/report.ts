import type { Finding, Notice, Unknown } from './finding.ts';
import type { Kind } from './host-shapes.ts';
import type { InventoryCount } from './inventory.ts';

export type SkipReason = 'binary' | 'large' | 'unreadable' | 'generated' | 'ignored';

/** Everything that one run has to say; each format is a view of it. */
export interface Report {
  readonly tool: { readonly name: string; readonly version: string };
  /** Sorted by file, then offset, then rule. */
  readonly findings: readonly Finding[];
  readonly notices: readonly Notice[];
  readonly unknown: readonly Unknown[];
  /** What leads where: for a picture of it, and so not part of the JSON report, which has the kinds in its summary. */
  readonly inventory: readonly InventoryCount[];
  readonly summary: Summary;
}

export interface Summary {
  readonly files: number;
  readonly skipped: Readonly<Record<SkipReason, number>>;
  readonly strings: Readonly<Partial<Record<Kind, number>>>;
  readonly findings: {
    readonly error: number;
    readonly warning: number;
    readonly info: number;
    readonly suppressed: number;
    readonly baselined: number;
  };
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function byPlace(a: Finding, b: Finding): number {
  return byText(a.file, b.file) || a.offset - b.offset || a.endOffset - b.endOffset || byText(a.rule, b.rule);
}

export function countFindings(findings: readonly Finding[]): Summary['findings'] {
  const count = { error: 0, warning: 0, info: 0, suppressed: 0, baselined: 0 };
  for (const finding of findings) {
    if (finding.suppressed?.by === 'baseline') count.baselined++;
    else if (finding.suppressed) count.suppressed++;
    else count[finding.severity]++;
  }
  return count;
}

export type FailOn = 'error' | 'warning' | 'info' | 'never';

/** True when the findings reach the threshold: the exit code is 1 then, in every format. */
export function fails(summary: Summary, failOn: FailOn, maxWarnings: number | null): boolean {
  const { error, warning, info } = summary.findings;
  if (maxWarnings !== null && warning > maxWarnings) return true;
  if (failOn === 'never') return false;
  return error > 0 || (failOn !== 'error' && warning > 0) || (failOn === 'info' && info > 0);
}
