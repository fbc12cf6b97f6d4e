import type { DeclaredCluster, DeclaredProject } from '../config/config.ts';
import { clusterFacts, nonEmpty, tierNamed } from './cluster-record.ts';
import { readEndpoint } from './records.ts';
import { distinctRegions, regionOf } from './regions.ts';
import { SETTINGS, type FactPiece } from './pieces.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** The validated declarations of the config about the project and its clusters. */
export interface Declarations {
  readonly projects?: readonly Partial<DeclaredProject>[];
}

/** How the config names a project. `null` for the only one, which needs no name. */
export const declaredName = ({ name, id }: Partial<DeclaredProject>): string | null => name ?? id ?? null;

/** What the config says about a project and its clusters. */
export function declaredPieces(project: Partial<DeclaredProject>, profile: ServiceProfile): readonly FactPiece[] {
  const name = declaredName(project);
  const source = name === null ? 'config: project' : `config: projects.${name}`;
  const { peering, endpoints, clusters = {} } = project;
  const pieces: FactPiece[] = SETTINGS.flatMap(({ setting }) => {
    const enabled = project[setting];
    return enabled === undefined ? [] : [{ kind: 'setting', setting, enabled, source: `${source}.${setting}` }];
  });
  if (peering) pieces.push({ kind: 'asked', about: 'peers', source: `${source}.peering` });
  for (const provider of peering ?? [])
    pieces.push({ kind: 'peer', provider, available: true, containerId: undefined, source: `${source}.peering` });
  const ofEndpoints = { file: `${source}.endpoints`, as: null, profile };
  if (endpoints) pieces.push({ kind: 'asked', about: 'endpointServices', source: ofEndpoints.file });
  for (const [at, { provider: providerName, region: regionName, id }] of (endpoints ?? []).entries()) {
    const privateEndpoints = [id ?? `${ofEndpoints.file}[${at}]`];
    pieces.push(...readEndpoint({ providerName, regionName, privateEndpoints }, ofEndpoints));
  }
  for (const [key, declared] of Object.entries(clusters)) {
    const own = name === null ? `config: clusters.${key}` : `${source}.clusters.${key}`;
    pieces.push({ kind: 'cluster', cluster: declaredCluster(key, declared, profile, own), source: own });
  }
  return pieces.map((piece) => ({ ...piece, isDeclared: true }));
}

/** A cluster as declared in the config. A token may be declared without strings. */
function declaredCluster(name: string, declared: DeclaredCluster, profile: ServiceProfile, source: string) {
  const { provider = [], sharded, token, connectionStrings, createdAt: createDate } = declared;
  // Regions belong to the cluster's provider if it has only one.
  const only = provider.length === 1 ? provider[0]! : null;
  const regions = distinctRegions((declared.regions ?? []).flatMap((region) => regionOf(region, only) ?? []));
  const providers = [...new Set([...provider, ...regions.flatMap((region) => region.provider ?? [])])];
  const read = clusterFacts(name, { connectionStrings, createDate, mongoDBVersion: declared.version }, source, profile);
  return {
    ...read,
    isDeclared: true,
    sharded,
    providers: nonEmpty(providers),
    regions: nonEmpty(regions),
    tier: tierNamed(declared.tier),
    tokens: [...new Set([...(token === undefined ? [] : [token.toLowerCase()]), ...read.tokens])],
  };
}
