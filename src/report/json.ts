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

/** A value as `JSON.stringify` indents it, in parts: the report of many findings is longer than a string may be. */
export function* jsonText(value: unknown): Iterable<string> {
  yield* partsOf(value, '\n');
  yield '\n';
}

const whole = (value: unknown, lineStart: string): string => JSON.stringify(value, null, 2).replaceAll('\n', lineStart);

function* partsOf(value: unknown, lineStart: string): Iterable<string> {
  if (!hasMade(value)) {
    yield whole(value, lineStart);
    return;
  }
  const inner = `${lineStart}  `;
  const [open, close] = Symbol.iterator in value ? '[]' : '{}';
  let before = open;
  for (const [name, entry] of entriesOf(value)) {
    yield `${before}${inner}${name}`;
    if (isMade(value)) yield whole(entry, inner);
    else yield* partsOf(entry, inner);
    before = ',';
  }
  yield before === open ? `${open}${close}` : `${lineStart}${close}`;
}

const isMade = (value: object): boolean => Symbol.iterator in value && !Array.isArray(value);

/** True for a list whose entries are made, and for what contains one. */
const hasMade = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && (isMade(value) || Object.values(value).some(hasMade));

function* entriesOf(value: object): Iterable<readonly [name: string, entry: unknown]> {
  if (Symbol.iterator in value) for (const entry of value as Iterable<unknown>) yield ['', entry];
  else
    for (const [key, entry] of Object.entries(value))
      if (entry !== undefined) yield [`${JSON.stringify(key)}: `, entry];
}
