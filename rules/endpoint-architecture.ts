import notices from '../src/clients/notices.json' with { type: 'json' };
import { genuine, plannedFor, type Subject } from '../src/lint/string-hosts.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import { defineRule, type HostResult, type RuleContext } from '../src/lint/rule.ts';
import { endpointWord, indexZero, isIndexZero, listedAs, recordedFix, renameHost } from '../src/lint/replacements.ts';

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
  kinds: ['private-endpoint'],
  hosts: (hosts) =>
    genuine(hosts)
      .filter((host) => isNamed(host) || isGoogleNode(host))
      .slice(0, 1),
  checkHosts(subject, context) {
    const { host, cluster, providers } = subject;
    const isPlanned = plannedFor('port-mapped-endpoints', host, cluster, context).length > 0;
    if (!isNamed(host)) {
      if (isPlanned && cluster) return [{ message: 'nodes', severity: 'error' }];
      const mayBePlanned = !cluster && context.plan.some(({ change }) => change === 'port-mapped-endpoints');
      return [ending(context), ...(mayBePlanned ? [{ missing: 'cluster record' } as const] : [])];
    }
    if (providers?.some((provider) => provider !== 'gcp')) return [];
    if (!isPlanned && !context.facts.endpoints?.some(({ portMapping }) => portMapping))
      return providers ? [ending(context)] : [];
    const missing = { missing: 'provider of the cluster' } as const;
    // Without a plan, the result is certain only if all endpoints of the project are on Google Cloud.
    const isLikely = isPlanned || context.facts.endpoints?.every(({ provider }) => provider === 'gcp');
    if (!providers && !isLikely) return [missing];
    const suggestions = [renamed(subject)];
    return providers
      ? [{ message: 'renamed', severity: 'error', suggestions }]
      : [{ message: 'unsure', severity: 'warning', suggestions }, missing];
  },
});

/** Only SRV names change. Node names end with the old endpoint, and do not show their cluster. */
const isNamed = (host: FoundHost): boolean => !host.class.node && endpointWord(host) === 'pl';

/** Nodes behind an endpoint without port mapping. Only Google Cloud numbers them so. */
const isGoogleNode = ({ host }: FoundHost): boolean => /^pl-\d\d-\d{3}[-.]/i.test(host);

const ending = ({ today }: RuleContext): HostResult =>
  today > notices['unmapped-endpoints'].ends
    ? { message: 'ends', data: { end: 'stopped working' }, severity: 'error' }
    : { message: 'ends', data: { end: 'stop working' }, severity: 'warning' };

function renamed({ string, host, cluster }: Subject) {
  const all = listedAs(cluster, 'private-endpoint', 'srv').filter(isIndexZero);
  const listed = all.find(({ text }) => text.includes('-psc-'));
  if (listed) return recordedFix(string, cluster, listed);
  return renameHost(string, host, indexZero(host, 'psc'), 'Use psc for pl (the cluster record decides)');
}
