import code from './managing-code.json' with { type: 'json' };
import { ATLAS } from '../classify/service.ts';
import { readCluster, type ClusterRecord } from '../facts/cluster-record.ts';
import { camelObject, flagOf, objectOf, objectsOf, textOf, type JsonObject } from '../text/json.ts';
import { regionsWithout } from '../facts/regions.ts';
import { resourceType } from '../facts/read.ts';
import { distinct } from '../text/source.ts';

/** True for what `terraform show -json` prints of a plan; of a state it prints no changes. */
export const isTerraformPlan = (value: unknown): value is JsonObject =>
  Array.isArray(objectOf(value)?.resource_changes);

/** The changes of a plan of Terraform 1.9, with a sentence for each effect that no change covers. */
export function terraformChanges(plan: JsonObject) {
  const effects = objectsOf(plan.resource_changes)
    .flatMap((entry) => resourceChange(entry) ?? [])
    .flatMap((one) => {
      const project = textOf(one.after?.project_id) ?? textOf(one.before?.project_id);
      const own = [...(EFFECTS[one.type]?.(one) ?? []), ...removal(one, REMOVED[one.type])];
      return project === undefined ? own : own.map((effect) => (isCovered(effect) ? { ...effect, project } : effect));
    });
  return {
    changes: distinct(effects.filter(isCovered), (change) => JSON.stringify(change)),
    // A targeted plan does not list what it leaves out, nor what is deferred (Terraform JSON format, 1.9).
    open: [
      ...(plan.errored === true ? ['Terraform ended with an error: this plan may lack changes.'] : []),
      ...(plan.complete === false ? ['The Terraform plan is not complete: more changes follow after apply.'] : []),
      ...effects.filter((effect) => typeof effect === 'string'),
    ],
  };
}

const isCovered = (effect: Effect): effect is JsonObject => typeof effect !== 'string';

type ResourceChange = NonNullable<ReturnType<typeof resourceChange>>;

function resourceChange(entry: JsonObject) {
  const type = resourceType(entry.type);
  const change = objectOf(entry.change);
  if (!type || !change || entry.mode === 'data') return null;
  const actions = Array.isArray(change.actions) ? change.actions : [];
  // A forgotten resource stays as it is.
  if (actions.every((action) => /^(?:no-op|read|forget)$/.test(String(action)))) return null;
  return {
    address: textOf(entry.address) ?? String(entry.type),
    type,
    // A replaced one is another one: only its settings stay.
    isGone: actions.includes('delete'),
    before: objectOf(change.before),
    after: objectOf(change.after),
    unknown: objectOf(change.after_unknown) ?? {},
  };
}

/** A planned change, or the sentence of an effect that none covers. */
type Effect = JsonObject | string;

const EFFECTS: Readonly<Partial<Record<string, (change: ResourceChange) => readonly Effect[]>>> = {
  cluster,
  advanced_cluster: cluster,
  flex_cluster: cluster,
  private_endpoint_regional_mode: (one) => setting(one, 'regionalized-endpoints'),
  custom_dns_configuration_cluster_aws: (one) => setting(one, 'custom-dns'),
  // Removed from the provider in 1.10; with the resource, older ones turn the mode off. It cannot be turned on.
  private_ip_mode: ({ before, after }) =>
    flagOf(before?.enabled) === false || flagOf(after?.enabled) === true ? [] : [{ change: 'disable-peering-only' }],
  privatelink_endpoint: endpoint,
};

/** What stops working with a resource that is removed. */
const REMOVED: Readonly<Record<string, string>> = code.removed;

function setting(one: ResourceChange, change: string): Effect[] {
  const enabled = one.after ? flagOf(one.after.enabled) : false;
  if (enabled === undefined) return unclear(one, ['enabled']);
  return flagOf(one.before?.enabled) === enabled ? [] : [{ change, enabled }];
}

function endpoint(one: ResourceChange): Effect[] {
  const isMapped = one.after?.port_mapping_enabled === true && one.before?.port_mapping_enabled !== true;
  return [
    ...unclear(one, ['port_mapping_enabled']),
    ...(isMapped ? [{ change: 'port-mapped-endpoints', cluster: '*' }] : []),
  ];
}

const removal = ({ address, isGone, after }: ResourceChange, effect: string | undefined): Effect[] =>
  isGone && effect !== undefined ? [`${address} is ${after ? 'replaced' : 'removed'}: ${effect}.`] : [];

function unclear({ address, after, unknown }: ResourceChange, keys: readonly string[]): Effect[] {
  const key = keys.find((name) => after && unknown[name] === true);
  return key === undefined ? [] : [`${address}: ${key} is known after apply only.`];
}

const DECISIVE = ['name', 'cluster_type', 'provider_name', 'backing_provider_name', 'provider_region_name'];

function cluster(one: ResourceChange): readonly Effect[] {
  const { address, before, after, isGone, unknown } = one;
  // The records of another cluster are not known before it exists.
  const next = after ? '' : ', and no others take their place';
  const gone = `all strings of cluster "${String(before?.name)}" stop working${next}. Remove their uses first (\`connlint list\` shows them)`;
  if (isGone) return removal(one, gone);
  if (!before || !after) return [];
  if (isUnknown(unknown.replication_specs, UNKNOWN_SPEC))
    return [`${address}: its regions are known after apply only.`];
  const later = unclear(one, DECISIVE);
  if (later.length > 0) return later;
  const [from, to] = [before, after].flatMap((values) => readCluster(camelObject(values), ATLAS));
  return from && to ? clusterEffects(from.cluster, to.cluster, address) : [];
}

function clusterEffects(from: ClusterRecord, to: ClusterRecord, address: string): Effect[] {
  const { name, regions: after = [], providers: [provider, other] = [] } = to;
  const before = from.regions ?? [];
  const isMoved = before.length > 0 && regionsWithout(after, before).length > 0;
  const isElsewhere = isMoved && provider !== undefined && !other && !from.providers?.includes(provider);
  const regions = [...new Set(after.map((region) => region.name))];
  // A move to another provider has its own steps.
  const left = after.length === 0 || isElsewhere ? [] : regionsWithout(before, after);
  // A cluster that exists keeps its name; the service refuses to make it small, or a replica set again.
  return [
    ...(to.sharded === true && from.sharded !== true ? [{ change: 'shard', cluster: name }] : []),
    ...(isElsewhere ? [{ change: 'cloud-provider', to: provider, cluster: name }] : []),
    ...(isMoved && !isElsewhere ? [{ change: 'multi-region', regions, cluster: name }] : []),
    ...left.map((region) => {
      const words = [region.provider?.toUpperCase(), region.name].join(' ').trim();
      return `${address} leaves ${words}: strings of private endpoints there stop working.`;
    }),
  ];
}

/** Lists and attributes below `replication_specs`; ids are always known later. */
const UNKNOWN_SPEC = ['region_configs', 'regions_config', 'region_name', 'provider_name', 'backing_provider_name'];

/** True where the value is known after apply only, or one of these attributes anywhere in it. */
function isUnknown(value: unknown, keys: readonly string[]): boolean {
  if (value === true) return true;
  if (Array.isArray(value)) return value.some((item) => isUnknown(item, keys));
  const object = objectOf(value);
  return object !== undefined && keys.some((key) => isUnknown(object[key], keys));
}
