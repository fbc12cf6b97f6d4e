import { readCluster } from './cluster-record.ts';
import { camelKeys, firstText, flagOf, hasAny, recordName, objectOf, objectsOf, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import { readContainer, readEndpoint, readPeer } from './records.ts';
import { notice, ofGroup, SETTINGS, type FactPiece, type Read, type ReadContext } from './pieces.ts';

/** `terraform show -json` of a state. Format: vendor documentation of Terraform 1.9. */

/** The type of a resource of the vendor's provider, without its prefix. */
export const resourceType = (type: unknown): string | undefined => /^mongodbatlas_(\w+)$/.exec(textOf(type) ?? '')?.[1];

interface Resource {
  /** Without the prefix. */
  readonly type: string;
  readonly isData: boolean;
  readonly values: JsonObject;
}

export const isTerraform = (value: JsonObject): boolean =>
  rootModule(value) !== undefined || (hasAny(value, ['format_version']) && !hasAny(value, ['planned_values']));

const rootModule = ({ values }: JsonObject): JsonObject | undefined => objectOf(objectOf(values)?.root_module);

/** The resources of a module and of all below it. */
function resourcesIn(module: JsonObject): readonly Resource[] {
  const own = objectsOf(module.resources).flatMap(({ type, mode, values }) => {
    const own = resourceType(type);
    const object = objectOf(camelKeys(values));
    return object && own ? [{ type: own, isData: mode === 'data', values: object }] : [];
  });
  return [...own, ...objectsOf(module.child_modules).flatMap(resourcesIn)];
}

type ResourceReader = (values: JsonObject, context: ReadContext) => readonly FactPiece[];

const project: ResourceReader = (values, { file }) => {
  const name = recordName(values.name);
  const group = firstText(values, ['projectId', 'id']);
  return name === undefined ? [] : [{ kind: 'project', name, source: file, group }];
};

/** Terraform links endpoints to their service in a separate resource. */
const link: ResourceReader = (values, { file }) => {
  const serviceId = textOf(values.privateLinkId);
  const endpointId = firstText(values, ['endpointServiceId', 'interfaceEndpointId']);
  return serviceId && endpointId ? [{ kind: 'endpoint-link', serviceId, endpointId, source: file }] : [];
};

const READERS: Readonly<Record<string, ResourceReader>> = {
  project,
  cluster: readCluster,
  advanced_cluster: readCluster,
  flex_cluster: readCluster,
  serverless_instance: readCluster,
  network_peering: readPeer,
  network_container: readContainer,
  privatelink_endpoint: readEndpoint,
  privatelink_endpoint_service: link,
};

function readResource({ type, values }: Resource, context: ReadContext): readonly FactPiece[] {
  const { setting } = SETTINGS.find(({ resource }) => resource === type) ?? {};
  const enabled = flagOf(values.enabled);
  if (setting) return enabled === undefined ? [] : [{ kind: 'setting', setting, enabled, source: context.file }];
  const reader = READERS[type];
  if (reader) return reader(values, context);
  // Data sources such as `advanced_clusters` contain a list of resources.
  const ofList = READERS[type.replace(/s$/, '')];
  const items = ofList ? objectsOf(values.results) : [];
  return items.flatMap((item) => ofList!({ projectId: values.projectId, ...item }, context));
}

/** Data sources come first: they were read when Terraform ran, while a resource's strings may be older. */
export function readTerraform(value: JsonObject, context: ReadContext): readonly Read[] {
  const all = resourcesIn(rootModule(value) ?? {});
  const sorted = [...all.filter(({ isData }) => isData), ...all.filter(({ isData }) => !isData)];
  const found = sorted.flatMap((one) => ofGroup(readResource(one, context), textOf(one.values.projectId)));
  return found.some(({ kind }) => kind !== 'project')
    ? found
    : notice(context.file, 'The Terraform file contains no cluster and no network setting of the service.');
}
