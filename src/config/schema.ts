import * as v from 'valibot';
import { KINDS } from '../classify/host-shapes.ts';
import type { ServiceProfile } from '../classify/service.ts';
import { count, expected, flag, items, list, listOf, mapOf, partial } from './forms.ts';
import { object, text, told, unknownWord, word, oneOf } from './forms.ts';
import { plannedChange, provider } from './plan.ts';
import { FILE_ROLES, LEVELS, type RuleLevel } from './severity.ts';
import { isObject, type Frozen } from '../text/json.ts';

export const NETWORKS = ['public', 'peered', 'private-endpoint'] as const;
/** The kinds of fact files that a config can name, for answers that do not say what they are about. */
export const FACT_KINDS = [
  'clusters',
  'privateIpMode',
  'awsCustomDNS',
  'regionalMode',
  'peers',
  'containers',
  'endpointServices',
  'discovery',
] as const;

const NOT_SERVICE = 'not-service';

const URI = text('uri');
const URI_BY_ENDPOINT = mapOf(text('name'), text('uri'), '');

const LISTED_ENDPOINT = partial({
  connectionString: URI,
  srvConnectionString: URI,
  srvShardOptimizedConnectionString: URI,
  type: text('name', 'MONGOD or MONGOS.'),
  endpoints: items(
    partial({
      endpointId: text('sentence', 'Its id.'),
      providerName: provider(),
      region: text('region', 'Its region.'),
    }),
  ),
});

const CONNECTION_STRINGS = partial(
  {
    standard: URI,
    standardSrv: URI,
    private: URI,
    privateSrv: URI,
    awsPrivateLink: URI_BY_ENDPOINT,
    awsPrivateLinkSrv: URI_BY_ENDPOINT,
    privateEndpoint: items(LISTED_ENDPOINT),
  },
  'Its connection strings, as in the cluster record of the API.',
);

export const clusterSchema = partial(
  {
    provider: listOf(provider(), 'Cloud provider, or a list of them.', 1),
    regions: listOf(text('region'), 'Regions with nodes.'),
    sharded: flag('Whether it is a sharded cluster.'),
    createdAt: text('time', 'Day of creation.'),
    version: text('name', 'Version of the database.'),
    token: text('token', "The project's label in hostnames."),
    tier: text('name', 'Tier, such as M30 or flex.'),
    connectionStrings: CONNECTION_STRINGS,
  },
  'Known facts about this cluster.',
);

const FACT_PATHS = listOf(text('path'), 'Paths. Globs are allowed.');
const INVENTORY = v.pipe(
  v.union(
    [FACT_PATHS, object(v.entriesFromList(FACT_KINDS, v.exactOptional(FACT_PATHS)))],
    expected('a path or a list of paths'),
  ),
  v.description('Fact files: a path, a list of paths, or an object with the kind of each file.'),
);

/** An endpoint that exists, for facts by hand. */
const declaredEndpoint = object({
  provider: provider('Its cloud provider.'),
  region: text('region', 'Its region.'),
  id: v.exactOptional(text('sentence', 'Its id.')),
});

const declaredProject = object(
  {
    name: v.exactOptional(text('name', 'Its name. Required, or `id`, where there are several projects.')),
    id: v.exactOptional(text('projectId', 'Its id.')),
    inventory: v.optional(INVENTORY, []),
    peeringOnly: v.exactOptional(flag('Whether "connect via peering only" is on.')),
    customDnsOnAws: v.exactOptional(flag('Whether custom DNS on AWS is on.')),
    regionalizedPrivateEndpoints: v.exactOptional(flag('Whether regionalized private endpoints are on.')),
    peering: v.exactOptional(listOf(provider(), 'Providers with a peering connection.')),
    endpoints: v.exactOptional(items(declaredEndpoint, 'All its private endpoints.')),
    clusters: v.optional(mapOf(text('name'), clusterSchema, 'Facts about clusters by name.'), {}),
  },
  'A project: its facts, and settings that no fact file contains.',
);

const RULE_LEVELS = `${oneOf(LEVELS)}, or a list of a severity and options`;
type RuleSetting = readonly [level: RuleLevel, options?: Readonly<Record<string, unknown>>];

const isSetting = (value: unknown): boolean =>
  Array.isArray(value) &&
  (value.length === 1 || (value.length === 2 && isObject(value[1]))) &&
  LEVELS.some((level) => level === value[0]);

const RULE_SETTING = v.union([v.picklist(LEVELS), v.custom<RuleSetting>(isSetting)], ({ input }) =>
  typeof input === 'string' ? unknownWord('severity', input, LEVELS) : `expected ${RULE_LEVELS}`,
);

/** The settings of rules. Which names there are, and with which options, is not part of it. */
export const RULES = mapOf(
  v.string(),
  v.pipe(
    RULE_SETTING,
    v.transform((setting): RuleSetting => (typeof setting === 'string' ? [setting] : setting)),
  ),
);
const rules = (docs: string) => v.pipe(RULES, v.description(docs));

const OVERRIDE = object(
  {
    files: listOf(text('glob'), 'The files.', 1),
    rules: v.exactOptional(rules('Rule → severity, or [severity, options].')),
    role: v.exactOptional(word('role', FILE_ROLES, 'What the files are.')),
    environment: v.exactOptional(text('sentence', 'The environment that these files belong to.')),
    network: v.exactOptional(word('network', NETWORKS, 'The network in which the code of these files runs.')),
    region: v.exactOptional(text('region', 'The region in which the code runs.')),
  },
  'Settings for some files.',
);

const SUPPRESSION = object(
  {
    rule: listOf(text('rule'), 'Rule or rules, also as rule/reason.'),
    files: v.exactOptional(listOf(text('glob'), 'The files in which it applies. Default: all files.')),
    host: v.exactOptional(text('hostPort', 'The host, or a pattern for hosts, for which it applies.')),
    reason: v.exactOptional(text('sentence', 'The reason. A suppression without a reason suppresses nothing.')),
    until: v.exactOptional(text('date', 'Last day of the suppression.')),
  },
  'A suppression.',
);

const EXTERNAL = v.union(
  [
    v.literal(NOT_SERVICE),
    object({
      cluster: text('externalCluster', 'Its cluster, or "<project>/<cluster>". Check the value first.'),
      kind: v.exactOptional(word('kind', KINDS, 'The kind of the string. Without it, plans stay undecided.')),
    }),
  ],
  ({ input }) => {
    const hint = typeof input === 'string' ? 'Check the value, then write its cluster and its kind.' : null;
    return told(`expected { "cluster": …, "kind": … } or "${NOT_SERVICE}"`, hint);
  },
);

const serviceSchema = partial(
  {
    name: text('sentence', 'Display name.'),
    schemes: listOf(text('scheme'), 'URL schemes: the direct one, and the one that ends in "+srv". One is enough.', 1),
    domains: listOf(text('host'), 'Parent domains of cluster hosts.', 1),
    api: partial(
      {
        hosts: listOf(
          text('host'),
          'Domains of its hosts, only to recognise text. Credentials go to built-in hosts or to --base-url.',
        ),
        path: text('apiPath', 'Base path of all its generations.'),
        mediaType: text('mediaType', 'Media type of its versions, without the date.'),
      },
      'The Administration API.',
    ),
    metrics: partial({ path: text('metricsPath', 'Its base path.') }, 'Metrics discovery.'),
    fields: partial(
      {
        removed: listOf(text('name'), 'The removed ones.'),
        distinctive: listOf(text('name'), 'Those that only this service has.'),
        evidence: listOf(text('name'), 'Words that show a record.'),
      },
      'Field names of the cluster record.',
    ),
    providerLabels: mapOf(text('label'), provider(), 'Host labels that name a cloud provider.'),
  },
  'The hosted database to search for. Parts that are missing default to MongoDB Atlas.',
);

/** The config. The one description of its keys: types, checks, JSON Schema and documentation come from it. */
export const configSchema = object(
  {
    $schema: v.exactOptional(text('sentence', 'Address or path of the JSON Schema, for editors.')),
    service: v.optional(serviceSchema, {}),
    ignores: v.optional(listOf(text('glob'), "Files to exclude, in addition to Git's ignore rules."), []),
    rules: v.optional(rules('Rule, or rule/reason → severity, or [severity, options].'), {}),
    overrides: list(OVERRIDE, 'Settings for some files. Later entries win.'),
    projects: list(declaredProject, 'The projects and their facts.'),
    plan: list(plannedChange, 'Planned changes.'),
    external: v.optional(
      mapOf(
        text('sentence'),
        EXTERNAL,
        'Strings from outside the tree, by the name that `connlint list` prints, or by place (`file#key`, `file#` without a key): the cluster and the kind of each, or "not-service". A name that says little, such as `this` or `***`, counts only by place; `connlint plan` prints the line.',
      ),
      {},
    ),
    suppressions: list(SUPPRESSION, 'Accepted findings, for formats without comments.'),
    baseline: v.exactOptional(text('path', 'File of accepted findings. Default: `.connlint-baseline`.')),
    warnDays: v.optional(count(0, 3650, 'The number of days before a sunset at which warnings begin.'), 180),
    maxFactAge: v.optional(count(1, 3650, 'The number of days after which facts are too old to decide a plan.'), 30),
  },
  'Configuration of connlint.',
);

/** Parts of the service profile that a config replaces, spelt as in the profile. Missing parts stay unchanged. */
export type ServiceOverride = Frozen<v.InferOutput<typeof serviceSchema>>;

export function applyService(profile: ServiceProfile, override: ServiceOverride): ServiceProfile {
  const { schemes, api, metrics, fields, ...plain } = override;
  const { removed } = { ...profile.fields, ...fields };
  const distinctive = profile.fields.distinctive.filter((name) => removed.includes(name));
  return {
    ...profile,
    ...plain,
    ...(schemes && { schemes: schemePair(schemes) }),
    api: { ...profile.api, ...api, ...(api?.hosts && { bases: api.hosts.map((host) => `https://${host}`) }) },
    metrics: { ...profile.metrics, ...metrics },
    fields: { ...profile.fields, distinctive, ...fields },
  };
}

function schemePair(schemes: readonly string[]): readonly [direct: string, srv: string] {
  const srv = schemes.find((scheme) => scheme.endsWith('+srv'));
  const direct = schemes.find((scheme) => !scheme.endsWith('+srv')) ?? srv!.slice(0, -'+srv'.length);
  return [direct, srv ?? `${direct}+srv`];
}
