import type { PlannedChange } from '../config/plan.ts';
import { PROVIDERS } from '../classify/service.ts';
import { equalRegions, regionOf } from '../facts/regions.ts';
import type { ClusterFacts, Region } from '../facts/facts.ts';
import type { FoundHost } from '../classify/found-string.ts';
import { providerOfRegion } from '../classify/host-shapes.ts';
import { hostRegion } from '../classify/regions.ts';
import type { RuleContext } from '../lint/rule.ts';
import type { Provider } from '../classify/service.ts';
import { plannedFor } from './hosts.ts';
import { createdBefore } from '../facts/eligibility.ts';

export type MultiRegion = Extract<PlannedChange, { change: 'multi-region' }>;

/** Words that Google Cloud's region names begin with; AWS shortens them (`eu`, `ap`). Vendor list, 2026-08. */
const GCP_AREA = /^(?:africa|asia|australia|europe|me|northamerica|southamerica|us)-/;

/** The providers that have a region of this name; the service's own spelling (`US_EAST_2`) may fit several. */
function possibleProviders(name: string): readonly Provider[] {
  const told = providerOfRegion(name.trim().toLowerCase());
  if (told) return [told];
  return PROVIDERS.filter((provider) => {
    const spelled = hostRegion(name, provider);
    return providerOfRegion(spelled) === provider && (provider !== 'gcp' || GCP_AREA.test(spelled));
  });
}

/** The regions of a plan. A name that fits several providers is read as one of the cluster's, if that is just one. */
export function plannedRegions({ regions }: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] {
  const own = cluster?.providers?.value ?? [];
  return regions.flatMap((name) => {
    const possible = possibleProviders(name);
    const likely =
      possible.length === 0 ? own : possible.length === 1 ? possible : own.filter((p) => possible.includes(p));
    return regionOf(name, likely.length === 1 ? likely[0]! : null) ?? [];
  });
}

/** The planned regions in which the cluster has no node yet; all of them while its regions are unknown. */
export function addedRegions(plan: MultiRegion, cluster: ClusterFacts | undefined): readonly Region[] {
  const present = cluster?.regions?.value ?? [];
  return plannedRegions(plan, cluster).filter((region) => !present.some((known) => equalRegions(known, region)));
}

/** The first plan that gives the cluster of this host a region that it does not have. */
export function multiRegionPlan(
  host: FoundHost,
  cluster: ClusterFacts | undefined,
  context: RuleContext,
): MultiRegion | undefined {
  return plannedFor('multi-region', host, cluster, context).find((plan) => addedRegions(plan, cluster).length > 0);
}

/** Whether regionalized endpoints are on, after the plan if there is one: one that does not say so leaves them as they are. */
export function regionalizedAfterPlan(plan: MultiRegion | undefined, { facts }: RuleContext): boolean | undefined {
  return plan?.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
}

/**
 * How a cluster gets to another provider. `done`: it is there already; `keeps`: its standard string does not change;
 * `two-step`: its string changes twice, with read-only nodes in between; `shared`: Free and Flex clusters, whose string
 * may change; `unknown`: the record does not tell.
 */
export type ProviderMove = 'done' | 'keeps' | 'two-step' | 'shared' | 'unknown';

/** Clusters made before this day on Azure or GCP do not keep their string (vendor FAQ on connection changes, 2026-08). */
export const KEEPS_STRING_SINCE = '2020-11-03';

/** @param to the target provider, `null` when it does not matter */
export function moveOf(cluster: ClusterFacts, to: Provider | null): ProviderMove {
  if (cluster.tier && cluster.tier.value !== 'dedicated') return 'shared';
  const providers = cluster.providers?.value;
  if (!providers) return 'unknown';
  if (to && providers.every((provider) => provider === to)) return 'done';
  if (providers.every((provider) => provider === 'aws')) return 'keeps';
  const older = createdBefore(cluster, KEEPS_STRING_SINCE);
  return older === undefined ? 'unknown' : older ? 'two-step' : 'keeps';
}
