import { clustersNamed, projectsOf, hasEndpointIn, lacksPeeringIn, isOtherProject } from '../src/facts/query.ts';
import type { Facts } from '../src/facts/facts.ts';
import { addedRegions, multiRegionPlan, genuine, type MultiRegion } from '../src/lint/string-hosts.ts';
import { defineReason, defineRule, problemsAmong } from '../src/lint/rule.ts';
import type { HostResult, RuleContext, ProjectRuleResult } from '../src/lint/rule.ts';
import { namesOf } from '../src/facts/regions.ts';
import type { Kind } from '../src/classify/host-shapes.ts';
import { folderOf } from '../src/text/source.ts';
import { replicaSetItems } from '../src/iac/attributes.ts';
import { plannedChanges, type ChangeName, type PlannedChange } from '../src/config/plan.ts';

export default defineRule({
  id: 'change-refused',
  basis: 'facts',
  reasons: {
    'azure-peering-only': {
      messages: {
        blocked:
          'Regions cannot be added to "{cluster}" ({regions}) while peering-only mode is on. Turn the mode off first.',
      },
      checkProject: (_, context) => atPlan(context, 'multi-region', blockedByMode),
    },
    'endpoint-coverage': {
      supersedes: ['legacy-host'],
      messages: {
        refused:
          'Cluster "{cluster}" cannot be extended to {regions}: its other regions have private endpoints, the new ones have none.',
        unpeered: 'The project has no peering connection in {regions} for this string{ofCluster}.',
        uncovered: 'The project has no private endpoint in {regions} for this string{ofCluster}.',
      },
      kinds: ['private', 'standard', 'legacy', 'private-endpoint', 'optimized'],
      hosts(hosts, context) {
        const endpoints = genuine(hosts).filter((host) => !PEERED.includes(host.class.kind));
        if (endpoints.length > 0) return endpoints;
        // Inside a peered AWS network, the standard names lead through the peering as well.
        const isPeered = context.network === 'peered';
        return hosts.filter(({ class: { kind } }) => (isPeered ? PEERED.includes(kind) : kind === 'private'));
      },
      checkHosts({ host, cluster }, context) {
        const plan = multiRegionPlan(host, cluster, context);
        const added = plan ? addedRegions(plan, cluster) : [];
        const { kind } = host.class;
        if (PEERED.includes(kind)) {
          if (kind !== 'private' && !cluster?.providers?.includes('aws')) return [];
          const lacks = added.map((region) => lacksPeeringIn(context.facts, region));
          const unpeered = added.filter((_, index) => lacks[index] === true);
          if (unpeered.length > 0) return [{ message: 'unpeered', data: { regions: namesOf(unpeered) } }];
          return lacks.includes(undefined) ? [{ missing: 'regions of the peering connections' }] : [];
        }
        const has = added.map(({ name, provider }) => hasEndpointIn(context.facts, name, provider));
        const uncovered = added.filter((_, index) => has[index] === false);
        if (uncovered.length > 0) return [{ message: 'uncovered', data: { regions: namesOf(uncovered) } }];
        return has.includes(undefined) ? [{ missing: 'private endpoint services' }] : [];
      },
      checkProject: (_, context) =>
        atPlan(context, 'multi-region', (change, facts) =>
          clustersNamed(facts, change.cluster).flatMap((cluster) => {
            const added = addedRegions(change, cluster);
            const all = [...(cluster.regions ?? []), ...added];
            const has = all.map(({ name, provider }) => hasEndpointIn(facts, name, provider));
            // Atlas refuses regions without an endpoint while another region of the cluster has one.
            const refused = all.filter((_region, index) => has[index] === false && added.length > 0);
            if (!has.includes(true) || refused.length === 0) return [];
            return [{ message: 'refused', data: { cluster: cluster.name, regions: namesOf(refused) } }];
          }),
        ),
    },
    'replica-set': defineReason({
      withoutPlan: true,
      trigger: { anchors: ['replicaset', 'regional_mode', 'atlas cluster'], besideService: true },
      messages: {
        creates:
          'A replica set cannot be created while regionalized private endpoints are on. The cluster must be sharded.',
        records: 'Regionalized private endpoints need sharded clusters, but the project has replica sets: {clusters}.',
      },
      collect: replicaSetItems,
      checkProject(items, context) {
        const changes = plannedChanges(context.plan, 'regionalized-endpoints').filter(({ enabled }) => enabled);
        const planned = changes.flatMap((change) => projectsOf(context.facts, change));
        // A module may turn the setting on itself.
        const turnedOn = new Set(items.flatMap((item) => ('message' in item ? [] : folderOf(item.file))));
        const created = problemsAmong(items).filter(
          ({ project, file }) => planned.some((own) => !isOtherProject(own, project)) || turnedOn.has(folderOf(file)),
        );
        const recorded = atPlan(context, 'regionalized-endpoints', ({ enabled }, facts) =>
          enabled ? replicaSetsOf(facts) : [],
        );
        return [...created, ...recorded];
      },
    }),
  },
});

const PEERED: readonly Kind[] = ['private', 'standard', 'legacy'];

/** The results of each planned change of a type in each of its projects, at the change in the config. */
const atPlan = <C extends ChangeName>(
  { placeOf, plan, facts }: RuleContext,
  name: C,
  check: (change: Extract<PlannedChange, { change: C }>, facts: Facts) => readonly HostResult[],
): ProjectRuleResult[] =>
  plannedChanges(plan, name).flatMap((change) => {
    const place = placeOf(change);
    if (!place) return [];
    return projectsOf(facts, change).flatMap((one) => check(change, one).map((result) => ({ ...result, ...place })));
  });

/** For each cluster that the plan names. For an unknown cluster, only the plan's own data is used. */
function blockedByMode(plan: MultiRegion, facts: Facts): readonly HostResult[] {
  const mode = facts.project.peeringOnly?.value;
  if (mode === false) return [];
  const named = clustersNamed(facts, plan.cluster);
  return (named.length > 0 ? named : [undefined]).flatMap((cluster): readonly HostResult[] => {
    const added = addedRegions(plan, cluster);
    const spanned = added.length > 0 ? [...(cluster?.regions ?? []), ...added] : [];
    if (!spanned.some(({ provider }) => provider === 'azure'))
      return added.some(({ provider }) => provider === null) ? [{ missing: 'provider of the cluster' }] : [];
    if (mode === undefined) return [{ missing: 'peering-only mode (privateIpMode)' }];
    return [{ message: 'blocked', data: { cluster: cluster?.name ?? plan.cluster, regions: namesOf(added) } }];
  });
}

/** All records of the project. One record, or what the config declares, does not prove that there are no others. */
function replicaSetsOf({ clusters, known }: Facts): HostResult[] {
  const hasRecords = clusters.some(({ isDeclared }) => !isDeclared);
  const replicaSets = clusters.filter(({ sharded }) => sharded === false).map(({ name }) => `"${name}"`);
  const isUntold = clusters.some(({ sharded, tier }) => sharded === undefined && (tier ?? 'dedicated') === 'dedicated');
  return [
    ...(replicaSets.length > 0 ? [{ message: 'records', data: { clusters: replicaSets.join(', ') } }] : []),
    ...(isUntold ? [{ missing: 'cluster type' } as const] : []),
    ...(hasRecords ? [] : [{ missing: 'cluster record' } as const]),
    ...(hasRecords && !known.has('clusters') ? [{ missing: 'complete list of clusters' } as const] : []),
  ];
}
