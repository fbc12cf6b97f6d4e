import type { Severity } from '../config/severity.ts';
import type { Finding } from '../lint/finding.ts';
import type { Fix } from '../text/edits.ts';
import { escapeControlChars } from '../text/escape-control-chars.ts';
import { cut } from './escape.ts';
import { liveFindings, type ReportView } from './report-view.ts';

/** A finding with its keys in the order of the contract. */
export function findingJson(finding: Finding): object {
  const { id, rule, reason, severity, confidence, message, file, line, column, endLine, endColumn } = finding;
  const { offset, endOffset, kind, cluster, text, why, todo, related, fix, suggestions, suppressed } = finding;
  const { role, lowered, repository } = finding;
  return {
    ...{ id, rule, reason, severity, confidence, message },
    ...(repository !== undefined && { repository }),
    ...{ file, line, column, endLine, endColumn, offset, endOffset },
    ...{ kind, cluster, text, why, todo, related },
    fix: fix && fixJson(fix),
    suggestions: suggestions.map(fixJson),
    ...{ suppressed, role, lowered },
  };
}

function fixJson({ title, edits }: Fix): object {
  return { title, edits: edits.map(({ offset, endOffset, text }) => ({ offset, endOffset, text })) };
}

/** The report as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function jsonReport({ report, identity }: Pick<ReportView, 'report' | 'identity'>): string {
  const { tool, findings, notices, unknown, summary } = report;
  const { repository, revision } = identity;
  return jsonText({
    ...{ version: 2, tool, repository, revision },
    findings: findings.map(findingJson),
    notices,
    unknown: unknown.map(({ rule, missing, places }) => ({
      ...{ rule, missing },
      places: places.map(({ file, line, column }) => ({ file, line, column })),
    })),
    summary,
  });
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const GITLAB_SEVERITY: Readonly<Record<Severity, string>> = { error: 'major', warning: 'minor', info: 'info' };
const MAX_DESCRIPTION = 2_000;

/** GitLab's code quality report: an array. A merge request shows the entries with new fingerprints. */
export function gitlabReport(view: ReportView): string {
  const degradations = liveFindings(view.report).map((finding) => ({
    description: cut(escapeControlChars(finding.message), MAX_DESCRIPTION),
    check_name: finding.rule,
    fingerprint: finding.id,
    severity: GITLAB_SEVERITY[finding.severity],
    location: {
      path: view.fromRoot(finding.file).toWellFormed(),
      lines: { begin: finding.line, end: finding.endLine },
    },
  }));
  return jsonText(degradations);
}
