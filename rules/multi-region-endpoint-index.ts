import { endpointHosts, likelyIndexZero, listedIndexZero } from '../src/rule-helpers/host-names.ts';
import { isMultiRegion, listedString } from '../src/facts/query.ts';
import { multiRegionPlan, regionalizedAfterPlan } from '../src/rule-helpers/planned-regions.ts';
import type { FoundHost } from '../src/classify/found-string.ts';
import type { ClusterFacts, ListedString } from '../src/facts/facts.ts';
import { defineRule } from '../src/lint/rule.ts';
import { clusterOfHost, hostsAt, ofCluster } from '../src/rule-helpers/hosts.ts';

export default defineRule({
  id: 'multi-region-endpoint-index',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { all: ['private-endpoint', 'own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['cluster record'],
  changes: ['multi-region'],
  withoutPlan: true,
  supersedes: ['legacy-host', 'host-not-in-cluster-record'],
  docs: {
    what: 'A private endpoint with index 1 or above in a string of a cluster that has, or will have, several regions.',
    why: 'A multi-region cluster always uses index 0. With the second region, names with another index stop resolving, which running clients notice at their next restart.',
    todo: 'Use the string with index 0 and deploy it together with the change. The cluster record lists it as soon as it exists.',
    sources: ['MongoDB Atlas documentation, troubleshoot private endpoints (2026-08)'],
  },
  messages: {
    planned: 'Endpoint index {index}{ofCluster} stops resolving with more regions. Only index 0 remains.',
    spans: 'Endpoint index {index}{ofCluster} does not resolve. A cluster with several regions has only index 0.',
  },
  examples: {
    invalid: [
      {
        title: 'a planned region, and index 0 in the record',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-1.ab123.mongodb.net⟧/m\n' },
        config: planFor('ledgers'),
        facts: { 'ledgers.json': ledgers(['US_EAST_1'], [0, 1]) },
        suggested: 'ledgers-pl-0.ab123.mongodb.net',
      },
      {
        title: 'no record: index 0 is only likely',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-2.ab123.mongodb.net⟧/m\n' },
        config: planFor('*'),
        suggested: 'ledgers-pl-0.ab123.mongodb.net',
      },
      {
        title: 'the cluster spans two regions already',
        files: { 'a.go': 'const uri = "mongodb+srv://⟦ledgers-pl-1.ab123.mongodb.net⟧/m"\n' },
        facts: { 'ledgers.json': ledgers(['US_EAST_1', 'EU_WEST_1'], [0]) },
        fixed: 'ledgers-pl-0.ab123.mongodb.net',
      },
    ],
    valid: [
      {
        title: 'index 0',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/m\n' },
        config: planFor('*'),
      },
      {
        title: 'one region and no plan',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-1.ab123.mongodb.net/m\n' },
        facts: { 'ledgers.json': ledgers(['US_EAST_1'], [0, 1]) },
      },
      {
        title: 'a cluster whose own name ends like that',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-1.ab123.mongodb.net/m\n' },
        config: planFor('*'),
        facts: {
          'one.json': {
            name: 'ledgers-pl-1',
            connectionStrings: { standardSrv: 'mongodb+srv://ledgers-pl-1.ab123.mongodb.net' },
          },
        },
      },
      {
        title: 'with regionalized endpoints a region may have several',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-1-us-east-1.ab123.mongodb.net/m\n' },
        config: { ...planFor('*'), project: { regionalizedPrivateEndpoints: true } },
      },
    ],
  },
  check(string, context) {
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

/** The plan of the examples. */
function planFor(cluster: string): { readonly plan: readonly unknown[] } {
  return { plan: [{ change: 'multi-region', cluster, regions: ['US_EAST_1', 'EU_WEST_1'] }] };
}

/** An invented record with endpoints of these numbers. */
function ledgers(regions: readonly string[], indexes: readonly number[]): unknown {
  const srv = (index: number): string => `mongodb+srv://ledgers-pl-${index}.ab123.mongodb.net`;
  return {
    name: 'ledgers',
    connectionStrings: { privateEndpoint: indexes.map((index) => ({ srvConnectionString: srv(index) })) },
    replicationSpecs: [{ regionConfigs: regions.map((regionName) => ({ providerName: 'AWS', regionName })) }],
  };
}
