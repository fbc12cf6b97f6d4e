import { clustersSchema } from './clusters.ts';
import { FILE_ROLES } from './roles.ts';
import { LEVELS } from './severity.ts';
import { plannedChangeSchema, PROVIDER } from './plan.ts';
import { serviceSchema } from './service.ts';
import {
  flag,
  type ChoiceSchema,
  type ListSchema,
  type MapSchema,
  record,
  type RecordSchema,
  textSchema,
  texts,
  type TupleSchema,
  formatOf,
} from './values.ts';
import type { Schema, TaggedSchema } from './values.ts';

/** Schemas of rule options by rule id. A rule without one accepts any object. */
export type RuleOptions = Readonly<Record<string, RecordSchema>>;

export const NETWORKS = ['public', 'peered', 'private-endpoint'] as const;
/** The kinds of fact files that a config can name. */
export const FACT_KINDS = [
  'clusters',
  'privateIpMode',
  'awsCustomDNS',
  'regionalMode',
  'peers',
  'containers',
  'endpointServices',
  'discovery',
  'values',
] as const;

/** Settings of a project as keys of its record. */
const projectSettings = () => ({
  peeringOnly: flag('Whether "connect via peering only" is on.'),
  customDnsOnAws: flag('Whether custom DNS on AWS is on.'),
  regionalizedPrivateEndpoints: flag('Whether regionalized private endpoints are on.'),
  peering: { kind: 'list', docs: 'Providers with a peering connection.', items: PROVIDER, orOne: true } as const,
});

function inventorySchema(): ChoiceSchema {
  const paths = texts('Paths. Globs are allowed.', 'path');
  return {
    kind: 'choice',
    name: 'inventory',
    docs: 'Fact files: a path, a list of paths, or an object with the type of each file.',
    default: [],
    list: paths,
    object: record('Fact files by type.', Object.fromEntries(FACT_KINDS.map((kind) => [kind, paths]))),
  };
}

function projectsSchema(): MapSchema {
  return {
    kind: 'map',
    docs: 'Several projects by name. `inventory`, `project` and `clusters` are the short form for one project.',
    keys: 'name',
    default: {},
    values: record('A project: its facts, and settings that no fact file contains.', {
      id: textSchema('Its id.', 'projectId'),
      inventory: inventorySchema(),
      ...projectSettings(),
      clusters: clustersSchema(),
    }),
  };
}

const LEVEL = { kind: 'word', name: 'severity', noun: 'severity', words: LEVELS } as const;

function ruleSetting(id: string, options: RecordSchema | undefined): TupleSchema {
  if (!options) return { kind: 'tuple', name: 'anyOptions', items: [LEVEL, { kind: 'open' }] };
  if (Object.keys(options.keys).length > 0) return { kind: 'tuple', name: id, items: [LEVEL, options] };
  return { kind: 'tuple', name: 'noOptions', items: [LEVEL, { ...options, docs: 'The rule has no options.' }] };
}

function rulesSchema(ids: readonly string[], options: RuleOptions): RecordSchema {
  const keys = Object.fromEntries(ids.map((id) => [id, ruleSetting(id, options[id])]));
  return { kind: 'record', name: 'rules', noun: 'rule', docs: 'Rule → severity, or [severity, options].', keys };
}

function overridesSchema(rules: RecordSchema): ListSchema {
  const keys = {
    files: { ...texts('The files.', 'glob'), min: 1 },
    rules,
    environment: textSchema('The environment that these files belong to.', 'sentence'),
    network: {
      kind: 'word',
      docs: 'The network in which the code of these files runs.',
      noun: 'network',
      words: NETWORKS,
    } as const,
    region: textSchema('The region in which the code runs.', 'region'),
  };
  return {
    kind: 'list',
    docs: 'Settings for some files. Later entries win.',
    default: [],
    items: record('Settings for some files.', keys, ['files']),
  };
}

function suppressionsSchema(ids: readonly string[]): ListSchema {
  const keys = {
    rule: {
      kind: 'list',
      docs: 'Rule or rules.',
      items: { kind: 'word', name: 'rule', noun: 'rule', words: ids },
      orOne: true,
    } as const,
    files: texts('The files in which it applies. Default: all files.', 'glob'),
    host: textSchema('The host, or a pattern for hosts, for which it applies.', 'hostPort'),
    reason: textSchema('The reason. A suppression without a reason suppresses nothing.'),
    until: textSchema('Last day of the suppression.', 'date'),
  };
  return {
    kind: 'list',
    docs: 'Accepted findings, for formats without comments.',
    default: [],
    items: record('A suppression.', keys, ['rule']),
  };
}

export function configSchema(ruleIds: readonly string[], options: RuleOptions): RecordSchema {
  const rules = rulesSchema(ruleIds, options);
  return record('Configuration of connlint.', {
    $schema: textSchema('Address or path of the JSON Schema, for editors.'),
    service: { ...serviceSchema(), default: {} },
    include: { ...texts('Only these files are scanned.', 'glob'), default: [] },
    ignores: { ...texts("Files to exclude, in addition to Git's ignore rules.", 'glob'), default: [] },
    roles: {
      kind: 'map',
      docs: 'Glob → role, for files whose path and content suggest another role. Later entries win.',
      keys: 'glob',
      values: { kind: 'word', noun: 'role', words: [...FILE_ROLES].sort() },
      default: {},
    },
    rules: { ...rules, default: {} },
    overrides: overridesSchema(rules),
    inventory: inventorySchema(),
    project: { ...record('Project settings, if no fact file contains them.', projectSettings()), default: {} },
    clusters: clustersSchema(),
    projects: projectsSchema(),
    plan: { kind: 'list', docs: 'Planned changes.', items: plannedChangeSchema(), default: [] },
    external: {
      kind: 'map',
      docs: 'Strings from outside the tree by name: the known cluster of each, or "not-service". Check the value first.',
      keys: 'sentence',
      values: textSchema('A known cluster, or "not-service".', 'knownCluster'),
      default: {},
    },
    suppressions: suppressionsSchema(ruleIds),
    baseline: textSchema('File of accepted findings. Default: `.connlint-baseline`.', 'path'),
    warnDays: {
      kind: 'count',
      docs: 'The number of days before a sunset at which warnings begin.',
      min: 0,
      max: 3650,
      default: 180,
    },
    maxFactAge: {
      kind: 'count',
      docs: 'The number of days after which facts are too old to decide a plan.',
      min: 1,
      max: 3650,
      default: 30,
    },
  });
}

/**
 * The JSON Schema (draft-07, which every editor supports) of the config for these rules. Shipped as
 * `connlint/schema.json`.
 */
export function configJsonSchema(ruleIds: readonly string[], options: RuleOptions = {}): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const schema = jsonSchemaOf(configSchema(ruleIds, options), definitions);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/connlint/schema.json',
    title: 'connlint',
    ...schema,
    $defs: definitions,
  };
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema for completion and diagnostics in editors. Named schemas go into `definitions`. */
function jsonSchemaOf(schema: Schema, definitions: Record<string, JsonSchema>): JsonSchema {
  const { docs, default: preset, name } = schema;
  const write = WRITERS[schema.kind] as (schema: Schema, inner: (schema: Schema) => JsonSchema) => JsonSchema;
  const described = {
    ...(docs !== undefined && { description: docs }),
    ...(preset !== undefined && { default: preset }),
  };
  if (name === undefined) return { ...described, ...write(schema, (inner) => jsonSchemaOf(inner, definitions)) };
  definitions[name] ??= write(schema, (inner) => jsonSchemaOf(inner, definitions));
  return { ...described, $ref: `#/$defs/${name}` };
}

type Inner = (schema: Schema) => JsonSchema;

const WRITERS: {
  readonly [K in Schema['kind']]: (schema: Extract<Schema, { kind: K }>, inner: Inner) => JsonSchema;
} = {
  text: (schema) => {
    const written = { type: 'string', pattern: formatOf(schema.format ?? 'sentence').pattern };
    return schema.orNumber ? { anyOf: [written, { type: 'number' }] } : written;
  },
  word: (schema) => {
    const words = { enum: schema.words };
    return schema.anyCase ? { anyOf: [words, { type: 'string', pattern: anyCase(schema.words) }] } : words;
  },
  flag: () => ({ type: 'boolean' }),
  count: (schema) => ({ type: 'integer', minimum: schema.min, maximum: schema.max }),
  list: (schema, inner) => {
    const items = inner(schema.items);
    const list = { type: 'array', items, ...(schema.min !== undefined && { minItems: schema.min }) };
    return schema.orOne ? { anyOf: [list, items] } : list;
  },
  tuple: (schema, inner) => {
    const items = schema.items.map(inner);
    const lists = items.map((_, last) => ({
      type: 'array',
      items: items.slice(0, last + 1),
      minItems: last + 1,
      maxItems: last + 1,
    }));
    return { anyOf: [items[0], ...lists] };
  },
  map: (schema, inner) => ({
    type: 'object',
    propertyNames: { type: 'string', pattern: formatOf(schema.keys).pattern },
    additionalProperties: inner(schema.values),
  }),
  record: writeRecord,
  tagged: writeTagged,
  choice: (schema, inner) => ({ anyOf: [inner(schema.list), inner(schema.object)] }),
  open: () => ({ type: 'object' }),
};

function writeRecord(schema: RecordSchema, inner: Inner): JsonSchema {
  const properties = Object.entries(schema.keys).map(([key, value]) => [key, inner(value)]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(schema.required && { required: schema.required }),
    additionalProperties: false,
  };
}

function writeTagged(schema: TaggedSchema, inner: Inner): JsonSchema {
  const variants = Object.entries(schema.variants).map(([word, variant]) => {
    const { properties, ...rest } = writeRecord(variant, inner);
    const required = [schema.tag, ...(variant.required ?? [])];
    const tag = { const: word };
    return {
      ...rest,
      description: variant.docs,
      properties: { [schema.tag]: tag, ...(properties as object) },
      required,
    };
  });
  return { oneOf: variants };
}

/** A pattern that matches the words in any case. Patterns in JSON Schema have no flags. */
function anyCase(words: readonly string[]): string {
  const letters = (word: string) =>
    word.replace(/[a-z]/giu, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
  return `^(?:${words.map(letters).join('|')})$`;
}
