import { type Provider, PROVIDERS } from './service.ts';

/**
 * The service names regions in its own way (`US_EAST_2`); host names and the providers use the provider's way
 * (`us-east-2`, `eastus2`, `us-east1`). Here the provider's way is the one spelling that everything is brought to.
 * Source: the vendor's region tables for AWS, Azure and Google Cloud (2026-08).
 */

/** Google Cloud regions that were named by hand; all later ones follow the rule below. */
const GCP_NAMES: ReadonlyMap<string, string> = new Map([
  ['central-us', 'us-central1'],
  ['eastern-us', 'us-east1'],
  ['western-us', 'us-west1'],
  ['western-europe', 'europe-west1'],
  ['eastern-asia-pacific', 'asia-east1'],
  ['northeastern-asia-pacific', 'asia-northeast1'],
  ['southeastern-asia-pacific', 'asia-southeast1'],
]);

/** Regions whose only service name is one of the above: `US_EAST_1` is AWS, never Google's `us-east1`. */
const GCP_NAMED: ReadonlySet<string> = new Set(GCP_NAMES.values());

const GCP_AREAS: readonly (readonly [words: string, area: string])[] = [
  ['north-america-', 'northamerica-'],
  ['south-america-', 'southamerica-'],
  ['middle-east-', 'me-'],
];

/** Azure puts these behind the direction: `US_EAST_2` is `eastus2`, `EUROPE_WEST` is `westeurope`. */
const AZURE_BEHIND: ReadonlySet<string> = new Set(['us', 'europe', 'asia', 'india']);

/** Lower case, hyphens, without the provider that newer endpoint hosts append (`us-east1-gcp`). */
function plain(region: string): string {
  return region
    .trim()
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/-(?:aws|azure|gcp)$/, '');
}

function azureRegion(region: string): string {
  const words = region.split('-');
  const [first = '', ...rest] = words;
  if (!AZURE_BEHIND.has(first) || rest.length === 0) return words.join('');
  const number = rest.findIndex((word) => /^\d/.test(word));
  const directions = number === -1 ? rest : rest.slice(0, number);
  return [...directions, first, ...rest.slice(directions.length)].join('');
}

function gcpRegion(region: string): string {
  const named = GCP_NAMES.get(region);
  if (named) return named;
  const area = GCP_AREAS.find(([words]) => region.startsWith(words));
  const short = area ? area[1] + region.slice(area[0].length) : region;
  const joined = short.replace(/-(\d{1,3})$/, '$1');
  return joined !== short && GCP_NAMED.has(joined) ? region : joined;
}

const SPELL: Readonly<Record<Provider, (region: string) => string>> = {
  aws: (region) => region,
  azure: azureRegion,
  gcp: gcpRegion,
};

/**
 * A region the way host names spell it, whatever the input: `hostRegion('US_EAST_2', 'azure')` is `eastus2`. Without a
 * provider, or when the name is unknown, it is only lower-cased with hyphens.
 */
export function hostRegion(region: string, provider?: Provider | null): string {
  return provider ? SPELL[provider](plain(region)) : plain(region);
}

/** True when both name one region. Without a provider, one reading that any provider gives is enough. */
export function sameRegion(a: string, b: string, provider?: Provider | null): boolean {
  if (plain(a) === plain(b)) return true;
  const readings = provider ? [provider] : PROVIDERS;
  return readings.some((reading) => hostRegion(a, reading) === hostRegion(b, reading));
}
