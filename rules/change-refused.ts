import { clustersNamed, projectsOf, hasEndpointIn, isOtherProject } from '../src/facts/query.ts';
import type { ClusterFacts, Facts, Region } from '../src/facts/facts.ts';
import {
  addedRegions,
  type MultiRegion,
  multiRegionPlan,
  endpointHosts,
  clusterOfHost,
  ofCluster,
  ownHosts,
} from '../src/lint/string-hosts.ts';
import {
  defineReason,
  defineRule,
  type LocatedResult,
  type RuleContext,
  type RuleResult,
  type ProjectRuleResult,
} from '../src/lint/rule.ts';
import type { Range } from '../src/text/source.ts';
import { equalRegions } from '../src/facts/regions.ts';
import type { FoundString } from '../src/classify/found-string.ts';
import { createdIn, replicaSetItems } from '../src/iac/attributes.ts';
import { hostsAt } from '../src/classify/string-edits.ts';

export default defineRule({
  id: 'change-refused',
  basis: 'facts',
  reasons: {
    'azure-peering-only': {
      messages: {
        blocked:
          'Regions cannot be added to {cluster} ({regions}) while peering-only mode is on. Turn the mode off first.',
      },
      checkProject(_, context) {
        const { home, plan } = context;
        if (!home) return [];
        return plan.flatMap((change, at) =>
          change.change === 'multi-region'
            ? projectsOf(context.facts, change).flatMap((facts) =>
                resultsOf(change, home.range(['plan', at]), facts).map((result) => ({ ...result, file: home.file })),
              )
            : [],
        );
      },
    },
    'endpoint-coverage': {
      supersedes: ['legacy-host'],
      messages: {
        refused:
          'Cluster {cluster} cannot be extended to {regions}: its other regions have private endpoints, the new ones have none.',
        unpeered: 'The project has no peering connection in {regions} for this string{ofCluster}.',
        uncovered: 'The project has no private endpoint in {regions} for this string{ofCluster}.',
      },
      checkString(string, context) {
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
        return [
          { message: 'uncovered', data: { regions, ofCluster: ofCluster(host, cluster) || ' of a cluster' }, at },
        ];
      },
      checkProject(_, context) {
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
    },
    'replica-set': defineReason({
      withoutPlan: true,
      trigger: { anchors: ['replicaset', 'regional_mode'], besideService: true },
      messages: {
        creates:
          'A replica set cannot be created while regionalized private endpoints are on. The cluster must be sharded.',
        records: 'Regionalized private endpoints need sharded clusters, but the project has replica sets: {clusters}.',
      },
      collect: replicaSetItems,
      checkProject(files, { home, plan, facts }) {
        const turnsOn = plan.map((change) => change.change === 'regionalized-endpoints' && change.enabled);
        const planned = plan.flatMap((change, at) => (turnsOn[at] ? projectsOf(facts, change) : []));
        const isPlanned = (project: string | null): boolean => planned.some((own) => !isOtherProject(own, project));
        return [
          ...createdIn(files, isPlanned).map((place) => ({
            ...place,
            message: 'creates',
          })),
          ...turnsOn.flatMap((on, at): ProjectRuleResult[] =>
            on && home
              ? projectsOf(facts, plan[at]!).flatMap((own) =>
                  resultsOfReplicaSet(own, home.range(['plan', at])).map((result) => ({ ...result, file: home.file })),
                )
              : [],
          ),
        ];
      },
    }),
  },
});

/** A planned change, for each cluster that it names. For an unknown cluster, only the plan's own data is used. */
function resultsOf(plan: MultiRegion, at: Range, facts: Facts): LocatedResult[] {
  const mode = facts.project.peeringOnly?.value;
  if (mode === false) return [];
  const named = clustersNamed(facts, plan.cluster);
  const all: readonly (ClusterFacts | undefined)[] = named.length > 0 ? named : [undefined];
  return all.flatMap((cluster): LocatedResult[] => {
    const added = addedRegions(plan, cluster);
    const azure = added.filter(({ provider }) => provider === 'azure');
    if (azure.length === 0) {
      return added.some(({ provider }) => provider === null) ? [{ missing: 'provider of the cluster', at }] : [];
    }
    if (mode === undefined) return [{ missing: 'peering-only mode (privateIpMode)', at }];
    const data = { cluster: `"${cluster?.name ?? plan.cluster}"`, regions: azure.map(({ name }) => name).join(', ') };
    return [{ message: 'blocked', data, at }];
  });
}

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
  // Inside a peered AWS network, the standard names lead through the peering as well.
  const hosts = context.network === 'peered' ? ownHosts(string, 'private', 'standard') : ownHosts(string, 'private');
  const host = hosts[0];
  const cluster = host && clusterOfHost(host, context);
  if (host?.class.kind === 'standard' && !(cluster?.providers?.value.includes('aws') ?? false)) return [];
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

/**
 * All records of the project. A single record, or what the config declares, does not prove that there are no others.
 */
function resultsOfReplicaSet({ clusters, hasRecords, wholeLists }: RuleContext['facts'], at: Range): LocatedResult[] {
  const replicaSets = clusters.filter(({ sharded }) => sharded?.value === false).map(({ name }) => `"${name}"`);
  const untold = clusters.some((cluster) => !cluster.sharded && isDedicated(cluster));
  return [
    ...(replicaSets.length > 0 ? [{ message: 'records', data: { clusters: replicaSets.join(', ') }, at }] : []),
    ...(untold ? [{ missing: 'cluster type', at } as const] : []),
    ...(hasRecords ? [] : [{ missing: 'cluster record', at } as const]),
    ...(hasRecords && wholeLists.length === 0 ? [{ missing: 'complete list of clusters', at } as const] : []),
  ];
}

function isDedicated({ tier }: ClusterFacts): boolean {
  return tier === undefined || tier.value === 'dedicated';
}
