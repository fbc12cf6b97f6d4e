import { utcDate } from './json.ts';
import type { ClusterFacts, ProjectFacts } from './facts.ts';
import { isMultiRegion } from './query.ts';

/** Conclusions from facts alone. A missing fact has the name of its key in the config. */

/**
 * Whether the cluster was created before a date (ISO 8601; a day means its start in UTC). `undefined` if the creation
 * date is unknown.
 */
export function createdBefore(cluster: ClusterFacts, date: string): boolean | undefined {
  const limit = utcDate(date);
  if (!cluster.createdAt || !limit) return undefined;
  return Date.parse(cluster.createdAt.value) < Date.parse(limit);
}

/** `8.0.5` is at least `[5, 0]`. `undefined` if the text is not a version. */
export function versionAtLeast(version: string, least: readonly number[]): boolean | undefined {
  if (!/^\d{1,4}(?:\.\d{1,4}){0,3}/.test(version)) return undefined;
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [at, wanted] of least.entries()) {
    const part = parts[at] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

type OptimizedObstacle =
  'not-dedicated' | 'not-sharded' | 'not-aws' | 'version-below-5' | 'multi-region-without-regionalized-endpoints';

export type EligibilityFact = 'sharded' | 'provider' | 'version' | 'regions' | 'regionalizedPrivateEndpoints';

type Eligibility =
  | { readonly eligible: true }
  | { readonly eligible: false; readonly reason: OptimizedObstacle }
  | { readonly missing: readonly EligibilityFact[] };

/** `true`: the criterion fails. `undefined`: the fact is unknown. */
interface Criterion {
  readonly reason: OptimizedObstacle;
  readonly fails: boolean | undefined;
  readonly needs: EligibilityFact | null;
}

/** First server release that supports the optimized string. */
const LEAST_VERSION = [5, 0];

function criteria(
  cluster: ClusterFacts,
  project: Pick<ProjectFacts, 'regionalizedPrivateEndpoints'>,
): readonly Criterion[] {
  const sharded = cluster.sharded?.value;
  const providers = cluster.providers?.value;
  const newEnough = cluster.version && versionAtLeast(cluster.version.value, LEAST_VERSION);
  const regionalized = project.regionalizedPrivateEndpoints?.value;
  const several = isMultiRegion(cluster);
  return [
    { reason: 'not-dedicated', fails: cluster.tier !== undefined && cluster.tier.value !== 'dedicated', needs: null },
    { reason: 'not-sharded', fails: sharded === undefined ? undefined : !sharded, needs: 'sharded' },
    { reason: 'not-aws', fails: providers && !providers.includes('aws'), needs: 'provider' },
    { reason: 'version-below-5', fails: newEnough === undefined ? undefined : !newEnough, needs: 'version' },
    {
      reason: 'multi-region-without-regionalized-endpoints',
      fails: regionalized === true || several === false ? false : several && regionalized === false ? true : undefined,
      needs: several ? 'regionalizedPrivateEndpoints' : 'regions',
    },
  ];
}

/**
 * Whether the cluster is eligible for the optimized endpoint string: sharded, on AWS, MongoDB 5.0 or later, and in one
 * region or with regionalized endpoints, of which only the AWS regions are eligible (vendor documentation on optimized
 * connection strings, 2026-08). A criterion that fails decides even if others are unknown. Whether an endpoint exists
 * is not checked here: the strings in the record show it.
 */
export function optimizedEligibility(
  cluster: ClusterFacts,
  project: Pick<ProjectFacts, 'regionalizedPrivateEndpoints'>,
): Eligibility {
  const all = criteria(cluster, project);
  const failed = all.find(({ fails }) => fails === true);
  if (failed) return { eligible: false, reason: failed.reason };
  const missing = all.flatMap(({ fails, needs }) => (fails === undefined && needs ? [needs] : []));
  return missing.length > 0 ? { missing } : { eligible: true };
}
