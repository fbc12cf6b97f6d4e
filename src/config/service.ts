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
          path: v.exactOptional(text('apiPath', 'Base path of all its generations.')),
          mediaType: v.exactOptional(text('mediaType', 'Media type of its versions, without the date.')),
        },
        'The Administration API.',
      ),
    ),
    metrics: v.exactOptional(
      object({ path: v.exactOptional(text('metricsPath', 'Its base path.')) }, 'Metrics discovery.'),
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

/** Parts of the service profile that a config replaces, spelt as in the profile. Missing parts stay unchanged. */
export type ServiceOverride = Frozen<v.InferOutput<typeof serviceSchema>>;

export function applyService(profile: ServiceProfile, override: ServiceOverride): ServiceProfile {
  const { schemes, api, metrics, fields, ...plain } = override;
  const { removed } = { ...profile.fields, ...fields };
  return {
    ...profile,
    ...plain,
    ...(schemes && { schemes: schemePair(schemes) }),
    api: { ...profile.api, ...api, ...(api?.hosts && { bases: api.hosts.map((host) => `https://${host}`) }) },
    metrics: { ...profile.metrics, ...metrics },
    fields: {
      ...profile.fields,
      distinctive: profile.fields.distinctive.filter((name) => removed.includes(name)),
      ...fields,
    },
  };
}

function schemePair(schemes: readonly string[]): readonly [direct: string, srv: string] {
  const srv = schemes.find((scheme) => scheme.endsWith('+srv'));
  const direct = schemes.find((scheme) => !scheme.endsWith('+srv')) ?? srv!.slice(0, -'+srv'.length);
  return [direct, srv ?? `${direct}+srv`];
}
