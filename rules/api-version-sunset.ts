import { apiRequests, mediaTypeOf, type ApiRequest, type MediaType } from '../src/admin-api/requests.ts';
import {
  plannedVersion,
  daysBetween,
  endOf,
  nextVersion,
  operationOf,
  versionFor,
  VERSIONS_SOURCE,
} from '../src/admin-api/versions.ts';
import { isApiDefinition } from '../src/lint/file-role.ts';
import { moveDate } from '../src/admin-api/accept-header.ts';
import type { Operation, OperationVersion } from '../src/admin-api/versions.ts';
import { defineRule, type FoundFile, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import type { FoundString } from '../src/classify/found-string.ts';

const call = (date: string, path: string, more = ''): string =>
  `curl ${more}-H 'Accept: ${date}' -H "Authorization: Bearer $T" https://cloud.mongodb.com/api/atlas/v2${path}\n`;
const type = (date: string): string => `application/vnd.atlas.${date}+json`;

export default defineRule({
  id: 'api-version-sunset',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: [], strings: ['media-type'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  changes: ['admin-api'],
  withoutPlan: true,
  docs: {
    what: 'A version of an API operation that is deprecated, near its sunset or past it.',
    why: 'After its sunset a version answers 410 (`VERSION_GONE`), and all calls with it fail.',
    todo: 'Use the next version of the operation and check the fields that differ. If there is none, use another operation. Sunsets may be postponed: compare with the `Sunset` header of the response.',
    severities: { warning: 'before the sunset', info: 'if the sunset is far away or not set' },
    sources: [VERSIONS_SOURCE],
  },
  messages: {
    gone: 'Version {date} of "{operation}" ended on {sunset}.{by}{last}',
    soon: 'Version {date} of "{operation}" ends on {sunset}, in {days} days.{by}{last}',
    later: 'Version {date} of "{operation}" is deprecated and ends on {sunset}.{by}{last}',
    deprecated: 'Version {date} of "{operation}" is deprecated.{by}{last}',
    planned: 'This call uses version {date} of "{operation}". The plan moves to {to}.',
    ended: 'The last operation of version {date} ended on {sunset}.',
  },
  examples: {
    invalid: [
      {
        title: 'past its sunset',
        files: { 'a.sh': call(`⟦${type('2023-01-01')}⟧`, '/groups/$G/clusters/tenantUpgradeToServerless', '-X POST ') },
        severity: 'error',
      },
      {
        title: 'the sunset comes soon',
        files: { 'a.sh': call(`⟦${type('2024-08-05')}⟧`, '/groups/$G/clusters', '-X POST ') },
        severity: 'warning',
        suggested: type('2024-10-23'),
      },
      {
        title: 'deprecated with a sunset far away, in code',
        files: {
          'a.py': `r = requests.get(\n    f"https://cloud.mongodb.com/api/atlas/v2/groups/{gid}/clusters",\n    headers={"Accept": "⟦${type('2023-02-01')}⟧"},\n)\n`,
        },
        severity: 'info',
        suggested: type('2024-08-05'),
      },
      {
        title: 'a header in another statement, in Go',
        files: {
          'a.go': `func list() {\n\treq, _ := http.NewRequest("GET", "https://cloud.mongodb.com/api/atlas/v2/groups/"+id+"/clusters", nil)\n\treq.Header.Set("Accept", "⟦${type('2023-02-01')}⟧")\n}\n`,
        },
        severity: 'info',
      },
      {
        title: 'a longer warning is configured',
        files: { 'a.sh': call(`⟦${type('2023-02-01')}⟧`, '/groups/$G/clusters') },
        config: { warnDays: 300 },
        severity: 'warning',
      },
      {
        title: 'a later version is planned',
        files: { 'a.sh': call(`⟦${type('2023-02-01')}⟧`, '/groups/$G/clusters') },
        config: { plan: [{ change: 'admin-api', to: '2025-03-12' }] },
        severity: 'error',
        suggested: type('2024-08-05'),
      },
      {
        title: 'a deprecated setting without a sunset',
        files: { 'a.sh': call(`⟦${type('2023-01-01')}⟧`, '/groups/$G/privateIpMode') },
        severity: 'info',
      },
    ],
    valid: [
      { title: 'the first version is current', files: { 'a.sh': call(type('2023-01-01'), '/orgs') } },
      {
        title: 'a later date selects a current version',
        files: { 'a.sh': call(type('2025-03-12'), '/groups/$G/clusters') },
      },
      {
        title: 'another operation with other versions',
        files: { 'a.sh': call(type('2023-02-01'), '/groups/$G/clusters/c', '-X DELETE ') },
      },
      { title: 'an unknown operation', files: { 'a.sh': call(type('2023-01-01'), '/groups/$G/somethingElse') } },
    ],
  },
  check(file, context) {
    const judgedTypes = new Set<FoundString>();
    const ofCalls = apiRequests(file, context.profile).flatMap((request) => {
      const [first] = request.mediaTypes.filter(({ date }) => date !== null && /^\d/.test(date));
      const operation = operationOf(request);
      if (!first || !operation) return [];
      judgedTypes.add(first.string);
      const version = versionFor(operation, first.date!);
      return version ? judged(request, first, operation, version, context) : [];
    });
    const problems = [...ofCalls, ...ofDates(file, judgedTypes, context)];
    // A definition of the API lists its versions without requesting one.
    const { path, text } = file.source;
    return isApiDefinition(path, text) ? problems.map((one) => ({ ...one, severity: 'info' as const })) : problems;
  },
});

/** A date that no operation supports any longer, for calls of an unknown operation. */
function ofDates(
  { strings }: FoundFile,
  judgedTypes: ReadonlySet<FoundString>,
  { profile, today }: Pick<RuleContext, 'profile' | 'today'>,
): RuleProblem[] {
  return strings.flatMap((string): RuleProblem[] => {
    if (string.kind !== 'media-type' || string.literal.context === 'comment' || judgedTypes.has(string)) return [];
    const { date } = mediaTypeOf(string, profile);
    const ends = date === null ? null : endOf(date);
    if (date === null || ends === null || daysBetween(today, ends) > 0) return [];
    return [{ message: 'ended', data: { date, sunset: ends }, severity: 'error', at: string.range }];
  });
}

function judged(
  request: ApiRequest,
  first: MediaType,
  operation: Operation,
  version: OperationVersion,
  { today, warnDays, plan }: Pick<RuleContext, 'today' | 'warnDays' | 'plan'>,
): RuleProblem[] {
  const { date, sunset } = version;
  const planned = plannedVersion(plan);
  const target = planned === null ? undefined : versionFor(operation, planned);
  if (target && target.date > version.date)
    return [
      {
        message: 'planned',
        data: { date, operation: operation.name, to: target.date },
        severity: 'error',
        at: first.string.range,
        suggestions: [moveDate(request, first, target.date)],
      },
    ];
  if (sunset === null && !operation.deprecated) return [];
  const days = sunset === null ? Infinity : daysBetween(today, sunset);
  const [message, severity] =
    sunset === null
      ? (['deprecated', 'info'] as const)
      : days <= 0
        ? (['gone', 'error'] as const)
        : days <= warnDays
          ? (['soon', 'warning'] as const)
          : (['later', 'info'] as const);
  const next = nextVersion(operation, version);
  const suggestions = next ? [moveDate(request, first, next.date)] : [];
  const data = {
    date,
    operation: operation.name,
    sunset: sunset ?? '',
    days: Number.isFinite(days) ? days : 0,
    // The date of a call selects the last version that is not later.
    by: first.date === date ? '' : ` ${first.date} chooses it.`,
    last: next ? '' : ' The operation has no later version.',
  };
  return [{ message, data, severity, at: first.string.range, suggestions }];
}
