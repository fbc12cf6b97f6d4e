import azureRegions from './azure-regions.json' with { type: 'json' };
import words from './five-letter-words.json' with { type: 'json' };
import shapes from './host-shapes.json' with { type: 'json' };
import { PLACEHOLDER } from '../text/literal.ts';
import type { Provider } from './service.ts';

export const KINDS = [
  'standard',
  'private',
  'private-endpoint',
  'optimized',
  'legacy',
  'other-service-host',
  'templated-unknown',
  'not-service',
  'external',
  'admin-api-v1',
  'admin-api-v2',
  'media-type',
  'removed-field',
  'metrics-discovery',
] as const;

export type Kind = (typeof KINDS)[number];

/** True for Admin API calls and metrics discovery, which are not connection strings. */
export const isApiKind = (kind: Kind): boolean => KINDS.indexOf(kind) >= KINDS.indexOf('admin-api-v1');

export type Family = 'current' | 'legacy';

/** Forms of the labels before the Atlas domain. Sources: vendor documentation, recorded answers, 2026-08. */
export type HostShape = Readonly<(typeof HOST_SHAPES)[number]>;

// A placeholder may replace a whole label, a part of one, or a token.
const H = PLACEHOLDER;
/** Parts of the patterns. Legacy tokens have five characters; in names of nodes, a longer placeholder is unambiguous. */
const PARTS: Readonly<Record<string, string>> = {
  NAME: `(?<cluster>[a-z0-9_${H}](?:[a-z0-9_${H}-]*[a-z0-9_${H}])?)`,
  TOKEN: `(?<token>[a-z0-9_${H}]+|[a-z0-9]+(?:-[a-z0-9]+)+)`,
  OLD_TOKEN: `(?<token>[a-z0-9]{5})`,
  OLD_NODE_TOKEN: `(?<token>[a-z0-9]{5,7}|${H})`,
  INDEX: `(?<index>\\d{1,3}|${H})`,
  NODE: `(?:shard|config)-(?:\\d\\d|${H})-(?:\\d\\d|${H})`,
  REGION: `(?<region>[a-z][a-z0-9]*(?:-[a-z0-9]+)*|${H})`,
};

/**
 * The first match counts. Names without a mark are one of the last two: a new shape adds its mark to `MARK`. `pattern`:
 * for the lower-case labels before domain and provider label, with the groups `cluster`, `token`, `region`, `index`;
 * `node`: true for the name of one node, false for the name of a cluster (an SRV name).
 */
const HOST_SHAPES = shapes.map(({ kind, pattern, legacy, node = false, ...row }) => {
  const own = pattern.replace(/\{([A-Z_]+)\}/g, (_, part: string) => PARTS[part]!);
  const family: Family = legacy ? 'legacy' : 'current';
  return { ...row, kind: kind as Kind, family, node, pattern: new RegExp(`^(?:${own})$`, 'u') };
});

const MARK = /\.(?:query|mesh)$|-(?:biconnector|pri)|(?:^|-)(?:shard|config|pl|psc|pe)-/;
const PLAIN_SHAPES = HOST_SHAPES.slice(-2);
export const shapesFor = (labels: string): readonly HostShape[] => (MARK.test(labels) ? HOST_SHAPES : PLAIN_SHAPES);

/** True for the id of nodes or of a replica set, which hostnames have in place of the cluster's name. */
export const isNodeId = (label: string): boolean => /^(?:ac-[a-z\d]{7}|atlas-[a-z\d]{6})$/i.test(label);

/** True for the end of an invented name, `my-store.<domain>`. Only words that are used: a token may be any letters. */
export const isWord = (token: string): boolean => words.includes(token);

/** Google Cloud's region names; AWS abbreviates the area (`eu`, `ap`). Vendor list, 2026-08. */
const GCP_REGION =
  /^(?:africa|asia|australia|europe|me|northamerica|southamerica|us)-(?:north|south|east|west|central){1,2}\d{1,2}$/;

/** The provider that spells a region this way, or `null` if several do. */
export function providerOfRegion(region: string): Provider | null {
  if (region.endsWith('-azure')) return 'azure';
  if (region.endsWith('-gcp')) return 'gcp';
  if (/^[a-z]{2}(?:-gov|-iso[a-z]?)?-(?:north|south|east|west|central)[a-z]*-\d$/.test(region)) return 'aws';
  if (GCP_REGION.test(region)) return 'gcp';
  // Azure's names (vendor list, 2026-08) have no hyphen, so only a list distinguishes them from words.
  return azureRegions.includes(region) ? 'azure' : null;
}
