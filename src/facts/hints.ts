import type { FactName } from './facts.ts';

const RECORD = 'Run `connlint pull`, or add the cluster record to `inventory`.';

const HOW: Readonly<Partial<Record<FactName, string>>> = {
  'cluster record': RECORD,
  'complete list of clusters': 'Run `connlint pull`, or save every page of the cluster list.',
  'provider of the cluster': 'Run `connlint pull`, or set `clusters.<name>.provider`.',
  'creation date of the cluster': 'Run `connlint pull`, or set `clusters.<name>.createdAt`.',
  'regions of the cluster': 'Run `connlint pull`, or set `clusters.<name>.regions`.',
  'cluster type': 'Run `connlint pull`, or set `clusters.<name>.sharded`.',
  'database version': 'Run `connlint pull`, or set `clusters.<name>.version`.',
  'tier of the cluster': 'Run `connlint pull`, or set `clusters.<name>.tier`.',
  'peering-only mode (privateIpMode)': 'Run `connlint pull`, or set `project.peeringOnly`.',
  'custom DNS on AWS (awsCustomDNS)': 'Run `connlint pull`, or set `project.customDnsOnAws`.',
  'regionalized private endpoints (regionalMode)':
    'Run `connlint pull`, or set `project.regionalizedPrivateEndpoints`.',
  'peering connections': 'Run `connlint pull`, or set `project.peering`.',
  'regions of the peering connections':
    'Run `connlint pull`, or add the saved answers of the API to `inventory.peers` and `inventory.containers`.',
  'private endpoint services':
    'Run `connlint pull`, or add the saved answer of the API to `inventory.endpointServices`.',
  'where the code of this file runs (overrides: network)': 'Set `overrides[].network`.',
  'API version of a call':
    'Write the version date at the call, or check it by hand and suppress `api-missing-accept` there with a reason.',
  'driver version': 'Add a manifest or lock file next to the code.',
};

const NOT_KNOWN: Readonly<Partial<Record<FactName, string>>> = {
  'cluster record': 'no cluster record',
  'complete list of clusters': 'the list of clusters is not complete',
  'regions of the cluster': 'the regions of the cluster are not known',
  'regionalized private endpoints (regionalMode)': 'whether private endpoints are regionalized is not known',
  'peering connections': 'the peering connections are not known',
  'regions of the peering connections': 'the regions of the peering connections are not known',
  'private endpoint services': 'the private endpoint services are not known',
  'where the code of this file runs (overrides: network)': 'the network of the code is not known',
};

/** States that a fact is missing, as the end of a sentence. */
export function notKnown(fact: FactName): string {
  return NOT_KNOWN[fact] ?? `the ${fact.replace(/ \(.*\)$/, '')} is not known`;
}

/** How to provide a missing fact, as one sentence. */
export function howToKnow(fact: FactName): string {
  return HOW[fact] ?? RECORD;
}
