import fields from './record-fields.json' with { type: 'json' };
import { classifyHost, serviceDomain } from '../classify/classify-host.ts';
import { isKnownValue } from '../classify/shown.ts';
import type { UriOption } from '../parse/connection-string.ts';
import { knownOption } from '../parse/options.ts';
import { parseConnectionString } from '../parse/parse.ts';
import { textAt } from '../parse/part.ts';
import { firstText, recordName, objectsOf, textOf, utcDate, objectOf } from '../text/json.ts';
import type { Frozen, JsonObject } from '../text/json.ts';
import { distinctRegions, providerOf, regionOf } from './regions.ts';
import type { ListedString, Tier } from './facts.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { distinct } from '../text/source.ts';

/** Hostnames have the first 23 characters of a cluster's name (vendor documentation, limits, 2026-08). */
export const clusterLabel = (name: string): string => name.toLowerCase().slice(0, 23);

/** Reads a cluster record of any generation with the API's field names. Empty without a name. */
export const readCluster = (record: JsonObject, profile: ServiceProfile) => {
  const name = recordName(record.name);
  return name === undefined ? [] : [{ kind: 'cluster' as const, cluster: clusterRecord(name, record, profile) }];
};

/** What the record of a cluster says by itself. */
export type ClusterRecord = Frozen<ReturnType<typeof clusterRecord>>;

export function clusterRecord(name: string, record: JsonObject, profile: ServiceProfile) {
  const places = placements(record);
  const clusterType = textOf(record.clusterType)?.toUpperCase();
  const listed = listedStrings(record, profile);
  const aliases = listed.flatMap(({ text, class: { node, cluster } }) => [
    node && cluster ? cluster : [],
    /[?&]replicaSet=([a-z0-9-]{1,80}?)-shard-\d{1,3}(?:&|$)/i.exec(text)?.[1] ?? [],
  ]);
  return {
    name,
    label: clusterLabel(name),
    // `IDLE`, `CREATING`, `DELETING`, …
    stateName: textOf(record.stateName)?.toUpperCase(),
    clusterType,
    sharded: SHARDED[clusterType ?? ''],
    // Also of Free, Flex or serverless clusters (`backingProviderName`; API reference, 2026-08).
    providers: nonEmpty([...new Set(places.flatMap((place) => place.provider ?? []))]),
    // Every region with a node, over all zones and shards.
    regions: nonEmpty(distinctRegions(places.flatMap((place) => place.region ?? []))),
    // Hostnames changed for clusters created from 31 March 2020 on, and moving to another provider keeps the string of
    // clusters created from 3 November 2020 on (vendor FAQ on connection changes, 2026-08).
    createdAt: utcDate(record.createDate),
    // `8.0.5`, or only `8.0` if the record has no more.
    version: recordName(firstText(record, fields.version)),
    tier: tierOf(places),
    // What two records contradict each other in, without the full stop. Nothing that depends on it is proven.
    conflicts: [] as string[],
    endpoints: endpointEntries(record).map(endpointRefs),
    listed,
    // DNS tokens of the project in its strings.
    tokens: [...new Set(listed.flatMap(({ class: { token } }) => token ?? []))],
    // Other first labels of its hostnames: the ids of nodes and of the replica set (`ac-x1y2z3a`, `atlas-ab12cd`).
    aliases: [...new Set(aliases.flat().map((alias) => alias.toLowerCase()))],
  };
}

/** A global cluster is sharded (API reference, clusters, 2026-08). */
const SHARDED: Readonly<Partial<Record<string, boolean>>> = { REPLICASET: false, SHARDED: true, GEOSHARDED: true };

export const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

/** A region in which every known node count is zero has no nodes. */
function hasNodes(config: JsonObject): boolean {
  const counts = [
    ...fields.nodeSpecs.map((key) => objectsOf(config[key])[0]?.nodeCount),
    ...fields.nodeCounts.map((key) => config[key]),
  ].filter((count) => typeof count === 'number');
  return counts.length === 0 || counts.some((count) => count > 0);
}

type Placement = ReturnType<typeof placement>;

function placement(config: JsonObject) {
  const provider = providerOf(config.providerName) ?? providerOf(config.backingProviderName);
  const sizes = fields.nodeSpecs.map((key) => textOf(objectsOf(config[key])[0]?.instanceSize));
  return {
    region: regionOf(config.regionName, provider),
    provider,
    providerName: textOf(config.providerName)?.toUpperCase(),
    size: sizes.find((size) => size !== undefined) ?? textOf(config.instanceSizeName),
  };
}

/** The regions of a replication spec: `regionConfigs`, before 2023-02-01 `regionsConfig` (a list in Terraform). */
function regionsIn({ regionConfigs, regionsConfig }: JsonObject): readonly JsonObject[] {
  const map = Object.entries(objectOf(regionsConfig) ?? {});
  const configs = map.length > 0 ? map.map(([regionName, config]) => ({ ...objectOf(config), regionName })) : null;
  return (configs ?? [regionConfigs, regionsConfig].flatMap(objectsOf)).filter(hasNodes);
}

function placements(record: JsonObject): readonly Placement[] {
  // The contents of `providerSettings`. Terraform's old resource has them at the root, some with a prefix.
  const all = { ...record, ...objectsOf(record.providerSettings)[0] };
  const settings = {
    ...all,
    regionName: firstText(all, ['regionName', 'providerRegionName']),
    instanceSizeName: firstText(all, ['instanceSizeName', 'providerInstanceSizeName']),
  };
  const specs = objectsOf(record.replicationSpecs).flatMap(regionsIn);
  const configs = specs.length > 0 ? specs : regionsIn({ regionsConfig: record.replicationSpec });
  return (configs.length > 0 ? configs : [{}]).map((config) => placement({ ...settings, ...config }));
}

/** `flex` or an instance size: M2 and M5 became Flex in 2025, all others but M0 are dedicated (vendor, 2026-08). */
export const tierNamed = (name = ''): Tier | undefined => TIERS.find(([names]) => names.test(name))?.[1];

const TIERS: readonly (readonly [RegExp, Tier])[] = [
  [/^(?:free|tenant|m0)$/i, 'free'],
  [/^(?:flex|m[25])$/i, 'flex'],
  [/^serverless$/i, 'serverless'],
  [/^(?:dedicated$|[mr]\d{2,4}(?:_|$))/i, 'dedicated'],
];

/** `TENANT` is shared infrastructure. A cloud provider means a dedicated cluster (API reference, 2026-08). */
const tierOf = ([place]: readonly Placement[]): Tier | undefined =>
  tierNamed(place?.size) ??
  tierNamed(place?.providerName) ??
  (providerOf(place?.providerName) ? 'dedicated' : undefined);

const HOSTS = /^[a-z0-9._-]{1,253}(?::\d{1,5})?(?:,[a-z0-9._-]{1,253}(?::\d{1,5})?)*$/i;

/** Without user info and options that may be secret. `undefined` without an Atlas host: all of it may be secret. */
export function cleanString(value: unknown, profile: ServiceProfile) {
  const text = textOf(value) ?? '';
  const { scheme: form, schemeRange, hosts, hostsRange, options } = parseConnectionString(text, profile);
  const list = textAt(text, hostsRange);
  const isWhole = /[/@]/.test(text.charAt(hostsRange.offset - 1)) && HOSTS.test(list);
  if (!form || !isWhole || !hosts.every(({ host }) => serviceDomain(host, profile))) return undefined;
  const query = text.indexOf('?', hostsRange.endOffset) + 1;
  const path = text.slice(hostsRange.endOffset, query || undefined);
  const kept = options.filter(isPublic).map((option) => textAt(text, option));
  return {
    text: `${textAt(text, schemeRange)}://${list}${path}${kept.join('&')}`,
    form,
    hosts: hosts.map(({ host, port }) => ({ host: host.toLowerCase(), port })),
  };
}

/** The service gives replica sets names of their own. */
const isPublic = ({ name, value }: UriOption): boolean =>
  name === 'replicaSet'
    ? /^[\w-]{1,64}$/.test(value ?? '')
    : knownOption(name) !== undefined && value !== null && isKnownValue(name, value);

const endpointEntries = (record: JsonObject): readonly JsonObject[] => objectsOf(stringsOf(record).privateEndpoint);

const stringsOf = (record: JsonObject): JsonObject => objectsOf(record.connectionStrings)[0] ?? {};

/** The endpoints of an entry, of which those of several regions have more than one. */
const endpointRefs = (entry: JsonObject) =>
  objectsOf(entry.endpoints).map((endpoint) => {
    const provider = providerOf(endpoint.providerName);
    return { endpointId: textOf(endpoint.endpointId), provider, region: regionOf(endpoint.region, provider) };
  });

type Field = readonly [name: string, value: unknown, endpoint?: number | null];

/** All strings of a record, each field and each text once, in the order of the fields. */
function listedStrings(record: JsonObject, profile: ServiceProfile): readonly ListedString[] {
  const strings = stringsOf(record);
  const written: readonly Field[] = [
    ['standardSrv', strings.standardSrv],
    // Records of the first generation may have strings only at the root.
    ['standardSrv', record.srvAddress],
    ['standard', strings.standard],
    ['standard', firstText(record, ['mongoURIWithOptions', 'mongoUriWithOptions', 'dbURIWithOptions'])],
    ['privateSrv', strings.privateSrv],
    ['private', strings.private],
    ...endpointEntries(record).flatMap((entry, at) =>
      fields.endpointStrings.map((name): Field => [`privateEndpoint[${at}].${name}`, entry[name], at]),
    ),
    ...['awsPrivateLinkSrv', 'awsPrivateLink'].flatMap((name) =>
      Object.entries(objectOf(strings[name]) ?? {}).map(([id, text]): Field => [`${name}[${id}]`, text]),
    ),
  ];
  const all = written.flatMap((field) => listed(field, profile) ?? []);
  const ofFields = distinct(all, ({ field }) => field);
  return distinct(ofFields, ({ text }) => text);
}

/** The kind of a string: standard, private or endpoint by its field, the rest by its host. */
function listed([field, value, endpoint = null]: Field, profile: ServiceProfile): ListedString | undefined {
  const clean = cleanString(value, profile);
  if (!clean) return undefined;
  const seen = classifyHost(clean.hosts[0]!.host, clean.form, profile);
  const base = { ...clean, field: `connectionStrings.${field}`, class: seen, endpoint };
  if (field.startsWith('standard')) return { ...base, kind: seen.kind === 'legacy' ? 'legacy' : 'standard' };
  if (field.startsWith('private') && endpoint === null) return { ...base, kind: 'private' };
  return { ...base, kind: seen.kind === 'optimized' ? 'optimized' : 'private-endpoint' };
}
