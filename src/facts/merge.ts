import type { ClusterFacts, FactNotice, Region } from './facts.ts';
import type { PieceOf } from './pieces.ts';
import { equalRegions } from './regions.ts';

/** One cluster per name, of the pieces of one project. What the config says comes last. */
export function mergedClusters(pieces: readonly PieceOf<'cluster'>[], notices: FactNotice[]): readonly ClusterFacts[] {
  const merged = new Map<string, ClusterFacts>();
  for (const { cluster } of pieces) {
    const name = cluster.name.toLowerCase();
    const known = merged.get(name);
    merged.set(name, known ? mergeClusters(known, cluster, notices) : cluster);
  }
  return [...merged.values()];
}

/** Facts that decide plans and that two sources may both contain, with the comparison that says whether they agree. */
type Compared = 'sharded' | 'providers' | 'regions' | 'createdAt' | 'tier';
type Value<K extends Compared> = NonNullable<ClusterFacts[K]>;

const AGREE: { readonly [K in Compared]: (a: Value<K>, b: Value<K>) => boolean } = {
  sharded: Object.is,
  tier: Object.is,
  providers: (a, b) => sameMembers(a, b, Object.is),
  regions: (a, b) => sameMembers<Region>(a, b, equalRegions),
  // People write only the day.
  createdAt: (a, b) => a.slice(0, 10) === b.slice(0, 10),
};

const sameMembers = <T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean =>
  a.length === b.length && a.every((item) => b.some((other) => same(item, other)));

const shown = (value: Value<Compared>): string =>
  [value]
    .flat()
    .map((one) => (typeof one === 'object' ? one.name : String(one)))
    .join(', ');

/** How two sources differ. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it ties the two values to their comparison
function difference<K extends Compared>(key: K, a: ClusterFacts, b: ClusterFacts): string | undefined {
  const [mine, other] = [a[key], b[key]];
  if (mine === undefined || other === undefined) return undefined;
  if (AGREE[key](mine as Value<K>, other as Value<K>)) return undefined;
  return `Cluster "${a.name}": ${key} is ${shown(mine)} in ${a.source} but ${shown(other)} in ${b.source}`;
}

/** Records list every string, so one that only one of them has is a contradiction too. A config may list a part. */
function stringConflict(a: ClusterFacts, b: ClusterFacts): string | undefined {
  const isPart = a.isDeclared || b.isDeclared;
  const comparable = ({ listed }: ClusterFacts, other: ClusterFacts): readonly string[] =>
    listed
      .filter(({ field }) => !isPart || other.listed.some((entry) => entry.field === field))
      .map(({ text }) => text);
  const [mine, others] = [comparable(a, b), comparable(b, a)];
  if (mine.length === 0 || others.length === 0 || sameMembers(mine, others, Object.is)) return undefined;
  return `Cluster "${a.name}": ${a.source} and ${b.source} list different connection strings`;
}

/** States in which the strings of a cluster are about to appear or to disappear. */
export const TRANSIENT: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETED']);

/** Adds to the first what only the second contains. */
function mergeClusters(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const differences = (Object.keys(AGREE) as Compared[]).map((key) => difference(key, a, b));
  const conflicts = [...differences, stringConflict(a, b)].filter((text) => text !== undefined);
  for (const text of conflicts) notices.push({ code: 'fact-conflict', file: b.source, message: `${text}.` });
  const { endpoints, listed, tokens, aliases } = a.listed.length > 0 ? a : b;
  const known = Object.fromEntries(Object.entries(a).filter(([, value]) => value !== undefined)) as ClusterFacts;
  return {
    ...b,
    ...known,
    stateName:
      [a, b].map((one) => one.stateName).find((state) => state && TRANSIENT.has(state)) ?? a.stateName ?? b.stateName,
    // The newer one.
    readAt: (a.readAt?.value ?? '') < (b.readAt?.value ?? '') ? b.readAt : a.readAt,
    ...{ endpoints, listed, tokens, aliases },
    conflicts: [...a.conflicts, ...b.conflicts, ...conflicts],
  };
}
