import { CLUSTERS } from './config-clusters.ts';
import { PLANNED_CHANGE, PROVIDER } from './config-plan.ts';
import { SERVICE } from './config-service.ts';
import { flag, type ListSchema, record, type RecordSchema, text, texts, type TupleSchema } from './schema.ts';
import { type JsonSchema, jsonSchemaOf } from './schema-json.ts';

/** What a rule's options may be, by rule id. A rule that is missing takes any object. */
export type RuleOptions = Readonly<Record<string, RecordSchema>>;

export const LEVELS = ['off', 'info', 'warning', 'error'] as const;
export const NETWORKS = ['public', 'peered', 'private-endpoint'] as const;
/** What a fact file can be named as. */
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

const FACT_PATHS = texts('Path or paths; globs are allowed.', 'path');

const PROJECT = record('Project settings by hand, where no fact file tells them.', {
  peeringOnly: flag('Whether "connect via peering only" is on.'),
  customDnsOnAws: flag('Whether custom DNS on AWS is on.'),
  regionalizedPrivateEndpoints: flag('Whether regionalized private endpoints are on.'),
  peering: { kind: 'list', docs: 'Providers to which a peering exists.', items: PROVIDER, orOne: true },
});

function ruleSetting(options: RecordSchema | undefined): TupleSchema {
  const level = { kind: 'word', noun: 'severity', words: LEVELS } as const;
  return { kind: 'tuple', items: [level, options ?? { kind: 'open', docs: 'Options of the rule.' }] };
}

function rulesSchema(ids: readonly string[], options: RuleOptions): RecordSchema {
  const keys = Object.fromEntries(ids.map((id) => [id, ruleSetting(options[id])]));
  return { kind: 'record', noun: 'rule', docs: 'Rule → severity, or [severity, options].', keys };
}

function overridesSchema(rules: RecordSchema): ListSchema {
  const keys = {
    files: { ...texts('Which files.', 'glob'), min: 1 },
    rules,
    environment: text('The environment that these files belong to.', 'sentence'),
    network: { kind: 'word', docs: 'Where the code of these files runs.', noun: 'network', words: NETWORKS } as const,
    region: text('The region where it runs.', 'region'),
  };
  return {
    kind: 'list',
    docs: 'Settings for some of the files; later ones win.',
    default: [],
    items: record('Settings for some files.', keys, ['files']),
  };
}

function suppressionsSchema(ids: readonly string[]): ListSchema {
  const keys = {
    rule: {
      kind: 'list',
      docs: 'Rule or rules.',
      items: { kind: 'word', noun: 'rule', words: ids },
      orOne: true,
    } as const,
    files: texts('In which files; everywhere when missing.', 'glob'),
    host: text('For which host or pattern of hosts.', 'hostPort'),
    reason: text('Why. A suppression without a reason suppresses nothing.'),
    until: text('Last day on which it holds.', 'date'),
  };
  return {
    kind: 'list',
    docs: 'Accepted findings in formats without comments.',
    default: [],
    items: record('A suppression.', keys, ['rule']),
  };
}

/** The whole config as data. */
export function configSchema(ruleIds: readonly string[], options: RuleOptions): RecordSchema {
  const rules = rulesSchema(ruleIds, options);
  return record('Configuration of connlint.', {
    $schema: text('Address or path of the JSON Schema, for editors.'),
    service: { ...SERVICE, default: {} },
    include: { ...texts('Only these files are looked at.', 'glob'), default: [] },
    ignores: { ...texts("Files that are not looked at, on top of git's ignore rules.", 'glob'), default: [] },
    rules: { ...rules, default: {} },
    overrides: overridesSchema(rules),
    inventory: {
      kind: 'choice',
      docs: 'Fact files: a path, a list of paths, or an object that names what each is.',
      default: [],
      list: FACT_PATHS,
      object: record('Fact files by what they are.', Object.fromEntries(FACT_KINDS.map((kind) => [kind, FACT_PATHS]))),
    },
    project: { ...PROJECT, default: {} },
    clusters: CLUSTERS,
    plan: { kind: 'list', docs: 'Planned changes.', items: PLANNED_CHANGE, default: [] },
    suppressions: suppressionsSchema(ruleIds),
    baseline: text('File of accepted findings; `.connlint-baseline` when missing.', 'path'),
    warnDays: { kind: 'count', docs: 'How many days before its day a sunset warns.', min: 0, max: 3650, default: 180 },
  });
}

/** The JSON Schema (draft-07) of the config for these rules; ships as `connlint/schema.json`. */
export function configJsonSchema(ruleIds: readonly string[], options: RuleOptions = {}): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'connlint',
    ...jsonSchemaOf(configSchema(ruleIds, options)),
  };
}
