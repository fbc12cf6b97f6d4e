import { codeMatches } from '../src/core/code-matches.ts';
import { defineRule } from '../src/core/rule.ts';
import type { Problem } from '../src/core/rule.ts';
import type { Source } from '../src/core/source.ts';
import { isTerraformPath } from '../src/core/terraform-text.ts';

const ATTRIBUTE =
  /\b(mongodbatlas_(?:advanced_)?cluster)\.[\w-]{1,80}(?:\[[^\]\n]{1,80}\])?\.(mongo_uri_with_options|mongo_uri_updated|mongo_uri|srv_address)(?!\w)/g;

/** What holds the same string; `proven` where it is the same one, `mongo_uri` had no options. */
const NOW: Readonly<Record<string, { readonly field: string; readonly proven: boolean }>> = {
  srv_address: { field: 'standard_srv', proven: true },
  mongo_uri_with_options: { field: 'standard', proven: true },
  mongo_uri: { field: 'standard', proven: false },
  mongo_uri_updated: { field: 'standard', proven: false },
};

const output = (value: string): string => `output "uri" {\n  value = ${value}\n}\n`;

export default defineRule({
  id: 'iac-removed-attribute',
  since: '0.1.0',
  scope: 'file',
  anchors: ['mongo_uri', 'srv_address', 'mongoUri', 'srvAddress'],
  severity: 'error',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An attribute of the first cluster record (`srv_address`, `mongo_uri`, …) in Terraform code.',
    why: '`mongodbatlas_advanced_cluster` never had these attributes: a plan with them fails. On `mongodbatlas_cluster` they are left-overs of an old version of the API.',
    todo: 'Read `connection_strings`.',
    sources: ['Terraform provider for MongoDB Atlas, documentation of both cluster resources (2026-08)'],
  },
  messages: {
    absent: '`{resource}` has no attribute `{name}`: its strings are in `connection_strings`.',
    old: '`{name}` comes from an old version of the API: read `connection_strings[0].{field}`.',
  },
  examples: {
    reported: [
      {
        title: 'the SRV string of the older resource',
        files: { 'main.tf': output('mongodbatlas_cluster.till.⟦srv_address⟧') },
        severity: 'warning',
        fixed: 'connection_strings[0].standard_srv',
      },
      {
        title: 'with options, in a text',
        files: { 'main.tf': output('"${data.mongodbatlas_cluster.till[0].⟦mongo_uri_with_options⟧}&w=1"') },
        fixed: 'connection_strings[0].standard',
      },
      {
        title: 'without options',
        files: { 'main.tf': output('mongodbatlas_cluster.till.⟦mongo_uri⟧') },
        suggested: 'connection_strings[0].standard',
      },
      {
        title: 'the newer resource',
        files: { 'main.tf': output('mongodbatlas_advanced_cluster.till.⟦srv_address⟧') },
        severity: 'error',
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nconst cluster = new atlas.Cluster('c', {});\nexport const uri = cluster.⟦srvAddress⟧;\n",
        },
        severity: 'warning',
      },
    ],
    silent: [
      { title: 'another provider', files: { 'main.tf': output('consul_service.till.srv_address') } },
      {
        title: 'the present field',
        files: { 'main.tf': output('mongodbatlas_cluster.till.connection_strings[0].standard') },
      },
      { title: 'a comment', files: { 'main.tf': '# mongodbatlas_cluster.till.srv_address\n' } },
      { title: 'a name that goes on', files: { 'main.tf': output('mongodbatlas_cluster.till.mongo_uri_note') } },
    ],
  },
  check({ source }) {
    if (!isTerraformPath(source.path)) return pulumi(source);
    return codeMatches(source.text, ATTRIBUTE).map(({ match, endOffset }): Problem => {
      const [, resource = '', name = ''] = match;
      const at = { offset: endOffset - name.length, endOffset };
      if (resource === 'mongodbatlas_advanced_cluster') return { message: 'absent', data: { resource, name }, at };
      const { field, proven } = NOW[name]!;
      const now = `connection_strings[0].${field}`;
      const change = { title: `Read ${now}`, edits: [{ ...at, text: now }] };
      const problem = { message: 'old', data: { name, field }, severity: 'warning', at } as const;
      return proven ? { ...problem, fix: change } : { ...problem, suggestions: [change] };
    });
  },
});

/** Outputs of Pulumi's `Cluster`, by variables that hold one. */
const MADE =
  /\b([A-Za-z_]\w{0,60})(?:[ \t]{0,4}:[ \t]{0,4}[\w.]{1,60})?[ \t]{0,4}=[ \t]{0,4}(?:new[ \t]{1,4})?[\w.]{1,40}\.(Cluster|AdvancedCluster)\(/g;
const OUTPUTS: Readonly<Record<string, string>> = {
  srvAddress: 'srv_address',
  srv_address: 'srv_address',
  mongoUri: 'mongo_uri',
  mongo_uri: 'mongo_uri',
  mongoUriWithOptions: 'mongo_uri_with_options',
  mongo_uri_with_options: 'mongo_uri_with_options',
  mongoUriUpdated: 'mongo_uri_updated',
  mongo_uri_updated: 'mongo_uri_updated',
};

const READ = new RegExp(`\\b([A-Za-z_]\\w{0,60})\\.(${Object.keys(OUTPUTS).join('|')})\\b`, 'g');

function pulumi({ text }: Source): Problem[] {
  if (!/pulumi[/_-]mongodbatlas/.test(text)) return [];
  // A name may be given several times: what is read from it is told once, for the last cluster that it was given.
  const made = new Map(codeMatches(text, MADE).map(({ match: [, name = '', resource = ''] }) => [name, resource]));
  return codeMatches(text, READ).flatMap(({ match: [, name = '', written = ''], endOffset }): Problem[] => {
    const resource = made.get(name);
    if (resource === undefined) return [];
    const at = { offset: endOffset - written.length, endOffset };
    if (resource === 'AdvancedCluster') return [{ message: 'absent', data: { resource, name: written }, at }];
    const { field } = NOW[OUTPUTS[written]!]!;
    return [{ message: 'old', data: { name: written, field }, severity: 'warning', at }];
  });
}
