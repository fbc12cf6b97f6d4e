import { utcDate } from './json.ts';
import type { ClusterFacts, FactName, ProjectFacts } from './facts.ts';
import { isMultiRegion } from './query.ts';

/** Conclusions from facts alone. */

/**
 * Whether the cluster was created before a date (ISO 8601; a day means its start in UTC). `undefined` if the creation
 * date is unknown.
 */
export function createdBefore(cluster: ClusterFacts, date: string): boolean | undefined {
  const limit = utcDate(date);
  if (!cluster.createdAt || !limit) return undefined;
  return Date.parse(cluster.createdAt.value) < Date.parse(limit);
}

/** First server release that supports the optimized string. */
const LEAST_VERSION = 5;

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

/** Why a cluster has no optimized string, whether that holds (`undefined`: unknown), and the fact that decides it. */
type Obstacle = readonly [reason: string, holds: boolean | undefined, needs: FactName];

/**
 * Whether the cluster is eligible for the optimized endpoint string: sharded, on AWS, MongoDB 5.0 or later, and in one
 * region or with regionalized endpoints, of which only the AWS regions are eligible (vendor documentation on optimized
 * connection strings, 2026-08). An obstacle decides even if others are unknown. Whether an endpoint exists is not
 * checked here: the strings in the record show it. `null` for an eligible cluster.
 */
export function optimizedObstacle(
  cluster: ClusterFacts,
  project: Pick<ProjectFacts, 'regionalizedPrivateEndpoints'>,
): { readonly reason: string } | { readonly missing: readonly FactName[] } | null {
  const { tier, sharded, providers, version } = cluster;
  const regionalized = project.regionalizedPrivateEndpoints?.value;
  const several = isMultiRegion(cluster);
  // `8.0.5`
  const major = /^\d{1,4}(?=\.|$)/.exec(version?.value ?? '')?.[0];
  const isApart =
    regionalized === true || several === false ? false : several && regionalized === false ? true : undefined;
  const all: readonly Obstacle[] = [
    ['not-dedicated', tier !== undefined && tier.value !== 'dedicated', 'tier of the cluster'],
    ['not-sharded', not(sharded?.value), 'cluster type'],
    ['not-aws', not(providers?.value.includes('aws')), 'provider of the cluster'],
    ['version-below-5', major === undefined ? undefined : Number(major) < LEAST_VERSION, 'database version'],
    [
      'multi-region-without-regionalized-endpoints',
      isApart,
      several ? 'regionalized private endpoints (regionalMode)' : 'regions of the cluster',
    ],
  ];
  const [reason] = all.find(([, holds]) => holds === true) ?? [];
  if (reason !== undefined) return { reason };
  const missing = all.flatMap(([, holds, needs]) => (holds === undefined ? [needs] : []));
  return missing.length > 0 ? { missing } : null;
}
