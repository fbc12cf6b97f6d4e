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

/**
 * `terraform show -json` of a state or a plan, and the state file itself. Format: vendor documentation of Terraform
 * 1.9.
 */

const PREFIX = 'mongodbatlas_';

interface Resource {
  readonly address: string;
  /** Without the prefix. */
  readonly type: string;
  readonly data: boolean;
  readonly values: JsonObject;
}

export function isTerraform(value: JsonObject): boolean {
  return (
    hasAny(value, ['terraform_version', 'format_version', 'planned_values', 'prior_state']) ||
    rootModule(value.values) !== undefined
  );
}

function rootModule(values: unknown): JsonObject | undefined {
  return objectOf(objectOf(values)?.root_module);
}

function resource(entry: JsonObject, values: unknown, address: string): readonly Resource[] {
  const type = textOf(entry.type);
  if (!type?.startsWith(PREFIX)) return [];
  const object = objectOf(camelKeys(values));
  return object ? [{ address, type: type.slice(PREFIX.length), data: entry.mode === 'data', values: object }] : [];
}

function moduleResources(root: JsonObject | undefined): readonly Resource[] {
  const found: Resource[] = [];
  const open = root ? [root] : [];
  for (let module = open.pop(); module; module = open.pop()) {
    for (const entry of objectsOf(module.resources)) {
      found.push(...resource(entry, entry.values, textOf(entry.address) ?? ''));
    }
    for (const child of [...objectsOf(module.child_modules)].reverse()) open.push(child);
  }
  return found;
}

/** The state file itself lists resources with instances at the root. */
function stateResources(state: JsonObject): readonly Resource[] {
  return objectsOf(state.resources).flatMap((entry, at) =>
    objectsOf(entry.instances).flatMap((instance, nth) => resource(entry, instance.attributes, `${at}.${nth}`)),
  );
}

/**
 * Existing resources win over planned ones: in a plan, `prior_state` is the current state. Data sources come first,
 * because they were read when Terraform ran, while a resource's strings may be older.
 */
function allResources(value: JsonObject): readonly Resource[] {
  const all = [
    ...moduleResources(rootModule(value.values)),
    ...moduleResources(rootModule(objectOf(value.prior_state)?.values)),
    ...stateResources(value),
    ...moduleResources(rootModule(value.planned_values)),
  ];
  const seen = new Set<string>();
  const distinct = all.filter(({ address }) => address === '' || (!seen.has(address) && seen.add(address)));
  return [...distinct.filter(({ data }) => data), ...distinct.filter(({ data }) => !data)];
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

export function readTerraform(value: JsonObject, context: ReadContext): ReadResult {
  const found = allResources(value).flatMap((one) => ofGroup(readResource(one, context), textOf(one.values.projectId)));
  return found.some(({ kind }) => kind !== 'project')
    ? pieces(...found)
    : notice(context.file, 'The Terraform file contains no cluster and no network setting of the service.');
}
