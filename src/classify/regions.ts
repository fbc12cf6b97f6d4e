import { AZURE_REGIONS, providerOfRegion } from './host-shapes.ts';
import { PROVIDERS, type Provider } from './service.ts';
import { nearestName } from '../text/edit-distance.ts';

/**
 * Atlas has region names of its own (`US_EAST_2`). Hostnames and the providers use the provider's name (`us-east-2`,
 * `eastus2`, `us-east1`), and this module converts to it. Source: the vendor's region tables for AWS, Azure and Google
 * Cloud (2026-08).
 */

/** Google Cloud regions with irregular names. All newer ones follow the rule below. */
const GCP_NAMES: ReadonlyMap<string, string> = new Map([
  ['central-us', 'us-central1'],
  ['eastern-us', 'us-east1'],
  ['western-us', 'us-west1'],
  ['western-europe', 'europe-west1'],
  ['eastern-asia-pacific', 'asia-east1'],
  ['northeastern-asia-pacific', 'asia-northeast1'],
  ['southeastern-asia-pacific', 'asia-southeast1'],
]);

/** Regions whose only Atlas name is one of the above: `US_EAST_1` is AWS, never Google's `us-east1`. */
const GCP_NAMED: ReadonlySet<string> = new Set(GCP_NAMES.values());

const GCP_AREAS: readonly (readonly [words: string, area: string])[] = [
  ['north-america-', 'northamerica-'],
  ['south-america-', 'southamerica-'],
  ['middle-east-', 'me-'],
];

/** Lower case, hyphens, without the provider that newer endpoint hosts add (`us-east1-gcp`). */
const plain = (region: string): string =>
  region
    .trim()
    .toLowerCase()
    .replace(/[_ ]/g, '-')
    .replace(/-(?:aws|azure|gcp)$/, '');

/** Azure writes some areas after the direction: `US_EAST_2` is `eastus2`, `EUROPE_WEST` is `westeurope`. */
const azureRegion = (region: string): string =>
  region.replace(/^(us|europe|asia|india)-(?!\d)(.+?)(-\d.*)?$/, '$2$1$3').replaceAll('-', '');

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

/** In hostnames: `hostRegion('US_EAST_2', 'azure')` is `eastus2`. Unknown names get small letters and hyphens. */
export const hostRegion = (region: string, provider?: Provider | null): string =>
  provider ? SPELL[provider](plain(region)) : plain(region);

/** True if both names are one region. Without a provider, it is enough if they are for any provider. */
export function sameRegion(a: string, b: string, provider?: Provider | null): boolean {
  if (plain(a) === plain(b)) return true;
  const readings = provider ? [provider] : PROVIDERS;
  return readings.some((reading) => hostRegion(a, reading) === hostRegion(b, reading));
}

const ATLAS_GCP_NAMES: ReadonlyMap<string, string> = new Map([...GCP_NAMES].map(([atlas, google]) => [google, atlas]));

/** In calls of the API: `apiRegion('us-central1', 'gcp')` is `CENTRAL_US`; `null` if the name does not show it. */
export function apiRegion(region: string, provider: Provider | null): string | null {
  if (/^[A-Z][A-Z0-9_]*$/.test(region)) return region;
  if (provider === null) return null;
  const host = hostRegion(region, provider);
  const name = provider === 'azure' ? atlasAzure(host) : provider === 'gcp' ? atlasGcp(host) : host;
  // Only a name that leads back is one.
  return name !== null && hostRegion(name, provider) === host ? name.toUpperCase().replaceAll('-', '_') : null;
}

/** `eastus2` > `us-east-2`, `northeurope` > `europe-north`. */
function atlasAzure(host: string): string | null {
  const [, direction, area, number] =
    /^((?:north|south|east|west|central)+)(us|europe|asia|india)(\d?)$/.exec(host) ?? [];
  if (direction === undefined || area === undefined) return null;
  const words = [area, ...(direction.match(/north|south|east|west|central/g) ?? []), number];
  return words.filter(Boolean).join('-');
}

/** `europe-west3` > `europe-west-3`, `northamerica-northeast1` > `north-america-northeast-1`. */
function atlasGcp(host: string): string {
  const named = ATLAS_GCP_NAMES.get(host);
  if (named !== undefined) return named;
  const area = GCP_AREAS.find(([, short]) => host.startsWith(short));
  const long = area ? area[0] + host.slice(area[1].length) : host;
  return long.replace(/(\d{1,3})$/, '-$1');
}

/** Google Cloud's region names; AWS abbreviates the area (`eu`, `ap`). Vendor list, 2026-08. */
const GCP_REGION =
  /^(?:africa|asia|australia|europe|me|northamerica|southamerica|us)-(?:north|south|east|west|central){1,2}\d{1,2}(?:-gcp)?$/;

/** The providers that may have a region of this name. Atlas names (`US_EAST_2`) may be valid for several. */
export function providersOfRegion(name: string): readonly Provider[] {
  const written = name.trim().toLowerCase();
  const provider = providerOfRegion(written);
  if (provider) return provider === 'gcp' && !GCP_REGION.test(written) ? [] : [provider];
  return PROVIDERS.filter((provider) => {
    const spelled = hostRegion(name, provider);
    if (provider === 'azure' && AZURE_REGIONS.has(plain(name).replaceAll('-', ''))) return true;
    return providerOfRegion(spelled) === provider && (provider !== 'gcp' || GCP_REGION.test(spelled));
  });
}

const EXAMPLES: readonly (readonly [Provider, string])[] = [
  ['aws', 'US_EAST_1, EU_WEST_1, AP_SOUTHEAST_2'],
  ['azure', 'US_EAST_2, EUROPE_NORTH, ASIA_EAST'],
  ['gcp', 'CENTRAL_US, WESTERN_EUROPE, EUROPE_WEST_3'],
];

/** What names of regions look like, for a name that no provider uses. */
export const regionHint = (): string =>
  `Regions by provider: ${EXAMPLES.map(([provider, names]) => `${provider}: ${names} …`).join('; ')}`;

const NAME_WORDS =
  'us eu ap sa ca me af il mx gov north south east west central northeast southeast northwest southwest europe asia africa india eastern western america middle pacific'.split(
    ' ',
  );

/** The region that a misspelt name most likely means: `US_EAST_1` for `US_EST_1`, `EU_WEST_1` for `EU_WEST`. */
export function nearestRegion(name: string): string | null {
  const words = name.split(/[_ -]/).map((word) => nearestName(word, NAME_WORDS) ?? word);
  const meant = words.join('_').toUpperCase();
  return [meant, `${meant}_1`].find((one) => providersOfRegion(one).length > 0) ?? null;
}
