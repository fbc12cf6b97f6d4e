import { flagOf, objectOf, objectsOf, textOf } from '../facts/json.ts';
import type { JsonObject } from '../facts/json.ts';

/** What a plan of Terraform does to clusters and settings. */
export interface TerraformChanges {
  /** As the config's `plan` names them; to be checked as one. */
  readonly changes: readonly JsonObject[];
  /** What it does, or may do, that no planned change stands for: one sentence each. */
  readonly open: readonly string[];
}

/** One resource of the vendor's provider, before and after. */
interface ResourceChange {
  readonly address: string;
  readonly type: string;
  readonly isRemoved: boolean;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  readonly unknown: JsonObject;
}

const PREFIX = 'mongodbatlas_';

/** True for what `terraform show -json` prints of a plan; of a state it prints no changes. */
export function isTerraformPlan(value: unknown): value is JsonObject {
  const plan = objectOf(value);
  return plan !== undefined && Array.isArray(plan.resource_changes);
}

/**
 * The planned changes of `terraform show -json` (format 1.x of Terraform 1.9, provider 1.x and 2.x). Only names, regions, providers and
 * settings are read, nothing that could be a credential.
 */
export function terraformChanges(plan: JsonObject): TerraformChanges {
  const changes = new Map<string, JsonObject>();
  const open: string[] = [];
  for (const one of objectsOf(plan.resource_changes).flatMap(resourceChange)) {
    const found = WRITTEN[one.type]?.(one) ?? {};
    for (const change of found.changes ?? []) changes.set(JSON.stringify(change), change);
    open.push(...(found.open ?? []));
  }
  return { changes: [...changes.values()], open };
}

function resourceChange(entry: JsonObject): ResourceChange[] {
  const type = textOf(entry.type);
  const change = objectOf(entry.change);
  if (!type?.startsWith(PREFIX) || !change || entry.mode === 'data') return [];
  const actions = Array.isArray(change.actions) ? change.actions : [];
  if (actions.every((action) => action === 'no-op' || action === 'read')) return [];
  return [
    {
      address: textOf(entry.address) ?? type,
      type: type.slice(PREFIX.length),
      isRemoved: actions.length === 1 && actions[0] === 'delete',
      before: objectOf(change.before),
      after: objectOf(change.after),
      unknown: objectOf(change.after_unknown) ?? {},
    },
  ];
}

interface Written {
  readonly changes?: readonly JsonObject[];
  readonly open?: readonly string[];
}

const WRITTEN: Readonly<Partial<Record<string, (change: ResourceChange) => Written>>> = {
  cluster,
  advanced_cluster: cluster,
  private_endpoint_regional_mode: (one) => setting(one, 'regionalized-endpoints'),
  custom_dns_configuration_cluster_aws: (one) => setting(one, 'custom-dns'),
  private_ip_mode: (one) =>
    one.isRemoved || flagOf(one.after?.enabled) === false
      ? { changes: [{ change: 'disable-peering-only' }] }
      : unclear(one, 'enabled'),
  privatelink_endpoint: endpoint,
  privatelink_endpoint_service: removal('strings of this private endpoint stop working'),
  network_peering: removal('private strings (-pri) stop working'),
};

function setting(one: ResourceChange, change: string): Written {
  const enabled = one.isRemoved ? false : flagOf(one.after?.enabled);
  if (enabled === undefined) return unclear(one, 'enabled');
  return flagOf(one.before?.enabled) === enabled ? {} : { changes: [{ change, enabled }] };
}

function endpoint(one: ResourceChange): Written {
  if (one.isRemoved) return removal('strings of this private endpoint stop working')(one);
  const isMapped =
    flagOf(one.after?.port_mapping_enabled) === true && flagOf(one.before?.port_mapping_enabled) !== true;
  return isMapped
    ? { changes: [{ change: 'port-mapped-endpoints', cluster: '*' }] }
    : unclear(one, 'port_mapping_enabled');
}

function removal(effect: string): (one: ResourceChange) => Written {
  return ({ address, isRemoved }) => (isRemoved ? { open: [`${address} is removed: ${effect}.`] } : {});
}

/** What is known after apply stays unknown. */
function unclear({ address, unknown }: ResourceChange, key: string): Written {
  return unknown[key] === true ? { open: [`${address}: ${key} is known after apply only.`] } : {};
}

interface Topology {
  readonly name: string | undefined;
  readonly regions: readonly { readonly provider: string; readonly region: string }[];
  readonly isSharded: boolean;
}

function cluster(one: ResourceChange): Written {
  const { address, before, after, isRemoved, unknown } = one;
  if (isRemoved) return { open: [`${address} is removed: its strings stop working.`] };
  if (!before || !after) return {};
  const [from, to] = [topology(before), topology(after)];
  const name = to.name ?? from.name;
  if (name === undefined || holdsUnknown(unknown.replication_specs) || unknown.name === true) {
    return { open: [`${address}: its regions are known after apply only.`] };
  }
  const changes: JsonObject[] = [];
  if (to.isSharded && !from.isSharded) changes.push({ change: 'shard', cluster: name });
  const names = (regions: Topology['regions']): string =>
    [...new Set(regions.map(({ provider, region }) => `${provider} ${region}`))].sort().join();
  if (names(from.regions) !== names(to.regions) && to.regions.length > 0 && from.regions.length > 0) {
    const [old, young] = [providersOf(from), providersOf(to)];
    if (young.length === 1 && !old.includes(young[0]!))
      changes.push({ change: 'cloud-provider', cluster: name, to: young[0]!.toLowerCase() });
    else
      changes.push({
        change: 'multi-region',
        cluster: name,
        regions: [...new Set(to.regions.map(({ region }) => region))],
      });
  }
  return { changes };
}

const providersOf = ({ regions }: Topology): string[] => [...new Set(regions.map(({ provider }) => provider))];

/** True where a region, a provider or the list of them is only known later; ids always are. */
function holdsUnknown(value: unknown): boolean {
  if (value === true) return true;
  return objectsOf(value).some(
    (spec) =>
      spec.region_configs === true ||
      spec.regions_config === true ||
      [...objectsOf(spec.region_configs), ...objectsOf(spec.regions_config)].some(
        ({ region_name: region, provider_name: provider }) => region === true || provider === true,
      ),
  );
}

function topology(values: JsonObject): Topology {
  const specs = objectsOf(values.replication_specs);
  const regions = specs.flatMap((spec) =>
    [...objectsOf(spec.region_configs), ...objectsOf(spec.regions_config)].flatMap((config) => {
      const region = textOf(config.region_name);
      const provider =
        textOf(config.backing_provider_name) ?? textOf(config.provider_name) ?? textOf(values.provider_name);
      return region === undefined || provider === undefined ? [] : [{ provider, region }];
    }),
  );
  const own = textOf(values.provider_region_name);
  const provider = textOf(values.backing_provider_name) ?? textOf(values.provider_name);
  return {
    name: textOf(values.name),
    regions: regions.length > 0 || own === undefined || provider === undefined ? regions : [{ provider, region: own }],
    isSharded: /^(?:SHARDED|GEOSHARDED)$/.test(textOf(values.cluster_type) ?? ''),
  };
}
