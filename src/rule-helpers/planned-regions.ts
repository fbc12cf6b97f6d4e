import type { PlannedChange } from '../config/plan.ts';
import type { Provider } from '../classify/service.ts';
import { equalRegions, regionOf } from '../facts/regions.ts';
import type { ClusterFacts, Region } from '../facts/facts.ts';
import type { FoundHost } from '../classify/found-string.ts';
import { providersOfRegion } from '../classify/regions.ts';
import type { RuleContext } from '../lint/rule.ts';
import { plannedFor } from './hosts.ts';
import { createdBefore } from '../facts/eligibility.ts';

export type MultiRegion = Extract<PlannedChange, { change: 'multi-region' }>;

/** The regions of a plan. A name that several providers share means the cluster's provider, if it has only one. */
export function plannedRegions({ regions }: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] {
  const own = cluster?.providers?.value ?? [];
  return regions.flatMap((name) => {
    const possible = providersOfRegion(name);
    const likely =
      possible.length === 0 ? own : possible.length === 1 ? possible : own.filter((p) => possible.includes(p));
    return regionOf(name, likely.length === 1 ? likely[0]! : null) ?? [];
  });
}

/** The planned regions without a node of the cluster. All of them if its regions are unknown. */
export function addedRegions(plan: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] {
  const present = cluster?.regions?.value ?? [];
  return plannedRegions(plan, cluster).filter((region) => !present.some((known) => equalRegions(known, region)));
}

export function multiRegionPlan(
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  context: RuleContext,
): MultiRegion | undefined {
  return plannedFor('multi-region', host, cluster, context).find((plan) => addedRegions(plan, cluster).length > 0);
}

/**
 * Whether regionalized endpoints are on after the plan. A plan that does not mention them keeps the current setting.
 */
export function regionalizedAfterPlan(plan: MultiRegion | undefined, { facts }: RuleContext): boolean | undefined {
  return plan?.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
}

/**
 * What happens to a cluster's string when it moves to another provider. `done`: it has moved already; `keeps`: the
 * standard string stays; `two-step`: the string changes twice, with read-only nodes in between; `shared`: Free and Flex
 * clusters, whose string may change; `unknown`: the record does not show it.
 */
export type ProviderMove = 'done' | 'keeps' | 'two-step' | 'shared' | 'unknown';

/**
 * Clusters created before this day on Azure or GCP do not keep their string (vendor FAQ on connection changes,
 * 2026-08).
 */
export const KEEPS_STRING_SINCE = '2020-11-03';

/** @param to the target provider, `null` for any */
export function moveOf(cluster: ClusterFacts, to: Provider | null): ProviderMove {
  if (cluster.tier && cluster.tier.value !== 'dedicated') return 'shared';
  const providers = cluster.providers?.value;
  if (!providers) return 'unknown';
  if (to && providers.every((provider) => provider === to)) return 'done';
  if (providers.every((provider) => provider === 'aws')) return 'keeps';
  const older = createdBefore(cluster, KEEPS_STRING_SINCE);
  return older === undefined ? 'unknown' : older ? 'two-step' : 'keeps';
}
