import type { PlannedChange } from '../src/core/config-plan.ts';
import { listedString } from '../src/core/fact-query.ts';
import { equalRegions, regionOf } from '../src/core/fact-region.ts';
import type { ClusterFacts } from '../src/core/facts.ts';
import { defineRule } from '../src/core/rule.ts';
import type { RuleContext } from '../src/core/rule.ts';
import { clusterOfHost, hostsAt, ownHosts, plannedFor, replaceHosts } from '../src/core/subject.ts';

type MultiRegion = Extract<PlannedChange, { change: 'multi-region' }>;

export default defineRule({
  id: 'multi-region-optimized-string',
  since: '0.1.0',
  scope: 'string',
  severity: 'error',
  confidence: 'high',
  needs: ['regionalized private endpoints (regionalMode)', 'cluster record'],
  changes: ['multi-region'],
  over: ['legacy-host'],
  docs: {
    what: 'An optimized endpoint string (`-lb`) of a cluster that is to get further regions without regionalized private endpoints.',
    why: 'There is no optimized record for a multi-region cluster: the name stops working with the conversion, and the application cannot connect any more.',
    todo: 'Switch to the Legacy SRV string of the private endpoint, deploy and verify before the conversion. A cluster that has none needs a support ticket first.',
    sources: ['MongoDB Atlas documentation, optimized connection strings (2026-08)'],
  },
  messages: {
    legacy:
      'Optimized string of cluster "{cluster}" stops working when the cluster gets further regions; its Legacy SRV string keeps working.',
    ticket:
      'Optimized string of cluster "{cluster}" stops working when the cluster gets further regions, and the record lists no Legacy SRV string: open a support ticket before the conversion.',
    unlisted:
      'Optimized string of cluster "{cluster}" stops working when the cluster gets further regions: switch to its Legacy SRV string first, or open a support ticket if it has none.',
  },
  examples: {
    reported: [
      {
        title: 'the record lists a Legacy SRV string',
        files: { '.env': 'URI=mongodb+srv://⟦metrics-pl-0-lb.ab123.mongodb.net⟧/m\n' },
        config: {
          plan: [
            {
              change: 'multi-region',
              cluster: 'metrics',
              regions: ['US_EAST_1', 'EU_WEST_1'],
              regionalizedPrivateEndpoints: false,
            },
          ],
        },
        facts: {
          'metrics.json': {
            name: 'metrics',
            clusterType: 'SHARDED',
            connectionStrings: {
              privateEndpoint: [
                {
                  srvConnectionString: 'mongodb+srv://metrics-pl-0.ab123.mongodb.net',
                  srvShardOptimizedConnectionString: 'mongodb+srv://metrics-pl-0-lb.ab123.mongodb.net',
                },
              ],
            },
          },
        },
        suggested: 'metrics-pl-0.ab123.mongodb.net',
      },
    ],
    silent: [
      {
        title: 'regionalized endpoints, and the added region is on AWS',
        files: { '.env': 'URI=mongodb+srv://metrics-pl-0-lb.ab123.mongodb.net/m\n' },
        config: {
          plan: [
            {
              change: 'multi-region',
              cluster: 'metrics',
              regions: ['us-east-1', 'eu-west-1'],
              regionalizedPrivateEndpoints: true,
            },
          ],
        },
      },
      {
        title: 'a cluster whose name ends in lb',
        files: { '.env': 'URI=mongodb+srv://shop-lb.ab123.mongodb.net/m\n' },
        config: {
          plan: [
            {
              change: 'multi-region',
              cluster: '*',
              regions: ['us-east-1', 'eu-west-1'],
              regionalizedPrivateEndpoints: false,
            },
          ],
        },
      },
    ],
  },
  check(string, context) {
    const hosts = ownHosts(string, 'optimized');
    const host = hosts[0];
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const plan = plannedFor('multi-region', host, cluster, context).find((change) => addsRegion(change, cluster));
    if (!plan) return [];
    const at = hostsAt(string, hosts);
    const stays = staysOptimized(plan, context);
    if (stays === undefined) return [{ missing: 'regionalized private endpoints (regionalMode)', at }];
    if (stays) return [];
    const name = cluster?.name ?? host.class.cluster ?? plan.cluster;
    const legacy = cluster?.legacySrv ? listedString(cluster, nameOf(cluster.legacySrv)) : undefined;
    const offer =
      legacy && replaceHosts(string, legacy, `Use the Legacy SRV string that the record of "${name}" lists`);
    const known = cluster !== undefined && cluster.listed.length > 0;
    return [
      {
        message: legacy ? 'legacy' : known ? 'ticket' : 'unlisted',
        data: { cluster: name },
        at,
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});

/** True unless the record shows that the cluster spans all the planned regions already. */
function addsRegion({ regions }: MultiRegion, cluster: ClusterFacts | undefined): boolean {
  const present = cluster?.regions?.value ?? [];
  const planned = regions.flatMap((name) => regionOf(name, null) ?? []);
  const added = planned.filter((region) => !present.some((known) => equalRegions(known, region)));
  return present.length > 0 ? added.length > 0 : planned.length > 1;
}

/** Regionalized endpoints keep the optimized strings of AWS regions; without them none is left. */
function staysOptimized(plan: MultiRegion, { facts }: RuleContext): boolean | undefined {
  const regionalized = plan.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
  if (regionalized !== true) return regionalized;
  return plan.regions.every((name) => (regionOf(name, null)?.provider ?? 'aws') === 'aws');
}

/** The host name of an SRV string. */
function nameOf(uri: string): string {
  return uri.replace(/^[^/]*\/\//, '').replace(/[/?].*$/s, '');
}
