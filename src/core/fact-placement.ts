import { firstText, objectOf, objectsOf, textOf } from './fact-json.ts';
import type { JsonObject } from './fact-json.ts';
import { providerOf, regionOf } from './fact-region.ts';
import type { Region, Tier } from './facts.ts';
import type { Provider } from './service.ts';

/** What `providerSettings` says, wherever it stands: Terraform has it flat, under two prefixes. */
interface Settings {
  /** `AWS`, …, or `TENANT`, `FLEX`, `SERVERLESS`. */
  readonly name: string | undefined;
  readonly provider: Provider | null;
  readonly region: string | undefined;
  readonly size: string | undefined;
}

function settingsOf(record: JsonObject): Settings {
  const nested = objectsOf(record.providerSettings)[0] ?? {};
  const name = firstText({ ...record, ...nested }, ['providerName', 'providerSettingsProviderName']);
  const backing = firstText({ ...record, ...nested }, ['backingProviderName', 'providerSettingsBackingProviderName']);
  return {
    name: name?.toUpperCase(),
    provider: providerOf(name) ?? providerOf(backing),
    region: textOf(nested.regionName) ?? firstText(record, ['providerRegionName', 'providerSettingsRegionName']),
    size: textOf(nested.instanceSizeName) ?? textOf(record.providerInstanceSizeName),
  };
}

/** One region of a replication spec with what tells provider, tier and whether it has nodes. */
export interface Placement {
  readonly region: Region | undefined;
  readonly provider: Provider | null;
  readonly providerName: string | undefined;
  readonly size: string | undefined;
}

const NODE_SPECS = ['electableSpecs', 'readOnlySpecs', 'analyticsSpecs'] as const;
const NODE_COUNTS = ['electableNodes', 'readOnlyNodes', 'analyticsNodes'] as const;

/** A region in which every known node count is zero holds no node. */
function hasNodes(config: JsonObject): boolean {
  const counts = [
    ...NODE_SPECS.map((key) => objectsOf(config[key])[0]?.nodeCount),
    ...NODE_COUNTS.map((key) => config[key]),
  ].filter((count) => typeof count === 'number');
  return counts.length === 0 || counts.some((count) => count > 0);
}

function placement(config: JsonObject, regionName: unknown, settings: Settings): Placement {
  const provider = providerOf(config.providerName) ?? providerOf(config.backingProviderName) ?? settings.provider;
  const sizes = NODE_SPECS.map((key) => textOf(objectsOf(config[key])[0]?.instanceSize));
  return {
    region: regionOf(regionName, provider),
    provider,
    providerName: textOf(config.providerName)?.toUpperCase() ?? settings.name,
    size: sizes.find((size) => size !== undefined) ?? settings.size,
  };
}

/** Regions of one replication spec: `regionConfigs` (list) or, before 2023-02-01, `regionsConfig` (map; Terraform: list). */
function specPlacements(spec: JsonObject, settings: Settings): readonly Placement[] {
  const map = objectOf(spec.regionsConfig);
  const configs: readonly (readonly [unknown, JsonObject])[] = map
    ? Object.entries(map).map(([region, config]) => [region, objectOf(config) ?? {}])
    : [...objectsOf(spec.regionConfigs), ...objectsOf(spec.regionsConfig)].map((config) => [config.regionName, config]);
  return configs
    .filter(([, config]) => hasNodes(config))
    .map(([region, config]) => placement(config, region, settings));
}

/** Where a cluster's nodes are, for a record of any generation. */
export function placements(record: JsonObject): readonly Placement[] {
  const settings = settingsOf(record);
  const specs = objectsOf(record.replicationSpecs).flatMap((spec) => specPlacements(spec, settings));
  if (specs.length > 0) return specs;
  const oldest = objectOf(record.replicationSpec);
  if (oldest) return specPlacements({ regionsConfig: oldest }, settings);
  return settings.provider ? [placement({}, settings.region, settings)] : [];
}

/**
 * A tier as people name it: `flex`, or an instance size. M0 is Free; M2 and M5 became Flex clusters in 2025; every other
 * size is a dedicated cluster's (vendor documentation, 2026-08).
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

/** `TENANT` is the shared infrastructure; a provider of machines means a dedicated cluster (API reference, 2026-08). */
export function tierOf(places: readonly Placement[]): Tier | undefined {
  const [place] = places;
  if (!place?.providerName) return undefined;
  if (place.providerName === 'TENANT') return tierNamed(place.size) ?? 'free';
  return tierNamed(place.providerName) ?? (providerOf(place.providerName) ? 'dedicated' : undefined);
}
