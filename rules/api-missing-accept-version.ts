import { namedVersion, otherBodyVersion, unversioned } from '../src/admin-api/accept-header.ts';
import { apiRequests, isMocked } from '../src/admin-api/requests.ts';
import { openCalls } from '../src/admin-api/open-calls.ts';
import { plannedVersion } from '../src/admin-api/versions.ts';
import { isDeployed } from '../src/config/roles.ts';
import { defineRule, type RuleProblem } from '../src/lint/rule.ts';

const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v2/groups';
const TYPE = 'application/vnd.atlas.2025-03-12+json';

export default defineRule({
  id: 'api-missing-accept-version',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['atlas', 'groups/', 'orgs/'], besideService: true, orStrings: true },
  severity: 'error',
  confidence: 'medium',
  needs: ['API version of a call'],
  changes: ['admin-api'],
  withoutPlan: true,
  docs: {
    what: 'A call of the versioned Administration API that does not name a version in its `Accept` header.',
    why: 'The API answers 406 to a call without a version.',
    todo: 'Send `Accept: application/vnd.atlas.<date>+json` with the date of the version that the code was written for.',
    sources: ['MongoDB Atlas documentation, versioned Administration API overview (2026-08)'],
  },
  messages: {
    missing: 'This call has no version in its `Accept` header. The API answers 406.',
    body: 'The body has version {date} in `Content-Type`, but `Accept` asks for another version.',
  },
  examples: {
    invalid: [
      { title: 'a command without a header', files: { 'a.sh': `curl -H "Authorization: Bearer $T" ⟦${ADDRESS}⟧\n` } },
      {
        title: 'plain JSON over continued lines',
        files: { 'a.sh': `curl \\\n  -H 'Accept: application/json' \\\n  "⟦${ADDRESS}⟧"\n` },
      },
      {
        title: 'fetch with plain JSON',
        files: { 'a.ts': `await fetch('⟦${ADDRESS}⟧', { headers: { Accept: 'application/json' } });\n` },
      },
    ],
    valid: [
      { title: 'a version', files: { 'a.sh': `curl -H 'Accept: ${TYPE}' ${ADDRESS}\n` } },
      { title: 'a version from a variable', files: { 'a.sh': `curl -H "Accept: $ACCEPT" ${ADDRESS}\n` } },
      { title: 'headers from another file', files: { 'a.ts': `await fetch('${ADDRESS}', { headers });\n` } },
      {
        title: 'headers that a function makes, or the arguments of a script',
        files: {
          'a.ts': `await fetch('${ADDRESS}', buildOptions('GET'));\nawait fetch('${ADDRESS}', { method: 'GET', ...(await auth()) });\n`,
          'a.py': `requests.get("${ADDRESS}", headers={k: v for k, v in base().items()})\n`,
          'a.go': `req, _ := http.NewRequest("GET", "${ADDRESS}", nil)\nsign(req)\nclient.Do(req)\n`,
          'a.sh': `api() { curl -fsS --digest -u "$KEY" "$@" "${ADDRESS}"; }\n`,
        },
      },
      { title: 'a command that is only printed', files: { 'a.sh': `echo "Usage: curl ${ADDRESS}"\n` } },
      { title: 'an address alone', files: { 'a.py': `BASE = "${ADDRESS}"\n` } },
      { title: 'headers in an array', files: { 'a.sh': `curl "\${HEADERS[@]}" ${ADDRESS}\n` } },
      { title: 'a token', files: { 'a.sh': 'curl -X POST https://cloud.mongodb.com/api/oauth/token\n' } },
      { title: 'a comment', files: { 'a.sh': `# curl ${ADDRESS}\n` } },
    ],
  },
  check(file, { profile, plan, role }) {
    const problems = apiRequests(file, profile).flatMap((request): RuleProblem[] => {
      const body = isMocked(request) ? null : otherBodyVersion(request);
      if (body) return [{ message: 'body', data: { date: body.date! }, at: body.string.range }];
      const lacking = request.address.kind === 'admin-api-v2' ? unversioned(request, file, profile) : null;
      if (!lacking || isMocked(request)) return [];
      return [{ message: 'missing', at: request.at, suggestions: namedVersion(request, lacking, profile) }];
    });
    const to = plannedVersion(plan);
    if (to === null || !isDeployed(role)) return problems;
    const open = openCalls(file, profile, to).map((at) => ({ missing: 'API version of a call', at }) as const);
    return [...problems, ...open];
  },
});
