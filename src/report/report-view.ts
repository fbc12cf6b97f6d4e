import type { RuleSetup } from '../lint/checks.ts';
import type { Report, RepositoryIdentity, Summary } from '../lint/report.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { formatCount, plural } from './escape.ts';
import { HUE, NO_PAINT, type Terminal } from './terminal.ts';

/** The address of a place, or `null`. */
export type PlaceUrl = (place: { readonly file: string; readonly line: number }) => string | null;

export interface ReportView {
  readonly report: Report;
  readonly rules: readonly RuleSetup[];
  /** Path of a file from the root of the repository, with `/`. It starts with `../` for a file outside. */
  readonly fromRoot: (file: string) => string;
  /** Where a place can be read in a browser; `null` where the remote is not known. */
  readonly urlOf: PlaceUrl;
  /** Asks Git: not every format names the repository. */
  readonly identity: () => RepositoryIdentity;
  readonly day: string;
  /** What the tree is called, for titles; `null` where nothing names it. */
  readonly name: () => string | null;
  readonly passed: boolean;
}

export type FailOn = Severity | 'never';

export interface Thresholds {
  readonly failOn: FailOn;
  readonly maxWarnings: number | null;
}

export const liveFindings = ({ findings }: Report) => findings.filter(({ suppressed }) => suppressed === null);

/** The same findings, the most severe ones first. Findings of equal severity keep their order. */
export const bySeverity = <T extends { readonly severity: Severity }>(findings: readonly T[]): T[] =>
  SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));

export const stringCount = ({ strings }: Summary): number => Object.values(strings).reduce((sum, n) => sum + n, 0);

/** `1,200 errors`, `3 info` */
export const severityCount = (count: number, severity: Severity): string =>
  severity === 'info' ? `${formatCount(count)} info` : plural(count, severity);

/** The numbers of findings in words, without those that are 0. */
export const findingCounts = (counts: Readonly<Partial<Record<Severity, number>>>, paint = NO_PAINT): string[] =>
  SEVERITIES.flatMap((severity) =>
    counts[severity] ? [paint[HUE[severity]](severityCount(counts[severity], severity))] : [],
  );

/** The number of accepted findings in words, ` (2 suppressed, 1 in the baseline)`, or nothing. */
export function acceptedWords({ findings: { suppressed, baselined } }: Summary): string {
  const words = [suppressed && `${suppressed} suppressed`, baselined && `${baselined} in the baseline`].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** `4 errors (--fail-on error)`: why a run fails, so that the exit code is 1 in every format. `null` if it passes. */
export function failure({ findings }: Summary, { failOn, maxWarnings }: Thresholds): string | null {
  const { error, warning, info } = findings;
  const levels = { never: {}, error: { error }, warning: { error, warning }, info: { error, warning, info } };
  const deciding = findingCounts(levels[failOn]).join(', ');
  if (deciding !== '') return `${deciding} (--fail-on ${failOn})`;
  const isAbove = maxWarnings !== null && warning > maxWarnings;
  return isAbove ? `${plural(warning, 'warning')} (--max-warnings ${maxWarnings})` : null;
}

/** `Failed: 4 errors (--fail-on error).` Names what decided. */
export function endLine(summary: Summary, thresholds: Thresholds): string {
  const { failOn } = thresholds;
  const failed = failure(summary, thresholds);
  if (failed !== null) return `Failed: ${failed}.`;
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  if (findingCounts(summary.findings).length === 0) return `Passed: no findings${acceptedWords(summary)} in ${where}.`;
  const what = failOn === 'never' ? 'findings do not fail this run' : `no ${failOn === 'info' ? 'finding' : failOn}s`;
  return `Passed: ${what} (--fail-on ${failOn}).`;
}

export const paintedEnd = (line: string, { paint }: Terminal): string =>
  line.startsWith('Passed') ? paint.green(line) : paint.red(line);
