import type { ClusterFacts, FactNotice, Known, Region } from './facts.ts';
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

/** Facts that decide plans and that two sources may both contain. */
const COMPARED = ['sharded', 'tier', 'providers', 'regions', 'createdAt'] as const;

/** Compares one value or a list of them. People write only the day of a date. */
const agree = (a: Value, b: Value): boolean =>
  sameMembers<Item>([a].flat(), [b].flat(), (one, other) =>
    typeof one === 'object' || typeof other === 'object'
      ? equalRegions(one as Region, other as Region)
      : String(one).slice(0, 10) === String(other).slice(0, 10),
  );

type Value = NonNullable<ClusterFacts[(typeof COMPARED)[number]]>;
type Item = Extract<Value, boolean | string> | Region;

const sameMembers = <T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean =>
  a.length === b.length && a.every((item) => b.some((other) => same(item, other)));

const shown = (value: Value): string =>
  [value]
    .flat()
    .map((one) => (typeof one === 'object' ? one.name : String(one)))
    .join(', ');

/** How two sources differ. */
function difference(key: (typeof COMPARED)[number], a: ClusterFacts, b: ClusterFacts): string | undefined {
  const [mine, other] = [a[key], b[key]];
  if (mine === undefined || other === undefined || agree(mine, other)) return undefined;
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

export const newer = (a: Known<string>, b: Known<string>): Known<string> =>
  (a?.value ?? '') < (b?.value ?? '') ? b : a;

/** Adds to the first what only the second contains. */
function mergeClusters(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const differences = COMPARED.map((key) => difference(key, a, b));
  const conflicts = [...differences, stringConflict(a, b)].filter((text) => text !== undefined);
  for (const text of conflicts) notices.push({ code: 'fact-conflict', file: b.source, message: `${text}.` });
  const { endpoints, listed, tokens, aliases } = a.listed.length > 0 ? a : b;
  const known = Object.fromEntries(Object.entries(a).filter(([, value]) => value !== undefined)) as ClusterFacts;
  return {
    ...b,
    ...known,
    stateName:
      [a, b].map((one) => one.stateName).find((state) => state && TRANSIENT.has(state)) ?? a.stateName ?? b.stateName,
    readAt: newer(a.readAt, b.readAt),
    ...{ endpoints, listed, tokens, aliases },
    conflicts: [...a.conflicts, ...b.conflicts, ...conflicts],
  };
}
