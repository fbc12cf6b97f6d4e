import { baselineEntry, STALE_RULE } from './baseline.ts';
import type { BaselineEntry } from './baseline.ts';
import type { Finding } from './finding.ts';

/** What a run makes of a baseline. */
export interface BaselineUpdate {
  /** Everything that is accepted then. */
  readonly entries: readonly BaselineEntry[];
  readonly added: readonly BaselineEntry[];
  /** Entries whose finding is gone. */
  readonly pruned: readonly BaselineEntry[];
}

/**
 * Accepts what a run found and nobody accepted yet, whatever its severity, and lets go of what is gone. Entries of files
 * that were not looked at stay.
 * @param idPath path of a file by which its findings are known
 */
export function updateBaseline(
  entries: readonly BaselineEntry[],
  stale: readonly BaselineEntry[],
  findings: readonly Finding[],
  idPath: (file: string) => string,
): BaselineUpdate {
  const gone = new Set(stale.map(({ id }) => id));
  const kept = entries.filter(({ id }) => !gone.has(id));
  const known = new Set(kept.map(({ id }) => id));
  const added = findings
    .filter(({ rule, suppressed, id }) => rule !== STALE_RULE && suppressed === null && !known.has(id))
    .map((finding) => baselineEntry(finding, idPath(finding.file)));
  return { entries: [...kept, ...added], added, pruned: stale };
}
