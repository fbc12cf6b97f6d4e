import type { FactName } from '../facts/facts.ts';
import type { FilePlaces } from '../text/file-lines.ts';
import type { Finding } from '../lint/finding.ts';
import type { RuleSetup } from '../lint/run-rules.ts';
import type { PlanEntry } from '../plan/plan.ts';
import type { PlacedString } from '../lint/file-result.ts';
import type { Report, RepositoryIdentity, Summary, FailOn } from '../lint/report.ts';
import { grouped } from '../text/source.ts';
import { SEVERITIES, type Severity } from '../config/severity.ts';
import { formatCount, plural } from './escape.ts';
import type { TextOptions } from './text.ts';

/** A report with the additional data of some formats. */
export interface ReportView {
  readonly report: Report;
  /** The rules that were on, by id. */
  readonly rules: readonly RuleSetup[];
  /** True if accepted findings are reported too, by the formats that can tell them apart. */
  readonly withSuppressed: boolean;
  /** Path of a file from the root of the repository, with `/`. It starts with `../` for a file outside. */
  readonly fromRoot: (file: string) => string;
  /** Places of a file in which something was found; `null` for any other. */
  readonly placesOf: (file: string) => FilePlaces | null;
  /** Address of the scanned tree, with `/` at its end: a path and `#L1` make a link. `null` when there is none. */
  readonly treeUrl: string | null;
  /** Missing if not requested. */
  readonly identity?: RepositoryIdentity | null;
  /** Of code scanning. */
  readonly category?: string | undefined;
  /** What the tree is called, for titles; `null` where nothing names it. */
  readonly name?: () => string | null;
  /** False where the findings made the run fail; missing if not requested. */
  readonly passed?: boolean;
  /**
   * The planned changes, each judged by a run of its own; `null` if they cannot be judged: one text is not a project.
   */
  readonly plan: () => readonly PlanEntry[] | null;
  /** Every string of the project; `null` for a run over a part of it. */
  readonly strings?: () => readonly PlacedString[] | null;
}

/** Findings that were not accepted. */
export function liveFindings({ findings }: Report): Finding[] {
  return findings.filter(({ suppressed }) => suppressed === null);
}

/** The same findings, the most severe ones first. Findings of equal severity keep their order. */
export function bySeverity<T extends { readonly severity: Severity }>(findings: readonly T[]): T[] {
  return SEVERITIES.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** Equal findings of one file, which people read as one with several places. */
export interface EqualFindings {
  readonly finding: Finding;
  readonly also: readonly Finding[];
}

/** Joins findings that differ only in their place, in the order of the first ones. */
export function equalFindings(findings: readonly Finding[]): EqualFindings[] {
  const byFile = grouped(findings, ({ severity, file }) => `${severity}\0${file}`);
  return [...byFile.values()].flatMap(equalInFile);
}

function equalInFile(findings: readonly Finding[]): EqualFindings[] {
  // Numbers, because a long string with many problems would be in as many keys.
  const texts = new Map<string, number>();
  const groups = grouped(findings, ({ rule, message, text, suppressed }) => {
    if (!texts.has(text)) texts.set(text, texts.size);
    return [rule, message, texts.get(text), JSON.stringify(suppressed)].join('\0');
  });
  return [...groups.values()].map(([finding, ...also]) => ({ finding: finding!, also }));
}

export function stringCount({ strings }: Summary): number {
  let sum = 0;
  for (const count of Object.values(strings)) sum += count;
  return sum;
}

/** `1,200 errors`, `3 info` */
export function severityCount(count: number, severity: Severity): string {
  return severity === 'info' ? `${formatCount(count)} info` : plural(count, severity);
}

/** The numbers of findings in words, without those that are 0. */
export function findingCounts(counts: Readonly<Partial<Record<Severity, number>>>): string[] {
  return SEVERITIES.flatMap((severity) => (counts[severity] ? [severityCount(counts[severity], severity)] : []));
}

/** The number of accepted findings in words, ` (2 suppressed, 1 in the baseline)`, or nothing. */
export function acceptedWords({ findings: { suppressed, baselined } }: Summary): string {
  const words = [
    ...(suppressed ? [`${suppressed} suppressed`] : []),
    ...(baselined ? [`${baselined} in the baseline`] : []),
  ];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** The facts that rules lacked, with the number of places that they would decide; the most useful first. */
export function missingFacts({ unknown }: Report): [fact: FactName, places: number][] {
  const places = new Map<FactName, number>();
  for (const { missing, places: where } of unknown) places.set(missing, (places.get(missing) ?? 0) + where.length);
  return [...places].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** `Failed: 4 errors (--fail-on error).` Names what decided. */
export function endLine(summary: Summary, options: Pick<TextOptions, 'terminal' | 'failOn' | 'maxWarnings'>): string {
  const { terminal, failOn = 'error', maxWarnings = null } = options;
  const { paint } = terminal;
  const { error, warning, info } = summary.findings;
  const levels: Readonly<Record<FailOn, readonly string[]>> = {
    never: [],
    error: findingCounts({ error }),
    warning: findingCounts({ error, warning }),
    info: findingCounts({ error, warning, info }),
  };
  const deciding = levels[failOn].join(', ');
  if (deciding !== '') return paint.red(`Failed: ${deciding} (--fail-on ${failOn}).`);
  if (maxWarnings !== null && warning > maxWarnings)
    return paint.red(`Failed: ${plural(warning, 'warning')} (--max-warnings ${maxWarnings}).`);
  const where = `${plural(stringCount(summary), 'string')}, ${plural(summary.files, 'file')}`;
  if (error + warning + info === 0) return paint.green(`Passed: no findings${acceptedWords(summary)} in ${where}.`);
  const what = failOn === 'never' ? 'findings do not fail this run' : `no ${failOn === 'info' ? 'finding' : failOn}s`;
  return paint.green(`Passed: ${what} (--fail-on ${failOn}).`);
}
