import fields from './record-fields.json' with { type: 'json' };
import type { FactKind } from '../config/config.ts';
import { PROVIDERS, type Provider, type ServiceProfile } from '../classify/service.ts';
import { camelObject, firstText, flagOf, isNestedTooDeep, objectOf, textOf } from '../text/json.ts';
import { utcDate, camelKeys, hasAny, recordName, objectsOf, textsOf } from '../text/json.ts';
import type { JsonObject } from '../text/json.ts';
import { askedListOf, SETTINGS, settingFacts, type Fact, type FactPiece, type Setting } from './pieces.ts';
import { readCluster } from './cluster-record.ts';
import { providerOf, regionOf } from './regions.ts';
import type { AskedList, EndpointService } from './facts.ts';

interface ReadContext {
  readonly file: string;
  readonly as: FactKind | null;
  readonly profile: ServiceProfile;
}

type RecordReader = (record: JsonObject, profile: ServiceProfile) => readonly Fact[];

/** Thrown by a reader: why a file cannot be used, and what to do. */
class UnusableFile extends Error {
  readonly hint: string;
  constructor(message: string, hint: string) {
    super(message);
    this.hint = hint;
  }
}

/** Reads one fact file of any form. A file of an unknown form is one problem, however many values it contains. */
export function readFacts(value: unknown, context: ReadContext) {
  const { file } = context;
  try {
    if (isNestedTooDeep(value)) throw unknownForm('its lists or objects are nested too deep');
    const pieces = readValue(value, context).map((fact): FactPiece => ({ source: file, ...fact }));
    if (pieces.length > 0) return { pieces, problems: [], notices: [] };
    const message = 'The file contains nothing that connlint can use.';
    return { pieces: [], problems: [], notices: [{ code: 'fact-empty', file, message } as const] };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { message, hint } = error;
    return { pieces: [], problems: [{ file, message, hint }], notices: [] };
  }
}

function readValue(value: unknown, context: ReadContext): readonly Fact[] {
  if (Array.isArray(value)) return readList(value, context);
  const object = objectOf(value);
  if (!object) throw unknownForm('neither a JSON object nor a list');
  if (isFactFile(object)) return readFactFile(object, context);
  if (isTerraform(object)) return readTerraform(object, context.profile);
  if (Array.isArray(object.results)) return readList(object.results, context, object.totalCount);
  return readSetting(object, context) ?? readRecord(camelObject(object), context);
}

/**
 * The facts of one project as written by `pull`: one such object, or a list of them for several projects. It contains
 * answers of the Admin API unchanged. A part that was not requested or could not be read is missing or `null`; a part
 * that was read and is empty is `[]`.
 */
export interface FactFile extends Readonly<Partial<Record<FactKind, readonly unknown[] | null>>> {
  readonly connlintFacts: 1;
  /** ISO 8601 in UTC. */
  readonly pulledAt: string;
  readonly project?: { readonly groupId?: string } & Readonly<Partial<Record<Setting, boolean | null>>>;
}

export const FACT_FILE_VERSION = 1;

/** What `pull` writes, in this order. */
export const LISTS = ['clusters', 'endpointServices', 'containers', 'peers'] as const;

export const isFactFile = (value: unknown): boolean => Object.hasOwn(objectOf(value) ?? {}, 'connlintFacts');

function readFactFile(value: JsonObject, context: ReadContext): readonly Fact[] {
  if (value.connlintFacts !== FACT_FILE_VERSION) throw unknownForm('another release of connlint wrote it');
  const project = objectOf(value.project) ?? {};
  const parts = [...LISTS, 'discovery' as const].filter((as) => value[as] !== undefined && value[as] !== null);
  const all: readonly Fact[] = [
    ...SETTINGS.flatMap(({ setting }) => settingFacts(setting, project[setting])),
    // `pull` requests them for each provider.
    ...parts.flatMap((as) => [...askedFor(as).map(asked), ...readValue(value[as], { ...context, as })]),
  ];
  const day = utcDate(value.pulledAt);
  const readAt = day === undefined ? undefined : { value: day, source: context.file };
  return ofGroup(all, textOf(project.groupId)).map((fact) => ({ ...fact, readAt }));
}

export const asked = (about: AskedList): Fact => ({ kind: 'asked', about });

/** The lists that a file of this kind contains. Its name may limit it to one provider, like a path of the API. */
export function askedFor(as: FactKind, name = ''): readonly AskedList[] {
  const named = PROVIDERS.filter((provider) => name.includes(provider));
  const providers = named.length > 0 ? named : PROVIDERS;
  if (as === 'peers' || as === 'endpointServices') return providers.map((provider) => `${as} ${provider}` as const);
  return as === 'clusters' || as === 'containers' ? [as] : [];
}

/** A list, or one page of it: the total shows whether a page is missing. Without a total, cluster records may be a part. */
function readList(list: readonly unknown[], context: ReadContext, total?: unknown): readonly Fact[] {
  const read = list.flatMap((item) => readValue(item, context));
  const known = new Set(read.flatMap((fact) => (fact.kind === 'asked' ? fact.about : [])));
  const about = new Set(list.length === 0 ? askedOfEmpty(context) : read.flatMap((fact) => askedListOf(fact) ?? []));
  const ids = objectsOf(list).map((one) => firstText(one, ['id', 'name']) ?? JSON.stringify(one));
  const hasTotal = typeof total === 'number';
  const page = hasTotal && total > ids.length ? { total, ids } : undefined;
  const own = [...about].filter((one) => !known.has(one) && (hasTotal || !/clusters/i.test(one)));
  return [...read, ...own.map((one): Fact => ({ kind: 'asked', about: one, page }))];
}

function readRecord(record: JsonObject, context: ReadContext): readonly Fact[] {
  const read = recordReader(record);
  if (!read) throw unknownForm('connlint does not know this form');
  return ofGroup(read(record, context.profile), firstText(record, ['groupId', 'projectId']));
}

function ofGroup(facts: readonly Fact[], written: string | undefined): readonly Fact[] {
  const id = recordName(written)?.toLowerCase();
  return id === undefined ? facts : facts.map((fact) => ({ ...fact, group: fact.group ?? id }));
}

/** The last part of a path, in lower case, without separators: `project.private-ip-mode.json` → `projectprivateipmodejson`. */
const plainName = (file: string): string => file.toLowerCase().replace(/^.*[/\\]|[^a-z0-9]/gs, '');

/** Which of these a file is by the config, otherwise by its name: that of a list may be singular. */
const kindOf = <K extends FactKind>({ file, as }: ReadContext, kinds: readonly K[]): K | undefined =>
  kinds.find((one) => (as ? one === as : plainName(file).includes(one.toLowerCase().replace(/s$/, ''))));

/** `{"enabled": …}` is the answer of three settings. The config or the file's name decides which. */
function readSetting(object: JsonObject, context: ReadContext): readonly Fact[] | undefined {
  const enabled = flagOf(object.enabled);
  const isAlone = Object.keys(object).every((key) => key === 'enabled' || key === 'links');
  if (enabled === undefined || !isAlone) return undefined;
  const found = SETTINGS.find(({ as }) => kindOf(context, [as]));
  if (found) return settingFacts(found.setting, enabled);
  const hint =
    'Name the file after the setting (privateIpMode, awsCustomDNS or regionalMode), or name it in the config: ' +
    '"inventory": {"privateIpMode": "<file>"}.';
  throw new UnusableFile('The answer {"enabled": …} does not say which setting it is.', hint);
}

/** An empty list proves that there are none. A list of peers is about one provider, AWS by default. */
function askedOfEmpty(context: ReadContext): readonly AskedList[] {
  const lists = LISTS.filter((one) => one !== 'clusters');
  const list = kindOf(context, lists);
  const all = list ? askedFor(list, plainName(context.file)) : [];
  return list === 'peers' && all.length > 1 ? ['peers aws'] : all;
}

const unknownForm = (why: string): UnusableFile =>
  new UnusableFile(
    `not a fact file: ${why}.`,
    'Run `connlint pull`, or save the output of `atlas clusters list -o json` or `terraform show -json`. All forms: docs/facts.md',
  );

/** Values of programs: `kubectl get secret,configmap -o json`, or a dump of an environment. Scanned like the tree. */
export function isValueFile(text: string, value: unknown): boolean {
  if (value === undefined) {
    const first = text.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'));
    return first !== undefined && /^\s*(?:export\s+)?[A-Za-z_][\w.-]*=/.test(first);
  }
  const objects = objectsOf(value).flatMap((one) => (one.kind === 'List' ? objectsOf(one.items) : one));
  if (objects.some(({ kind }) => kind === 'Secret' || kind === 'ConfigMap')) return true;
  const variables = Object.entries(objectOf(value) ?? {});
  return (
    variables.length > 0 && variables.every(([key, one]) => /^[A-Za-z_][\w.-]*$/.test(key) && typeof one === 'string')
  );
}

/** `fields.providers`: those that only one provider's answer has, for answers without `providerName`. */
function providerIn(record: JsonObject): Provider | undefined {
  const named = providerOf(record.providerName) ?? providerOf(record.cloudProvider);
  return named ?? PROVIDERS.find((provider) => hasAny(record, fields.providers[provider]));
}

/** Only a peer with status `AVAILABLE` carries traffic. AWS names the field `statusName`. */
const readPeer: RecordReader = (record) => {
  const provider = providerIn(record);
  if (!provider) return [];
  const available = firstText(record, ['statusName', 'status'])?.toUpperCase() === 'AVAILABLE';
  return [{ kind: 'peer', provider, available, containerId: textOf(record.containerId) }];
};

/** A container without a provider is on AWS (default in the API reference). */
const readContainer: RecordReader = (record) => {
  const provisioned = flagOf(record.provisioned) ?? false;
  const provider = providerIn(record) ?? 'aws';
  // Terraform's `id` combines several ids.
  const id = firstText(record, ['containerId', 'id']);
  const region = regionOf(firstText(record, ['regionName', 'region']), provider);
  return [{ kind: 'container', provider, provisioned, id, region }];
};

/** The endpoint service of a provider in one region. AWS, Azure and Google Cloud have different field names. */
export function readEndpoint(record: JsonObject): readonly Fact[] {
  const provider = providerIn(record);
  if (!provider) return [];
  const lists = fields.endpointLists.filter((key) => Array.isArray(record[key]));
  const endpoint: EndpointService = {
    id: firstText(record, ['privateLinkId', 'id']),
    provider,
    region: regionOf(firstText(record, ['regionName', 'region']), provider),
    endpointIds: lists.length > 0 ? lists.flatMap((key) => textsOf(record[key])) : undefined,
    portMapping: provider === 'gcp' ? (flagOf(record.portMappingEnabled) ?? false) : undefined,
    status: textOf(record.status)?.toUpperCase(),
  };
  return [{ kind: 'endpoint', endpoint }];
}

/** A group of scrape targets. Older answers name the cluster `cluster_name` (vendor documentation, 2026-08). */
const readTargets: RecordReader = (record) => {
  const labels = objectOf(record.labels) ?? {};
  const cluster = recordName(firstText(labels, ['cl_name', 'cluster_name']));
  const groupId = textOf(labels.group_id)?.toLowerCase();
  const isText = (label: [string, unknown]): label is [string, string] => typeof label[1] === 'string';
  const texts = Object.fromEntries(Object.entries(labels).filter(isText));
  return textsOf(record.targets).flatMap((text): readonly Fact[] => {
    const [, host, port] = /^([a-z0-9._-]{1,253})(?::(\d{1,5}))?$/.exec(text.toLowerCase()) ?? [];
    if (host === undefined) return [];
    const target = { host, port: port === undefined ? null : Number(port), cluster, groupId, labels: texts };
    return [{ kind: 'discovery', target, group: groupId }];
  });
};

/** How to read a record. The order matters: Azure's containers and peers share fields. */
function recordReader(record: JsonObject): RecordReader | undefined {
  if (Array.isArray(record.targets) && objectOf(record.labels)) return readTargets;
  if (textOf(record.name) !== undefined && hasAny(record, fields.cluster)) return readCluster;
  if (hasAny(record, fields.container)) return readContainer;
  if (hasAny(record, fields.endpoint)) return readEndpoint;
  return hasAny(record, fields.peer) ? readPeer : undefined;
}

// `terraform show -json` of a state. Format: vendor documentation of Terraform 1.9.

/** The type of a resource of the vendor's provider, without its prefix. */
export const resourceType = (type: unknown): string | undefined => /^mongodbatlas_(\w+)$/.exec(textOf(type) ?? '')?.[1];

const isTerraform = (value: JsonObject): boolean =>
  rootModule(value) !== undefined || (hasAny(value, ['format_version']) && !hasAny(value, ['planned_values']));

const rootModule = ({ values }: JsonObject): JsonObject | undefined => objectOf(objectOf(values)?.root_module);

/** The resources of a module and of all below it. */
const resourcesIn = (module: JsonObject): readonly JsonObject[] => [
  ...objectsOf(module.resources),
  ...objectsOf(module.child_modules).flatMap(resourcesIn),
];

/** Terraform links endpoints to their service in a separate resource. */
const readLink: RecordReader = (values) => {
  const serviceId = textOf(values.privateLinkId);
  const endpointId = firstText(values, ['endpointServiceId', 'interfaceEndpointId']);
  return serviceId && endpointId ? [{ kind: 'endpoint-link', serviceId, endpointId }] : [];
};

const READERS: Readonly<Record<string, RecordReader>> = {
  cluster: readCluster,
  advanced_cluster: readCluster,
  flex_cluster: readCluster,
  network_peering: readPeer,
  network_container: readContainer,
  privatelink_endpoint: readEndpoint,
  privatelink_endpoint_service: readLink,
};

function readResource(type: string, values: JsonObject, profile: ServiceProfile): readonly Fact[] {
  const { setting } = SETTINGS.find(({ resource }) => resource === type) ?? {};
  if (setting) return settingFacts(setting, values.enabled);
  // Data sources such as `advanced_clusters` contain a list of resources.
  const isList = !Object.hasOwn(READERS, type);
  const reader = READERS[isList ? type.replace(/s$/, '') : type];
  const { projectId, results } = values;
  const all = isList ? objectsOf(results).map((item) => ({ projectId, ...item })) : [values];
  return reader ? all.flatMap((item) => reader(item, profile)) : [];
}

/** Data sources come first: they were read when Terraform ran, while a resource's strings may be older. */
function readTerraform(value: JsonObject, profile: ServiceProfile): readonly Fact[] {
  const all = resourcesIn(rootModule(value) ?? {});
  const sorted = [...all.filter(({ mode }) => mode === 'data'), ...all.filter(({ mode }) => mode !== 'data')];
  return sorted.flatMap((resource) => {
    const type = resourceType(resource.type);
    const values = objectOf(camelKeys(resource.values));
    return type && values ? ofGroup(readResource(type, values, profile), textOf(values.projectId)) : [];
  });
}
