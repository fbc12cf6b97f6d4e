import type { ClusterFacts } from './facts.ts';

/** States in which the strings of a cluster are about to appear or to disappear. */
export const TRANSIENT: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETED']);

/** Why a record proves nothing at the moment. */
export interface FactDoubt {
  readonly kind: 'conflict' | 'state' | 'age';
  /** One sentence, without the full stop. */
  readonly message: string;
  /** What to do, as one sentence. */
  readonly settle: string;
}

/** The day on which facts are judged, and the number of days that they stay valid. */
export interface FactAge {
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly maxFactAge: number;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Why nothing irreversible may rest on the record of this cluster. A record without a date is not in doubt: see
 * `readAt`.
 */
export function doubtsAbout(cluster: ClusterFacts, { today, maxFactAge }: FactAge): readonly FactDoubt[] {
  const { name, conflicts, stateName, readAt } = cluster;
  const doubts = conflicts.map((message): FactDoubt => ({
    kind: 'conflict',
    message,
    settle: 'Correct or remove one of the two.',
  }));
  if (stateName !== undefined && TRANSIENT.has(stateName)) {
    const message = `Cluster "${name}" is in the state ${stateName} in ${cluster.source}`;
    doubts.push({ kind: 'state', message, settle: 'Read the record again when that has ended: `connlint pull`.' });
  }
  const days = readAt === undefined ? 0 : Math.floor((Date.parse(today) - Date.parse(readAt.value)) / DAY);
  if (readAt !== undefined && days > maxFactAge) {
    const message = `The record of "${name}" in ${readAt.source} is ${days} days old, more than \`maxFactAge\` (${maxFactAge})`;
    doubts.push({ kind: 'age', message, settle: 'Read it again: `connlint pull`.' });
  }
  return doubts;
}
