import * as v from 'valibot';
import type { ServiceProfile } from '../classify/service.ts';
import { listOf, mapOf, object, text, type Frozen } from './forms.ts';
import { provider } from './plan.ts';

export const serviceSchema = object(
  {
    name: v.exactOptional(text('sentence', 'Display name.')),
    schemes: v.exactOptional(
      listOf(text('scheme'), 'URL schemes: the direct one, and the one that ends in "+srv". One is enough.', 1),
    ),
    domains: v.exactOptional(listOf(text('host'), 'Parent domains of cluster hosts.', 1)),
    api: v.exactOptional(
      object(
        {
          hosts: v.exactOptional(
            listOf(
              text('host'),
              'Domains of its hosts, only to recognise text. Credentials go to built-in hosts or to --base-url.',
            ),
          ),
          path: v.exactOptional(text('urlPath', 'Base path of all its generations.')),
          mediaType: v.exactOptional(text('mediaType', 'Media type of its versions, without the date.')),
        },
        'The Administration API.',
      ),
    ),
    metrics: v.exactOptional(
      object({ path: v.exactOptional(text('urlPath', 'Its base path.')) }, 'Metrics discovery.'),
    ),
    fields: v.exactOptional(
      object(
        {
          removed: v.exactOptional(listOf(text('name'), 'The removed ones.')),
          distinctive: v.exactOptional(listOf(text('name'), 'Those that only this service has.')),
          evidence: v.exactOptional(listOf(text('name'), 'Words that show a record.')),
        },
        'Field names of the cluster record.',
      ),
    ),
    providerLabels: v.exactOptional(mapOf(text('label'), provider(), 'Host labels that name a cloud provider.')),
  },
  'The hosted database to search for. Parts that are missing default to MongoDB Atlas.',
);

/** Parts of the service profile that a config replaces. Missing parts stay unchanged. */
export type ServiceOverride = Frozen<v.InferOutput<typeof serviceSchema>>;
type FieldNames = NonNullable<ServiceOverride['fields']>;

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

function fieldNames(own: ServiceProfile['fields'], given: FieldNames): ServiceProfile['fields'] {
  const { removed = own.removed, evidence = own.evidence } = given;
  const distinctive = given.distinctive ?? own.distinctive.filter((name) => removed.includes(name));
  return { removed, distinctive, evidence };
}

function lowerKeys<T>(map: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key.toLowerCase(), value]));
}
