import { createdBefore } from './fact-judge.ts';
import type { ClusterFacts } from './facts.ts';
import type { Provider } from './service.ts';

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
