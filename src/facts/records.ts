import { readCluster } from './cluster-record.ts';
import { firstText, flagOf, hasAny, recordName, objectOf, textOf, textsOf, type JsonObject } from './json.ts';
import type { FactPiece, ReadContext, RecordReader } from './pieces.ts';
import { providerOf, regionOf } from './regions.ts';
import type { EndpointService } from './facts.ts';
import { PROVIDERS, type Provider } from '../classify/service.ts';

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
export function readPeer(record: JsonObject, { file: source }: ReadContext): readonly FactPiece[] {
  const provider = providerIn(record);
  if (!provider) return [];
  const available = firstText(record, ['statusName', 'status'])?.toUpperCase() === 'AVAILABLE';
  return [
    { kind: 'asked', about: 'peers', provider, source },
    { kind: 'peer', provider, available, containerId: textOf(record.containerId), source },
  ];
}

/** A container without a provider is on AWS (default in the API reference). */
export function readContainer(record: JsonObject, { file }: ReadContext): readonly FactPiece[] {
  const provisioned = flagOf(record.provisioned) ?? false;
  const provider = providerIn(record) ?? 'aws';
  // Terraform's `id` combines several ids.
  const id = firstText(record, ['containerId', 'id']);
  const region = regionOf(firstText(record, ['regionName', 'region']), provider);
  return [{ kind: 'container', provider, provisioned, id, region, source: file }];
}

const ENDPOINT_LISTS = ['interfaceEndpoints', 'privateEndpoints', 'endpointGroupNames'] as const;
const ENDPOINT_FIELDS = [
  ...ENDPOINT_LISTS,
  ...'endpointServiceName privateLinkServiceName serviceAttachmentNames portMappingEnabled'.split(' '),
];

/** The endpoint service of a provider in one region. AWS, Azure and Google Cloud have different field names. */
export function readEndpoint(record: JsonObject, { file }: ReadContext): readonly FactPiece[] {
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
  return [{ kind: 'endpoint', endpoint, source: file }];
}

const TARGET = /^([a-z0-9._-]{1,253})(?::(\d{1,5}))?$/;

/** A group of scrape targets. Older answers name the cluster `cluster_name` (vendor documentation, 2026-08). */
function readTargets(record: JsonObject, { file: source }: ReadContext): readonly FactPiece[] {
  const labels = objectOf(record.labels) ?? {};
  const cluster = recordName(firstText(labels, ['cl_name', 'cluster_name']));
  const groupId = textOf(labels.group_id)?.toLowerCase();
  const texts = Object.fromEntries(
    Object.entries(labels).filter((label): label is [string, string] => typeof label[1] === 'string'),
  );
  return textsOf(record.targets).flatMap((text): readonly FactPiece[] => {
    const [, host, port] = TARGET.exec(text.toLowerCase()) ?? [];
    if (host === undefined) return [];
    const target = { host, port: port === undefined ? null : Number(port), cluster, groupId, labels: texts };
    return [{ kind: 'discovery', target, source, group: groupId }];
  });
}

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
