import { endpointHosts, multiRegionPlan, clusterOfHost, formOf, ofCluster } from '../src/lint/string-hosts.ts';
import type { ClusterFacts, FactName } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import { defineRule, type RuleProblem, type RuleContext } from '../src/lint/rule.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import { replaceHosts } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'regional-mode-string-change',
  basis: 'facts',
  supersedes: ['legacy-host'],
  messages: {
    behind: 'Endpoint string{ofCluster} is outdated. The setting has changed, and the record lists other strings.',
    on: 'Endpoint string{ofCluster} changes when regionalized private endpoints are turned on. Each region has its own.',
    off: 'Endpoint string{ofCluster} stops working when regionalized private endpoints are turned off.',
  },
  checkString(string, context) {
    const enabled = toggledTo(context);
    if (enabled === undefined) return leftBehind(string, context);
    const hosts = endpointHosts(string, context).filter((host) => changesName(host, enabled));
    const host = hosts[0];
    if (!host) return [];
    const at = hostsAt(string, hosts);
    const cluster = clusterOfHost(host, context);
    const concerned = isConcerned(host, cluster, context);
    if (typeof concerned === 'string') return [{ missing: concerned, at }];
    return concerned ? [{ message: enabled ? 'on' : 'off', data: { ofCluster: ofCluster(host, cluster) }, at }] : [];
  },
});

/**
 * If the setting is already as planned, the record lists the current strings, so any other endpoint string is outdated.
 */
function leftBehind(string: FoundString, context: RuleContext): readonly RuleProblem[] {
  const planned = context.plan.find((change) => change.change === 'regionalized-endpoints');
  const hosts = endpointHosts(string, context);
  const host = hosts[0];
  const cluster = host && clusterOfHost(host, context);
  if (!planned || !host || !cluster || listedString(cluster, host.host)) return [];
  const listed = cluster.listed.filter((one) => one.endpoint !== null && one.form === formOf(string));
  if (listed.length === 0 || isConcerned(host, cluster, context) !== true) return [];
  const offers = listed.map((one) =>
    replaceHosts(string, one, `Use ${one.hosts[0]?.host ?? ''}, which the record lists`),
  );
  return [
    {
      message: 'behind',
      data: { ofCluster: ofCluster(host, cluster) },
      at: hostsAt(string, hosts),
      suggestions: offers.filter((one) => one !== undefined),
    },
  ];
}

/** The planned value of the setting. `undefined` if it is already set or not planned. */
function toggledTo({ plan, facts }: RuleContext): boolean | undefined {
  const planned = plan.find((change) => change.change === 'regionalized-endpoints');
  return planned && planned.enabled !== facts.project.regionalizedPrivateEndpoints?.value ? planned.enabled : undefined;
}

/**
 * False for names that exist only after the change, and for optimized strings in AWS regions, which keep working when
 * it is turned on.
 */
function changesName({ class: { kind, node, region } }: FoundHost, enabled: boolean): boolean {
  if (node) return true;
  return enabled ? kind === 'private-endpoint' && region === null : region !== null || kind === 'optimized';
}

/** Whether the cluster is sharded and in several regions, now or as planned, or the missing fact. */
function isConcerned(host: FoundHost, cluster: ClusterFacts | undefined, context: RuleContext): boolean | FactName {
  if (!cluster) return 'cluster record';
  if (cluster.sharded?.value === false) return false;
  if (cluster.clusterType?.value === 'GEOSHARDED') return true;
  const spans = multiRegionPlan(host, cluster, context) ? true : isMultiRegion(cluster);
  if (spans === false) return false;
  if (spans === undefined) return 'regions of the cluster';
  return cluster.sharded ? true : 'cluster type';
}
