import { codeMatches } from '../src/rule-helpers/built-hosts.ts';
import { itemsByModule, isTerraformPath } from '../src/iac/terraform.ts';
import { defineRule, type CollectedItem, type FoundFile } from '../src/lint/rule.ts';

const POSITION =
  /\b(private_endpoint(?:\[\d{1,3}\]|\.\d{1,3}(?=\.)))|\b(?:element\([ \t]{0,4}[\w.[\]]{1,200}?)(private_endpoint[ \t]{0,4},[ \t]{0,4}\d{1,3}(?=[ \t]{0,4}\)))/g;
/** The same in Pulumi programs. */
const PROGRAM = /\b((?:privateEndpoints?|private_endpoints?)\[\d{1,3}\])(?=\??\.|\[["'])/g;
const ENDPOINT = /^[ \t]{0,32}resource[ \t]{1,16}"mongodbatlas_privatelink_endpoint_service"/gm;
/** A resource that may have several instances. */
const REPEATED = /^[ \t]{0,32}(?:count|for_each)[ \t]{0,16}=/m;

const URI =
  'locals {\n  uri = data.mongodbatlas_advanced_cluster.till.connection_strings.⟦private_endpoint[0]⟧.srv_connection_string\n}\n';
const SILENT_URI = URI.replace(/[⟦⟧]/g, '');
const service = (name: string): string =>
  `resource "mongodbatlas_privatelink_endpoint_service" "${name}" {\n  provider_name = "AWS"\n}\n`;

export default defineRule({
  id: 'iac-endpoint-position',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'warning',
  confidence: 'high',
  needs: [],
  docs: {
    what: 'An endpoint string that infrastructure code reads by its position in `private_endpoint`.',
    why: 'The order of the list does not depend on the endpoint. After the next endpoint or region is added, the same position may contain a string that does not resolve in this network.',
    todo: 'Filter by the endpoint: `[for pe in ….private_endpoint : pe.srv_connection_string if contains([for e in pe.endpoints : e.endpoint_id], <id>)][0]`.',
    sources: ['Terraform provider for MongoDB Atlas, documentation of the cluster resources and issue 3417 (2026-08)'],
  },
  messages: { position: '`{text}` reads an endpoint by its position. Filter by `endpoint_id` instead.' },
  examples: {
    invalid: [
      { title: 'the number of endpoints is unknown', files: { 'main.tf': URI } },
      { title: 'two endpoints in other files', files: { 'main.tf': URI, 'net.tf': service('a') + service('b') } },
      {
        title: 'one resource for several',
        files: { 'main.tf': URI, 'net.tf': service('a').replace('{\n', '{\n  for_each = var.regions\n') },
      },
      {
        title: 'the older way to write it',
        files: {
          'main.tf': 'x = "${mongodbatlas_cluster.c.connection_strings.0.⟦private_endpoint.1⟧.connection_string}"\n',
        },
      },
      {
        title: 'an element of the list',
        files: {
          'main.tf':
            'x = element(mongodbatlas_cluster.c.connection_strings[0].⟦private_endpoint, 0⟧).connection_string\n',
        },
      },
      {
        title: 'Pulumi',
        files: {
          'index.ts':
            "import * as atlas from '@pulumi/mongodbatlas';\nexport const uri = cluster.connectionStrings.apply((cs) => cs.⟦privateEndpoints[0]⟧.srvConnectionString);\n",
        },
      },
    ],
    valid: [
      { title: 'exactly one endpoint', files: { 'main.tf': SILENT_URI, 'net.tf': service('a') } },
      {
        title: 'filtered by endpoint',
        files: {
          'main.tf':
            'x = [for pe in local.cs.private_endpoint : pe.srv_connection_string if contains(pe.endpoints[*].endpoint_id, var.id)][0]\n',
        },
      },
      { title: 'the endpoints of an entry', files: { 'main.tf': 'x = local.private_endpoint_ids[0]\n' } },
      { title: 'a comment', files: { 'main.tf': '# connection_strings[0].private_endpoint[0]\n' } },
    ],
  },
  trigger: { anchors: ['private_endpoint', 'privateEndpoint', 'mongodbatlas_privatelink_endpoint_service'] },
  collect: endpointsIn,
  check(files) {
    return itemsByModule(files).flatMap((items) => {
      const services = items.flatMap((item) => (item.is === 'service' ? [item] : []));
      if (services.length === 1 && !services[0]!.repeated) return [];
      return items.flatMap((item) =>
        item.is === 'position'
          ? [{ message: 'position', data: { text: item.text }, at: item.at, file: item.file }]
          : [],
      );
    });
  },
});

/** A list entry that is read by index, or a resource that creates one. */
type EndpointItem = CollectedItem &
  ({ readonly is: 'position'; readonly text: string } | { readonly is: 'service'; readonly repeated: boolean });

function endpointsIn({ source: { path, text } }: FoundFile): EndpointItem[] {
  const terraform = isTerraformPath(path);
  if (!terraform && !/pulumi[/_-]mongodbatlas/.test(text)) return [];
  const positions = codeMatches(text, terraform ? POSITION : PROGRAM).map(({ match, endOffset }): EndpointItem => {
    const written = match[1] ?? match[2]!;
    return { is: 'position', at: { offset: endOffset - written.length, endOffset }, text: written };
  });
  if (!terraform) return positions;
  const endpoints = codeMatches(text, ENDPOINT).map(({ offset, endOffset }): EndpointItem => {
    const block = text.slice(endOffset, endOffset + 2000).split(/^\}/m, 1)[0]!;
    return { is: 'service', at: { offset, endOffset }, repeated: REPEATED.test(block) };
  });
  return [...positions, ...endpoints];
}
