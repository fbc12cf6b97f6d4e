import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { isTerraformPath } from '../src/iac/terraform.ts';

const ATTRIBUTE = /\.(aws_private_link(?:_srv)?)(?!\w)/g;
/** The same in Pulumi programs. */
const PROGRAM = /\.(awsPrivateLink(?:Srv)?|aws_private_link(?:_srv)?)(?!\w)/g;

/**
 * An attribute of an object, as in provider 2.0 and later. This resource never has the map there (provider's 1.12.0
 * guide).
 */
const NEVER_THERE = /mongodbatlas_advanced_cluster\.[\w.-]{1,120}\.connection_strings$/;

export default defineRule({
  id: 'iac-aws-private-link-map',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['aws_private_link', 'awsPrivateLink'] },
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'The deprecated map of AWS endpoint strings (`aws_private_link`, `aws_private_link_srv`).',
    why: 'The map exists only on AWS and is deprecated. It contains the optimized string only if the cluster has no other one, so its content differs between clusters.',
    todo: 'Filter `private_endpoint` by the id of your endpoint: `[for pe in ….private_endpoint : pe.srv_connection_string if contains([for e in pe.endpoints : e.endpoint_id], <id>)][0]`.',
    severities: { error: 'for a resource that has no such map' },
    sources: ['Terraform provider for MongoDB Atlas, documentation of `mongodbatlas_cluster` (2026-08)'],
  },
  messages: {
    map: '`{name}` is deprecated. Filter `private_endpoint` by the id of your endpoint.',
    absent: '`mongodbatlas_advanced_cluster` has no `{name}`. Filter `private_endpoint` by the id of your endpoint.',
  },
  examples: {
    invalid: [
      {
        title: 'looked up by endpoint',
        files: {
          'main.tf':
            'output "uri" {\n  value = lookup(data.mongodbatlas_cluster.c.connection_strings[0].⟦aws_private_link_srv⟧, aws_vpc_endpoint.e.id)\n}\n',
        },
      },
      {
        title: 'a resource without this map',
        files: {
          'main.tf':
            'output "uri" {\n  value = lookup(mongodbatlas_advanced_cluster.c.connection_strings.⟦aws_private_link_srv⟧, aws_vpc_endpoint.e.id)\n}\n',
        },
        severity: 'error',
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nexport const uri = cluster.connectionStrings[0].⟦awsPrivateLinkSrv⟧;\n",
        },
      },
    ],
    valid: [
      { title: 'a comment', files: { 'a.tf': '# connection_strings[0].aws_private_link_srv is gone\n' } },
      { title: 'a custom name', files: { 'a.tf': 'locals {\n  aws_private_link_note = "see wiki"\n}\n' } },
      {
        title: 'the list of endpoints',
        files: { 'a.tf': 'x = data.mongodbatlas_cluster.c.connection_strings[0].private_endpoint\n' },
      },
    ],
  },
  check({ source }) {
    const terraform = isTerraformPath(source.path);
    if (!terraform && !/pulumi[/_-]mongodbatlas/.test(source.text)) return [];
    return codeMatches(source.text, terraform ? ATTRIBUTE : PROGRAM).map(({ match, offset, endOffset }) => {
      const isAbsent = NEVER_THERE.test(source.text.slice(Math.max(0, offset - 200), offset));
      return {
        message: isAbsent ? 'absent' : 'map',
        ...(isAbsent && { severity: 'error' as const }),
        data: { name: match[1]! },
        at: { offset: offset + 1, endOffset },
      };
    });
  },
});
