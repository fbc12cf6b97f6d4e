import { firstText, objectOf, objectsOf } from '../../../src/facts/json.ts';
import type { JsonObject } from '../../../src/facts/json.ts';

/** A cluster record of 2024-08-05 in the format of older API versions (field lists: API reference, 2026-08). */
export function olderRecord(record: unknown, version: string): unknown {
  const cluster = objectOf(record) ?? {};
  if (version >= '2024-08-05') return cluster;
  const specs = objectsOf(cluster.replicationSpecs);
  if (version >= '2023-02-01') {
    return { ...cluster, replicationSpecs: [{ ...specs[0], numShards: specs.length }] };
  }
  const strings = objectOf(cluster.connectionStrings) ?? {};
  const regions = objectsOf(specs[0]?.regionConfigs);
  const [first] = regions;
  return {
    ...cluster,
    mongoURI: firstText(strings, ['standard'])?.replace(/\/\?.*$/, ''),
    mongoURIWithOptions: strings.standard,
    srvAddress: strings.standardSrv,
    numShards: specs.length,
    providerBackupEnabled: false,
    providerSettings: { providerName: first?.providerName, regionName: first?.regionName, instanceSizeName: 'M30' },
    replicationSpecs: [{ id: specs[0]?.id, numShards: specs.length, regionsConfig: regionMap(regions) }],
  };
}

function regionMap(regions: readonly JsonObject[]): JsonObject {
  const nodes = (config: JsonObject, specs: string): unknown => objectOf(config[specs])?.nodeCount ?? 0;
  return Object.fromEntries(
    regions.map((config) => [
      String(config.regionName),
      {
        electableNodes: nodes(config, 'electableSpecs'),
        readOnlyNodes: nodes(config, 'readOnlySpecs'),
        analyticsNodes: nodes(config, 'analyticsSpecs'),
        priority: config.priority,
      },
    ]),
  );
}
