import { UNMAPPED_ENDPOINTS } from '../src/clients/notices.ts';
import { endpointHosts, clusterOfHost, ofCluster, plannedFor, providersOf } from '../src/lint/string-hosts.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext, type RuleProblem, type RuleResult } from '../src/lint/rule.ts';
import { endpointMark, endpointStringsAt, renumbered, renameHost, replaceHosts } from '../src/lint/replacements.ts';
import { hostsAt } from '../src/classify/string-edits.ts';
import type { Fix } from '../src/text/edits.ts';

export default defineRule({
  id: 'endpoint-architecture',
  basis: 'facts',
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-record/unknown-cluster'],
  messages: {
    renamed: 'Endpoint string{ofCluster} will be renamed: with port-mapped endpoints it contains `psc`, not `pl`.',
    ends: 'Endpoint string{ofCluster} uses an endpoint without port mapping. On Google Cloud these {end} on 30 April 2027.',
    nodes: 'Endpoint string{ofCluster} lists node names of the old endpoints. Port-mapped endpoints have other names.',
    unsure: 'Endpoint string{ofCluster} will be renamed to `psc` unless the cluster has several providers.',
  },
  checkString(string, context) {
    const hosts = endpointHosts(string, context, ['private-endpoint']);
    // Only SRV names change.
    const host = hosts.find((one) => !one.class.node && endpointMark(one)?.word === 'pl');
    const [node] = hosts.filter(({ host: name }) => GOOGLE_NODE.test(name));
    if (!host) return node ? ofNodes(string, node, context) : [];
    const cluster = clusterOfHost(host, context);
    const [plan] = plannedFor('port-mapped-endpoints', host, cluster, context);
    const providers = providersOf(host, cluster);
    if (providers?.some((provider) => provider !== 'gcp')) return [];
    const { portMapping } = context.facts.project;
    if (!plan && portMapping?.value !== true) return providers ? [ending(string, host, context)] : [];
    const at = hostsAt(string, [host]);
    const missing = { missing: 'provider of the cluster', at } as const;
    // Without a plan, the result is certain only if all endpoints of the project are on Google Cloud.
    const isLikely = plan ?? context.facts.endpoints?.value.every(({ provider }) => provider === 'gcp');
    if (!providers && !isLikely) return [missing];
    const offer = renamed(string, host, cluster, context);
    const problem = {
      message: providers ? 'renamed' : 'unsure',
      data: { ofCluster: ofCluster(host, cluster) },
      at,
      severity: providers ? ('error' as const) : ('warning' as const),
      suggestions: offer ? [offer] : [],
    };
    return providers ? [problem] : [problem, missing];
  },
});

/** Names of nodes behind an endpoint without port mapping. Only Google Cloud numbers them so. */
const GOOGLE_NODE = /^pl-\d\d-\d{3}[-.]/i;

/** Node names end with the old endpoint. They do not show their cluster. */
function ofNodes(string: FoundString, node: FoundHost, context: RuleContext): readonly RuleResult[] {
  const cluster = clusterOfHost(node, context);
  const isPlanned = cluster
    ? plannedFor('port-mapped-endpoints', node, cluster, context).length > 0
    : context.plan.some(({ change }) => change === 'port-mapped-endpoints');
  const at = hostsAt(string, [node]);
  if (!isPlanned) return [ending(string, node, context)];
  if (!cluster) return [ending(string, node, context), { missing: 'cluster record', at }];
  return [{ message: 'nodes', data: { ofCluster: ofCluster(node, cluster) }, at, severity: 'error' }];
}

function ending(string: FoundString, host: FoundHost, context: RuleContext): RuleProblem {
  const isOver = context.today > UNMAPPED_ENDPOINTS.ends;
  const data = {
    ofCluster: ofCluster(host, clusterOfHost(host, context)),
    end: isOver ? 'stopped working' : 'stop working',
  };
  return { message: 'ends', data, at: hostsAt(string, [host]), severity: isOver ? 'error' : 'warning' };
}

/** The record's `psc` string, otherwise the same name with `psc`. */
function renamed(
  string: FoundString,
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  context: RuleContext,
): Fix | undefined {
  const listed = cluster && endpointStringsAt(cluster, 'srv', 0, context).find(({ text }) => text.includes('-psc-'));
  if (listed) return replaceHosts(string, listed, `Use the string that the record of "${cluster.name}" lists`);
  const mark = endpointMark(host);
  return (
    mark && renameHost(string, host, renumbered(host, mark, 0, 'psc'), 'Use psc for pl (the cluster record decides)')
  );
}
