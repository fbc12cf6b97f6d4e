import type { FactName } from './facts.ts';

const RECORD =
  '`connlint inventory pull`, or the output of `atlas clusters list -o json`, named under inventory in the config';
const setting = (key: string): string => `\`connlint inventory pull\`, or project.${key} in the config`;
const cluster = (key: string): string => `\`connlint inventory pull\`, or clusters.<name>.${key} in the config`;

const HOW: Readonly<Partial<Record<FactName, string>>> = {
  'cluster record': RECORD,
  'complete list of clusters': '`connlint inventory pull`, or a cluster list of the API with all its pages',
  'provider of the cluster': cluster('provider'),
  'creation date of the cluster': cluster('createdAt'),
  'regions of the cluster': cluster('regions'),
  'cluster type': cluster('sharded'),
  'database version': cluster('version'),
  'tier of the cluster': cluster('tier'),
  'peering-only mode (privateIpMode)': setting('peeringOnly'),
  'custom DNS on AWS (awsCustomDNS)': setting('customDnsOnAws'),
  'regionalized private endpoints (regionalMode)': setting('regionalizedPrivateEndpoints'),
  'peering connections': setting('peering'),
  'private endpoint services':
    '`connlint inventory pull`, or the saved answer of the API named under inventory.endpointServices',
  'where the code of this file runs (overrides: network)': 'overrides in the config: files and their network',
  'driver version': 'a manifest or lock file of the package beside the code',
};

/** Where a missing fact is to be had, in a few words. */
export function howToKnow(fact: FactName): string {
  return HOW[fact] ?? RECORD;
}
