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
export function* jsonReport(report: Report): Iterable<string> {
  const { tool, findings, notices, unknown, summary } = report;
  const frame = JSON.stringify({ version: 1, tool, findings: [], notices, unknown, summary }, null, 2);
  if (findings.length === 0) {
    yield `${frame}\n`;
    return;
  }
  // Finding by finding: the text of very many is longer than a text can be.
  const at = frame.indexOf(EMPTY) + EMPTY.length - 1;
  yield frame.slice(0, at);
  for (const [index, finding] of findings.entries()) {
    const text = JSON.stringify(findingJson(finding), null, 2).replaceAll('\n', '\n    ');
    yield `${index === 0 ? '' : ','}\n    ${text}`;
  }
  yield `\n  ${frame.slice(at)}\n`;
}

/** The first of its kind: only the version and the tool stand before it. */
const EMPTY = '"findings": []';
