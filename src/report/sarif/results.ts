import type { FilePlaces } from '../../text/file-lines.ts';
import type { Finding } from '../../lint/finding.ts';
import type { Repair } from '../../lint/rule.ts';
import type { Severity } from '../../config/severity.ts';
import { LEVEL, MAX_TEXT_LENGTH, sarifText } from './rules.ts';
import { pathUri, formatCount } from '../escape.ts';
import { escapeControlChars } from '../../text/escape-control-chars.ts';
import { grouped } from '../../text/source.ts';
import { bySeverity, type ReportView } from '../report-view.ts';

export const ROOT = '%SRCROOT%';
/** So many other places are linked from a message; a reader of these knows enough. */
const MAX_LINKS = 3;

/** The results of groups, in their order. */
export function sarifResults(groups: readonly Group[], view: ReportView): object[] {
  const indexes = new Map(view.rules.map(({ rule }, i) => [rule.id, i]));
  const results = new Map<Group, object>();
  for (const [file, own] of grouped(groups, ({ findings }) => findings[0]!.file)) {
    const places = view.placesOf(file);
    for (const group of own) {
      const [first] = group.findings;
      const index = indexes.get(first!.rule);
      results.set(group, {
        ruleId: first!.rule,
        ...(index === undefined ? {} : { ruleIndex: index }),
        ...resultOf(group, view, places),
        partialFingerprints: fingerprints(group, places?.hash(first!.line) ?? null),
      });
    }
  }
  return groups.map((group) => results.get(group)!);
}

function resultOf(group: Group, view: ReportView, places: FilePlaces | null): object {
  const { severity, findings } = group;
  const [first] = findings;
  const related = findings.flatMap((finding) => finding.related);
  const fixes = places ? findings.flatMap((finding) => fixesOf(finding, view, places)) : [];
  return {
    level: LEVEL[severity],
    message: { text: message(group) },
    locations: [
      { physicalLocation: { artifactLocation: artifactLocation(first!.file, view), region: region(first!) } },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, i) => ({
        id: i + 1,
        message: { text: sarifText(escapeControlChars(place.message)) },
        physicalLocation: {
          artifactLocation: artifactLocation(place.file, view),
          region: { startLine: place.line, startColumn: place.column },
        },
      })),
    }),
    ...(fixes.length > 0 && { fixes }),
    properties: { role: first!.role },
    ...(first!.suppressed && { suppressions: [suppression(first!.suppressed)] }),
  };
}

/** The rule's own sentences first, as the title of an alert; then the other places of the line, then links. */
function message({ findings, hidden }: Group): string {
  const [first, ...others] = findings;
  const again = others.map((other) =>
    other.message === first!.message
      ? `Again in column ${other.column}.`
      : `In column ${other.column}: ${other.message}`,
  );
  const related = findings.flatMap((finding) => finding.related).slice(0, MAX_LINKS);
  const links = related
    .map(({ file, line }, i) => `[${sarifText(escapeControlChars(`${file}:${line}`), 80)}](${i + 1})`)
    .join(', ');
  const more = hidden > 0 ? ` And ${hidden} more in this line.` : '';
  const end = links === '' ? more : `${more} See ${links}.`;
  return sarifText(escapeControlChars([first!.message, ...again].join(' ')), MAX_TEXT_LENGTH - end.length) + end;
}

export function artifactLocation(file: string, { fromRoot }: ReportView): object {
  const path = fromRoot(file);
  return path.startsWith('../') ? { uri: pathUri(path) } : { uri: pathUri(path), uriBaseId: ROOT };
}

interface Region {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const region = ({ line, column, endLine, endColumn }: Region): object => ({
  startLine: line,
  startColumn: column,
  endLine,
  endColumn,
});

function fingerprints({ findings }: Group, hash: string | null): Record<string, string> {
  const own = findings.map(({ id }, i): [string, string] => [i === 0 ? 'connlint/v1' : `connlint/v1/${i + 1}`, id]);
  return { ...(hash === null ? {} : { primaryLocationLineHash: hash }), ...Object.fromEntries(own) };
}

/** The proven fix, or what is suggested. */
function fixesOf(finding: Finding, view: ReportView, places: FilePlaces): object[] {
  return (finding.fix ? [finding.fix] : finding.suggestions).map((repair) => fixOf(repair, finding.file, view, places));
}

function fixOf({ title, edits }: Repair, file: string, view: ReportView, places: FilePlaces): object {
  const replacements = edits.map((edit) => {
    const end = places.position(edit.endOffset);
    return {
      deletedRegion: region({ ...places.position(edit.offset), endLine: end.line, endColumn: end.column }),
      insertedContent: { text: edit.text.toWellFormed() },
    };
  });
  return {
    description: { text: sarifText(escapeControlChars(title)) },
    artifactChanges: [{ artifactLocation: artifactLocation(file, view), replacements }],
  };
}

function suppression({ by, reason }: NonNullable<Finding['suppressed']>): object {
  return {
    kind: by === 'comment' ? 'inSource' : 'external',
    status: 'accepted',
    ...(reason !== null && { justification: escapeControlChars(reason) }),
  };
}

/** The number of results of a run that GitHub keeps (2026-06). */
export const KEPT = 5_000;
/** GitHub refuses a run with more results than these. */
export const MAX_RESULTS = 25_000;

/** A line of a generated file may contain thousands of findings: so many are reported one by one. */
const MAX_IN_LINE = 20;

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
 * The results of a SARIF report. GitHub identifies a result by rule, file and line, so that several findings of a rule
 * in one line are one. More than GitHub keeps are sorted by severity; more than it takes are cut.
 */
export function sarifGroups({ report, withSuppressed }: ReportView): Groups {
  const told = report.findings.filter(({ suppressed }) => withSuppressed || suppressed === null);
  const byPlace = grouped(told, ({ rule, file, line, suppressed }) =>
    JSON.stringify([file, line, rule, suppressed ? [suppressed.by, suppressed.reason] : null]),
  );
  const groups = [...byPlace.values()].map((findings) => ({
    severity: bySeverity(findings)[0]!.severity,
    findings: findings.slice(0, MAX_IN_LINE),
    hidden: Math.max(0, findings.length - MAX_IN_LINE),
  }));
  const total = groups.length;
  return { groups: total > KEPT ? bySeverity(groups).slice(0, MAX_RESULTS) : groups, total };
}

/** A notice if the report exceeds GitHub's limits, otherwise `null`. */
export function sarifLimits(view: ReportView): string | null {
  const { total } = sarifGroups(view);
  if (total <= KEPT) return null;
  const cut = total > MAX_RESULTS ? ` The report contains the ${formatCount(MAX_RESULTS)} most severe.` : '';
  return `${formatCount(total)} results in the SARIF report, of which GitHub keeps ${formatCount(KEPT)}: they are sorted by severity.${cut}`;
}
