import type { FilePlaces } from '../core/file-places.ts';
import type { Finding } from '../core/finding.ts';
import type { RuleSetup } from '../core/judge.ts';
import type { PlanEntry } from '../core/plan.ts';
import type { Report } from '../core/report.ts';
import type { Severity } from '../core/rule.ts';

/** A report with what some formats show beside it. */
export interface ReportView {
  readonly report: Report;
  /** The rules that were on, by id. */
  readonly rules: readonly RuleSetup[];
  /** True when findings that were accepted are told too, by the formats that can tell them apart. */
  readonly withSuppressed: boolean;
  /** Path of a file from the root of the repository, with `/`. It starts with `../` for a file outside. */
  readonly fromRoot: (file: string) => string;
  /** Places of a file as it is now; `null` when it cannot be read. */
  readonly placesOf: (file: string) => FilePlaces | null;
  /** Address of the tree that was looked at, with `/` at its end: a path and `#L1` make a link. `null` when there is none. */
  readonly treeUrl: string | null;
  /** The planned changes, each judged by a run of its own; `null` where they cannot be judged: one text is no project. */
  readonly plan: () => readonly PlanEntry[] | null;
}

/** Findings that nobody accepted. */
export function liveFindings({ findings }: Report): Finding[] {
  return findings.filter(({ suppressed }) => suppressed === null);
}

export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** The same findings, the severe ones first; equals keep their order. */
export function bySeverity<T extends { readonly severity: Severity }>(findings: readonly T[]): T[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}
