import { isStandardName } from '../src/rule-helpers/host-names.ts';
import { exampleRecord } from '../src/rule-helpers/example-record.ts';
import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { comparableHosts, listedCluster } from '../src/rule-helpers/recorded-hosts.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import { formOf, hostsAt, providersOf, replaceHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'pri-string-unavailable',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['private', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record', 'custom DNS on AWS (awsCustomDNS)', 'peering connections'],
  supersedes: ['host-not-in-cluster-record'],
  docs: {
    what: 'A Private IP for Peering string (`-pri`) of a cluster without such a string in its record.',
    why: 'The name does not resolve, or resolves to outdated addresses. Clusters have private strings only with a peering connection, and on AWS only while custom DNS is on for the project.',
    todo: 'Create the peering connection or, on AWS, turn custom DNS on, and use the string that the record lists afterwards. Otherwise use the standard string.',
    sources: [
      'MongoDB Atlas Administration API, description of `connectionStrings.private` (2026-08)',
      'MongoDB Atlas documentation, VPC peering (2026-08)',
    ],
  },
  messages: {
    'dns-off': '"{cluster}" has no private string. On AWS it needs custom DNS, which is off for the project.',
    dns: '"{cluster}" has no private string. On AWS it needs peering and custom DNS.',
    peering: '"{cluster}" has no private string. It needs a peering connection.',
  },
  examples: {
    invalid: [
      {
        title: 'on AWS, custom DNS off',
        files: { '.env': 'URI=mongodb+srv://⟦invoices-pri.t3k9w.mongodb.net⟧/i\n' },
        config: { project: { customDnsOnAws: false } },
        facts: { 'invoices.json': exampleRecord('invoices', 't3k9w') },
        suggested: 'invoices.t3k9w.mongodb.net',
      },
      {
        title: 'a node list on Azure, without peering',
        files: {
          'db.ini':
            'uri = mongodb://⟦invoices-shard-00-00-pri.t3k9w.mongodb.net:27017,invoices-shard-00-01-pri.t3k9w.mongodb.net⟧:27017/?tls=true&authSource=admin\n',
        },
        facts: { 'invoices.json': exampleRecord('invoices', 't3k9w', { regions: [['AZURE', 'EUROPE_WEST']] }) },
      },
    ],
    valid: [
      {
        title: 'the record lists it; other nodes of a cluster that has private strings',
        files: {
          'a.env': 'URI=mongodb+srv://invoices-PRI.t3k9w.mongodb.net/i\n',
          'b.env': 'HOST=invoices-shard-00-03-pri.t3k9w.mongodb.net:27017\n',
        },
        facts: { 'invoices.json': exampleRecord('invoices', 't3k9w', { peered: true }) },
      },
      {
        title: 'a cluster whose own name ends in -pri',
        files: { '.env': 'URI=mongodb+srv://invoices-pri.t3k9w.mongodb.net/i\n' },
        facts: { 'invoices.json': exampleRecord('invoices-pri', 't3k9w') },
      },
      {
        title: 'no record; the record of a cluster that is being created has no strings yet',
        files: {
          '.env': 'A=mongodb+srv://invoices-pri.t3k9w.mongodb.net/i\nB=mongodb+srv://bills-pri.t3k9w.mongodb.net/b\n',
        },
        facts: { 'bills.json': { name: 'bills', stateName: 'CREATING', connectionStrings: {} } },
      },
    ],
  },
  check(string, context) {
    const hosts = comparableHosts(string, 'private').filter((host) => !isStandardName(host, context));
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const cluster = listedCluster(host, context);
    if (!cluster) return [{ missing: 'cluster record', at }];
    if (stringsWith(cluster, 'private').length > 0) return [];
    const standard = stringsWith(cluster, 'standard').find(({ form }) => form === formOf(string));
    const title = `Use the standard string that the record of "${cluster.name}" lists (public addresses)`;
    const offer = standard && replaceHosts(string, standard, title);
    return [
      {
        message: reason(host, cluster, context),
        data: { cluster: cluster.name },
        at,
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});

function reason(host: FoundHost, cluster: ClusterFacts, { facts }: RuleContext): string {
  const providers = providersOf(host, cluster);
  if (providers && !providers.includes('aws')) return 'peering';
  return facts.project.customDnsOnAws?.value === false ? 'dns-off' : 'dns';
}
