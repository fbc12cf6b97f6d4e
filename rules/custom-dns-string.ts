import { stringsWith } from '../src/facts/query.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  formOf,
  hostsAt,
  ofCluster,
  ownHosts,
  providersOf,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

const FILES = { 'vpc/app.env': 'URI=mongodb+srv://⟦orders.ab123.mongodb.net⟧/o\n' };
const SILENT_FILES = { 'vpc/app.env': 'URI=mongodb+srv://orders.ab123.mongodb.net/o\n' };
const PEERED = [{ files: ['vpc/**'], network: 'peered' }];
const CONTAINER = {
  id: '64a000000000000000000401',
  providerName: 'AWS',
  provisioned: true,
  atlasCidrBlock: '10.8.0.0/21',
};

export default defineRule({
  id: 'custom-dns-string',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['standard', 'own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: [
    'custom DNS on AWS (awsCustomDNS)',
    'peering connections',
    'where the code of this file runs (overrides: network)',
  ],
  changes: ['custom-dns'],
  withoutPlan: true,
  docs: {
    what: 'A standard string in code that runs in a peered network on AWS with custom DNS.',
    why: 'Only AWS DNS resolves the standard name to private addresses inside a peered network. With custom DNS it resolves to public addresses, and the connection leaves the private path or fails.',
    todo: 'Turn on "Using Custom DNS on AWS with VPC Peering" for the project, then use the Private IP for Peering string (`-pri`), which the record lists afterwards.',
    sources: ['MongoDB Atlas documentation, FAQ: connection changes (2026-08)'],
  },
  messages: {
    standard:
      'The standard string{ofCluster} resolves to public addresses with custom DNS on AWS. Use the private string.',
  },
  examples: {
    invalid: [
      {
        title: 'custom DNS is on, and the code runs in the peered network',
        files: FILES,
        config: { project: { customDnsOnAws: true }, overrides: PEERED },
      },
      {
        title: 'it is planned, and AWS has a peering container; the record lists the private string',
        files: FILES,
        config: {
          plan: [{ change: 'custom-dns', enabled: true }],
          clusters: {
            orders: {
              provider: 'aws',
              connectionStrings: { privateSrv: 'mongodb+srv://orders-pri.ab123.mongodb.net' },
            },
          },
        },
        facts: { 'containers.json': { results: [CONTAINER] } },
        suggested: 'orders-pri.ab123.mongodb.net',
      },
      {
        title: 'the code runs in the peered network, and the record lists the private string',
        files: FILES,
        config: {
          project: { customDnsOnAws: true },
          overrides: PEERED,
          clusters: {
            orders: {
              provider: 'aws',
              connectionStrings: { privateSrv: 'mongodb+srv://orders-pri.ab123.mongodb.net' },
            },
          },
        },
        fixed: 'orders-pri.ab123.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'no peering container',
        files: SILENT_FILES,
        config: { project: { customDnsOnAws: true, peering: [] } },
      },
      {
        title: 'the setting does not exist on Azure',
        files: SILENT_FILES,
        config: { project: { customDnsOnAws: true }, overrides: PEERED, clusters: { orders: { provider: 'azure' } } },
      },
    ],
  },
  check(string, context) {
    const hosts = ownHosts(string, 'standard').filter((host) => !host.class.placeholder);
    const host = hosts[0];
    if (!host || !isOn(context)) return [];
    const cluster = clusterOfHost(host, context);
    if (cannotPeer(host, cluster)) return [];
    const at = hostsAt(string, hosts);
    const peered = runsInPeeredAws(context);
    if (typeof peered === 'string') return [{ missing: peered, at }];
    if (!peered) return [];
    const listed = cluster && stringsWith(cluster, 'private').find(({ form }) => form === formOf(string));
    const offer =
      listed && replaceHosts(string, listed, `Use the private string that the record of "${cluster.name}" lists`);
    // A container proves peering on AWS, but not that this program runs there. The private name does not resolve
    // elsewhere.
    const isProven = context.network === 'peered';
    return [
      {
        message: 'standard',
        data: { ofCluster: ofCluster(host, cluster) },
        at,
        confidence: providersOf(host, cluster) ? 'high' : 'medium',
        fix: isProven ? offer : undefined,
        suggestions: isProven || !offer ? [] : [offer],
      },
    ];
  },
});

/** Custom DNS after the plan, otherwise the current setting. */
function isOn({ plan, facts }: RuleContext): boolean {
  const planned = plan.find((change) => change.change === 'custom-dns');
  return planned?.enabled ?? facts.project.customDnsOnAws?.value ?? false;
}

/** Free, Flex and serverless clusters have no peering, and the setting exists only on AWS. */
function cannotPeer(host: FoundHost, cluster: ClusterFacts | undefined): boolean {
  const tier = cluster?.tier?.value;
  return (tier !== undefined && tier !== 'dedicated') || providersOf(host, cluster)?.includes('aws') === false;
}

/** Whether the file's code runs in a peered network on AWS: as configured, otherwise if AWS has a peering container. */
function runsInPeeredAws({ network, facts }: RuleContext): boolean | FactName {
  const { peering, containers } = facts.project;
  if (network !== null) return network === 'peered';
  if (!peering && !containers) return 'peering connections';
  return [...(peering?.value ?? []), ...(containers?.value ?? [])].includes('aws');
}
