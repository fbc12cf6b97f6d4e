import type { DeclaredCluster, DeclaredProject, FactKind } from '../config/config.ts';
import { agreedFacts } from './agreed.ts';
import { clusterRecord, nonEmpty, tierNamed, type ClusterRecord } from './cluster-record.ts';
import { aboutOf, piecesOf, SETTINGS, settingFacts } from './pieces.ts';
import type { About, Fact, FactPiece, PieceOf, Setting } from './pieces.ts';
import { asked, askedFor, readEndpoint, readFacts } from './read.ts';
import { NO_FACTS, TRANSIENT } from './facts.ts';
import type { ClusterFacts, EndpointService, FactNotice, FactProblem, Facts, Known, Region } from './facts.ts';
import { distinctRegions, equalRegions, regionOf } from './regions.ts';
import { ATLAS, PROVIDERS, type Provider, type ServiceProfile } from '../classify/service.ts';
import { distinct, grouped, only } from '../text/source.ts';

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

/** Combines fact files and the config, per project: files come first. `problems` are configuration errors. */
export function buildFacts(
  inputs: readonly FactInput[],
  { projects: declared = [] }: { readonly projects?: Declared } = {},
  profile: ServiceProfile = ATLAS,
): { readonly facts: Facts; readonly problems: readonly FactProblem[] } {
  if (inputs.length === 0 && declared.length === 0) return { facts: NO_FACTS, problems: [] };
  const read = inputs.map(({ file, as = null, project, value }) => ({
    file,
    project: declaredName(declared[project ?? -1] ?? {}),
    ...readFacts(value, { file, as, profile }),
  }));
  const split = splitProjects(read, declared, profile);
  const notices = [...read.flatMap((file) => file.notices), ...split.notices];
  const projects = split.projects.map(factsOfProject).sort((a, b) => (String(a.of.key) < String(b.of.key) ? -1 : 1));
  const problems = [...read.flatMap((file) => file.problems), ...split.problems];
  // All projects together have clusters and scrape targets, but no settings.
  const whole: Facts = {
    ...NO_FACTS,
    projects,
    clusters: projects.flatMap(({ clusters }) => clusters),
    discovery: projects.flatMap(({ discovery }) => discovery),
  };
  const all = [...notices, ...projects.flatMap((facts) => facts.notices)];
  return { facts: { ...(only(projects) ?? whole), notices: all }, problems };
}

function factsOfProject({ declared, groupId, pieces: all }: ProjectPieces): Facts {
  const { known, pieces, notices } = agreedFacts(all);
  // Only files that `pull` wrote have dates; cluster records have their own.
  const dated = all.filter(({ kind, readAt }) => readAt && kind !== 'cluster');
  const clusters = mergedClusters(piecesOf(pieces, 'cluster'), notices);
  const settings: Partial<Record<Setting, Known<boolean>>> = {};
  for (const { setting, enabled, source } of piecesOf(pieces, 'setting'))
    settings[setting] ??= { value: enabled, source };
  const ofEach = <T>(of: (provider: Provider, all: readonly FactPiece[], complete: typeof known) => T) =>
    Object.fromEntries(PROVIDERS.map((provider) => [provider, of(provider, pieces, known)]));
  return {
    of: { key: declared ?? groupId ?? null, groupId },
    projects: [],
    clusters,
    dates: [...grouped(dated, aboutOf).values()].map((same) => same.map(({ readAt }) => readAt).reduce(newer)),
    project: { ...settings, peering: ofEach(isPeered), peeringRegions: ofEach(peeringRegionsOf) },
    endpoints: endpointsOf(pieces, known),
    discovery: piecesOf(pieces, 'discovery').map(({ target }) => target),
    notices,
    known,
  };
}

const newer = (a: Known<string>, b: Known<string>): Known<string> => ((a?.value ?? '') < (b?.value ?? '') ? b : a);

/** One cluster per name. What the config says comes last. */
function mergedClusters(pieces: readonly PieceOf<'cluster'>[], notices: FactNotice[]): readonly ClusterFacts[] {
  const all = pieces.map(({ cluster, source, isDeclared = false, readAt }) => {
    return { ...cluster, source, isDeclared, readAt };
  });
  const byName = grouped(all, ({ name }) => name.toLowerCase());
  return [...byName.values()].map((own) => own.reduce((a, b) => mergedCluster(a, b, notices)));
}

function mergedCluster(a: ClusterFacts, b: ClusterFacts, notices: FactNotice[]): ClusterFacts {
  const conflicts = [...COMPARED.flatMap((key) => difference(key, a, b)), ...stringConflict(a, b)];
  for (const text of conflicts) notices.push({ code: 'fact-conflict', file: b.source, message: `${text}.` });
  const { endpoints, listed, tokens, aliases } = a.listed.length > 0 ? a : b;
  const known = Object.fromEntries(Object.entries(a).filter(([, value]) => value !== undefined)) as ClusterFacts;
  const states = [a.stateName, b.stateName].filter((state) => state !== undefined);
  return {
    ...b,
    ...known,
    stateName: states.find((state) => TRANSIENT.has(state)) ?? states[0],
    readAt: newer(a.readAt, b.readAt),
    endpoints,
    listed,
    tokens,
    aliases,
    conflicts: [...a.conflicts, ...b.conflicts, ...conflicts],
  };
}

/** Facts that decide plans and that two sources may both contain. */
const COMPARED = ['clusterType', 'sharded', 'tier', 'providers', 'regions', 'createdAt'] as const;

type Item = boolean | string | Region;

function difference(key: (typeof COMPARED)[number], a: ClusterFacts, b: ClusterFacts): readonly string[] {
  const itemsOf = ({ [key]: value = [] }: ClusterFacts): readonly Item[] => [value].flat();
  const [own, others] = [itemsOf(a), itemsOf(b)];
  if (!differ(own, others, isSame)) return [];
  const [shown, other] = [own, others].map((items) => items.map(shownItem).join(', '));
  return [`Cluster "${a.name}": ${key} is ${shown} in ${a.source} but ${other} in ${b.source}`];
}

const shownItem = (item: Item): string => (typeof item === 'object' ? item.name : String(item));

const isSame = (a: Item, b: Item): boolean =>
  typeof a === 'object' && typeof b === 'object' ? equalRegions(a, b) : dayOf(shownItem(a)) === dayOf(shownItem(b));

/** The day of a point in time, because people write only the day; other texts stay as they are. */
const dayOf = (item: string): string => /^\d{4}-\d\d-\d\d/.exec(item)?.[0] ?? item;

/** Records list every string, so one that only one of them has is a contradiction too. A config may list a part. */
function stringConflict(a: ClusterFacts, b: ClusterFacts): readonly string[] {
  const isPart = a.isDeclared || b.isDeclared;
  const comparable = ({ listed }: ClusterFacts, other: ClusterFacts): readonly string[] =>
    listed
      .filter(({ field }) => !isPart || other.listed.some((entry) => entry.field === field))
      .map(({ text }) => text);
  if (!differ(comparable(a, b), comparable(b, a), Object.is)) return [];
  return [`Cluster "${a.name}": ${a.source} and ${b.source} list different connection strings`];
}

/** Whether two lists have different members, if both have any. */
const differ = <T>(a: readonly T[], b: readonly T[], isSame: (x: T, y: T) => boolean): boolean =>
  a.length > 0 && b.length > 0 && !(a.length === b.length && a.every((x) => b.some((y) => isSame(x, y))));

/**
 * Whether a provider has a peering connection. A peer with status `AVAILABLE` proves one. An answer about peers covers
 * one provider (API reference, 2026-08). For others a provisioned container counts, though clusters alone provision one.
 */
function isPeered(provider: Provider, all: readonly FactPiece[], known: ReadonlySet<About>): boolean | undefined {
  const own = all.filter((piece) => aboutOf(piece) === `peers ${provider}`);
  if (own.some((piece) => piece.kind === 'peer' && piece.available)) return true;
  if (known.has(`peers ${provider}`)) return false;
  // The list is incomplete, or two lists contradict each other.
  if (own.length > 0) return undefined;
  const isProvisioned = piecesOf(all, 'container').some((one) => one.provider === provider && one.provisioned);
  return isProvisioned || (known.has('containers') ? false : undefined);
}

/** A peering connection belongs to the region of its container. The config does not name it. */
function peeringRegionsOf(provider: Provider, all: readonly FactPiece[], known: ReadonlySet<About>) {
  const about = `peers ${provider}` as const;
  const own = all.filter((piece) => aboutOf(piece) === about && !piece.isDeclared);
  const containers = piecesOf(all, 'container');
  const regions = piecesOf(own, 'peer')
    .filter(({ available }) => available)
    .map(({ containerId }) => containers.find(({ id }) => id !== undefined && id === containerId)?.region);
  const located = regions.filter((region) => region !== undefined);
  const isKnown = known.has(about) && piecesOf(own, 'asked').length > 0;
  return isKnown && located.length === regions.length ? distinctRegions(located) : undefined;
}

/** Endpoint services with linked endpoints, each once: answers for all and for single providers may exist. */
function endpointsOf(all: readonly FactPiece[], known: ReadonlySet<About>): readonly EndpointService[] | undefined {
  const links = piecesOf(all, 'endpoint-link');
  const linked = piecesOf(all, 'endpoint').map(({ endpoint }) => {
    const own = links.filter(({ serviceId }) => serviceId === endpoint.id).map(({ endpointId }) => endpointId);
    return own.length === 0
      ? endpoint
      : { ...endpoint, endpointIds: [...new Set([...(endpoint.endpointIds ?? []), ...own])] };
  });
  const isAsked = [...known].some((about) => about.startsWith('endpointServices'));
  return linked.length > 0 || isAsked ? distinct(linked, (one) => one.id ?? one) : undefined;
}

/** What the config, once it is validated, says about projects and their clusters. */
type Declared = readonly Partial<DeclaredProject>[];

/** How the config names a project. `null` for the only one, which needs no name. */
const declaredName = ({ name, id }: Partial<DeclaredProject>): string | null => name ?? id ?? null;

/** `project`: the one to which the config assigns the file. */
type FilePieces = Readonly<{ file: string; project: string | null; pieces: readonly FactPiece[] }>;

interface ProjectPieces {
  readonly declared: string | null;
  groupId: string | undefined;
  pieces: FactPiece[];
}

/** Separates the projects, by that of the file in the config, else by the id in a record or in the rest of the file. */
function splitProjects(files: readonly FilePieces[], declared: Declared, profile: ServiceProfile) {
  const projects: ProjectPieces[] = [];
  const unitOf = (name: string | null, groupId?: string): ProjectPieces => {
    const known = projects.find((one) => one.declared === name && (name !== null || one.groupId === groupId));
    const unit = known ?? { declared: name, groupId, pieces: [] };
    unit.groupId ??= groupId;
    if (!known) projects.push(unit);
    return unit;
  };
  const named = declared.filter((one) => declaredName(one) !== null);
  // In the order of the config.
  for (const one of named) unitOf(declaredName(one), one.id?.toLowerCase());
  const open: FactPiece[] = [];
  for (const { pieces, project } of files) {
    const [onlyId, otherId] = new Set(pieces.flatMap(({ group }) => group ?? []));
    for (const piece of pieces) {
      const id = piece.group ?? (otherId ? undefined : onlyId);
      (project === null && id === undefined ? open : unitOf(project, id).pieces).push(piece);
    }
  }
  const problems = files.flatMap((file) => (file.project === null ? [] : foreign(file, unitOf(file.project))));
  const flat = declared.filter((one) => !named.includes(one)).flatMap((one) => declaredPieces(one, profile));
  for (const one of named) unitOf(declaredName(one)).pieces.push(...declaredPieces(one, profile));
  const [only = { declared: null, groupId: undefined, pieces: [] }, other] = projects;
  if (!other) return { projects: [{ ...only, pieces: [...open, ...only.pieces, ...flat] }], notices: [], problems };
  const notices = [...new Set(open.map(({ source }) => source))].map((file) => withoutProject(file, 'this file'));
  if (flat.length > 0) notices.push(withoutProject('config: projects', 'the config'));
  return { projects, notices, problems };
}

/** A file that is assigned to one project but contains another. */
function foreign({ file, project, pieces }: FilePieces, { groupId }: ProjectPieces): FactProblem[] {
  const other = pieces.find(({ group }) => group !== undefined && group !== groupId)?.group;
  if (other === undefined) return [];
  const message = `The file is about project ${other}, but the config names it for "${project}" (${groupId}).`;
  return [{ file, message, hint: 'Move the file to the project that it is about, or correct `id`.' }];
}

const withoutProject = (file: string, subject: string): FactNotice => ({
  code: 'fact-without-project',
  file,
  message: `The facts are about several projects, and ${subject} does not say which one it is about: it is not used. Add the name of the project.`,
});

function declaredPieces(project: Partial<DeclaredProject>, profile: ServiceProfile): readonly FactPiece[] {
  const name = declaredName(project);
  const own = name === null ? 'config: project' : `config: projects.${name}`;
  const { peering, endpoints, clusters = {} } = project;
  const peers = peering?.map((provider): Fact => ({ kind: 'peer', provider, available: true, containerId: undefined }));
  const services = endpoints?.flatMap(({ provider: providerName, region: regionName, id }, at) =>
    readEndpoint({ providerName, regionName, privateEndpoints: [id ?? `${own}.endpoints[${at}]`] }),
  );
  const said: readonly (readonly [at: string, facts: readonly Fact[]])[] = [
    ...SETTINGS.map(({ setting }) => [`${own}.${setting}`, settingFacts(setting, project[setting])] as const),
    [`${own}.peering`, wholeList('peers', peers)],
    [`${own}.endpoints`, wholeList('endpointServices', services)],
    ...Object.entries(clusters).map(([key, one]) => {
      const at = name === null ? `config: clusters.${key}` : `${own}.clusters.${key}`;
      return [at, [{ kind: 'cluster', cluster: declaredCluster(key, one, profile) }]] as const;
    }),
  ];
  return said.flatMap(([source, facts]) => facts.map((fact) => ({ ...fact, source, isDeclared: true })));
}

/** A list that the config has is complete. */
const wholeList = (list: 'peers' | 'endpointServices', facts: readonly Fact[] | undefined): readonly Fact[] =>
  facts ? [...askedFor(list).map(asked), ...facts] : [];

/** A cluster as declared in the config. A token may be declared without strings. */
function declaredCluster(name: string, declared: DeclaredCluster, profile: ServiceProfile): ClusterRecord {
  const { provider = [], sharded, token, connectionStrings, createdAt: createDate } = declared;
  // Regions belong to the cluster's provider if it has only one.
  const only = provider.length === 1 ? provider[0]! : null;
  const regions = distinctRegions((declared.regions ?? []).flatMap((region) => regionOf(region, only) ?? []));
  const providers = [...new Set([...provider, ...regions.flatMap((region) => region.provider ?? [])])];
  const read = clusterRecord(name, { connectionStrings, createDate, mongoDBVersion: declared.version }, profile);
  return {
    ...read,
    sharded,
    providers: nonEmpty(providers),
    regions: nonEmpty(regions),
    tier: tierNamed(declared.tier),
    tokens: [...new Set([...(token === undefined ? [] : [token.toLowerCase()]), ...read.tokens])],
  };
}
