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
  return picked({ ...finding, fix: fix && fixJson(fix), suggestions: suggestions.map(fixJson) }, FINDING);
}

const fixJson = ({ title, edits }: Fix): object => ({
  title,
  edits: edits.map((edit) => picked(edit, 'offset endOffset text')),
});

/** The report as one JSON document. Version 2 may gain keys; none changes its meaning. */
export function jsonReport({ report, identity }: Pick<ReportView, 'report' | 'identity'>): Iterable<string> {
  const { tool, findings, notices, unknown, summary } = report;
  const { repository, revision } = identity();
  return jsonText({
    ...{ version: 2, tool, repository, revision },
    findings: eachOf(findings, findingJson),
    notices,
    unknown: unknown.map(({ rule, missing, places }) => ({
      ...{ rule, missing },
      places: places.map((place) => picked(place, 'file line column')),
    })),
    summary,
  });
}

/** A list whose entries are made when they are written, so that they never exist all at once. */
export function* eachOf<T, E>(items: Iterable<T>, make: (item: T) => E): Iterable<E> {
  for (const item of items) yield make(item);
}

const isMade = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && !Array.isArray(value);

/** Where the made list of a document goes. No name or text of a repository is a NUL. */
const LIST = JSON.stringify('\0');

/** As `JSON.stringify` indents it, in parts: a report may be longer than any string. `eachOf` makes one list of it. */
export function* jsonText(document: unknown): Iterable<string> {
  let list: Iterable<unknown> = [];
  const setAside = (_: string, value: unknown): unknown => (isMade(value) ? ((list = value), '\0') : value);
  const text = JSON.stringify(document, setAside, 2);
  const [start, end = null] = text.split(LIST);
  if (end === null) yield text;
  else {
    const [lineStart] = /\n *(?=\S*\s?$)/.exec(`\n${start}`)!;
    const inner = `${lineStart}  `;
    let before = `${start}[`;
    for (const entry of list) {
      yield before + inner + JSON.stringify(entry, null, 2).replaceAll('\n', inner);
      before = ',';
    }
    yield `${before === ',' ? lineStart : before}]${end}`;
  }
  yield '\n';
}
