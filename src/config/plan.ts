import * as v from 'valibot';
import { PROVIDERS } from '../classify/service.ts';
import type { Frozen } from '../text/json.ts';
import { flag, listOf, mapOf, object, oneOf, partial, text, unknownWord, word } from './forms.ts';
import { nearestName } from '../text/edit-distance.ts';

/** A cloud provider. Upper case, as in answers of the API, is accepted. */
export const provider = (docs = '') =>
  v.pipe(
    word('provider', [...PROVIDERS, ...UPPER_CASE], docs),
    v.transform((name) => name.toLowerCase() as (typeof PROVIDERS)[number]),
  );
const UPPER_CASE = ['AWS', 'AZURE', 'GCP'] as const;

const ANSWERS = partial({
  project: text('name', 'Name or id of the project, where there are several.'),
  by: text('date', 'The day of the change. Until then its findings are warnings, afterwards errors.'),
  strings: object(
    { none: text('sentence', 'The reason why the tree contains none.') },
    'States that the tree contains no string of the cluster.',
  ),
  downtime: text('sentence', 'Why strings may stop working before their replacements exist.'),
  accept: mapOf(
    text('path'),
    text('sentence'),
    'Findings, by id, and files, by path, that do not block the change, each with the reason.',
  ),
}).entries;

const change = <const Name extends string, const E extends v.ObjectEntries>(name: Name, docs: string, keys: E) =>
  object({ change: v.pipe(v.literal(name), v.description(docs)), ...keys, ...ANSWERS }, docs);

const cluster = text('name', 'Name of the cluster, or "*" for every cluster.');
const enabled = v.optional(flag('The setting after the change.'), true);

const CHANGES = [
  change('multi-region', 'A cluster is extended to more regions.', {
    cluster,
    regions: listOf(text('cloudRegion'), 'All regions after the change.', 1),
    regionalizedPrivateEndpoints: v.exactOptional(flag('Whether regionalized private endpoints will be on.')),
  }),
  change('disable-peering-only', 'The project leaves peering-only mode.', {}),
  change('cloud-provider', 'A cluster moves to another cloud provider.', {
    cluster,
    to: provider('The provider after the change.'),
  }),
  change('regionalized-endpoints', 'Regionalized private endpoints are turned on or off.', { enabled }),
  change('shard', 'A replica set becomes a sharded cluster.', { cluster }),
  change('custom-dns', 'Custom DNS on AWS with peering is turned on or off.', { enabled }),
  change('port-mapped-endpoints', 'A cluster moves to port-mapped endpoints.', { cluster }),
  change('admin-api', 'Clients move to another version of the Administration API.', {
    to: text('versionDate', 'Date of the API version.'),
  }),
  change('leave-legacy-hostnames', 'Legacy hostnames can no longer be used.', {}),
] as const;

/** All planned changes, in the order of the contract. */
export const CHANGE_NAMES = CHANGES.map((one) => one.entries.change.literal);

export const plannedChange = v.variant('change', CHANGES, ({ input, path }) => {
  if (typeof input === 'string' && path) return unknownWord('change', input, CHANGE_NAMES);
  if (input !== undefined) return `expected ${oneOf(CHANGE_NAMES)}`;
  const misspelt = Object.keys(path?.at(-1)?.input ?? {}).find((key) => nearestName(key, ['change']) !== null);
  if (misspelt !== undefined) return unknownWord('key', misspelt, ['change']);
  return `the key "change" is missing\nValid: ${oneOf(CHANGE_NAMES)}.`;
});

/** A planned change of clusters or of the whole project. `cluster` may be `*` for all clusters. */
export type PlannedChange = Frozen<v.InferOutput<typeof plannedChange>>;
export type ChangeName = PlannedChange['change'];

/** The planned changes of a type. */
export const plannedChanges = <C extends ChangeName>(plan: readonly PlannedChange[], name: C) =>
  plan.filter((one): one is Extract<PlannedChange, { change: C }> => one.change === name);

/** What the entry of a change accepts: findings by id, and files by path. */
export const acceptedBy = (change: PlannedChange): Readonly<Record<string, string>> => change.accept ?? {};

/** The cluster that a change names; `null` for a change of the whole project. */
export const clusterNameOf = (change: PlannedChange): string | null => ('cluster' in change ? change.cluster : null);
