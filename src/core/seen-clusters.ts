import type { StringRecord } from './record.ts';

/** A cluster as the strings of a tree show it. Nothing here is a fact: it is what names say. */
export interface SeenCluster {
  /** As hosts have it: lower case, at most 23 characters of the name. */
  readonly name: string;
  /** Label of its project; `null` when its strings show several. */
  readonly token: string | null;
  readonly providers: readonly string[];
  readonly regions: readonly string[];
  /** Kind → number of strings, most frequent first. */
  readonly kinds: readonly (readonly [kind: string, count: number])[];
  /** Each once, sorted. */
  readonly files: readonly string[];
}

/** Ids that nodes have in place of the cluster's name. */
const NODE_ID = /^(?:ac-[a-z0-9]{7}|atlas-[a-z0-9]{6})$/;

/** The clusters that code (not prose, not comments) names with a token, most frequent first. */
export function seenClusters(records: readonly StringRecord[]): SeenCluster[] {
  const byName = new Map<string, StringRecord[]>();
  for (const record of records) {
    const name = record.cluster?.toLowerCase();
    if (name === undefined || record.token === null || record.context !== 'code' || NODE_ID.test(name)) continue;
    byName.set(name, [...(byName.get(name) ?? []), record]);
  }
  return [...byName]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([name, own]) => {
      const tokens = distinct(own.map(({ token }) => token));
      return {
        name,
        token: tokens.length === 1 ? tokens[0]! : null,
        providers: distinct(own.map(({ provider }) => provider)),
        regions: distinct(own.map(({ region }) => region)),
        kinds: countedKinds(own),
        files: distinct(own.map(({ file }) => file)),
      };
    });
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].sort();
}

function countedKinds(records: readonly StringRecord[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { kind } of records) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}
