import { genuine, multiRegionPlan, regionalizedAfterPlan } from '../src/lint/string-hosts.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { defineRule, offer } from '../src/lint/rule.ts';
import { likelyIndexZero, listedIndexZero, recordedFix } from '../src/lint/replacements.ts';

export default defineRule({
  id: 'multi-region-endpoint-index',
  basis: 'facts',
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-record/unknown-cluster'],
  messages: {
    planned: 'Endpoint index {index}{ofCluster} stops resolving with more regions. Only index 0 remains.',
    spans: 'Endpoint index {index}{ofCluster} does not resolve. A cluster with several regions has only index 0.',
  },
  kinds: ['private-endpoint'],
  hosts: (hosts) =>
    genuine(hosts).filter(({ host, class: { index } }) => (index === null ? OPEN.test(host) : index > 0)),
  checkHosts({ string, host, cluster }, context) {
    const plan = multiRegionPlan(host, cluster, context);
    const spans = cluster !== undefined && isMultiRegion(cluster) === true;
    // A string that the record of a multi-region cluster lists is correct.
    if (!plan && (!spans || listedString(cluster, host.host))) return [];
    const regionalized = regionalizedAfterPlan(plan, context);
    if (regionalized && host.class.region !== null) return [];
    if (host.class.index === null) return [{ missing: 'index of the endpoint' }];
    // With regionalized endpoints the name also contains the region, and no record lists it yet.
    const zero = plan && regionalized ? undefined : listedIndexZero(string, host, cluster);
    // Before the change, index 0 may be an endpoint in another network than the program's.
    const own = cluster && listedString(cluster, host.host);
    const listed = recordedFix(string, cluster, zero, spans ? '' : networksOf(cluster, zero, own));
    const made = listed ?? (regionalized ? undefined : likelyIndexZero(string, host));
    const data = { index: host.class.index };
    return [{ message: plan ? 'planned' : 'spans', data, ...offer(made, spans && listed !== undefined) }];
  },
});

/** A name whose index the program fills in. */
const OPEN = /-(?:pl|psc)-\uFFFC/;

/** The network of each endpoint: ` (endpoint vpce-1 in US_EAST_1; this string belongs to vpce-2 in US_EAST_1)`. */
function networksOf(cluster: ClusterFacts | undefined, zero: ListedString | undefined, own: ListedString | undefined) {
  const [there, here] = [zero, own].map((listed) => {
    const named = (cluster?.endpoints[listed?.endpoint ?? -1] ?? []).filter(({ endpointId }) => endpointId);
    return named.map(({ endpointId, region }) => `${endpointId}${region ? ` in ${region.name}` : ''}`).join(', ');
  });
  return there && here ? ` (endpoint ${there}; this string belongs to ${here})` : '';
}
