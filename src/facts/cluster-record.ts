import type { ClusterType } from '../config/config.ts';
import { CLUSTER_TYPES } from '../config/schema.ts';
import { classifyHost } from '../classify/classify-host.ts';
import { firstText, recordName, objectsOf, textOf, utcDate, objectOf, type JsonObject } from './json.ts';
import { distinctRegions, providerOf, regionOf } from './regions.ts';
import { endpointEntries, endpointRefs, listStrings } from './listed-strings.ts';
import { knownFrom } from './facts.ts';
import type { FactPiece, ReadContext } from './pieces.ts';
import type { ClusterFacts, ListedString, Tier, Region } from './facts.ts';
import type { ServiceProfile, Provider } from '../classify/service.ts';

/** Number of characters of a cluster's name that appear in its hostnames. */
const LABEL_LENGTH = 23;

export function clusterLabel(name: string): string {
  return name.toLowerCase().slice(0, LABEL_LENGTH);
}

/**
 * `clusterType` decides; without it, more than one shard, then the type of the endpoint strings (API reference,
 * 2026-08). Serverless instances have neither, so this stays unknown for them.
 */
function shardedOf(record: JsonObject, type: ClusterType | undefined, tier: Tier | undefined): boolean | undefined {
  if (type) return type !== 'REPLICASET';
  if (tier === 'serverless') return undefined;
  if (typeof record.numShards === 'number' && record.numShards > 1) return true;
  const [endpoint] = endpointEntries(record).flatMap(({ type: kind }) => textOf(kind)?.toUpperCase() ?? []);
  return endpoint === 'MONGOS' ? true : endpoint === 'MONGOD' ? false : undefined;
}

/** Facts that follow from `connectionStrings` alone. */
function stringFacts(record: JsonObject, profile: ServiceProfile): Pick<ClusterFacts, 'listed' | 'tokens' | 'aliases'> {
  const listed = listStrings(record, profile);
  const tokens = new Set<string>();
  const aliases = new Set<string>();
  for (const entry of listed) {
    const seen = classifyHost(entry.hosts[0]?.host ?? '', entry.form, profile);
    if (seen.token) tokens.add(seen.token);
    if (seen.node && seen.cluster) aliases.add(seen.cluster.toLowerCase());
    const set = /[?&]replicaSet=([a-z0-9-]{1,80}?)-shard-\d{1,3}(?:&|$)/i.exec(entry.text)?.[1];
    if (set) aliases.add(set.toLowerCase());
  }
  return { listed, tokens: [...tokens], aliases: [...aliases] };
}

/**
 * A record with the optimized string and no other endpoint SRV string never had the older one (see
 * `ClusterFacts.everLegacy`).
 */
function everLegacyOf(sharded: boolean | undefined, listed: readonly ListedString[]): boolean | undefined {
  const has = (kind: ListedString['kind']): boolean => listed.some((one) => one.kind === kind && one.form === 'srv');
  if (sharded === true && has('private-endpoint')) return true;
  return has('optimized') && !has('private-endpoint') ? false : undefined;
}

const VERSION_FIELDS = [
  'mongoDBVersion',
  'mongoDbVersion',
  'dbVersion',
  'mongoDBMajorVersion',
  'mongoDbMajorVersion',
  'dbMajorVersion',
] as const;

/** Reads a cluster record of any generation with the API's field names. Empty without a name. */
export function readCluster(record: JsonObject, { file, profile }: ReadContext): readonly FactPiece[] {
  const name = recordName(record.name);
  return name === undefined
    ? []
    : [{ kind: 'cluster', cluster: clusterFacts(name, record, file, profile), source: file }];
}

export function clusterFacts(name: string, record: JsonObject, source: string, profile: ServiceProfile): ClusterFacts {
  const known = knownFrom(source);
  const places = placements(record);
  const regions = distinctRegions(places.flatMap((place) => place.region ?? []));
  const providers = [...new Set(places.flatMap((place) => place.provider ?? []))];
  const seen = stringFacts(record, profile);
  const named = textOf(record.clusterType)?.toUpperCase();
  const type = CLUSTER_TYPES.find((one) => one === named);
  const tier = tierOf(places);
  const sharded = shardedOf(record, type, tier);
  return {
    name,
    label: clusterLabel(name),
    groupId: recordName(firstText(record, ['groupId', 'projectId'])),
    source,
    isDeclared: false,
    stateName: textOf(record.stateName)?.toUpperCase(),
    readAt: undefined,
    clusterType: known(type),
    sharded: known(sharded),
    providers: known(nonEmpty(providers)),
    regions: known(nonEmpty(regions)),
    createdAt: known(utcDate(record.createDate)),
    version: known(recordName(firstText(record, VERSION_FIELDS))),
    tier: known(tier),
    everLegacy: known(everLegacyOf(sharded, seen.listed)),
    conflicts: [],
    endpoints: endpointEntries(record).map(endpointRefs),
    ...seen,
  };
}

export const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

/** The contents of `providerSettings`, at any place: Terraform flattens them under two prefixes. */
function settingsOf(record: JsonObject): Omit<Placement, 'region'> & { readonly regionName: string | undefined } {
  const all = { ...record, ...objectsOf(record.providerSettings)[0] };
  const name = firstText(all, ['providerName', 'providerSettingsProviderName']);
  const backing = firstText(all, ['backingProviderName', 'providerSettingsBackingProviderName']);
  return {
    providerName: name?.toUpperCase(),
    provider: providerOf(name) ?? providerOf(backing),
    regionName: firstText(all, ['regionName', 'providerRegionName', 'providerSettingsRegionName']),
    size: firstText(all, ['instanceSizeName', 'providerInstanceSizeName']),
  };
}

/** A region of a replication spec with its provider, tier and whether it has nodes. */
interface Placement {
  readonly region: Region | undefined;
  readonly provider: Provider | null;
  readonly providerName: string | undefined;
  readonly size: string | undefined;
}

const NODE_SPECS = ['electableSpecs', 'readOnlySpecs', 'analyticsSpecs'] as const;
const NODE_COUNTS = ['electableNodes', 'readOnlyNodes', 'analyticsNodes'] as const;

/** A region in which every known node count is zero has no nodes. */
function hasNodes(config: JsonObject): boolean {
  const counts = [
    ...NODE_SPECS.map((key) => objectsOf(config[key])[0]?.nodeCount),
    ...NODE_COUNTS.map((key) => config[key]),
  ].filter((count) => typeof count === 'number');
  return counts.length === 0 || counts.some((count) => count > 0);
}

function placement(config: JsonObject, regionName: unknown, settings: ReturnType<typeof settingsOf>): Placement {
  const provider = providerOf(config.providerName) ?? providerOf(config.backingProviderName) ?? settings.provider;
  const sizes = NODE_SPECS.map((key) => textOf(objectsOf(config[key])[0]?.instanceSize));
  return {
    region: regionOf(regionName, provider),
    provider,
    providerName: textOf(config.providerName)?.toUpperCase() ?? settings.providerName,
    size: sizes.find((size) => size !== undefined) ?? settings.size,
  };
}

/**
 * Regions of a replication spec: `regionConfigs` (list) or, before 2023-02-01, `regionsConfig` (map; a list in
 * Terraform).
 */
function specPlacements(spec: JsonObject, settings: ReturnType<typeof settingsOf>): readonly Placement[] {
  const map = objectOf(spec.regionsConfig);
  const configs: readonly (readonly [unknown, JsonObject])[] = map
    ? Object.entries(map).map(([region, config]) => [region, objectOf(config) ?? {}])
    : [...objectsOf(spec.regionConfigs), ...objectsOf(spec.regionsConfig)].map((config) => [config.regionName, config]);
  return configs
    .filter(([, config]) => hasNodes(config))
    .map(([region, config]) => placement(config, region, settings));
}

/** The regions of a cluster, for a record of any generation. */
function placements(record: JsonObject): readonly Placement[] {
  const settings = settingsOf(record);
  const specs = objectsOf(record.replicationSpecs).flatMap((spec) => specPlacements(spec, settings));
  if (specs.length > 0) return specs;
  const oldest = objectOf(record.replicationSpec);
  if (oldest) return specPlacements({ regionsConfig: oldest }, settings);
  return settings.provider ? [placement({}, settings.regionName, settings)] : [];
}

/**
 * A tier by its usual name: `flex`, or an instance size. M0 is Free, M2 and M5 became Flex clusters in 2025, and every
 * other size is a dedicated cluster (vendor documentation, 2026-08).
 */
export function tierNamed(name: string | undefined): Tier | undefined {
  const word = name?.toUpperCase() ?? '';
  return TIER_NAMES.get(word) ?? (/^[MR]\d{2,4}(?:_|$)/.test(word) ? 'dedicated' : undefined);
}

const TIER_NAMES: ReadonlyMap<string, Tier> = new Map([
  ['DEDICATED', 'dedicated'],
  ['FLEX', 'flex'],
  ['FREE', 'free'],
  ['SERVERLESS', 'serverless'],
  ['M0', 'free'],
  ['M2', 'flex'],
  ['M5', 'flex'],
]);

/** `TENANT` is shared infrastructure. A cloud provider means a dedicated cluster (API reference, 2026-08). */
function tierOf([place]: readonly Placement[]): Tier | undefined {
  const { providerName, size } = place ?? {};
  if (!providerName) return undefined;
  const named = tierNamed(size);
  if (providerName === 'TENANT') return named ?? 'free';
  if (named && named !== 'dedicated') return named;
  return tierNamed(providerName) ?? (providerOf(providerName) ? 'dedicated' : undefined);
}
