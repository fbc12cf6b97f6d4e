import { endpointHosts } from '../src/rule-helpers/host-names.ts';
import { clustersNamed, hasEndpointIn, projectsOf } from '../src/facts/query.ts';
import type { ClusterFacts, Facts, Region } from '../src/facts/facts.ts';
import { equalRegions } from '../src/facts/regions.ts';
import { addedRegions, multiRegionPlan, type MultiRegion } from '../src/rule-helpers/planned-regions.ts';
import { defineRule, type RuleContext, type RuleResult } from '../src/lint/rule.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { clusterOfHost, hostsAt, ofCluster, ownHosts } from '../src/rule-helpers/hosts.ts';

const PLAN = [{ change: 'multi-region', cluster: 'ledgers', regions: ['US_EAST_1', 'EU_WEST_1'] }];
const RECORD = {
  name: 'ledgers',
  clusterType: 'REPLICASET',
  replicationSpecs: [{ regionConfigs: [{ providerName: 'AWS', regionName: 'US_EAST_1' }] }],
};
const CONTAINERS = ['US_EAST_1', 'EU_WEST_1'].map((regionName, at) => ({
  id: `64a00000000000000000044${at}`,
  providerName: 'AWS',
  provisioned: true,
  regionName,
  atlasCidrBlock: `10.8.${at}.0/24`,
}));

export default defineRule({
  id: 'multi-region-endpoint-coverage',
  since: '0.1.0',
  scope: 'string',
  basis: 'facts',
  trigger: { any: ['private-endpoint', 'optimized', 'private'], all: ['own-host'] },
  severity: 'error',
  confidence: 'high',
  needs: ['private endpoint services', 'regions of the peering connections'],
  changes: ['multi-region'],
  supersedes: ['legacy-host'],
  docs: {
    what: 'A cluster that will get a region without a private endpoint while other regions of it have one, or a private string (`-pri`) of a cluster that will get a region without a peering connection.',
    why: 'Atlas refuses a region without an endpoint while others have one. Endpoint strings exist only while every region of the cluster has an endpoint: if one region has none, its nodes cannot be reached and the record no longer lists endpoint strings.',
    todo: 'Create a private endpoint in each new region before the change, and on AWS and Azure a peering connection where private strings are used. The networks must reach each other: peer the regions on AWS and Azure, enable global access on Google Cloud.',
    sources: [
      'MongoDB Atlas documentation, set up a private endpoint (2026-08)',
      'MongoDB Atlas documentation, set up a network peering connection (2026-08)',
    ],
  },
  messages: {
    refused:
      'Cluster {cluster} cannot be extended to {regions}: its other regions have private endpoints, the new ones have none.',
    unpeered: 'The project has no peering connection in {regions} for this private string{ofCluster}.',
    uncovered: 'The project has no private endpoint in {regions} for this string{ofCluster}.',
  },
  examples: {
    invalid: [
      {
        title: 'no endpoint in the new region, and no string of an endpoint: Atlas refuses the change',
        files: {
          'connlint.config.json':
            '⟦⟧{ "plan": [{ "change": "multi-region", "cluster": "ledgers", "regions": ["US_EAST_1", "EU_WEST_1"] }] }\n',
        },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1'), 'ledgers.json': RECORD },
      },
      {
        title: 'no peering connection in the new region',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pri.ab123.mongodb.net⟧/m\n' },
        config: { plan: PLAN },
        facts: { 'containers.json': CONTAINERS, 'peers.json': peers(0) },
      },
      {
        title: 'no endpoint in the new region',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-0.ab123.mongodb.net⟧/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1') },
      },
      {
        title: 'the new region has a service without endpoints',
        files: { '.env': 'URI=mongodb+srv://⟦ledgers-pl-0-lb.ab123.mongodb.net⟧/m\n' },
        config: { plan: PLAN, project: { regionalizedPrivateEndpoints: true } },
        facts: {
          'endpointService.json': [...services('us-east-1'), { ...services('eu-west-1')[0], interfaceEndpoints: [] }],
        },
      },
    ],
    valid: [
      {
        title: 'peering in the new region',
        files: { '.env': 'URI=mongodb+srv://ledgers-pri.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
        facts: { 'containers.json': CONTAINERS, 'peers.json': peers(0, 1) },
      },
      {
        title: 'an endpoint in each region',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1', 'eu-west-1') },
      },
      {
        title: 'endpoint services are not known',
        files: { '.env': 'URI=mongodb+srv://ledgers-pl-0.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
      },
      {
        title: 'no endpoint string is used',
        files: { '.env': 'URI=mongodb+srv://ledgers.ab123.mongodb.net/m\n' },
        config: { plan: PLAN },
        facts: { 'endpointService.json': services('us-east-1') },
      },
    ],
  },
  checkPlan(context) {
    const { home, plan } = context;
    if (!home) return [];
    return plan.flatMap((change, at) =>
      change.change === 'multi-region'
        ? projectsOf(context.facts, change).flatMap((facts) =>
            clustersNamed(facts, change.cluster).flatMap((cluster) => {
              const regions = refusedRegions(change, cluster, facts);
              const data = { cluster: `"${cluster.name}"`, regions: regions.join(', ') };
              const where = { at: home.range(['plan', at]), file: home.file };
              return regions.length > 0 ? [{ message: 'refused', data, ...where }] : [];
            }),
          )
        : [],
    );
  },
  check(string, context) {
    const hosts = endpointHosts(string, context);
    const host = hosts[0];
    if (!host) return unpeered(string, context);
    const cluster = clusterOfHost(host, context);
    const plan = multiRegionPlan(host, cluster, context);
    if (!plan) return [];
    const at = hostsAt(string, hosts);
    const states = addedRegions(plan, cluster).map((region) => ({
      region,
      has: hasEndpointIn(context.facts, region.name, region.provider),
    }));
    const uncovered = states.filter(({ has }) => has === false).map(({ region }) => region);
    if (uncovered.length === 0) {
      return states.some(({ has }) => has === undefined) ? [{ missing: 'private endpoint services', at }] : [];
    }
    const regions = uncovered.map(({ name }) => name).join(', ');
    return [{ message: 'uncovered', data: { regions, ofCluster: ofCluster(host, cluster) || ' of a cluster' }, at }];
  },
});

/** The regions that Atlas refuses: those without an endpoint while another region of the cluster has one. */
function refusedRegions(plan: MultiRegion, cluster: ClusterFacts, facts: Facts): readonly string[] {
  const added = addedRegions(plan, cluster);
  const all = [...(cluster.regions?.value ?? []), ...added];
  const has = ({ name, provider }: Region): boolean | undefined => hasEndpointIn(facts, name, provider);
  if (!all.some((region) => has(region) === true)) return [];
  return all.filter((region) => has(region) === false && added.length > 0).map(({ name }) => name);
}

/** On AWS and Azure a peering connection belongs to one region. On Google Cloud it serves all. */
function unpeered(string: FoundString, context: RuleContext): readonly RuleResult[] {
  const hosts = ownHosts(string, 'private');
  const host = hosts[0];
  const cluster = host && clusterOfHost(host, context);
  const plan = host && multiRegionPlan(host, cluster, context);
  if (!plan) return [];
  const at = hostsAt(string, hosts);
  const added = addedRegions(plan, cluster).filter(({ provider }) => provider !== 'gcp');
  const known = context.facts.project.peeringRegions?.value;
  if (added.length === 0) return [];
  if (!known) return [{ missing: 'regions of the peering connections', at }];
  const without = added.filter((region) => !known.some((one) => equalRegions(one, region)));
  const regions = without.map(({ name }) => name).join(', ');
  const data = { regions, ofCluster: ofCluster(host, cluster) || ' of a cluster' };
  return without.length > 0 ? [{ message: 'unpeered', data, at }] : [];
}

/** Invented endpoint services, each with one endpoint. */
function services(...regions: readonly string[]): readonly object[] {
  return regions.map((regionName, at) => ({
    id: `64a00000000000000000042${at}`,
    cloudProvider: 'AWS',
    regionName,
    status: 'AVAILABLE',
    interfaceEndpoints: [`vpce-0000000000000000${at}`],
  }));
}

/** Invented peering connections of these containers. */
function peers(...containers: readonly number[]): readonly object[] {
  return containers.map((at) => ({
    id: `64a00000000000000000045${at}`,
    containerId: `64a00000000000000000044${at}`,
    vpcId: 'vpc-0000000000000000',
    statusName: 'AVAILABLE',
  }));
}
