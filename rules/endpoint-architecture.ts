import { UNMAPPED_ENDPOINTS } from '../src/clients/notices.ts';
import { endpointHosts, plannedFor, subjectOf, type Subject } from '../src/lint/string-hosts.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { defineRule, type RuleContext, type RuleProblem } from '../src/lint/rule.ts';
import { endpointMark, endpointStringsAt, recordedFix, renumbered, renameHost } from '../src/lint/replacements.ts';
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
    // Only SRV names change. Node names end with the old endpoint, and do not show their cluster.
    const named = hosts.filter((one) => !one.class.node && endpointMark(one)?.word === 'pl');
    const isNode = named.length === 0;
    const nodes = hosts.filter(({ host: name }) => GOOGLE_NODE.test(name));
    const subject = subjectOf(string, (isNode ? nodes : named).slice(0, 1), context);
    if (!subject) return [];
    const { host, cluster, providers, at, ofCluster } = subject;
    const isPlanned = plannedFor('port-mapped-endpoints', host, cluster, context).length > 0;
    if (isNode) {
      if (isPlanned && cluster) return [{ message: 'nodes', data: { ofCluster }, at, severity: 'error' }];
      const mayBePlanned = !cluster && context.plan.some(({ change }) => change === 'port-mapped-endpoints');
      return [ending(subject, context), ...(mayBePlanned ? [{ missing: 'cluster record', at } as const] : [])];
    }
    if (providers?.some((provider) => provider !== 'gcp')) return [];
    if (!isPlanned && context.facts.project.portMapping?.value !== true)
      return providers ? [ending(subject, context)] : [];
    const missing = { missing: 'provider of the cluster', at } as const;
    // Without a plan, the result is certain only if all endpoints of the project are on Google Cloud.
    const isLikely = isPlanned || context.facts.endpoints?.value.every(({ provider }) => provider === 'gcp');
    if (!providers && !isLikely) return [missing];
    const suggestions = [renamed(string, subject, context)];
    const problem = { data: { ofCluster }, at, suggestions };
    return providers
      ? [{ ...problem, message: 'renamed', severity: 'error' }]
      : [{ ...problem, message: 'unsure', severity: 'warning' }, missing];
  },
});

/** Names of nodes behind an endpoint without port mapping. Only Google Cloud numbers them so. */
const GOOGLE_NODE = /^pl-\d\d-\d{3}[-.]/i;

function ending({ at, ofCluster }: Subject, { today }: RuleContext): RuleProblem {
  const isOver = today > UNMAPPED_ENDPOINTS.ends;
  const data = { ofCluster, end: isOver ? 'stopped working' : 'stop working' };
  return { message: 'ends', data, at, severity: isOver ? 'error' : 'warning' };
}

/** The record's `psc` string, otherwise the same name with `psc`. */
function renamed(string: FoundString, { host, cluster }: Subject, context: RuleContext): Fix | undefined {
  const listed = cluster && endpointStringsAt(cluster, 'srv', 0, context).find(({ text }) => text.includes('-psc-'));
  if (listed) return recordedFix(string, cluster, listed);
  const mark = endpointMark(host);
  const title = 'Use psc for pl (the cluster record decides)';
  return mark && renameHost(string, host, renumbered(host, mark, 0, 'psc'), title);
}
