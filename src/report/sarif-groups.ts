import type { Finding } from '../core/finding.ts';
import type { Severity } from '../core/rule.ts';
import { formatCount } from './shown.ts';
import { grouped } from '../core/grouped.ts';
import { bySeverity } from './view.ts';
import type { ReportView } from './view.ts';

/** GitHub keeps so many results of a run (2026-06). */
export const KEPT = 5_000;
/** GitHub refuses a run with more results than these. */
export const MOST_RESULTS = 25_000;

/** A line of a generated file may hold thousands of findings: so many are told one by one. */
const MOST_IN_LINE = 20;

/** The findings that make one result. */
export interface Group {
  readonly severity: Severity;
  /** Of one rule, in one line, in their order; at least one. */
  readonly findings: readonly Finding[];
  /** How many more there are. */
  readonly hidden: number;
}

export interface Groups {
  /** In the order of the report. */
  readonly groups: readonly Group[];
  /** How many there were before some were cut. */
  readonly total: number;
}

/**
 * What a SARIF report tells. GitHub knows a result by rule, file and line, so that several findings of a rule in one line
 * are one. More than GitHub keeps are sorted by severity; more than it takes are cut.
 */
export function sarifGroups({ report, withSuppressed }: ReportView): Groups {
  const told = report.findings.filter(({ suppressed }) => withSuppressed || suppressed === null);
  const byPlace = grouped(told, ({ rule, file, line, suppressed }) =>
    JSON.stringify([file, line, rule, suppressed ? [suppressed.by, suppressed.reason] : null]),
  );
  const groups = [...byPlace.values()].map((findings) => ({
    severity: bySeverity(findings)[0]!.severity,
    findings: findings.slice(0, MOST_IN_LINE),
    hidden: Math.max(0, findings.length - MOST_IN_LINE),
  }));
  const total = groups.length;
  return { groups: total > KEPT ? bySeverity(groups).slice(0, MOST_RESULTS) : groups, total };
}

/** What a user should know of GitHub's limits; `null` while the report keeps within them. */
export function sarifLimits(view: ReportView): string | null {
  const { total } = sarifGroups(view);
  if (total <= KEPT) return null;
  const cut = total > MOST_RESULTS ? ` The report holds the ${formatCount(MOST_RESULTS)} most severe.` : '';
  return `${formatCount(total)} results in the SARIF report, of which GitHub keeps ${formatCount(KEPT)}: they are sorted by severity.${cut}`;
}
