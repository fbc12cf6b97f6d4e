import type { Finding, UncheckedPlaces } from '../lint/finding.ts';
import type { ReportView } from './report-view.ts';
import type { Fix } from '../text/edits.ts';

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
export function* jsonReport({ report, identity }: Pick<ReportView, 'report' | 'identity'>): Iterable<string> {
  const { tool, findings, notices, unknown, summary } = report;
  // Piece by piece: the text of very many is longer than a text can be.
  yield `{\n  "version": 2,\n  "tool": ${json(tool, 2)},\n`;
  yield `  "repository": ${json(identity.repository, 2)},\n  "revision": ${json(identity.revision, 2)},\n  "findings": `;
  yield* itemsJson(findings, 2, (finding) => [json(findingJson(finding), 4)]);
  yield `,\n  "notices": ${json(notices, 2)},\n  "unknown": `;
  yield* itemsJson(unknown, 2, unknownJson);
  yield `,\n  "summary": ${json(summary, 2)}\n}\n`;
}

function* unknownJson({ rule, missing, places }: UncheckedPlaces): Iterable<string> {
  yield `{\n      "rule": ${json(rule, 6)},\n      "missing": ${json(missing, 6)},\n      "places": `;
  yield* itemsJson(places, 6, ({ file, line, column }) => [json({ file, line, column }, 8)]);
  yield '\n    }';
}

/** @param indent of the line on which the list begins, in spaces */
export function* itemsJson<T>(
  items: Iterable<T>,
  indent: number,
  pieces: (item: T) => Iterable<string>,
): Iterable<string> {
  const margin = `\n${' '.repeat(indent)}`;
  let isFirst = true;
  for (const item of items) {
    yield `${isFirst ? '[' : ','}${margin}  `;
    yield* pieces(item);
    isFirst = false;
  }
  yield isFirst ? '[]' : `${margin}]`;
}

/** @param indent of the line on which the value begins, in spaces */
export function json(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}
