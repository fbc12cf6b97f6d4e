import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { isTerraformPath } from '../src/iac/terraform.ts';

const RESOURCE =
  /^[ \t]{0,32}(?:resource|data)[ \t]{1,16}"?(mongodbatlas_private_ip_mode)\b"?|"(mongodbatlas_private_ip_mode)"[ \t]{0,8}:/gm;

/** The same resource in Pulumi programs. */
const PROGRAM = /(?:\bnew[ \t]{1,4}[\w.]{0,40}\b|\w\.(?:New)?)(PrivateIpMode)\(/g;

export default defineRule({
  id: 'iac-private-ip-mode',
  since: '0.1.0',
  scope: 'file',
  basis: 'code',
  trigger: { anchors: ['mongodbatlas_private_ip_mode', 'PrivateIpMode'] },
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'The Terraform resource for peering-only mode.',
    why: 'The resource was removed in release 1.10.0 of the provider, and plans with it fail. The mode itself is deprecated, and while it is on, no region can be added to a cluster on Azure.',
    todo: 'Move the applications to the private strings (`-pri`), turn the mode off, and remove the resource from code and state.',
    sources: ['Terraform provider for MongoDB Atlas, upgrade guide 1.10.0'],
  },
  messages: { resource: 'Resource `mongodbatlas_private_ip_mode` was removed in release 1.10.0 of the provider.' },
  examples: {
    invalid: [
      {
        title: 'a resource block',
        files: {
          'net.tf':
            'resource "⟦mongodbatlas_private_ip_mode⟧" "this" {\n  project_id = var.project_id\n  enabled    = true\n}\n',
        },
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nnew atlas.⟦PrivateIpMode⟧('x', { projectId, enabled: true });\n",
        },
      },
    ],
    valid: [
      { title: 'a comment', files: { 'net.tf': '# resource "mongodbatlas_private_ip_mode" is gone\n' } },
      {
        title: 'a removed block names it without declaring it',
        files: { 'net.tf': 'removed {\n  from = mongodbatlas_private_ip_mode.this\n}\n' },
      },
    ],
  },
  check({ source }) {
    const pattern = isTerraformPath(source.path) ? RESOURCE : PROGRAM;
    if (pattern === PROGRAM && !source.text.includes('mongodbatlas')) return [];
    return codeMatches(source.text, pattern).map(({ match, offset }) => {
      const name = match[1] ?? match[2]!;
      const from = offset + match[0].lastIndexOf(name);
      return { message: 'resource', at: { offset: from, endOffset: from + name.length } };
    });
  },
});
