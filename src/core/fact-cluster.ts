import { classifyHost } from './classify.ts';
import { firstText, hasAny, objectsOf, textOf, utcDate } from './fact-json.ts';
import type { JsonObject } from './fact-json.ts';
import { placements, tierOf } from './fact-placement.ts';
import { distinctRegions } from './fact-region.ts';
import { listStrings, readStrings } from './fact-strings.ts';
import type { ClusterFacts, ClusterStrings, ClusterType, Generation, Known, ListedString, Tier } from './facts.ts';
import type { ServiceProfile } from './service.ts';

/** Length of the part of a cluster's name that its hosts show. */
const LABEL_LENGTH = 23;

export function clusterLabel(name: string): string {
  return name.toLowerCase().slice(0, LABEL_LENGTH);
}

const TYPES: ReadonlyMap<string, ClusterType> = new Map([
  ['REPLICASET', 'REPLICASET'],
  ['SHARDED', 'SHARDED'],
  ['GEOSHARDED', 'GEOSHARDED'],
]);

/**
 * `clusterType` decides; without it, more than one shard, then the type of the endpoint strings (API reference, 2026-08).
 * Serverless instances have neither: what stands behind their proxy is not told.
 */
function shardedOf(
  record: JsonObject,
  type: ClusterType | undefined,
  strings: ClusterStrings,
  tier: Tier | undefined,
): boolean | undefined {
  if (type) return type !== 'REPLICASET';
  if (tier === 'serverless') return undefined;
  if (typeof record.numShards === 'number' && record.numShards > 1) return true;
  const endpoint = strings.endpoints.find((entry) => entry.type !== undefined)?.type;
  return endpoint === 'MONGOS' ? true : endpoint === 'MONGOD' ? false : undefined;
}

function generationOf(record: JsonObject, tier: Tier | undefined): Generation {
  if (tier === 'flex' && hasAny(record, ['providerSettings'])) return 'flex';
  if (tier === 'serverless') return 'serverless';
  const spec = objectsOf(record.replicationSpecs)[0];
  if (hasAny(record, ['providerSettings', 'mongoURI', 'dbURI', 'srvAddress', 'replicationFactor'])) return 'v1.0';
  if (!spec) return 'unknown';
  if (hasAny(spec, ['regionsConfig'])) return 'v1.0';
  return hasAny(spec, ['numShards']) ? '2023-02-01' : '2024-08-05';
}

/** The facts that follow from the strings alone. */
export function stringFacts(
  strings: ClusterStrings,
  profile: ServiceProfile,
): Pick<ClusterFacts, 'strings' | 'listed' | 'optimizedSrv' | 'legacySrv' | 'tokens' | 'aliases'> {
  const listed = listStrings(strings, profile);
  const tokens = new Set<string>();
  const aliases = new Set<string>();
  for (const entry of listed) {
    const seen = classifyHost(entry.hosts[0]?.host ?? '', entry.form, profile);
    if (seen.token) tokens.add(seen.token);
    if (seen.node && seen.cluster) aliases.add(seen.cluster.toLowerCase());
    const set = /[?&]replicaSet=([a-z0-9-]{1,80}?)-shard-\d{1,3}(?:&|$)/i.exec(entry.text)?.[1];
    if (set) aliases.add(set.toLowerCase());
  }
  const endpointSrv = (kind: ListedString['kind']): string | undefined =>
    listed.find((entry) => entry.kind === kind && entry.form === 'srv')?.text;
  return {
    strings,
    listed,
    optimizedSrv: endpointSrv('optimized'),
    legacySrv: endpointSrv('private-endpoint'),
    tokens: [...tokens],
    aliases: [...aliases],
  };
}

/** A record that has the optimized string and no other endpoint SRV never had the older one (see `ClusterFacts.everLegacy`). */
function everLegacyOf(
  sharded: boolean | undefined,
  seen: Pick<ClusterFacts, 'optimizedSrv' | 'legacySrv'>,
): boolean | undefined {
  if (sharded === true && seen.legacySrv) return true;
  return seen.optimizedSrv && !seen.legacySrv ? false : undefined;
}

const VERSION_FIELDS = [
  'mongoDBVersion',
  'mongoDbVersion',
  'dbVersion',
  'mongoDBMajorVersion',
  'mongoDbMajorVersion',
  'dbMajorVersion',
] as const;

/** Reads a cluster record of any generation, with the API's names for its fields; `undefined` without a name. */
export function readCluster(
  record: JsonObject,
  source: string,
  profile: ServiceProfile,
  generation?: Generation,
): ClusterFacts | undefined {
  const name = textOf(record.name);
  if (!name) return undefined;
  const known = <T>(value: T | undefined): Known<T> => (value === undefined ? undefined : { value, source });
  const places = placements(record);
  const regions = distinctRegions(places.flatMap((place) => place.region ?? []));
  const providers = [...new Set(places.flatMap((place) => place.provider ?? []))];
  const seen = stringFacts(readStrings(record, profile), profile);
  const type = TYPES.get(textOf(record.clusterType)?.toUpperCase() ?? '');
  const tier = tierOf(places);
  const sharded = shardedOf(record, type, seen.strings, tier);
  return {
    name,
    label: clusterLabel(name),
    groupId: firstText(record, ['groupId', 'projectId']),
    source,
    generation: generation ?? generationOf(record, tier),
    stateName: textOf(record.stateName)?.toUpperCase(),
    clusterType: known(type),
    sharded: known(sharded),
    providers: known(providers.length > 0 ? providers : undefined),
    regions: known(regions.length > 0 ? regions : undefined),
    multiRegion: known(regions.length > 0 ? regions.length > 1 : undefined),
    multiCloud: known(providers.length > 0 ? providers.length > 1 : undefined),
    createdAt: known(utcDate(record.createDate)),
    version: known(firstText(record, VERSION_FIELDS)),
    tier: known(tier),
    everLegacy: known(everLegacyOf(sharded, seen)),
    ...seen,
  };
}
