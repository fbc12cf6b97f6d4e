import { equalRegions } from './fact-region.ts';
import type { ClusterFacts, FactNotice, Known, Region } from './facts.ts';

/** Facts that two sources may both tell, with what counts as agreement. */
type Compared = 'sharded' | 'clusterType' | 'providers' | 'regions' | 'createdAt' | 'version' | 'tier' | 'everLegacy';
type Value<K extends Compared> = NonNullable<ClusterFacts[K]>['value'];

const AGREE: { readonly [K in Compared]: (a: Value<K>, b: Value<K>) => boolean } = {
  sharded: Object.is,
  // Replica set against sharded is told by `sharded`.
  clusterType: (a, b) => a === b || a === 'REPLICASET' || b === 'REPLICASET',
  tier: Object.is,
  everLegacy: Object.is,
  providers: (a, b) => sameMembers(a, b, Object.is),
  regions: (a, b) => sameMembers<Region>(a, b, equalRegions),
  // People write the day.
  createdAt: (a, b) => a === b || (a.slice(0, 10) === b.slice(0, 10) && (isMidnight(a) || isMidnight(b))),
  // `8.0` and `8.0.5`.
  version: (a, b) => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`),
};

function sameMembers<T>(a: readonly T[], b: readonly T[], same: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item) => b.some((other) => same(item, other)));
}

function isMidnight(date: string): boolean {
  return date.endsWith('T00:00:00.000Z');
}

function shown(value: ClusterFacts[Compared]): string {
  const list: unknown = value?.value;
  if (!Array.isArray(list)) return String(list);
  return list.map((item: Region | string) => (typeof item === 'string' ? item : item.name)).join(', ');
}

/** A Terraform state may tell of one cluster twice, by its resource and by a data source. */
function elsewhere(first: string, other: string): string {
  return first === other ? 'a second entry of that file' : other;
}

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it ties the two values to their comparison
function conflict<K extends Compared>(key: K, a: ClusterFacts, b: ClusterFacts): FactNotice | undefined {
  const mine: Known<Value<K>> = a[key];
  const other: Known<Value<K>> = b[key];
  if (!mine || !other || AGREE[key](mine.value, other.value)) return undefined;
  return {
    code: 'fact-conflict',
    file: b.source,
    message:
      `Cluster "${a.name}": ${key} is ${shown(a[key])} in ${mine.source} but ${shown(b[key])} in ` +
      `${elsewhere(mine.source, other.source)}; the first is used.`,
  };
}

function stringConflict(a: ClusterFacts, b: ClusterFacts): FactNotice | undefined {
  if (a.listed.length === 0 || b.listed.length === 0) return undefined;
  const same = sameMembers(a.listed, b.listed, (x, y) => x.text === y.text);
  const other = elsewhere(a.source, b.source);
  const message = `Cluster "${a.name}": ${a.source} and ${other} list different connection strings; the first is used.`;
  return same ? undefined : { code: 'fact-conflict', file: b.source, message };
}

/** Fills what the first lacks with what the second tells; where they differ, the first stays and a notice says so. */
export function mergeClusters(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const keys = Object.keys(AGREE) as Compared[];
  for (const found of [...keys.map((key) => conflict(key, a, b)), stringConflict(a, b)]) if (found) notices.push(found);
  const strings = a.listed.length > 0 ? a : b;
  return {
    ...a,
    groupId: a.groupId ?? b.groupId,
    stateName: a.stateName ?? b.stateName,
    clusterType: a.clusterType ?? b.clusterType,
    sharded: a.sharded ?? b.sharded,
    providers: a.providers ?? b.providers,
    regions: a.regions ?? b.regions,
    multiRegion: a.multiRegion ?? b.multiRegion,
    multiCloud: a.multiCloud ?? b.multiCloud,
    createdAt: a.createdAt ?? b.createdAt,
    version: a.version ?? b.version,
    tier: a.tier ?? b.tier,
    everLegacy: a.everLegacy ?? b.everLegacy,
    strings: strings.strings,
    listed: strings.listed,
    optimizedSrv: strings.optimizedSrv,
    legacySrv: strings.legacySrv,
    tokens: strings.tokens,
    aliases: strings.aliases,
  };
}
