import { readCluster } from './cluster-record.ts';
import {
  camelKeys,
  firstText,
  flagOf,
  hasAny,
  recordName,
  objectOf,
  objectsOf,
  textOf,
  type JsonObject,
} from './json.ts';
import { readContainer, readEndpoint, readPeer } from './records.ts';
import { notice, ofGroup, pieces, type FactPiece, type ReadContext, type ReadResult, type Setting } from './pieces.ts';

/** `terraform show -json` of a state. Format: vendor documentation of Terraform 1.9. */

const PREFIX = 'mongodbatlas_';

interface Resource {
  /** Without the prefix. */
  readonly type: string;
  readonly isData: boolean;
  readonly values: JsonObject;
}

export function isTerraform(value: JsonObject): boolean {
  return rootModule(value) !== undefined || (hasAny(value, ['format_version']) && !hasAny(value, ['planned_values']));
}

const rootModule = ({ values }: JsonObject): JsonObject | undefined => objectOf(objectOf(values)?.root_module);

/** The resources of a module and of all below it. */
function resourcesIn(module: JsonObject): readonly Resource[] {
  const own = objectsOf(module.resources).flatMap(({ type, mode, values }) => {
    const name = textOf(type);
    const object = objectOf(camelKeys(values));
    return object && name?.startsWith(PREFIX)
      ? [{ type: name.slice(PREFIX.length), isData: mode === 'data', values: object }]
      : [];
  });
  return [...own, ...objectsOf(module.child_modules).flatMap(resourcesIn)];
}

type ResourceReader = (values: JsonObject, context: ReadContext) => readonly FactPiece[];

const cluster: ResourceReader = (values, { file, profile }) => {
  const read = readCluster(values, file, profile);
  return read ? [{ kind: 'cluster', cluster: read, source: file }] : [];
};

const project: ResourceReader = (values, { file }) => {
  const name = recordName(values.name);
  return name === undefined
    ? []
    : [{ kind: 'project', name, source: file, group: firstText(values, ['projectId', 'id']) }];
};

const link: ResourceReader = (values, { file }) => {
  const serviceId = textOf(values.privateLinkId);
  const endpointId = textOf(values.endpointServiceId) ?? textOf(values.interfaceEndpointId);
  return serviceId && endpointId ? [{ kind: 'endpoint-link', serviceId, endpointId, source: file }] : [];
};

const READERS: ReadonlyMap<string, ResourceReader> = new Map([
  ['project', project],
  ['cluster', cluster],
  ['advanced_cluster', cluster],
  ['flex_cluster', cluster],
  ['serverless_instance', cluster],
  ['network_peering', readPeer],
  ['network_container', readContainer],
  ['privatelink_endpoint', readEndpoint],
  ['privatelink_endpoint_service', link],
]);

/** Data sources that contain a list of resources. */
const LISTS: ReadonlySet<string> = new Set([
  'clusters',
  'advanced_clusters',
  'flex_clusters',
  'serverless_instances',
  'network_peerings',
  'network_containers',
]);

const SETTINGS: ReadonlyMap<string, Setting> = new Map([
  ['private_endpoint_regional_mode', 'regionalizedPrivateEndpoints'],
  ['custom_dns_configuration_cluster_aws', 'customDnsOnAws'],
  // Removed from the provider in 1.10.0, but still in old states.
  ['private_ip_mode', 'peeringOnly'],
]);

function readResource({ type, values }: Resource, context: ReadContext): readonly FactPiece[] {
  const setting = SETTINGS.get(type);
  const enabled = setting && flagOf(values.enabled);
  if (setting) return enabled === undefined ? [] : [{ kind: 'setting', setting, enabled, source: context.file }];
  const reader = READERS.get(LISTS.has(type) ? type.slice(0, -1) : type);
  if (!reader) return [];
  if (!LISTS.has(type)) return reader(values, context);
  return objectsOf(values.results).flatMap((item) => reader({ projectId: values.projectId, ...item }, context));
}

/** Data sources come first: they were read when Terraform ran, while a resource's strings may be older. */
export function readTerraform(value: JsonObject, context: ReadContext): ReadResult {
  const all = resourcesIn(rootModule(value) ?? {});
  const sorted = [...all.filter(({ isData }) => isData), ...all.filter(({ isData }) => !isData)];
  const found = sorted.flatMap((one) => ofGroup(readResource(one, context), textOf(one.values.projectId)));
  return found.some(({ kind }) => kind !== 'project')
    ? pieces(...found)
    : notice(context.file, 'The Terraform file contains no cluster and no network setting of the service.');
}
