import type { ClusterFacts } from '../src/facts/facts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, ownHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'bi-connector-label',
  since: '0.1.0',
  scope: 'string',
  trigger: { all: ['other-service-host', 'own-host'] },
  severity: 'warning',
  confidence: 'high',
  needs: ['cluster record'],
  docs: {
    what: 'A host of the BI Connector, which is deprecated. On a cluster with several providers, a host with a provider label.',
    why: 'On a multi-cloud cluster the label of the BI host depends on the provider of the current node. The name changes at a failover, and the reporting tool can no longer connect.',
    todo: 'Take the host from the cluster record after each failover, or move to the SQL interface, which replaces the BI Connector.',
    severities: { info: 'for a host without a provider label' },
    sources: ['MongoDB Atlas documentation, BI connector (2026-08)'],
  },
  messages: {
    label:
      'The BI host of the multi-cloud cluster "{cluster}" has a provider label, which changes at a failover to another provider.',
    deprecated: 'The BI Connector is deprecated.',
  },
  examples: {
    invalid: [
      {
        title: 'a label on a multi-cloud cluster',
        files: { 'report.json': '{ "server": "⟦twin-biconnector.k2j4h.gcp.mongodb.net⟧:27015" }\n' },
        facts: {
          'twin.json': {
            name: 'twin',
            connectionStrings: { standardSrv: 'mongodb+srv://twin.k2j4h.mongodb.net' },
            replicationSpecs: [
              {
                regionConfigs: [
                  { providerName: 'GCP', regionName: 'EASTERN_US', electableSpecs: { nodeCount: 2 } },
                  { providerName: 'AWS', regionName: 'US_EAST_1', electableSpecs: { nodeCount: 1 } },
                ],
              },
            ],
          },
        },
        severity: 'warning',
      },
      {
        title: 'any BI host',
        files: { 'report.json': '{ "server": "⟦quay-biconnector.k2j4h.mongodb.net⟧:27015" }\n' },
        severity: 'info',
      },
    ],
    valid: [
      {
        title: 'a cluster of one provider',
        files: { 'report.json': '{ "server": "quay-biconnector.k2j4h.gcp.mongodb.net:27015" }\n' },
        config: { clusters: { quay: { provider: 'gcp' } } },
      },
      { title: 'no BI host', files: { '.env': 'URI=mongodb+srv://quay.k2j4h.mongodb.net/\n' } },
    ],
  },
  check(string, context) {
    const hosts = ownHosts(string, 'other-service-host').filter((host) => host.class.shape === 'bi-connector');
    const [first] = hosts;
    if (!first) return [];
    const at = hostsAt(string, hosts);
    const cluster = clusterOfHost(first, context);
    const several = cluster && spansProviders(cluster);
    const hasLabel = first.class.provider !== null;
    if (cluster && several && hasLabel) return [{ message: 'label', data: { cluster: cluster.name }, at }];
    if (several === false) return [];
    const deprecated = { message: 'deprecated', at, severity: 'info' as const };
    return hasLabel && several === undefined ? [deprecated, { missing: 'cluster record' as const, at }] : [deprecated];
  },
});

function spansProviders({ providers }: ClusterFacts): boolean | undefined {
  return providers && providers.value.length > 1;
}
