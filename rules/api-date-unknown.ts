import { requestWith, mediaTypeOf } from '../src/admin-api/requests.ts';
import { operationOf, versionFor, VERSIONS_SOURCE } from '../src/admin-api/versions.ts';
import { versionDates } from '../src/classify/api-versions.ts';
import { isApiDefinition } from '../src/lint/file-role.ts';
import { dateEdit } from '../src/admin-api/accept-header.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { defineRule, type Fix } from '../src/lint/rule.ts';

const call = (date: string, path: string): string =>
  `curl -H 'Accept: ${date}' https://cloud.mongodb.com/api/atlas/v2${path}\n`;
const type = (date: string): string => `application/vnd.atlas.${date}+json`;

export default defineRule({
  id: 'api-date-unknown',
  since: '0.1.0',
  scope: 'string',
  readsText: true,
  basis: 'code',
  trigger: { all: ['media-type'] },
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'A version date in the media type that does not exist in the Administration API, or that is before the first version of the operation.',
    why: 'The API answers 406 to a version that does not exist. A date between two versions hides which one is used. A preview may change without notice.',
    todo: 'Write the date of the version that the code was written for.',
    severities: { info: 'for a preview' },
    sources: [VERSIONS_SOURCE],
  },
  messages: {
    unknown: 'The API has no version {date}.',
    early: 'The first version of "{operation}" is {first}, after {date}.',
    computed: 'The version date is computed. Write the date that the code was written for.',
    preview: 'A preview of the API may change or end at short notice.',
  },
  examples: {
    invalid: [
      {
        title: 'between two versions',
        files: { 'a.sh': call(`⟦${type('2023-06-01')}⟧`, '/groups') },
        severity: 'warning',
        suggested: type('2023-02-01'),
      },
      {
        title: 'before the first version of the operation',
        files: { 'a.sh': call(`⟦${type('2023-02-01')}⟧`, '/groups/$G/flexClusters') },
        severity: 'warning',
        suggested: type('2024-11-13'),
      },
      { title: 'a preview', files: { 'a.sh': call(`⟦${type('preview')}⟧`, '/groups') }, severity: 'info' },
    ],
    valid: [
      { title: 'newer than the last version of the operation', files: { 'a.sh': call(type('2025-03-12'), '/orgs') } },
      { title: 'newer than the data', files: { 'a.sh': call(type('2026-10-01'), '/groups') } },
      { title: 'a date from a variable', files: { 'a.sh': call(type('$DATE'), '/groups') } },
      { title: 'a comment', files: { 'a.sh': `# ${type('2023-06-01')}\n` } },
    ],
  },
  check(string, { profile }, file) {
    if (string.kind !== 'media-type' || string.literal.context === 'comment') return [];
    const { date, isComputed } = mediaTypeOf(string, profile, file.source);
    const at = string.range;
    if (date === null) return isComputed ? [{ message: 'computed', at }] : [];
    if (!/^\d/.test(date)) {
      // A definition of the API lists its versions without requesting one.
      const isAsked = date === 'preview' && !isApiDefinition(file.source.path, file.source.text);
      return isAsked ? [{ message: 'preview', severity: 'info', at }] : [];
    }
    // A date after the newest one in the data may be a version that was added later.
    if (!versionDates().includes(date) && date < versionDates().at(-1)!)
      return [{ message: 'unknown', data: { date }, at, suggestions: moved(string, date, before(date)) }];
    const request = requestWith(string, file, profile);
    const operation = request && operationOf(request);
    const first = operation?.versions[0]?.date;
    if (!operation || first === undefined || versionFor(operation, date)) return [];
    return [
      {
        message: 'early',
        data: { date, operation: operation.name, first },
        at,
        suggestions: moved(string, date, first),
      },
    ];
  },
});

/** The version that applies to a date between two versions, or the first one before all of them. */
const before = (date: string): string => versionDates().findLast((one) => one < date) ?? versionDates()[0]!;

function moved(string: FoundString, date: string, to: string): Fix[] {
  const edit = dateEdit(string, date, to);
  return edit ? [{ title: `Ask for version ${to}`, edits: [edit] }] : [];
}
