import { blocksOf, hclAttribute, type HclBlock } from '../src/iac/hcl.ts';
import { itemsByModule, stringsUses, terraformClusters, TERRAFORM_FILE, type FiledItem } from '../src/iac/terraform.ts';
import { defineRule } from '../src/lint/rule.ts';
import type { CollectedItem, FoundFile, ProjectRuleResult, Fix } from '../src/lint/rule.ts';

/** Resources that must exist before a cluster lists the strings of its endpoints. */
const MAKES_STRINGS = /^mongodbatlas_(?:privatelink_endpoint_service|private_endpoint_regional_mode)$/;
const MENTIONS = /\b(?:mongodbatlas_(?:privatelink_endpoint_service|private_endpoint_regional_mode)|module)\./;
const ENDPOINT_STRING = /^(?:\[0\]|\.0|\[\*\])?\.(private_endpoint|aws_private_link(?:_srv)?)\b/;

const service = `resource "mongodbatlas_privatelink_endpoint_service" "a" {\n  provider_name = "AWS"\n}\n`;
const output = (value: string): string => `output "uri" {\n  value = ${value}\n}\n`;
const rest = '.private_endpoint[0].srv_connection_string';
const source = (more: string): string =>
  `data "mongodbatlas_advanced_cluster" "till" {\n  project_id = var.project_id\n  name       = "till"\n${more}}\n`;

export default defineRule({
  id: 'iac-missing-depends-on',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'An endpoint string that Terraform reads from the cluster without waiting for the endpoint service or the regional mode.',
    why: 'Atlas adds endpoint strings to the cluster after the endpoint is created. Without the dependency the cluster is read before that, and the output is empty or outdated until the next run.',
    todo: 'Read the cluster through a data source that has `depends_on` of the endpoint service (or of the regional mode).',
    sources: ['Terraform provider for MongoDB Atlas, documentation of the cluster resources and issue 2782 (2026-08)'],
  },
  messages: {
    resource: '`{address}` is read before it has endpoint strings. Read it through a data source with `depends_on`.',
    data: '`{address}` is read without `depends_on` of {service}.',
  },
  examples: {
    invalid: [
      {
        title: 'read from the resource',
        files: {
          'main.tf': output(`⟦mongodbatlas_advanced_cluster.till.connection_strings⟧${rest}`),
          'net.tf': service,
        },
      },
      {
        title: 'a data source that does not wait',
        files: {
          'main.tf': `${service}${source('')}${output(`⟦data.mongodbatlas_advanced_cluster.till.connection_strings⟧${rest}`)}`,
        },
      },
      {
        title: 'the regional mode',
        files: {
          'main.tf': `resource "mongodbatlas_private_endpoint_regional_mode" "on" {\n  enabled = true\n}\nlocals {\n  uris = [for pe in ⟦mongodbatlas_cluster.till.connection_strings⟧[0].private_endpoint : pe.srv_connection_string]\n}\n`,
        },
      },
      {
        title: 'another data source has depends_on',
        files: {
          'main.tf': `${service}${source('  depends_on = [mongodbatlas_privatelink_endpoint_service.a]\n')}${output(`⟦mongodbatlas_advanced_cluster.till.connection_strings⟧${rest}`)}`,
        },
        suggested: 'data.mongodbatlas_advanced_cluster.till.connection_strings',
      },
    ],
    valid: [
      {
        title: 'a data source that waits',
        files: {
          'main.tf': `${service}${source('  depends_on = [mongodbatlas_privatelink_endpoint_service.a]\n')}${output(`data.mongodbatlas_advanced_cluster.till.connection_strings${rest}`)}`,
        },
      },
      {
        title: 'an output that waits',
        files: {
          'main.tf': `${service}output "uri" {\n  value      = mongodbatlas_advanced_cluster.till.connection_strings${rest}\n  depends_on = [mongodbatlas_privatelink_endpoint_service.a]\n}\n`,
        },
      },
      {
        title: 'the public string needs no endpoint',
        files: {
          'main.tf': `${service}${output('mongodbatlas_advanced_cluster.till.connection_strings.standard_srv')}`,
        },
      },
      {
        title: 'the endpoint is created elsewhere',
        files: { 'main.tf': output(`mongodbatlas_advanced_cluster.till.connection_strings${rest}`) },
      },
    ],
  },
  trigger: { anchors: ['mongodbatlas_'], path: TERRAFORM_FILE },
  collect: endpointUses,
  check(files) {
    return itemsByModule(files).flatMap((items) => {
      const service = items.find(({ is }) => is === 'service')?.address;
      const waiting = new Set(items.flatMap(({ is, address }) => (is === 'waits' ? [address] : [])));
      return service === undefined ? [] : items.flatMap((item) => judged(item, waiting, service));
    });
  },
});

/** A resource that creates endpoint strings, a cluster that depends on one, or a read of such a string. */
interface EndpointUse extends CollectedItem {
  readonly is: 'service' | 'waits' | 'read';
  readonly address: string;
}

function judged(
  { is, at, address, file }: FiledItem<EndpointUse>,
  waiting: ReadonlySet<string>,
  service: string,
): ProjectRuleResult[] {
  if (is !== 'read' || waiting.has(address)) return [];
  if (address.startsWith('data.')) return [{ message: 'data', data: { address, service }, at, file }];
  const source = `data.${address}`;
  const edits = [{ offset: at.offset, endOffset: at.offset, text: 'data.' }];
  const suggestions: Fix[] = waiting.has(source) ? [{ title: `Read ${source}`, edits }] : [];
  return [{ message: 'resource', data: { address }, at, file, suggestions }];
}

function endpointUses({ source }: FoundFile): EndpointUse[] {
  const { text } = source;
  const waits = (block: HclBlock | undefined): boolean =>
    block !== undefined && MENTIONS.test(hclAttribute(block, 'depends_on')?.text ?? '');
  const services = blocksOf(source).flatMap(({ type, labels, head }): EndpointUse[] =>
    type === 'resource' && MAKES_STRINGS.test(labels[0] ?? '')
      ? [{ is: 'service', at: head, address: labels.join('.') }]
      : [],
  );
  const waiting = terraformClusters(source).flatMap(({ address, block }): EndpointUse[] =>
    MENTIONS.test(text.slice(block.body.offset, block.body.endOffset))
      ? [{ is: 'waits', at: block.head, address }]
      : [],
  );
  const reads = stringsUses(source).flatMap(({ address, rest: after, block, offset, endOffset }): EndpointUse[] => {
    const isEndpoint =
      ENDPOINT_STRING.test(after) || (after.startsWith(' :') && /\.(?:private_endpoint|aws_private_link)/.test(after));
    return isEndpoint && !waits(block) ? [{ is: 'read', at: { offset, endOffset }, address }] : [];
  });
  return [...services, ...waiting, ...reads];
}
