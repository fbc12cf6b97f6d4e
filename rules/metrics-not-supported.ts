import { isGovernment, metricsIn, type MetricsItem } from '../src/iac/prometheus.ts';
import { itemsByModule, type FiledItem } from '../src/iac/terraform.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { defineRule, type ProjectRuleResult } from '../src/lint/rule.ts';
import type { Facts } from '../src/facts/facts.ts';

const URL = 'https://cloud.mongodb.com/prometheus/v1.0/groups/65c1a0000000000000000d4e/discovery';
const GOV_URL = URL.replace('mongodb.com', 'mongodbgov.com');
const sd = (url: string): string => `scrape_configs:\n  - job_name: atlas\n    http_sd_configs:\n      - url: ${url}\n`;
const access = (block: string): string =>
  `resource "mongodbatlas_project_ip_access_list" "all" {\n  project_id = var.project_id\n  cidr_block = "${block}"\n}\n`;
const GOV_RECORD: unknown = JSON.parse(
  JSON.stringify(exampleRecord('till', 'ab123')).replaceAll('mongodb.net', 'mongodbgov.net'),
);
const PROMETHEUS = 'resource "mongodbatlas_third_party_integration" "p" {\n  type = @"PROMETHEUS"@\n}\n';
const marked = PROMETHEUS.replace('@', '⟦').replace('@', '⟧');
const plain = PROMETHEUS.replaceAll('@', '');

export default defineRule({
  id: 'metrics-not-supported',
  since: '0.1.0',
  scope: 'project',
  basis: 'code',
  severity: 'warning',
  confidence: 'medium',
  needs: [],
  docs: {
    what: 'Metrics for Prometheus in a project that cannot have them: in the government cloud, or with an access list that is open to everyone.',
    why: 'The integration does not exist in the government cloud. Atlas turns it off while the access list of the project has an entry `/0`. The discovery then returns an error and all targets disappear.',
    todo: 'Remove the entry `0.0.0.0/0` from the access list. In the government cloud, use another metrics integration.',
    sources: ['MongoDB Atlas documentation, Prometheus integration (2026-08)'],
  },
  messages: {
    government: 'The Prometheus integration does not exist in the government cloud.',
    open: 'The Prometheus integration is off while the access list has an entry `/0`.',
  },
  examples: {
    invalid: [
      { title: 'the government cloud', files: { 'prometheus.yml': sd(`⟦${GOV_URL}⟧`) } },
      {
        title: 'an access list open to everyone',
        files: { 'prometheus.yml': sd(`⟦${URL}⟧`), 'net.tf': access('0.0.0.0/0') },
      },
      { title: 'the integration itself', files: { 'main.tf': marked + access('0.0.0.0/0') } },
      {
        title: 'the provider of the government cloud',
        files: { 'main.tf': `provider "mongodbatlas" {\n  is_mongodbgov_cloud = true\n}\n${marked}` },
      },
      {
        title: 'records of the government cloud',
        files: { 'prometheus.yml': sd(`⟦${URL}⟧`) },
        facts: { 'till.json': GOV_RECORD },
      },
    ],
    valid: [
      {
        title: 'an access list of addresses',
        files: { 'prometheus.yml': sd(URL), 'net.tf': access('203.0.113.0/24') },
      },
      {
        title: 'an open access list in another module',
        files: { 'one/prometheus.yml': sd(URL), 'two/net.tf': access('0.0.0.0/0') },
      },
      { title: 'an access list open to everyone, without metrics', files: { 'net.tf': access('0.0.0.0/0') } },
      {
        title: 'a security group',
        files: {
          'prometheus.yml': sd(URL),
          'net.tf': 'resource "aws_security_group_rule" "out" {\n  cidr_blocks = ["0.0.0.0/0"]\n}\n',
        },
      },
      {
        title: 'another integration',
        files: { 'main.tf': plain.replace('PROMETHEUS', 'DATADOG') + access('0.0.0.0/0') },
      },
      {
        title: 'a comment',
        files: { 'main.tf': `${plain}# mongodbatlas_project_ip_access_list\n# cidr_block = "0.0.0.0/0"\n` },
      },
    ],
  },
  trigger: {
    anchors: [
      '/discovery',
      'third_party_integration',
      'ip_access_list',
      'IpAccessList',
      'accessList',
      'is_mongodbgov_cloud',
    ],
  },
  collect: metricsIn,
  check(files, { facts }) {
    return itemsByModule(files).flatMap((items) => notSupported(items, facts));
  },
});

/** @param items of one module, because other folders may belong to another project */
function notSupported(items: readonly FiledItem<MetricsItem>[], facts: Facts): ProjectRuleResult[] {
  const open = items.find(({ is }) => is === 'open');
  const inGovernment = items.some(({ is }) => is === 'government') || inGovernmentCloud(facts);
  return items.flatMap(({ is, at, government, file }): ProjectRuleResult[] => {
    if (is !== 'metrics') return [];
    if (government || inGovernment) return [{ message: 'government', at, file }];
    if (!open) return [];
    const related = [{ file: open.file, at: open.at, message: 'This entry lets everybody in.' }];
    return [{ message: 'open', at, file, related }];
  });
}

/** True if records are known and all of them are from Atlas for Government. */
function inGovernmentCloud({ clusters }: Facts): boolean {
  const hosts = clusters.flatMap(({ listed }) => listed.flatMap((string) => string.hosts.map(({ host }) => host)));
  return hosts.length > 0 && hosts.every(isGovernment);
}
