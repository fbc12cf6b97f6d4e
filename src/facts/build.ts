import type { DeclaredProject, FactKind } from '../config/config.ts';
import { declaredCluster, declaredName, withDeclaredProject, type Declarations } from './declared.ts';
import { joined, SETTINGS, type FactPiece } from './pieces.ts';
import { endpointsOf, piecesOf, projectFacts } from './project-settings.ts';
import { readFacts } from './read.ts';
import { NO_FACTS } from './facts.ts';
import type { ClusterFacts, FactNotice, FactProblem, Facts, Known, Region } from './facts.ts';
import { splitProjects, type ProjectPieces } from './split-projects.ts';
import { ATLAS, type ServiceProfile } from '../classify/service.ts';
import { equalRegions } from './regions.ts';
import { TRANSIENT } from './doubts.ts';

export interface FactInput {
  /** Its path, for messages. The file name identifies answers about settings. */
  readonly file: string;
  /** Its kind, if the config states it. */
  readonly as?: FactKind | null;
  /** Index of its project in the config. */
  readonly project?: number;
  /** Its parsed contents. */
  readonly value: unknown;
}

/**
 * Combines fact files and the config's declarations, separately for each project. Files come first, and the config adds
 * what they lack. `problems` are configuration errors; `facts` then contains what could be read.
 */
export function buildFacts(
  inputs: readonly FactInput[],
  declarations: Declarations = {},
  profile: ServiceProfile = ATLAS,
): { readonly facts: Facts; readonly problems: readonly FactProblem[] } {
  const { projects: declaredProjects = [] } = declarations;
  if (inputs.length === 0 && declaredProjects.length === 0) return { facts: NO_FACTS, problems: [] };
  const read = inputs.map(({ file, as = null, project, value }) => ({
    file,
    project: declaredName(declaredProjects[project ?? -1] ?? {}),
    ...readFacts(value, { file, as, profile }),
  }));
  const split = splitProjects(read, declaredProjects);
  const declared = declaredByProject(declarations, split.projects, profile);
  const notices = [...joined(read).notices, ...split.notices, ...declared.notices];
  const projects = [
    ...split.projects.map((own, at) => factsOfProject(own, declared.of(at))),
    ...(declared.rest.length > 0 ? [factsOfProject(NO_PIECES, { clusters: declared.rest })] : []),
  ].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
  const problems = [...joined(read).problems, ...split.problems];
  const [first] = projects;
  if (projects.length === 1 && first) return { facts: { ...first, notices: [...notices, ...first.notices] }, problems };
  return { facts: wholeOf(projects, notices), problems };
}

const NO_PIECES: ProjectPieces = { declared: null, groupId: undefined, pieces: [] };

/** What the config declares about one project. */
interface DeclaredFacts {
  readonly settings?: Partial<DeclaredProject> | undefined;
  readonly source?: string;
  readonly clusters: readonly ClusterFacts[];
}

interface DeclaredByProject {
  /** For the project at this index of the list. */
  readonly of: (at: number) => DeclaredFacts;
  /** Clusters without a known project. */
  readonly rest: readonly ClusterFacts[];
  readonly notices: readonly FactNotice[];
}

/**
 * The config's declarations by project. The flat keys are about a single project. If several are known, only names and
 * tokens assign them.
 */
function declaredByProject(
  declarations: Declarations,
  projects: readonly ProjectPieces[],
  profile: ServiceProfile,
): DeclaredByProject {
  const declared = declarations.projects ?? [];
  const project = declared.find((one) => declaredName(one) === null);
  const clusters = project?.clusters ?? {};
  const flat = Object.entries(clusters).map(([name, entry]) => declaredCluster(name, entry, profile));
  const [only] = projects;
  if (projects.length === 1 && only?.declared === null) {
    return { of: () => ({ settings: project, clusters: flat }), rest: [], notices: [] };
  }
  const owners = flat.map((cluster) => ownerOf(cluster, projects));
  return {
    of: (at) => {
      const name = projects[at]?.declared ?? null;
      const own = flat.filter((_, nth) => owners[nth] === at);
      const words = name === null ? undefined : declared.find((one) => declaredName(one) === name);
      const source = `projects.${name ?? ''}`;
      const named = Object.entries(words?.clusters ?? {}).map(([key, entry]) =>
        declaredCluster(key, entry, profile, source),
      );
      return { settings: words, source, clusters: [...own, ...named] };
    },
    rest: flat.filter((_, nth) => owners[nth] === undefined),
    notices: SETTINGS.some((setting) => project?.[setting] !== undefined) ? [UNUSED_SETTINGS] : [],
  };
}

const UNUSED_SETTINGS: FactNotice = {
  code: 'fact-without-project',
  file: 'config: projects',
  message: 'The facts are about several projects, so the settings of a project without name and id are not used.',
};

/** The only project with a cluster of this name or token. */
function ownerOf({ name, tokens }: ClusterFacts, projects: readonly ProjectPieces[]): number | undefined {
  const having = (is: (cluster: ClusterFacts) => boolean): number[] =>
    projects.flatMap(({ pieces }, at) => (piecesOf(pieces, 'cluster').some(({ cluster }) => is(cluster)) ? [at] : []));
  const byToken = having((cluster) => cluster.tokens.some((token) => tokens.includes(token)));
  const found = tokens.length > 0 ? byToken : having((cluster) => cluster.name.toLowerCase() === name.toLowerCase());
  return found.length === 1 ? found[0] : undefined;
}

function factsOfProject({ declared, groupId, pieces }: ProjectPieces, config: DeclaredFacts): Facts {
  const notices: FactNotice[] = [...missingPages(pieces)];
  const records = distinctClusters(
    piecesOf(pieces, 'cluster').map(({ cluster }) => cluster),
    notices,
  );
  const endpoints = endpointsOf(pieces);
  const project = projectFacts(pieces, endpoints, notices);
  const [pulled] = piecesOf(pieces, 'pulled');
  const clusters = withDeclaredClusters(records, config.clusters, notices);
  const name = declared ?? piecesOf(pieces, 'project')[0]?.name;
  const id = groupId ?? clusters.find((cluster) => cluster.groupId !== undefined)?.groupId;
  return {
    of: { key: declared ?? id ?? name ?? null, name, groupId: id },
    projects: [],
    clusters,
    project: config.settings ? withDeclaredProject(project, config.settings, notices, config.source) : project,
    endpoints,
    discovery: piecesOf(pieces, 'discovery').map(({ target }) => target),
    notices,
    hasRecords: records.length > 0,
    wholeLists: [...piecesOf(pieces, 'whole-list'), ...allPages(pieces)].map(({ source }) => source),
    pulledAt: pulled && { value: pulled.at, source: pulled.source },
  };
}

/** Equal for equal facts, in whatever order the files are listed. */
function sortKey({ of, clusters }: Facts): string {
  return of.key ?? clusters.map(({ tokens, name }) => `${tokens.join()} ${name}`).sort()[0] ?? '';
}

/** Distinguishes projects without name and id. */
function stopgapKey({ clusters }: Facts): string {
  const [cluster] = clusters;
  return cluster?.tokens[0] ?? cluster?.name ?? 'unnamed';
}

/** All projects together: their clusters and scrape targets, but no settings. */
function wholeOf(unnamed: readonly Facts[], notices: readonly FactNotice[]): Facts {
  const projects = unnamed.map((facts) => ({ ...facts, of: { ...facts.of, key: facts.of.key ?? stopgapKey(facts) } }));
  const all = [...notices, ...projects.flatMap((facts) => facts.notices)];
  return {
    ...NO_FACTS,
    projects,
    clusters: projects.flatMap(({ clusters }) => clusters),
    discovery: projects.flatMap(({ discovery }) => discovery),
    notices: all.sort((a, b) => (a.file + a.message < b.file + b.message ? -1 : 1)),
    hasRecords: projects.some(({ hasRecords }) => hasRecords),
    wholeLists: projects.flatMap(({ wholeLists }) => wholeLists),
  };
}

/**
 * Lists are paged. If a page is missing, an existing cluster would look as if it did not exist. Pages of one list share
 * its total.
 */
function missingPages(all: readonly FactPiece[]): readonly FactNotice[] {
  const pages = piecesOf(all, 'page');
  const found = (total: number): number =>
    pages.reduce((sum, page) => (page.total === total ? sum + page.count : sum), 0);
  return pages
    .filter(({ total }) => found(total) < total)
    .map(({ total, count, source }) => ({
      code: 'fact-incomplete',
      file: source,
      message: `The list contains ${count} of ${total} entries. Save the other pages too.`,
    }));
}

function allPages(all: readonly FactPiece[]): readonly FactPiece[] {
  const missing = new Set(missingPages(all).map(({ file }) => file));
  return piecesOf(all, 'page').filter(({ source }) => !missing.has(source));
}

/** One cluster per name and project. A record without a project joins the first one with its name. */
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

/** Declarations in the config apply to every record of that name. One that matches none is a cluster of its own. */
function withDeclaredClusters(
  records: readonly ClusterFacts[],
  declared: readonly ClusterFacts[],
  notices: FactNotice[],
): readonly ClusterFacts[] {
  const names = new Set(records.map(({ name }) => name.toLowerCase()));
  const byName = new Map(declared.map((entry) => [entry.name.toLowerCase(), entry]));
  const unmatched = declared.filter(({ name }) => !names.has(name.toLowerCase()));
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

/** Facts that two sources may both contain, with the comparison that decides whether they agree. */
type Compared = 'sharded' | 'clusterType' | 'providers' | 'regions' | 'createdAt' | 'version' | 'tier' | 'everLegacy';
type Value<K extends Compared> = NonNullable<ClusterFacts[K]>['value'];

const AGREE: { readonly [K in Compared]: (a: Value<K>, b: Value<K>) => boolean } = {
  sharded: Object.is,
  // `sharded` already compares replica sets with sharded clusters.
  clusterType: (a, b) => a === b || a === 'REPLICASET' || b === 'REPLICASET',
  tier: Object.is,
  everLegacy: Object.is,
  providers: (a, b) => sameMembers(a, b, Object.is),
  regions: (a, b) => sameMembers<Region>(a, b, equalRegions),
  // People write only the day.
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

/** A Terraform state may contain a cluster twice, as a resource and as a data source. */
function elsewhere(first: string, other: string): string {
  return first === other ? 'a second entry of that file' : other;
}

/** How two sources differ. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it ties the two values to their comparison
function difference<K extends Compared>(key: K, a: ClusterFacts, b: ClusterFacts): string | undefined {
  const mine: Known<Value<K>> = a[key];
  const other: Known<Value<K>> = b[key];
  if (!mine || !other || AGREE[key](mine.value, other.value)) return undefined;
  const where = elsewhere(mine.source, other.source);
  return `Cluster "${a.name}": ${key} is ${shown(a[key])} in ${mine.source} but ${shown(b[key])} in ${where}`;
}

/** What decides plans. */
const DECIDING: readonly Compared[] = ['sharded', 'providers', 'regions', 'createdAt', 'tier'];

/**
 * Records list every string of their cluster, so a string that only one of them has is a contradiction too. What a
 * config lists may be a part.
 */
function stringConflict(a: ClusterFacts, b: ClusterFacts): string | undefined {
  const isPart = a.generation === 'hand' || b.generation === 'hand';
  const comparable = ({ listed }: ClusterFacts, other: ClusterFacts): readonly string[] =>
    listed
      .filter(({ field }) => !isPart || other.listed.some((entry) => entry.field === field))
      .map(({ text }) => text);
  const [mine, others] = [comparable(a, b), comparable(b, a)];
  if (mine.length === 0 || others.length === 0 || sameMembers(mine, others, Object.is)) return undefined;
  return `Cluster "${a.name}": ${a.source} and ${elsewhere(a.source, b.source)} list different connection strings`;
}

/** Of two states, the one in which the cluster is being created or deleted. */
function stateOf(a: ClusterFacts, b: ClusterFacts): string | undefined {
  return (
    [a.stateName, b.stateName].find((state) => state !== undefined && TRANSIENT.has(state)) ??
    a.stateName ??
    b.stateName
  );
}

/** Adds to the first what only the second contains. Differences are notices, and conflicts where they decide. */
function mergeClusters(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const keys = Object.keys(AGREE) as Compared[];
  const strings = stringConflict(a, b);
  for (const text of [...keys.map((key) => difference(key, a, b)), strings]) {
    if (text !== undefined) notices.push({ code: 'fact-conflict', file: b.source, message: `${text}.` });
  }
  const own = [...DECIDING.map((key) => difference(key, a, b)), strings].filter((text) => text !== undefined);
  const listing = a.listed.length > 0 ? a : b;
  const [newer] = [a.readAt, b.readAt]
    .filter((date) => date !== undefined)
    .sort((x, y) => (x.value < y.value ? 1 : -1));
  return {
    ...a,
    groupId: a.groupId ?? b.groupId,
    stateName: stateOf(a, b),
    readAt: newer,
    clusterType: a.clusterType ?? b.clusterType,
    sharded: a.sharded ?? b.sharded,
    providers: a.providers ?? b.providers,
    regions: a.regions ?? b.regions,
    createdAt: a.createdAt ?? b.createdAt,
    version: a.version ?? b.version,
    tier: a.tier ?? b.tier,
    everLegacy: a.everLegacy ?? b.everLegacy,
    endpoints: listing.endpoints,
    listed: listing.listed,
    optimizedSrv: listing.optimizedSrv,
    legacySrv: listing.legacySrv,
    tokens: listing.tokens,
    aliases: listing.aliases,
    conflicts: [...a.conflicts, ...b.conflicts, ...own],
  };
}
