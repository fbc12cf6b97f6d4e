import { flag, record, type RecordSchema, type TaggedSchema, textSchema, texts, type WordSchema } from './values.ts';
import { type Provider, PROVIDERS } from '../classify/service.ts';

/** Additional keys of any planned change. */
interface PlanAnswers {
  /** Why no string of the cluster is in the tree: someone checked. */
  readonly strings?: { readonly none: string };
  /** Why strings may stop working during the change before their replacements exist. */
  readonly downtime?: string;
  /** The project of the change, by name or id, if several are known. */
  readonly project?: string;
}

/** A planned change of clusters or of the whole project. `cluster` may be `*` for all clusters. */
export type PlannedChange = ChangeWords & PlanAnswers;

type ChangeWords =
  | {
      readonly change: 'multi-region';
      readonly cluster: string;
      /** All regions after the change, as written (`US_EAST_1` or `us-east-1`). */
      readonly regions: readonly string[];
      /** If missing, the project's current setting. */
      readonly regionalizedPrivateEndpoints?: boolean;
    }
  | { readonly change: 'disable-peering-only' }
  | { readonly change: 'cloud-provider'; readonly cluster: string; readonly to: Provider }
  | { readonly change: 'regionalized-endpoints'; readonly enabled: boolean }
  | { readonly change: 'shard'; readonly cluster: string }
  | { readonly change: 'custom-dns'; readonly enabled: boolean }
  | { readonly change: 'port-mapped-endpoints'; readonly cluster: string }
  | {
      readonly change: 'admin-api';
      /** Date of the API version, YYYY-MM-DD. */
      readonly to: string;
    }
  | { readonly change: 'leave-legacy-hostnames' };

export type ChangeName = PlannedChange['change'];

export const PROVIDER: WordSchema = {
  name: 'provider',
  kind: 'word',
  noun: 'provider',
  words: PROVIDERS,
  anyCase: true,
};

export const noStringsSchema = (): RecordSchema =>
  record(
    'States that the strings of the cluster are not in the tree.',
    { none: textSchema('The reason why the tree contains none.', 'sentence') },
    ['none'],
  );

/** The keys of each planned change, in the contract's order. */
function changeSchemas(): Readonly<Record<ChangeName, RecordSchema>> {
  // `*` is a valid name here, and the text format of names allows it.
  const cluster = textSchema(
    'Name of the cluster (<project>/<name> where names repeat), or "*" for every cluster.',
    'cluster',
  );
  return {
    'multi-region': record(
      'A cluster is extended to more regions.',
      {
        cluster,
        regions: { ...texts('All regions after the change.', 'cloudRegion'), min: 1 },
        regionalizedPrivateEndpoints: flag('Whether regionalized private endpoints will be on.'),
      },
      ['cluster', 'regions'],
    ),
    'disable-peering-only': record('The project leaves peering-only mode.', {}),
    'cloud-provider': record(
      'A cluster moves to another cloud provider.',
      { cluster, to: { ...PROVIDER, docs: 'The provider after the change.' } },
      ['cluster', 'to'],
    ),
    'regionalized-endpoints': record('Regionalized private endpoints are turned on or off.', {
      enabled: { ...flag('The setting after the change.'), default: true },
    }),
    shard: record('A replica set becomes a sharded cluster.', { cluster }, ['cluster']),
    'custom-dns': record('Custom DNS on AWS with peering is turned on or off.', {
      enabled: { ...flag('The setting after the change.'), default: true },
    }),
    'port-mapped-endpoints': record('A cluster moves to port-mapped endpoints.', { cluster }, ['cluster']),
    'admin-api': record(
      'Clients move to another version of the Administration API.',
      { to: textSchema('Version date.', 'versionDate') },
      ['to'],
    ),
    'leave-legacy-hostnames': record('Legacy hostnames can no longer be used.', {}),
  };
}

/** Each change with the keys of any planned change. */
export function plannedChangeSchema(): TaggedSchema {
  const answers = {
    strings: noStringsSchema(),
    downtime: textSchema('The reason why strings may stop working with the change before new ones exist.', 'sentence'),
    project: textSchema('Name or id of the project, if the facts are about several.', 'name'),
  };
  const variants = Object.entries(changeSchemas()).map(
    ([name, schema]) => [name, { ...schema, keys: { ...schema.keys, ...answers } }] as const,
  );
  return { kind: 'tagged', tag: 'change', variants: Object.fromEntries(variants) };
}

/** All planned changes, in the contract's order. */
export const changeNames = (): readonly ChangeName[] => Object.keys(changeSchemas()) as ChangeName[];
