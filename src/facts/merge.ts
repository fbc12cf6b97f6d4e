import type { ClusterFacts, FactNotice, Region } from './facts.ts';
import type { PieceOf } from './pieces.ts';
import { equalRegions } from './regions.ts';

/**
 * One cluster per name and project. A record without a project joins the first one with its name. What the config says
 * applies to every record of that name; where none has it, it is a cluster of its own.
 */
export function mergedClusters(pieces: readonly PieceOf<'cluster'>[], notices: FactNotice[]): readonly ClusterFacts[] {
  const all = pieces.map(({ cluster }) => cluster);
  const records: ClusterFacts[] = [];
  for (const cluster of all.filter(({ isDeclared }) => !isDeclared)) {
    const at = records.findIndex(
      ({ name, groupId }) => name === cluster.name && (!groupId || !cluster.groupId || groupId === cluster.groupId),
    );
    if (at < 0) records.push(cluster);
    else records[at] = mergeClusters(records[at]!, cluster, notices);
  }
  const isSame = (a: ClusterFacts, b: ClusterFacts): boolean => a.name.toLowerCase() === b.name.toLowerCase();
  const declared = all.filter(({ isDeclared }) => isDeclared);
  const unmatched = declared.filter((one) => !records.some((record) => isSame(record, one)));
  for (const { name, source } of records.length > 0 ? unmatched : []) {
    const message = `The config describes cluster "${name}", but no fact file has a record of it.`;
    notices.push({ code: 'fact-unmatched-cluster', file: source, message });
  }
  const merged = records.map((record) => {
    const words = declared.findLast((one) => isSame(one, record));
    return words ? mergeClusters(record, words, notices) : record;
  });
  return [...merged, ...unmatched];
}

/** Facts that two sources may both contain, with the comparison that decides whether they agree. */
type Compared = 'sharded' | 'clusterType' | 'providers' | 'regions' | 'createdAt' | 'version' | 'tier' | 'everLegacy';
type Value<K extends Compared> = NonNullable<ClusterFacts[K]>;

const AGREE: { readonly [K in Compared]: (a: Value<K>, b: Value<K>) => boolean } = {
  sharded: Object.is,
  // `sharded` already compares replica sets with sharded clusters.
  clusterType: (a, b) => a === b || a === 'REPLICASET' || b === 'REPLICASET',
  tier: Object.is,
  everLegacy: Object.is,
  providers: (a, b) => sameMembers(a, b, Object.is),
  regions: (a, b) => sameMembers<Region>(a, b, equalRegions),
  // People write only the day.
  createdAt: (a, b) =>
    a === b || (a.slice(0, 10) === b.slice(0, 10) && [a, b].some((date) => date.endsWith('T00:00:00.000Z'))),
  // `8.0` and `8.0.5`.
  version: (a, b) => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`),
};

const sameMembers = <T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean =>
  a.length === b.length && a.every((item) => b.some((other) => same(item, other)));

const shown = (value: Value<Compared>): string =>
  [value]
    .flat()
    .map((one) => (typeof one === 'object' ? one.name : String(one)))
    .join(', ');

/** A Terraform state may contain a cluster twice, as a resource and as a data source. */
const elsewhere = (a: ClusterFacts, b: ClusterFacts): string =>
  a.source === b.source ? 'a second entry of that file' : b.source;

/** How two sources differ. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it ties the two values to their comparison
function difference<K extends Compared>(key: K, a: ClusterFacts, b: ClusterFacts): string | undefined {
  const [mine, other] = [a[key], b[key]];
  if (mine === undefined || other === undefined) return undefined;
  if (AGREE[key](mine as Value<K>, other as Value<K>)) return undefined;
  return `Cluster "${a.name}": ${key} is ${shown(mine)} in ${a.source} but ${shown(other)} in ${elsewhere(a, b)}`;
}

/** What decides plans. */
const DECIDING: readonly Compared[] = ['sharded', 'providers', 'regions', 'createdAt', 'tier'];

/** Records list every string, so one that only one of them has is a contradiction too. A config may list a part. */
function stringConflict(a: ClusterFacts, b: ClusterFacts): string | undefined {
  const isPart = a.isDeclared || b.isDeclared;
  const comparable = ({ listed }: ClusterFacts, other: ClusterFacts): readonly string[] =>
    listed
      .filter(({ field }) => !isPart || other.listed.some((entry) => entry.field === field))
      .map(({ text }) => text);
  const [mine, others] = [comparable(a, b), comparable(b, a)];
  if (mine.length === 0 || others.length === 0 || sameMembers(mine, others, Object.is)) return undefined;
  return `Cluster "${a.name}": ${a.source} and ${elsewhere(a, b)} list different connection strings`;
}

/** States in which the strings of a cluster are about to appear or to disappear. */
export const TRANSIENT: ReadonlySet<string> = new Set(['CREATING', 'DELETING', 'DELETED']);

/** Adds to the first what only the second contains. Differences are notices, and conflicts where they decide. */
function mergeClusters(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const strings = stringConflict(a, b);
  const differences = (Object.keys(AGREE) as Compared[]).map((key) => [key, difference(key, a, b)] as const);
  for (const text of [...differences.map(([, one]) => one), strings])
    if (text !== undefined) notices.push({ code: 'fact-conflict', file: b.source, message: `${text}.` });
  const deciding = differences.flatMap(([key, text]) => (DECIDING.includes(key) && text !== undefined ? [text] : []));
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
    conflicts: [...a.conflicts, ...b.conflicts, ...deciding, ...(strings === undefined ? [] : [strings])],
  };
}
