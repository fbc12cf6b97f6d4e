import gcpRegions from './gcp-regions.json' with { type: 'json' };
import { providerOfRegion } from './host-shapes.ts';
import { PROVIDERS, type Provider } from './service.ts';

/** `US_EAST_2` of Atlas is `us-east-2`, `eastus2` or `us-east1` in hostnames (the vendor's region tables, 2026-08). */

/** Google Cloud regions with irregular names. All newer ones follow the rule below. */
const GCP_NAMES: ReadonlyMap<string, string> = new Map(Object.entries(gcpRegions));

/** Regions whose only Atlas name is one of the above: `US_EAST_1` is AWS, never Google's `us-east1`. */
const GCP_NAMED: ReadonlySet<string> = new Set(GCP_NAMES.values());

/** Lower case, hyphens. */
const plain = (region: string): string => region.trim().toLowerCase().replace(/[_ ]/g, '-');

function gcpRegion(region: string): string {
  const named = GCP_NAMES.get(region);
  if (named) return named;
  const short = region.replace(/^(north|south)-america-/, '$1america-').replace('middle-east-', 'me-');
  const joined = short.replace(/-(\d{1,3})$/, '$1');
  return joined !== short && GCP_NAMED.has(joined) ? region : joined;
}

const SPELL: Readonly<Record<Provider, (region: string) => string>> = {
  aws: (region) => region,
  // Some areas come after the direction: `US_EAST_2` is `eastus2`, `EUROPE_WEST` is `westeurope`.
  azure: (region) => region.replace(/^(us|europe|asia|india)-(?!\d)(.+?)(-\d.*)?$/, '$2$1$3').replaceAll('-', ''),
  gcp: gcpRegion,
};

/** In hostnames: `hostRegion('US_EAST_2', 'azure')` is `eastus2`. Unknown names get small letters and hyphens. */
export const hostRegion = (region: string, provider?: Provider | null): string =>
  provider ? SPELL[provider](plain(region)) : plain(region);

/** True if both names are one region. Without a provider, it is enough if they are for any provider. */
export function sameRegion(a: string, b: string, provider?: Provider | null): boolean {
  if (plain(a) === plain(b)) return true;
  const readings = provider ? [provider] : PROVIDERS;
  return readings.some((reading) => hostRegion(a, reading) === hostRegion(b, reading));
}

/** In calls of the API: `apiRegion('us-east-1', 'aws')` is `US_EAST_1`; `null` if the name does not show it. */
export function apiRegion(region: string, provider: Provider | null): string | null {
  if (/^[A-Z][A-Z0-9_]*$/.test(region)) return region;
  return provider === 'aws' ? plain(region).toUpperCase().replaceAll('-', '_') : null;
}

/** The providers that may have a region of this name. Atlas names (`US_EAST_2`) may be valid for several. */
export function providersOfRegion(name: string): readonly Provider[] {
  const provider = providerOfRegion(name.trim().toLowerCase());
  return provider ? [provider] : PROVIDERS.filter((one) => providerOfRegion(hostRegion(name, one)) === one);
}
