import { classifyHost, serviceDomain } from '../classify/classify-host.ts';
import { isKnownValue } from '../classify/shown.ts';
import type { UriOption } from '../parse/connection-string.ts';
import { knownOption } from '../parse/options.ts';
import { parseConnectionString } from '../parse/parse.ts';
import { textAt } from '../parse/part.ts';
import { firstText, recordName, objectsOf, textOf, utcDate, objectOf, type JsonObject } from './json.ts';
import { distinctRegions, providerOf, regionOf } from './regions.ts';
import type { FactPiece, ReadContext } from './pieces.ts';
import type { ClusterFacts, EndpointRef, ListedString, Tier } from './facts.ts';
import type { ServiceProfile } from '../classify/service.ts';

/** Number of characters of a cluster's name that appear in its hostnames. */
const LABEL_LENGTH = 23;

export const clusterLabel = (name: string): string => name.toLowerCase().slice(0, LABEL_LENGTH);

/** Facts that follow from `connectionStrings` alone. */
function stringFacts(record: JsonObject, profile: ServiceProfile): Pick<ClusterFacts, 'listed' | 'tokens' | 'aliases'> {
  const listed = listStrings(record, profile);
  const tokens = new Set<string>();
  const aliases = new Set<string>();
  for (const entry of listed) {
    const seen = entry.class;
    if (seen.token) tokens.add(seen.token);
    if (seen.node && seen.cluster) aliases.add(seen.cluster.toLowerCase());
    const set = /[?&]replicaSet=([a-z0-9-]{1,80}?)-shard-\d{1,3}(?:&|$)/i.exec(entry.text)?.[1];
    if (set) aliases.add(set.toLowerCase());
  }
  return { listed, tokens: [...tokens], aliases: [...aliases] };
}

const VERSION_FIELDS =
  'mongoDBVersion mongoDbVersion dbVersion mongoDBMajorVersion mongoDbMajorVersion dbMajorVersion'.split(' ');

/** Reads a cluster record of any generation with the API's field names. Empty without a name. */
export function readCluster(record: JsonObject, { file, profile }: ReadContext): readonly FactPiece[] {
  const name = recordName(record.name);
  if (name === undefined) return [];
  return [{ kind: 'cluster', cluster: clusterFacts(name, record, file, profile), source: file }];
}

export function clusterFacts(name: string, record: JsonObject, source: string, profile: ServiceProfile): ClusterFacts {
  const places = placements(record);
  const regions = distinctRegions(places.flatMap((place) => place.region ?? []));
  const providers = [...new Set(places.flatMap((place) => place.provider ?? []))];
  const clusterType = textOf(record.clusterType)?.toUpperCase();
  return {
    name,
    label: clusterLabel(name),
    source,
    isDeclared: false,
    stateName: textOf(record.stateName)?.toUpperCase(),
    readAt: undefined,
    clusterType,
    sharded: SHARDED[clusterType ?? ''],
    providers: nonEmpty(providers),
    regions: nonEmpty(regions),
    createdAt: utcDate(record.createDate),
    version: recordName(firstText(record, VERSION_FIELDS)),
    tier: tierOf(places),
    conflicts: [],
    endpoints: endpointEntries(record).map(endpointRefs),
    ...stringFacts(record, profile),
  };
}

/** Whether a cluster of a type is sharded. */
const SHARDED: Readonly<Partial<Record<string, boolean>>> = { REPLICASET: false, SHARDED: true, GEOSHARDED: true };

export const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

/** The contents of `providerSettings`. Terraform's old resource has them at the root, some with a prefix. */
function settingsOf(record: JsonObject): JsonObject {
  const all = { ...record, ...objectsOf(record.providerSettings)[0] };
  return {
    ...all,
    regionName: firstText(all, ['regionName', 'providerRegionName']),
    instanceSizeName: firstText(all, ['instanceSizeName', 'providerInstanceSizeName']),
  };
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

type Placement = ReturnType<typeof placement>;

/** A region with its provider and tier. */
function placement(config: JsonObject) {
  const provider = providerOf(config.providerName) ?? providerOf(config.backingProviderName);
  const sizes = NODE_SPECS.map((key) => textOf(objectsOf(config[key])[0]?.instanceSize));
  return {
    region: regionOf(config.regionName, provider),
    provider,
    providerName: textOf(config.providerName)?.toUpperCase(),
    size: sizes.find((size) => size !== undefined) ?? textOf(config.instanceSizeName),
  };
}

/** The regions with nodes of a replication spec: `regionConfigs`, before 2023-02-01 `regionsConfig` (a list in Terraform). */
function regionsIn({ regionConfigs, regionsConfig }: JsonObject): readonly JsonObject[] {
  const map = Object.entries(objectOf(regionsConfig) ?? {});
  const configs = map.length > 0 ? map.map(([regionName, config]) => ({ ...objectOf(config), regionName })) : null;
  return (configs ?? [regionConfigs, regionsConfig].flatMap(objectsOf)).filter(hasNodes);
}

/** The regions of a cluster, for a record of any generation. */
function placements(record: JsonObject): readonly Placement[] {
  const settings = settingsOf(record);
  const specs = objectsOf(record.replicationSpecs).flatMap(regionsIn);
  const configs = specs.length > 0 ? specs : regionsIn({ regionsConfig: record.replicationSpec });
  return (configs.length > 0 ? configs : [{}]).map((config) => placement({ ...settings, ...config }));
}

/**
 * A tier by its usual name: `flex`, or an instance size. M0 is Free, M2 and M5 became Flex clusters in 2025, and every
 * other size is a dedicated cluster (vendor documentation, 2026-08).
 */
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

/**
 * A string of a record without user info and without options that may be secret. Atlas writes none, but users' own
 * files may. `undefined` if it has no Atlas host, because then the end of a credential is unknown.
 */
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
const endpointRefs = (entry: JsonObject): readonly EndpointRef[] =>
  objectsOf(entry.endpoints).map((endpoint) => {
    const provider = providerOf(endpoint.providerName);
    return { endpointId: textOf(endpoint.endpointId), provider, region: regionOf(endpoint.region, provider) };
  });

/** A field of a record with its possible values, of which the first that is a string of the service counts. */
type Field = readonly [name: string, values: readonly unknown[], endpoint: number | null];

/** Records of the first generation may have strings only at the root (`mongoURIWithOptions`, `srvAddress`). */
function fieldsOf(record: JsonObject): readonly Field[] {
  const strings = stringsOf(record);
  const old = firstText(record, ['mongoURIWithOptions', 'mongoUriWithOptions', 'dbURIWithOptions']);
  const map = (name: string): readonly Field[] =>
    Object.entries(objectOf(strings[name]) ?? {}).map(([id, text]) => [`${name}[${id}]`, [text], null]);
  return [
    ['standardSrv', [strings.standardSrv, record.srvAddress], null],
    ['standard', [strings.standard, old], null],
    ['privateSrv', [strings.privateSrv], null],
    ['private', [strings.private], null],
    ...endpointEntries(record).flatMap((entry, at) =>
      ENDPOINT_FIELDS.map((name): Field => [`privateEndpoint[${at}].${name}`, [entry[name]], at]),
    ),
    ...map('awsPrivateLinkSrv'),
    ...map('awsPrivateLink'),
  ];
}

const ENDPOINT_FIELDS = ['srvConnectionString', 'srvShardOptimizedConnectionString', 'connectionString'] as const;

/** The kind of a string: standard, private or endpoint by its field, the rest by its host. */
function listed([field, values, endpoint]: Field, profile: ServiceProfile): ListedString | undefined {
  const clean = values.map((value) => cleanString(value, profile)).find((one) => one !== undefined);
  if (!clean) return undefined;
  const seen = classifyHost(clean.hosts[0]!.host, clean.form, profile);
  const base = { ...clean, field: `connectionStrings.${field}`, class: seen, endpoint };
  if (field.startsWith('standard')) return { ...base, kind: seen.kind === 'legacy' ? 'legacy' : 'standard' };
  if (field.startsWith('private') && endpoint === null) return { ...base, kind: 'private' };
  return { ...base, kind: seen.kind === 'optimized' ? 'optimized' : 'private-endpoint' };
}

/** All strings of a record, each text once, in the order of their fields. */
function listStrings(record: JsonObject, profile: ServiceProfile): readonly ListedString[] {
  const byText = new Map<string, ListedString>();
  for (const field of fieldsOf(record)) {
    const entry = listed(field, profile);
    if (entry && !byText.has(entry.text)) byText.set(entry.text, entry);
  }
  return [...byText.values()];
}
