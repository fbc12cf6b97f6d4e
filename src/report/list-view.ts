import type { StringRecord } from '../core/record.ts';
import type { StringChange } from '../core/string-changes.ts';
import { formatCount } from './shown.ts';
import { grouped } from '../core/grouped.ts';

/** Says which environment the config names for a file; `null` for one of which it says nothing. */
export type EnvironmentOf = (file: string) => string | null;

/** What `list` found. */
export interface ListView {
  readonly records: readonly StringRecord[];
  readonly environmentOf: EnvironmentOf;
}

/** What `list --against` found. */
export interface AgainstView {
  /** As the user named it. */
  readonly ref: string;
  /** The commit that was compared with. */
  readonly base: string;
  readonly changes: readonly StringChange[];
  readonly environmentOf: EnvironmentOf;
}

export function recordOfChange({ before, after }: StringChange): StringRecord {
  return after ?? before;
}

export const CHANGES = ['added', 'changed', 'dropped'] as const;

/** `2 added, 1 changed, 1 dropped`, or `nothing has changed`. */
export function changeCounts(changes: readonly StringChange[]): string {
  const counts = CHANGES.map((name) => [name, changes.filter(({ change }) => change === name).length] as const);
  const told = counts.filter(([, count]) => count > 0).map(([name, count]) => `${formatCount(count)} ${name}`);
  return told.join(', ') || 'nothing has changed';
}

const OF_API: ReadonlySet<string> = new Set([
  'admin-api-v1',
  'admin-api-v2',
  'media-type',
  'removed-field',
  'metrics-discovery',
]);

/** What a string belongs to when it names no cluster. */
export function nameless(kind: string): string {
  if (kind === 'not-service') return 'other servers';
  return OF_API.has(kind) ? 'administration API and metrics' : 'no cluster named';
}

/** Records by cluster, sorted; those that name none last. Clusters of one name in different projects are two. */
export function byCluster(records: readonly StringRecord[]): (readonly [title: string, StringRecord[]])[] {
  const groups = grouped(records, ({ cluster, token, kind }) =>
    cluster === null ? `1${nameless(kind)}` : `0${cluster.toLowerCase()}\0${token ?? ''}`,
  );
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => [key.slice(1).replace('\0', ' ').trimEnd(), own]);
}
