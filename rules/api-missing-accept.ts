import { namedVersion, otherBodyVersion, unversioned } from '../src/admin-api/accept-header.ts';
import { apiRequests, isMocked } from '../src/admin-api/requests.ts';
import { openCalls, withoutClient } from '../src/admin-api/open-calls.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';

export default defineRule({
  id: 'api-missing-accept',
  basis: 'code',
  confidence: 'medium',
  withoutPlan: true,
  trigger: { anchors: ['atlas', 'groups/', 'orgs/'], besideService: true, orStrings: true },
  messages: {
    missing: 'This call has no version in its `Accept` header. The API answers 406.',
    body: 'The body has version {date} in `Content-Type`, but `Accept` asks for another version.',
  },
  checkFile(file, { profile }) {
    return apiRequests(file, profile).flatMap((request): RuleProblem[] => {
      const body = isMocked(request) ? null : otherBodyVersion(request);
      if (body) return [{ message: 'body', data: { date: body.date! }, at: body.string.range }];
      const lacking = request.address.kind === 'admin-api-v2' ? unversioned(request, file, profile) : null;
      if (!lacking || isMocked(request)) return [];
      return [{ message: 'missing', at: request.at, suggestions: namedVersion(request, lacking, profile) }];
    });
  },
  collect(file, { profile, plan, role }) {
    const to = plannedVersion(plan);
    return to === null || role !== 'product' ? [] : openCalls(file, profile, to);
  },
  checkProject: (items) => withoutClient(items).map(({ at, file }) => ({ missing: 'API version of a call', at, file })),
});
