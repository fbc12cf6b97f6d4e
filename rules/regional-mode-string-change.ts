import { genuine, formOf, multiRegionPlan, type Subject } from '../src/lint/string-hosts.ts';
import type { FactName } from '../src/facts/facts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import { defineRule, type HostResult, type RuleContext } from '../src/lint/rule.ts';
import { recordedFix } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'regional-mode-string-change',
  basis: 'facts',
  supersedes: ['legacy-host'],
  messages: {
    behind: 'Endpoint string{ofCluster} is outdated. The setting has changed, and the record lists other strings.',
    on: 'Endpoint string{ofCluster} changes when regionalized private endpoints are turned on. Each region has its own.',
    off: 'Endpoint string{ofCluster} stops working when regionalized private endpoints are turned off.',
  },
  kinds: ['private-endpoint', 'optimized'],
  hosts(hosts, context) {
    const enabled = isPlanned(context);
    if (enabled === undefined) return [];
    return genuine(hosts).filter((host) => isMade(enabled, context) || changesName(host, enabled));
  },
  checkHosts(subject, context) {
    const enabled = isPlanned(context) === true;
    if (isMade(enabled, context)) return leftBehind(subject, context);
    const concerned = isConcerned(subject, context);
    if (typeof concerned === 'string') return [{ missing: concerned }];
    return concerned ? [{ message: enabled ? 'on' : 'off' }] : [];
  },
});

const isPlanned = ({ plan }: RuleContext): boolean | undefined =>
  plan.find((change) => change.change === 'regionalized-endpoints')?.enabled;

const isMade = (enabled: boolean, { facts }: RuleContext): boolean =>
  enabled === facts.project.regionalizedPrivateEndpoints?.value;

/** If the setting is already as planned, the record lists the current strings. Any other endpoint string is outdated. */
function leftBehind(subject: Subject, context: RuleContext): readonly HostResult[] {
  const { string, host, cluster } = subject;
  if (!cluster || listedString(cluster, host.host)) return [];
  const listed = cluster.listed.filter((one) => one.endpoint !== null && one.form === formOf(string));
  if (listed.length === 0 || isConcerned(subject, context) !== true) return [];
  const suggestions = listed.map((one) => recordedFix(string, cluster, one, ` (${one.hosts[0]?.host ?? ''})`));
  return [{ message: 'behind', suggestions }];
}

/** False for names that exist only after the change, and for optimized strings on AWS, which survive turning it on. */
function changesName({ class: { kind, node, region } }: FoundHost, enabled: boolean): boolean {
  if (node) return true;
  return enabled ? kind === 'private-endpoint' && region === null : region !== null || kind === 'optimized';
}

/** Whether the cluster is sharded and in several regions, now or as planned, or the missing fact. */
function isConcerned({ host, cluster }: Subject, context: RuleContext): boolean | FactName {
  if (!cluster) return 'cluster record';
  if (cluster.sharded === false) return false;
  if (cluster.clusterType === 'GEOSHARDED') return true;
  const spans = multiRegionPlan(host, cluster, context) ? true : isMultiRegion(cluster);
  if (spans === false) return false;
  if (spans === undefined) return 'regions of the cluster';
  return cluster.sharded ? true : 'cluster type';
}
