import { API_CALLS, apiRequests, type ApiRequest } from '../src/admin-api/requests.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';

const HEADERS = `-H 'Accept: application/vnd.atlas.2023-01-01+json' -H "Authorization: Bearer $T"`;
const ADDRESS = 'https://cloud.mongodb.com/api/atlas/v2/groups/$G/privateIpMode';

export default defineRule({
  id: 'api-peering-only-enable',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['privateIpMode'], besideService: true, strings: API_CALLS },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'A call of the Administration API that turns peering-only mode on.',
    why: 'The mode is deprecated. In a project with it, public names resolve to private addresses, and clusters on Azure cannot get more regions.',
    todo: 'Leave the mode off, and let applications in the peered network use the private strings (`-pri`) that the cluster record lists.',
    sources: ['MongoDB Atlas Administration API specification, privateIpMode (2026-08)'],
  },
  messages: { enable: 'This call turns on peering-only mode, which is deprecated.' },
  examples: {
    invalid: [
      {
        title: 'a command with the body before the address',
        files: { 'on.sh': `curl -X PATCH ${HEADERS} -d '{"enabled": true}' ⟦${ADDRESS}⟧\n` },
      },
      {
        title: 'a command over several lines',
        files: { 'on.sh': `curl -X PATCH \\\n  ${HEADERS} \\\n  "⟦${ADDRESS}⟧" \\\n  --data "{\\"enabled\\":true}"\n` },
      },
      {
        title: 'fetch',
        files: {
          'on.ts':
            "await fetch(`⟦https://cloud.mongodb.com/api/atlas/v2/groups/${id}/privateIpMode⟧`, {\n  method: 'PATCH',\n  headers,\n  body: JSON.stringify({ enabled: true }),\n});\n",
        },
      },
      {
        title: 'Python',
        files: {
          'on.py':
            'requests.patch(f"⟦https://cloud.mongodb.com/api/atlas/v2/groups/{gid}/privateIpMode⟧", json={"enabled": True}, headers=h)\n',
        },
      },
    ],
    valid: [
      {
        title: 'turning it off',
        files: { 'off.sh': `curl -X PATCH ${HEADERS} -d '{"enabled":false}' ${ADDRESS}\n` },
      },
      { title: 'reading the setting', files: { 'get.sh': `curl ${HEADERS} ${ADDRESS}\n` } },
      {
        title: 'another setting is turned on',
        files: {
          'dns.sh': `curl ${HEADERS} ${ADDRESS}\ncurl -X PATCH ${HEADERS} -d '{"enabled":true}' https://cloud.mongodb.com/api/atlas/v2/groups/$G/awsCustomDNS\n`,
        },
      },
      { title: 'a comment', files: { 'a.sh': `# curl -X PATCH -d '{"enabled":true}' ${ADDRESS}\n` } },
    ],
  },
  check(file, { profile }) {
    return apiRequests(file, profile).flatMap((request) => {
      const body = enabling(request);
      if (!body || !/\/privateIpMode$/i.test(request.path) || request.method === 'GET') return [];
      const related = [{ at: body, message: 'Switched on here.' }];
      return [{ message: 'enable', at: request.at, related }];
    });
  },
});

function enabling({ parts }: ApiRequest): Range | null {
  for (const { text, offset: from } of parts) {
    const match = /\\?["'`]?\benabled\\?["'`]?[ \t]{0,8}(?::|=>?)[ \t]{0,8}true\b/i.exec(text);
    if (match) return { offset: from + match.index, endOffset: from + match.index + match[0].length };
  }
  return null;
}
