import type { Finding } from '../lint/finding.ts';
import type { Fix } from '../text/edits.ts';
import type { ReportView } from './report-view.ts';

/** These keys of an object, in this order. */
export const picked = (from: object, keys: string): object =>
  Object.fromEntries(keys.split(' ').map((key) => [key, (from as Readonly<Record<string, unknown>>)[key]]));

/** The keys of a finding in the order of the contract. */
const FINDING =
  'id rule reason severity confidence message repository file line column endLine endColumn offset endOffset kind ' +
  'cluster text why todo related fix suggestions suppressed role lowered';

export function findingJson(finding: Finding): object {
  const { fix, suggestions } = finding;
  return picked({ ...finding, fix: fix && fixJson(fix), suggestions: suggestions.map(fixJson) }, FINDING);
}

const fixJson = ({ title, edits }: Fix): object => ({
  title,
  edits: edits.map((edit) => picked(edit, 'offset endOffset text')),
});

/** The report as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function jsonReport({ report, identity }: Pick<ReportView, 'report' | 'identity'>): string {
  const { tool, findings, notices, unknown, summary } = report;
  const { repository, revision } = identity();
  return jsonText({
    ...{ version: 2, tool, repository, revision },
    findings: findings.map(findingJson),
    notices,
    unknown: unknown.map(({ rule, missing, places }) => ({
      ...{ rule, missing },
      places: places.map((place) => picked(place, 'file line column')),
    })),
    summary,
  });
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
