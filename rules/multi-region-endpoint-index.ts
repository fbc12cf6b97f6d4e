import {
  endpointHosts,
  multiRegionPlan,
  regionalizedAfterPlan,
  clusterOfHost,
  ofCluster,
} from '../src/lint/string-hosts.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { likelyIndexZero, listedIndexZero } from '../src/lint/replacements.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'multi-region-endpoint-index',
  basis: 'facts',
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-record/unknown-cluster'],
  messages: {
    planned: 'Endpoint index {index}{ofCluster} stops resolving with more regions. Only index 0 remains.',
    spans: 'Endpoint index {index}{ofCluster} does not resolve. A cluster with several regions has only index 0.',
  },
  checkString(string, context) {
    const hosts = endpointHosts(string, context, ['private-endpoint']).filter((host) => host.class.index);
    const host = hosts[0];
    if (!host) return [];
    const cluster = clusterOfHost(host, context);
    const plan = multiRegionPlan(host, cluster, context);
    const spans = cluster !== undefined && isMultiRegion(cluster) === true;
    // A string that the record of a multi-region cluster lists is correct.
    const broken = spans && !listedString(cluster, host.host);
    if (!plan && !broken) return [];
    const regionalized = regionalizedAfterPlan(plan, context);
    if (regionalized && host.class.region !== null) return [];
    // With regionalized endpoints the name also contains the region, and no record lists it yet.
    const renamed = plan !== undefined && regionalized === true;
    const listed = cluster && !renamed ? listedIndexZero(string, host, cluster, context) : undefined;
    const likely = listed || regionalized ? undefined : likelyIndexZero(string, host);
    // Before the change, index 0 may be an endpoint in another network than the program's.
    const offer = listed && !spans ? { ...listed, title: `${listed.title}${networksOf(host, cluster)}` } : likely;
    return [
      {
        message: plan ? 'planned' : 'spans',
        data: { index: host.class.index ?? 0, ofCluster: ofCluster(host, cluster) },
        at: hostsAt(string, hosts),
        fix: spans ? listed : undefined,
        suggestions: offer ? [offer] : [],
      },
    ];
  },
});

/** The network of each endpoint: ` (vpce-1 in US_EAST_1; this string: vpce-2 in US_EAST_1)`. */
function networksOf(host: FoundHost, cluster: ClusterFacts | undefined): string {
  const zero = cluster && endpointOf(cluster, (entry) => entry.hosts.every(({ host: name }) => /-0[-.]/.test(name)));
  const own =
    cluster && endpointOf(cluster, (entry) => entry.hosts.some(({ host: name }) => name === host.host.toLowerCase()));
  return zero && own ? ` (endpoint ${zero}; this string belongs to ${own})` : '';
}

function endpointOf({ listed, endpoints }: ClusterFacts, isMeant: (entry: ListedString) => boolean): string | null {
  const entry = listed.find((one) => one.endpoint !== null && isMeant(one));
  const refs = entry?.endpoint == null ? [] : (endpoints[entry.endpoint] ?? []);
  const names = refs.flatMap(({ endpointId, region }) =>
    endpointId ? [region ? `${endpointId} in ${region.name}` : endpointId] : [],
  );
  return names.join(', ') || null;
}
