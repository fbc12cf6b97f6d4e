import { endpointHosts, endpointMark, endpointStringsAt, renumbered } from '../src/rule-helpers/host-names.ts';
import type { ClusterFacts } from '../src/facts/facts.ts';
import type { FoundHost, FoundString } from '../src/classify/found-string.ts';
import { defineRule, type Fix, type RuleContext } from '../src/lint/rule.ts';
import {
  clusterOfHost,
  hostsAt,
  ofCluster,
  plannedFor,
  providersOf,
  renameHost,
  replaceHosts,
} from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'endpoint-architecture',
  basis: 'facts',
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-record/unknown-cluster'],
  messages: {
    renamed: 'Endpoint string{ofCluster} will be renamed: with port-mapped endpoints it contains `psc`, not `pl`.',
    unsure: 'Endpoint string{ofCluster} will be renamed to `psc` unless the cluster has several providers.',
  },
  checkString(string, context) {
    // Only SRV names change.
    const host = endpointHosts(string, context, ['private-endpoint']).find(
      (one) => !one.class.node && endpointMark(one)?.word === 'pl',
    );
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const [plan] = plannedFor('port-mapped-endpoints', host, cluster, context);
    if (!plan && context.facts.project.portMapping?.value !== true) return [];
    const providers = providersOf(host, cluster);
    if (providers?.some((provider) => provider !== 'gcp')) return [];
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
