import type { Finding } from '../core/finding.ts';
import type { Report } from '../core/report.ts';

/** A finding with its keys in the order of the contract, section 6. */
export function findingJson(finding: Finding): object {
  const { id, rule, severity, confidence, message, file, line, column, endLine, endColumn, offset, endOffset } =
    finding;
  const { kind, cluster, text, why, todo, related, fix, suggestions, suppressed } = finding;
  const place = { file, line, column, endLine, endColumn, offset, endOffset };
  return {
    id,
    rule,
    severity,
    confidence,
    message,
    ...place,
    kind,
    cluster,
    text,
    why,
    todo,
    related,
    fix,
    suggestions,
    suppressed,
  };
}

/** The report as one JSON document. Version 1 may gain keys; none changes its meaning. */
export function jsonReport(report: Report): string {
  const { tool, findings, notices, unknown, summary } = report;
  return `${JSON.stringify({ version: 1, tool, findings: findings.map(findingJson), notices, unknown, summary }, null, 2)}\n`;
}
