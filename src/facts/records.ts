import { readCluster } from './cluster-record.ts';
import { camelKeys, firstText, flagOf, hasAny, recordName, objectOf, objectsOf, textOf, textsOf } from './json.ts';
import type { JsonObject } from './json.ts';
import { ofGroup, SETTINGS, settingFacts, type Fact, type RecordReader } from './pieces.ts';
import { providerOf, regionOf } from './regions.ts';
import type { EndpointService } from './facts.ts';
import { PROVIDERS, type Provider, type ServiceProfile } from '../classify/service.ts';

const CLUSTER_FIELDS =
  'connectionStrings replicationSpecs clusterType providerSettings srvAddress mongoURI stateName dbURI'.split(' ');

/** Fields that only one provider's answer has, for answers without `providerName`. */
const PROVIDER_FIELDS: Readonly<Record<Provider, readonly string[]>> = {
  aws: ['vpcId', 'awsAccountId', 'statusName', 'interfaceEndpoints', 'endpointServiceName'],
  azure: ['azureSubscriptionId', 'vnetName', 'privateLinkServiceName'],
  gcp: ['gcpProjectId', 'networkName', 'endpointGroupNames', 'serviceAttachmentNames'],
};

function providerIn(record: JsonObject): Provider | undefined {
  const named = providerOf(record.providerName) ?? providerOf(record.cloudProvider);
  return named ?? PROVIDERS.find((provider) => hasAny(record, PROVIDER_FIELDS[provider]));
}

/** Only a peer with status `AVAILABLE` carries traffic. AWS names the field `statusName`. */
const readPeer: RecordReader = (record) => {
  const provider = providerIn(record);
  if (!provider) return [];
  const available = firstText(record, ['statusName', 'status'])?.toUpperCase() === 'AVAILABLE';
  return [
    { kind: 'asked', about: 'peers', provider },
    { kind: 'peer', provider, available, containerId: textOf(record.containerId) },
  ];
};

/** A container without a provider is on AWS (default in the API reference). */
const readContainer: RecordReader = (record) => {
  const provisioned = flagOf(record.provisioned) ?? false;
  const provider = providerIn(record) ?? 'aws';
  // Terraform's `id` combines several ids.
  const id = firstText(record, ['containerId', 'id']);
  const region = regionOf(firstText(record, ['regionName', 'region']), provider);
  return [{ kind: 'container', provider, provisioned, id, region }];
};

const ENDPOINT_LISTS = ['interfaceEndpoints', 'privateEndpoints', 'endpointGroupNames'] as const;
const ENDPOINT_FIELDS = [
  ...ENDPOINT_LISTS,
  ...'endpointServiceName privateLinkServiceName serviceAttachmentNames portMappingEnabled'.split(' '),
];

/** The endpoint service of a provider in one region. AWS, Azure and Google Cloud have different field names. */
export function readEndpoint(record: JsonObject): readonly Fact[] {
  const provider = providerIn(record);
  if (!provider) return [];
  const lists = ENDPOINT_LISTS.filter((key) => Array.isArray(record[key]));
  const endpoint: EndpointService = {
    id: firstText(record, ['privateLinkId', 'id']),
    provider,
    region: regionOf(firstText(record, ['regionName', 'region']), provider),
    endpointIds: lists.length > 0 ? lists.flatMap((key) => textsOf(record[key])) : undefined,
    portMapping: provider === 'gcp' ? (flagOf(record.portMappingEnabled) ?? false) : undefined,
    status: textOf(record.status)?.toUpperCase(),
  };
  return [{ kind: 'endpoint', endpoint }];
}

const TARGET = /^([a-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/** A group of scrape targets. Older answers name the cluster `cluster_name` (vendor documentation, 2026-08). */
const readTargets: RecordReader = (record) => {
  const labels = objectOf(record.labels) ?? {};
  const cluster = recordName(firstText(labels, ['cl_name', 'cluster_name']));
  const groupId = textOf(labels.group_id)?.toLowerCase();
  const texts = Object.fromEntries(
    Object.entries(labels).filter((label): label is [string, string] => typeof label[1] === 'string'),
  );
  return textsOf(record.targets).flatMap((text): readonly Fact[] => {
    const [, host, port] = TARGET.exec(text.toLowerCase()) ?? [];
    if (host === undefined) return [];
    const target = { host, port: port === undefined ? null : Number(port), cluster, groupId, labels: texts };
    return [{ kind: 'discovery', target, group: groupId }];
  });
};

/**
 * How to read a record of the Admin API or of metrics discovery, with the API's names. Pieces are empty if the record
 * lacks required fields. The order matters: Azure's containers and peers share fields.
 */
export function recordReader(record: JsonObject): RecordReader | undefined {
  if (Array.isArray(record.targets) && objectOf(record.labels)) return readTargets;
  if (textOf(record.name) !== undefined && hasAny(record, CLUSTER_FIELDS)) return readCluster;
  if (hasAny(record, ['atlasCidrBlock', 'provisioned'])) return readContainer;
  if (hasAny(record, ENDPOINT_FIELDS)) return readEndpoint;
  return hasAny(record, ['containerId', 'statusName', 'resourceGroupName', 'networkName']) ? readPeer : undefined;
}

// `terraform show -json` of a state. Format: vendor documentation of Terraform 1.9.

/** The type of a resource of the vendor's provider, without its prefix. */
export const resourceType = (type: unknown): string | undefined => /^mongodbatlas_(\w+)$/.exec(textOf(type) ?? '')?.[1];

export const isTerraform = (value: JsonObject): boolean =>
  rootModule(value) !== undefined || (hasAny(value, ['format_version']) && !hasAny(value, ['planned_values']));

const rootModule = ({ values }: JsonObject): JsonObject | undefined => objectOf(objectOf(values)?.root_module);

/** The resources of a module and of all below it. */
const resourcesIn = (module: JsonObject): readonly JsonObject[] => [
  ...objectsOf(module.resources),
  ...objectsOf(module.child_modules).flatMap(resourcesIn),
];

/** Terraform links endpoints to their service in a separate resource. */
const readLink: RecordReader = (values) => {
  const serviceId = textOf(values.privateLinkId);
  const endpointId = firstText(values, ['endpointServiceId', 'interfaceEndpointId']);
  return serviceId && endpointId ? [{ kind: 'endpoint-link', serviceId, endpointId }] : [];
};

const READERS: Readonly<Record<string, RecordReader>> = {
  cluster: readCluster,
  advanced_cluster: readCluster,
  flex_cluster: readCluster,
  network_peering: readPeer,
  network_container: readContainer,
  privatelink_endpoint: readEndpoint,
  privatelink_endpoint_service: readLink,
};

function readResource(type: string, values: JsonObject, profile: ServiceProfile): readonly Fact[] {
  const { setting } = SETTINGS.find(({ resource }) => resource === type) ?? {};
  if (setting) return settingFacts(setting, values.enabled);
  // Data sources such as `advanced_clusters` contain a list of resources.
  const isList = !Object.hasOwn(READERS, type);
  const reader = READERS[isList ? type.replace(/s$/, '') : type];
  const { projectId, results } = values;
  const all = isList ? objectsOf(results).map((item) => ({ projectId, ...item })) : [values];
  return reader ? all.flatMap((item) => reader(item, profile)) : [];
}

/** Data sources come first: they were read when Terraform ran, while a resource's strings may be older. */
export function readTerraform(value: JsonObject, profile: ServiceProfile): readonly Fact[] {
  const all = resourcesIn(rootModule(value) ?? {});
  const sorted = [...all.filter(({ mode }) => mode === 'data'), ...all.filter(({ mode }) => mode !== 'data')];
  return sorted.flatMap((resource) => {
    const type = resourceType(resource.type);
    const values = objectOf(camelKeys(resource.values));
    return type && values ? ofGroup(readResource(type, values, profile), textOf(values.projectId)) : [];
  });
}
