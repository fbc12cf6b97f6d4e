import type { Finding } from '../lint/finding.ts';
import type { Fix } from '../text/source.ts';
import type { ReportView } from './report-view.ts';

export const picked = (from: object, keys: string): object =>
  Object.fromEntries(keys.split(' ').map((key) => [key, (from as Readonly<Record<string, unknown>>)[key]]));

/** The keys of a finding in the order of the contract. */
const FINDING =
  'id rule reason severity confidence message repository file line column endLine endColumn offset endOffset kind ' +
  'cluster text why todo related fix suggestions suppressed role lowered';

export function findingJson(finding: Finding): object {
  const { fix, suggestions } = finding;
  return Object.assign(picked(finding, FINDING), { fix: fix && fixJson(fix), suggestions: suggestions.map(fixJson) });
}

const fixJson = ({ title, edits }: Fix): object => ({
  title,
  edits: edits.map((edit) => picked(edit, 'offset endOffset text')),
});

/** The report as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function jsonReport({ report, identity }: Pick<ReportView, 'report' | 'identity'>): Iterable<string> {
  const { tool, findings, notices, unknown, summary } = report;
  const { repository, revision } = identity();
  const unchecked = unknown.map(({ rule, missing, places }) => {
    return { rule, missing, places: places.map((place) => picked(place, 'file line column')) };
  });
  const document = { version: 2, tool, repository, revision, findings: LIST, notices, unknown: unchecked, summary };
  return jsonText(document, eachOf(findings, findingJson));
}

/** A list whose entries are made when they are written, so that they never exist all at once. */
export function* eachOf<T, E>(items: Iterable<T>, make: (item: T) => E): Iterable<E> {
  for (const item of items) yield make(item);
}

/** Placeholder for the long list of a document. No name or text of a repository is a NUL. */
export const LIST = '\0';

/** As `JSON.stringify` indents it, in parts: a report may be longer than any string. */
export function* jsonText(document: unknown, list: Iterable<unknown> = []): Iterable<string> {
  const [start = '', end] = JSON.stringify(document, null, 2).split(JSON.stringify(LIST));
  yield start;
  if (end !== undefined) {
    const [lineStart] = /\n *(?=\S*\s?$)/.exec(`\n${start}`)!;
    const inner = `${lineStart}  `;
    let before = '[';
    for (const entry of list) {
      yield before + inner + JSON.stringify(entry, null, 2).replaceAll('\n', inner);
      before = ',';
    }
    yield `${before === ',' ? lineStart : before}]${end}`;
  }
  yield '\n';
}
