import type { DeclaredCluster, DeclaredProject } from '../config/config.ts';
import { clusterRecord, nonEmpty, tierNamed, type ClusterRecord } from './cluster-record.ts';
import type { FactNotice, FactProblem } from './facts.ts';
import { SETTINGS, settingFacts, type Fact, type FactPiece } from './pieces.ts';
import { asked, askedFor, readEndpoint } from './read.ts';
import { distinctRegions, regionOf } from './regions.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** What the config, once it is validated, says about projects and their clusters. */
export type Declared = readonly Partial<DeclaredProject>[];

/** How the config names a project. `null` for the only one, which needs no name. */
export const declaredName = ({ name, id }: Partial<DeclaredProject>): string | null => name ?? id ?? null;

interface FilePieces {
  readonly file: string;
  /** The project to which the config assigns the file. */
  readonly project: string | null;
  readonly pieces: readonly FactPiece[];
}

export interface ProjectPieces {
  readonly declared: string | null;
  groupId: string | undefined;
  pieces: FactPiece[];
}

const byName = (name: string | null): string => `name ${name}`;

/** Separates the projects, by that of the file in the config, else by the id in a record or in the rest of the file. */
export function splitProjects(files: readonly FilePieces[], declared: Declared, profile: ServiceProfile) {
  const units = new Map<string, ProjectPieces>();
  const unitOf = (name: string | null, groupId: string | undefined): ProjectPieces => {
    const key = name === null ? `id ${groupId}` : byName(name);
    const unit = units.get(key) ?? { declared: name, groupId, pieces: [] };
    unit.groupId ??= groupId;
    units.set(key, unit);
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
  const problems = files.flatMap((file) => foreign(file, units.get(byName(file.project))));
  const flat = declared.filter((one) => !named.includes(one)).flatMap((one) => declaredPieces(one, profile));
  for (const one of named) units.get(byName(declaredName(one)))!.pieces.push(...declaredPieces(one, profile));
  const projects = [...units.values()];
  const [only = { declared: null, groupId: undefined, pieces: [] }, other] = projects;
  if (!other) return { projects: [{ ...only, pieces: [...open, ...only.pieces, ...flat] }], notices: [], problems };
  const notices = [...new Set(open.map(({ source }) => source))].map((file) => withoutProject(file, 'this file'));
  if (flat.length > 0) notices.push(withoutProject('config: projects', 'the config'));
  return { projects, notices, problems };
}

/** A file that is assigned to one project but contains another. */
function foreign({ file, project, pieces }: FilePieces, unit: ProjectPieces | undefined): FactProblem[] {
  const other = pieces.find(({ group }) => group !== undefined && group !== unit?.groupId)?.group;
  if (project === null || other === undefined) return [];
  const message = `The file is about project ${other}, but the config names it for "${project}" (${String(unit?.groupId)}).`;
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
  const said: readonly (readonly [at: string, facts: readonly Fact[]])[] = [
    ...SETTINGS.map(({ setting }) => [`${own}.${setting}`, settingFacts(setting, project[setting])] as const),
    [`${own}.peering`, declaredPeers(peering)],
    [`${own}.endpoints`, declaredEndpoints(endpoints, `${own}.endpoints`)],
    ...Object.entries(clusters).map(([key, one]) => {
      const at = name === null ? `config: clusters.${key}` : `${own}.clusters.${key}`;
      return [at, [{ kind: 'cluster', cluster: declaredCluster(key, one, profile) }]] as const;
    }),
  ];
  return said.flatMap(([source, facts]) => facts.map((fact) => ({ ...fact, source, isDeclared: true })));
}

function declaredPeers(peering: DeclaredProject['peering']): readonly Fact[] {
  if (!peering) return [];
  const peers = peering.map((provider): Fact => ({ kind: 'peer', provider, available: true, containerId: undefined }));
  return [...askedFor('peers').map(asked), ...peers];
}

function declaredEndpoints(endpoints: DeclaredProject['endpoints'], source: string): readonly Fact[] {
  if (!endpoints) return [];
  const services = endpoints.flatMap(({ provider: providerName, region: regionName, id }, at) =>
    readEndpoint({ providerName, regionName, privateEndpoints: [id ?? `${source}[${at}]`] }),
  );
  return [...askedFor('endpointServices').map(asked), ...services];
}

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
