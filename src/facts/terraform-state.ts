import { readCluster } from './cluster-record.ts';
import { camelKeys, firstText, flagOf, hasAny, objectOf, objectsOf, textOf } from './json.ts';
import type { JsonObject } from './json.ts';
import { readContainer, readEndpoint, readPeer } from './records.ts';
import { ofGroup, SETTINGS, type FactPiece, type ReadContext, type RecordReader } from './pieces.ts';

/** `terraform show -json` of a state. Format: vendor documentation of Terraform 1.9. */

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
const link: RecordReader = (values, { file }) => {
  const serviceId = textOf(values.privateLinkId);
  const endpointId = firstText(values, ['endpointServiceId', 'interfaceEndpointId']);
  return serviceId && endpointId ? [{ kind: 'endpoint-link', serviceId, endpointId, source: file }] : [];
};

const READERS: Readonly<Record<string, RecordReader>> = {
  cluster: readCluster,
  advanced_cluster: readCluster,
  flex_cluster: readCluster,
  network_peering: readPeer,
  network_container: readContainer,
  privatelink_endpoint: readEndpoint,
  privatelink_endpoint_service: link,
};

function readResource(type: string, values: JsonObject, context: ReadContext): readonly FactPiece[] {
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
export function readTerraform(value: JsonObject, context: ReadContext): readonly FactPiece[] {
  const all = resourcesIn(rootModule(value) ?? {});
  const sorted = [...all.filter(({ mode }) => mode === 'data'), ...all.filter(({ mode }) => mode !== 'data')];
  return sorted.flatMap((resource) => {
    const type = resourceType(resource.type);
    const values = objectOf(camelKeys(resource.values));
    return type && values ? ofGroup(readResource(type, values, context), textOf(values.projectId)) : [];
  });
}
