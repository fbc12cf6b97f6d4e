import type { FactKind } from '../config/config.ts';
import { handCluster, withHandProject } from './declared.ts';
import type { ByHand } from './declared.ts';
import { joined } from './pieces.ts';
import type { FactPiece } from './pieces.ts';
import { endpointsOf, piecesOf, projectFacts } from './project-settings.ts';
import { readFacts } from './read.ts';
import type { ClusterFacts, FactNotice, FactProblem, Facts, Known, Region } from './facts.ts';
import { ATLAS } from '../classify/service.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { equalRegions } from './regions.ts';

/** A parsed fact file. */
export interface FactInput {
  /** As it is shown to people; its last part tells settings apart. */
  readonly file: string;
  /** What the config calls it, in an object-form `inventory`. */
  readonly as?: FactKind | null;
  readonly value: unknown;
}

/**
 * Puts fact files and the config's own words together. Files come first: the config fills what they lack. `problems`
 * make a configuration error; `facts` then holds what could be read all the same.
 */
export function buildFacts(
  inputs: readonly FactInput[],
  byHand: ByHand = {},
  profile: ServiceProfile = ATLAS,
): { readonly facts: Facts; readonly problems: readonly FactProblem[] } {
  const read = joined(inputs.map(({ file, as = null, value }) => readFacts(value, { file, as, profile })));
  const notices: FactNotice[] = [...read.notices, ...missingPages(read.pieces)];
  const records = distinctClusters(
    piecesOf(read.pieces, 'cluster').map(({ cluster }) => cluster),
    notices,
  );
  const hand = Object.entries(byHand.clusters ?? {}).map(([name, entry]) => handCluster(name, entry, profile));
  const endpoints = endpointsOf(read.pieces);
  const project = projectFacts(read.pieces, endpoints, notices);
  const [pulled] = piecesOf(read.pieces, 'pulled');
  const facts = {
    clusters: withHandClusters(records, hand, notices),
    project: byHand.project ? withHandProject(project, byHand.project, notices) : project,
    endpoints,
    discovery: piecesOf(read.pieces, 'discovery').map(({ target }) => target),
    notices,
    hasRecords: records.length > 0,
    wholeLists: [...piecesOf(read.pieces, 'whole-list'), ...allPages(read.pieces)].map(({ source }) => source),
    pulledAt: pulled && { value: pulled.at, source: pulled.source },
  };
  return { facts, problems: read.problems };
}

/** Lists are paged; without all pages, a cluster that exists looks as if it did not. Pages of one list share its total. */
function missingPages(all: readonly FactPiece[]): readonly FactNotice[] {
  const pages = piecesOf(all, 'page');
  const found = (total: number): number =>
    pages.reduce((sum, page) => (page.total === total ? sum + page.count : sum), 0);
  return pages
    .filter(({ total }) => found(total) < total)
    .map(({ total, count, source }) => ({
      code: 'fact-incomplete',
      file: source,
      message: `The list holds ${count} of ${total} entries; save the other pages as well.`,
    }));
}

/** The pages of lists of which none is missing. */
function allPages(all: readonly FactPiece[]): readonly FactPiece[] {
  const missing = new Set(missingPages(all).map(({ file }) => file));
  return piecesOf(all, 'page').filter(({ source }) => !missing.has(source));
}

/** One cluster for each name and project; a record that does not tell its project joins the first of its name. */
function distinctClusters(all: readonly ClusterFacts[], notices: FactNotice[]): readonly ClusterFacts[] {
  const byName = new Map<string, ClusterFacts[]>();
  for (const cluster of all) {
    const same = byName.get(cluster.name) ?? [];
    byName.set(cluster.name, same);
    const at = same.findIndex(({ groupId }) => !groupId || !cluster.groupId || groupId === cluster.groupId);
    const other = same[at];
    if (other) same[at] = mergeClusters(other, cluster, notices);
    else same.push(cluster);
  }
  return [...byName.values()].flat();
}

/** The config's words about a cluster go to every record of that name; what matches none stands for itself. */
function withHandClusters(
  records: readonly ClusterFacts[],
  hand: readonly ClusterFacts[],
  notices: FactNotice[],
): readonly ClusterFacts[] {
  const names = new Set(records.map(({ name }) => name.toLowerCase()));
  const byName = new Map(hand.map((entry) => [entry.name.toLowerCase(), entry]));
  const unmatched = hand.filter(({ name }) => !names.has(name.toLowerCase()));
  if (records.length > 0) {
    for (const { name, source } of unmatched) {
      const message = `The config describes cluster "${name}", but no fact file has a record of it.`;
      notices.push({ code: 'fact-unmatched-cluster', file: source, message });
    }
  }
  const merged = records.map((record) => {
    const words = byName.get(record.name.toLowerCase());
    return words ? mergeClusters(record, words, notices) : record;
  });
  return [...merged, ...unmatched];
}

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
    ...((a.declaresNoStrings ?? b.declaresNoStrings) && { declaresNoStrings: true as const }),
  };
}
