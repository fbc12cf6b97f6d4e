import atlas from './atlas.json' with { type: 'json' };
import type { Frozen } from '../text/json.ts';

export const PROVIDERS = ['aws', 'azure', 'gcp'] as const;
export type Provider = (typeof PROVIDERS)[number];

/**
 * The words of a hosted database that are searched for. The schema of the config says what its parts are; others are
 * `consoles`: addresses of other products of the service, host, or host and path, a leading dot means any subdomain;
 * `api.bases`: base addresses without a path, the first is the default; `api.resources`: first segments of the API's own
 * paths, because other products use the same path; `operatorGroup`: the API group of the Kubernetes operator; `access`:
 * the path, below a base, of access tokens, and variables with credentials, named as by the vendor's own tools.
 */
export type ServiceProfile = Frozen<Omit<typeof atlas, 'schemes' | 'providerLabels'>> & {
  readonly schemes: readonly [direct: string, srv: string];
  readonly providerLabels: Readonly<Record<string, Provider>>;
};

/**
 * MongoDB Atlas. No other module contains its domains, paths or fields. Domains: driver specification, authentication,
 * default allowed hosts (2026-08-13). Paths: API reference (2026-08-21).
 */
export const ATLAS = atlas as unknown as ServiceProfile;
