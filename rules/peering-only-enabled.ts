import patterns from './patterns.json' with { type: 'json' };
import { defineRule } from '../src/lint/rule.ts';
import { namedForms } from '../src/text/source.ts';
import { infrastructureMatches } from '../src/iac/terraform.ts';
import { apiRequests, matchesInParts } from '../src/admin-api/requests.ts';

const FORMS = namedForms(patterns.peeringOnly);

export default defineRule({
  id: 'peering-only-enabled',
  basis: 'code',
  reasons: {
    terraform: {
      trigger: { anchors: ['mongodbatlas_private_ip_mode', 'PrivateIpMode'] },
      messages: { resource: 'Resource `mongodbatlas_private_ip_mode` was removed in release 1.10.0 of the provider.' },
      checkFile: ({ source }) =>
        infrastructureMatches(source, FORMS.resource, FORMS.program).map(({ at }) => ({ message: 'resource', at })),
    },
    api: {
      trigger: { anchors: ['privateIpMode'], besideService: true },
      messages: { enable: 'This call turns on peering-only mode, which is deprecated.' },
      checkFile(file, { profile }) {
        return apiRequests(file, profile).flatMap((request) => {
          const [body] = matchesInParts(request.parts, FORMS.enabled);
          if (!body || !/\/privateIpMode$/i.test(request.path) || request.method === 'GET') return [];
          return [{ message: 'enable', at: request.at, related: [{ at: body.at, message: 'Switched on here.' }] }];
        });
      },
    },
  },
});
