import type { ClusterFacts } from '../src/facts/facts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, ownHosts } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'vendor-notice',
  reasons: {
    'bi-connector': {
      messages: {
        label:
          'The BI host of the multi-cloud cluster "{cluster}" has a provider label, which changes at a failover to another provider.',
        deprecated: 'The BI Connector is deprecated.',
      },
      checkString(string, context) {
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
        return hasLabel && several === undefined
          ? [deprecated, { missing: 'cluster record' as const, at }]
          : [deprecated];
      },
    },
  },
});

function spansProviders({ providers }: ClusterFacts): boolean | undefined {
  return providers && providers.value.length > 1;
}
