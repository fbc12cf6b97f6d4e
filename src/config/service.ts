import { PROVIDER } from './plan.ts';
import { type ChoiceSchema, record, type RecordSchema, textSchema, texts } from './values.ts';
import type { Provider, ServiceProfile } from '../classify/service.ts';

/** Parts of the service profile that a config replaces. Missing parts stay unchanged. */
export interface ServiceOverride {
  readonly name?: string;
  /** The direct scheme and the SRV scheme (`…+srv`), in any order. One of them is enough. */
  readonly schemes?: readonly string[];
  readonly domains?: readonly string[];
  readonly api?: { readonly hosts?: readonly string[]; readonly path?: string; readonly mediaType?: string };
  readonly metrics?: { readonly path?: string };
  /** A list replaces `removed`. */
  readonly fields?: readonly string[] | FieldNames;
  readonly providerLabels?: Readonly<Record<string, Provider>>;
  readonly aliases?: Readonly<Record<string, string>>;
}

type FieldNames = { readonly [K in keyof ServiceProfile['fields']]?: readonly string[] };

function fieldsSchema(): ChoiceSchema {
  const names = texts('Field names.', 'name');
  return {
    kind: 'choice',
    docs: 'Field names of the cluster record: the removed ones as a list, or groups of names.',
    list: names,
    object: record('Groups of field names.', {
      removed: { ...names, docs: 'Fields that later generations of the record do not have.' },
      distinctive: { ...names, docs: 'Removed fields that only this service has.' },
      evidence: { ...names, docs: 'Words that show that a text handles the cluster record.' },
    }),
  };
}

export const serviceSchema = (): RecordSchema =>
  record('The hosted database to search for. Parts that are missing default to MongoDB Atlas.', {
    name: textSchema('Display name.', 'sentence'),
    schemes: { ...texts('URL schemes: the direct one, and the one that ends in "+srv".', 'scheme'), min: 1 },
    domains: { ...texts('Parent domains of cluster hosts.', 'host'), min: 1 },
    api: record('The Administration API.', {
      hosts: texts(
        'Domains of its hosts. They are only used to recognise text. Credentials are sent to built-in hosts or to --base-url.',
        'host',
      ),
      path: textSchema('Base path of all its generations.', 'urlPath'),
      mediaType: textSchema('Media type of its versions, without the date.', 'mediaType'),
    }),
    metrics: record('Metrics discovery.', { path: textSchema('Its base path.', 'urlPath') }),
    fields: fieldsSchema(),
    providerLabels: { kind: 'map', docs: 'Host labels that name a cloud provider.', keys: 'label', values: PROVIDER },
    aliases: {
      kind: 'map',
      docs: 'Hostname → cluster, for your own names of clusters.',
      keys: 'host',
      values: { kind: 'text', format: 'name' },
    },
  });

/** The profile with the config's parts in place of its own, spelt as in the profile. */
export function applyService(profile: ServiceProfile, override: ServiceOverride): ServiceProfile {
  const { api, metrics } = override;
  return {
    ...profile,
    name: override.name ?? profile.name,
    schemes: override.schemes ? schemePair(override.schemes) : profile.schemes,
    domains: override.domains?.map(domain) ?? profile.domains,
    api: {
      ...profile.api,
      ...(api?.hosts && {
        hosts: api.hosts.map(domain),
        bases: api.hosts.map((host) => `https://${domain(host)}`),
      }),
      ...(api?.path !== undefined && { path: `${withoutEndSlash(api.path)}/` }),
      ...(api?.mediaType !== undefined && { mediaType: withoutVersion(api.mediaType) }),
    },
    metrics: metrics?.path === undefined ? profile.metrics : { path: withoutEndSlash(metrics.path) },
    fields: override.fields ? fieldNames(profile.fields, override.fields) : profile.fields,
    providerLabels: override.providerLabels ? lowerKeys(override.providerLabels) : profile.providerLabels,
    aliases: override.aliases ? lowerKeys(override.aliases) : profile.aliases,
  };
}

function schemePair(schemes: readonly string[]): readonly [direct: string, srv: string] {
  const lower = schemes.map((scheme) => scheme.toLowerCase());
  const srv = lower.find((scheme) => scheme.endsWith('+srv'));
  const direct = lower.find((scheme) => !scheme.endsWith('+srv')) ?? srv!.slice(0, -'+srv'.length);
  return [direct, srv ?? `${direct}+srv`];
}

/** `*.Example.NET.` and `.example.net` are `example.net`. */
function domain(written: string): string {
  return written
    .toLowerCase()
    .replace(/^\*?\./u, '')
    .replace(/\.$/u, '');
}

function withoutEndSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `application/vnd.example.2024-08-05+json` and `….<date>+json` are `application/vnd.example`. */
function withoutVersion(mediaType: string): string {
  return mediaType.replace(/\+json$/u, '').replace(/\.(?:<[^>]{0,200}>|\d{4}-\d{2}-\d{2})$/u, '');
}

function fieldNames(own: ServiceProfile['fields'], given: readonly string[] | FieldNames): ServiceProfile['fields'] {
  const names: FieldNames = isList(given) ? { removed: given } : given;
  const removed = names.removed ?? own.removed;
  const distinctive = names.distinctive ?? own.distinctive.filter((name) => removed.includes(name));
  return { removed, distinctive, evidence: names.evidence ?? own.evidence };
}

function isList(given: readonly string[] | FieldNames): given is readonly string[] {
  return Array.isArray(given);
}

function lowerKeys<T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]));
}
