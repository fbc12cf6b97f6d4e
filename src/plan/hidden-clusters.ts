import type { FoundString } from '../classify/found-string.ts';
import type { PlannedChange } from '../config/plan.ts';
import type { ClusterFacts } from '../facts/facts.ts';
import { optionNamed } from '../rule-helpers/options.ts';
import { moveOf } from '../rule-helpers/planned-regions.ts';

/** Kinds of strings that lead to a cluster. */
export const STRING_KINDS: ReadonlySet<string> = new Set([
  'standard',
  'private',
  'private-endpoint',
  'optimized',
  'legacy',
]);

/** A kind that the change concerns, of a cluster whose name a program fills in: it may be the change's cluster. */
export function isHiddenCluster(
  string: FoundString,
  change: PlannedChange,
  clusters: readonly ClusterFacts[],
): boolean {
  const { kind, form, cluster } = string;
  if (cluster !== null || !STRING_KINDS.has(kind)) return false;
  const isStandard = kind === 'standard' && form === 'srv';
  switch (change.change) {
    case 'shard':
      return form !== 'srv' || (optionNamed(string, 'replicaSet') ?? string.replicaSet) !== undefined;
    case 'multi-region':
      return !isStandard;
    case 'cloud-provider':
      return !isStandard || clusters.some((one) => !['keeps', 'done'].includes(moveOf(one, change.to)));
    case 'port-mapped-endpoints':
      return kind === 'private-endpoint';
    case 'disable-peering-only':
    case 'leave-legacy-hostnames':
    case 'custom-dns':
    case 'regionalized-endpoints':
    case 'admin-api':
      // Their rules judge the kind alone.
      return false;
  }
}
