import { defineRule } from '../src/lint/rule.ts';
import { infrastructureMatches } from '../src/iac/terraform.ts';
import { apiRequests, matchesInParts } from '../src/admin-api/requests.ts';

const RESOURCE =
  /^[ \t]{0,32}(?:resource|data)[ \t]{1,16}"?(mongodbatlas_private_ip_mode)\b"?|"(mongodbatlas_private_ip_mode)"[ \t]{0,8}:/gm;

/** The same resource in Pulumi programs. */
const PROGRAM = /(?:\bnew[ \t]{1,4}[\w.]{0,40}\b|\w\.(?:New)?)(PrivateIpMode)\(/g;

const ENABLED = /\\?["'`]?\benabled\\?["'`]?[ \t]{0,8}(?::|=>?)[ \t]{0,8}true\b/gi;

export default defineRule({
  id: 'peering-only-enabled',
  basis: 'code',
  reasons: {
    terraform: {
      trigger: { anchors: ['mongodbatlas_private_ip_mode', 'PrivateIpMode'] },
      messages: { resource: 'Resource `mongodbatlas_private_ip_mode` was removed in release 1.10.0 of the provider.' },
      checkFile: ({ source }) =>
        infrastructureMatches(source, RESOURCE, PROGRAM).map(({ at }) => ({ message: 'resource', at })),
    },
    api: {
      trigger: { anchors: ['privateIpMode'], besideService: true },
      messages: { enable: 'This call turns on peering-only mode, which is deprecated.' },
      checkFile(file, { profile }) {
        return apiRequests(file, profile).flatMap((request) => {
          const [body] = matchesInParts(request.parts, ENABLED);
          if (!body || !/\/privateIpMode$/i.test(request.path) || request.method === 'GET') return [];
          return [{ message: 'enable', at: request.at, related: [{ at: body.at, message: 'Switched on here.' }] }];
        });
      },
    },
  },
});
