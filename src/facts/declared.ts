import type { DeclaredCluster, DeclaredProject } from '../config/config.ts';
import { clusterLabel, stringFacts, tierNamed, type StringFacts } from './cluster-record.ts';
import { utcDate } from './json.ts';
import { distinctRegions, regionOf } from './regions.ts';
import { knownFrom } from './facts.ts';
import type { ClusterFacts, FactNotice, Known, ProjectFacts, Region } from './facts.ts';
import type { Setting } from './pieces.ts';
import type { Provider, ServiceProfile } from '../classify/service.ts';

/** The validated declarations of the config about the project and its clusters. */
export interface Declarations {
  readonly projects?: readonly Partial<DeclaredProject>[];
}

/** How the config names a project. `null` for the only one, which needs no name. */
export const declaredName = ({ name, id }: Partial<DeclaredProject>): string | null => name ?? id ?? null;

/** Regions belong to the cluster's provider if it has only one. */
function regionsOf(declared: DeclaredCluster): readonly Region[] {
  const [first, ...others] = declared.provider ?? [];
  const only = first && others.length === 0 ? first : null;
  return distinctRegions((declared.regions ?? []).flatMap((name) => regionOf(name, only) ?? []));
}

/** The strings declared in the config. A token may be declared without strings. */
function declaredStrings(declared: DeclaredCluster, profile: ServiceProfile): StringFacts {
  const seen = stringFacts({ connectionStrings: declared.connectionStrings }, profile);
  return declared.token === undefined
    ? seen
    : { ...seen, tokens: [...new Set([declared.token.toLowerCase(), ...seen.tokens])] };
}

/**
 * A cluster as declared in the config.
 * @param of the key of its project in the config
 */
export function declaredCluster(
  name: string,
  declared: DeclaredCluster,
  profile: ServiceProfile,
  of: string | null = null,
): ClusterFacts {
  const source = `config: ${of === null ? '' : `${of}.`}clusters.${name}`;
  const known = knownFrom(source);
  const regions = regionsOf(declared);
  const providers = [...new Set([...(declared.provider ?? []), ...regions.flatMap(({ provider }) => provider ?? [])])];
  const sharded =
    declared.sharded ?? (declared.clusterType === undefined ? undefined : declared.clusterType !== 'REPLICASET');
  return {
    name,
    label: clusterLabel(name),
    groupId: undefined,
    source,
    generation: 'hand',
    stateName: undefined,
    readAt: undefined,
    clusterType: known(declared.clusterType ?? (sharded === false ? 'REPLICASET' : undefined)),
    sharded: known(sharded),
    providers: known(providers.length > 0 ? providers : undefined),
    regions: known(regions.length > 0 ? regions : undefined),
    createdAt: known(utcDate(declared.createdAt)),
    version: known(declared.version),
    tier: known(tierNamed(declared.tier)),
    everLegacy: known(declared.everLegacy),
    conflicts: [],
    ...declaredStrings(declared, profile),
  };
}

function filled<T>(key: string, file: Known<T>, declared: T | undefined, notices: FactNotice[]): Known<T> {
  if (declared === undefined) return file;
  if (file === undefined) return { value: declared, source: key };
  if (file.value !== declared) {
    const name = key.slice(key.lastIndexOf('.') + 1);
    const message = `${name} is ${String(file.value)} in ${file.source} but ${String(declared)} in the config; the file's value is used.`;
    notices.push({ code: 'fact-conflict', file: file.source, message });
  }
  return file;
}

/**
 * Adds what no file contains about the project. Values of files win, and a different value in the config is reported.
 * @param of the key of the project in the config
 */
export function withDeclaredProject(
  project: ProjectFacts,
  declared: Partial<DeclaredProject>,
  notices: FactNotice[],
  of = 'project',
): ProjectFacts {
  const setting = (name: Setting): Known<boolean> =>
    filled(`config: ${of}.${name}`, project[name], declared[name], notices);
  return {
    ...project,
    peeringOnly: setting('peeringOnly'),
    customDnsOnAws: setting('customDnsOnAws'),
    regionalizedPrivateEndpoints: setting('regionalizedPrivateEndpoints'),
    peering: declared.peering
      ? withPeering(project.peering, declared.peering, `config: ${of}.peering`)
      : project.peering,
  };
}

/** Files cover only some providers, so additions in the config are not a contradiction. */
function withPeering(
  file: Known<readonly Provider[]>,
  declared: readonly Provider[],
  source: string,
): Known<readonly Provider[]> {
  const added = declared.filter((provider) => !file?.value.includes(provider));
  if (!file) return { value: added, source };
  return added.length === 0 ? file : { value: [...file.value, ...added], source: `${file.source}, ${source}` };
}
