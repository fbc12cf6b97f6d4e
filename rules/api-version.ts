import { daysBetween } from '../src/config/forms.ts';
import { apiRequests, mediaTypeOf, type ApiRequest, type MediaType, requestWith } from '../src/admin-api/requests.ts';
import { plannedVersion, nextVersion, operationOf, versionFor, type Operation } from '../src/admin-api/versions.ts';
import { moveDate, dateEdit } from '../src/admin-api/accept-header.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { versionDates } from '../src/classify/api-versions.ts';
import { makeFix } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'api-version',
  basis: 'code',
  reasons: {
    sunset: {
      withoutPlan: true,
      trigger: { anchors: [], orStrings: ['admin-api-v1', 'admin-api-v2'] },
      messages: {
        ends: 'Version {date} of "{operation}" {state}.{by}{last}',
        planned: 'This call uses version {date} of "{operation}". The plan moves to {to}.',
      },
      checkFile: (file, context) =>
        apiRequests(file, context.profile).flatMap((request) => {
          const [first] = request.mediaTypes.filter(({ date }) => date !== null && /^\d/.test(date));
          const operation = operationOf(request);
          return first && operation ? judged(request, first, operation, context) : [];
        }),
    },
    'unknown-date': {
      confidence: 'medium',
      messages: {
        unknown: 'The API has no version {date}.',
        early: 'The first version of "{operation}" is {first}, after {date}.',
        computed: 'The version date is computed. Write the date that the code was written for.',
        preview: 'A preview of the API may change or end at short notice.',
      },
      kinds: ['media-type'],
      checkString(string, { profile }, file) {
        if (string.literal.context === 'comment') return [];
        const { date, isComputed } = mediaTypeOf(string, profile, file.source);
        const at = string.range;
        if (date === null) return isComputed ? [{ message: 'computed', at }] : [];
        if (!/^\d/.test(date)) return date === 'preview' ? [{ message: 'preview', severity: 'info', at }] : [];
        // A date after the newest one in the data may be a version that was added later.
        if (!versionDates().includes(date) && date < versionDates().at(-1)!)
          return [{ message: 'unknown', data: { date }, at, suggestions: moved(string, date, before(date)) }];
        const request = requestWith(string, file, profile);
        const operation = request && operationOf(request);
        const first = operation?.versions[0]?.date;
        if (!operation || first === undefined || versionFor(operation, date)) return [];
        const data = { date, operation: operation.name, first };
        return [{ message: 'early', data, at, suggestions: moved(string, date, first) }];
      },
    },
  },
});

function judged(request: ApiRequest, first: MediaType, operation: Operation, context: RuleContext): RuleProblem[] {
  const { today, warnDays, plan } = context;
  const version = versionFor(operation, first.date!);
  if (!version) return [];
  const { date, sunset } = version;
  const at = first.string.range;
  const planned = plannedVersion(plan);
  const target = planned === null ? undefined : versionFor(operation, planned);
  if (target && target.date > date) {
    const data = { date, operation: operation.name, to: target.date };
    return [{ message: 'planned', data, severity: 'error', at, suggestions: [moveDate(request, first, target.date)] }];
  }
  if (sunset === null && !operation.deprecated) return [];
  const days = sunset === null ? Infinity : daysBetween(today, sunset);
  const state = sunset === null ? 'is deprecated' : `${days > 0 ? 'ends' : 'ended'} on ${sunset}`;
  const severity = days <= 0 ? 'error' : days <= warnDays ? 'warning' : 'info';
  const next = nextVersion(operation, version);
  // The date of a call selects the last version that is not later.
  const by = first.date === date ? '' : ` ${first.date} chooses it.`;
  const last = next ? '' : ' The operation has no later version.';
  const suggestions = [next && moveDate(request, first, next.date)];
  return [{ message: 'ends', data: { date, operation: operation.name, state, by, last }, severity, at, suggestions }];
}

/** The version that applies to a date between two versions, or the first one before all of them. */
const before = (date: string): string => versionDates().findLast((one) => one < date) ?? versionDates()[0]!;

const moved = (string: FoundString, date: string, to: string) => [
  makeFix(`Ask for version ${to}`, dateEdit(string, date, to)),
];
