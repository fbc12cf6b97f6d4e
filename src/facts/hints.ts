import type { FactName } from './facts.ts';

const PULL = 'Run `connlint pull`, or ';
const RECORD = `${PULL}add the cluster record to \`inventory\`.`;
const inProject = (line: string): string => `${PULL}in the project: ${line}`;
const inCluster = (line: string): string => inProject(`"clusters": { "<name>": { ${line} } }`);

const HOW: Readonly<Partial<Record<FactName, string>>> = {
  'cluster record': RECORD,
  'complete list of clusters': `${PULL}save every page of the cluster list.`,
  'provider of the cluster': inCluster('"provider": "<provider>"'),
  'creation date of the cluster': inCluster('"createdAt": "<date>"'),
  'regions of the cluster': inCluster('"regions": ["<region>"]'),
  'cluster type': inCluster('"sharded": <true or false>'),
  'database version': inCluster('"version": "<version>"'),
  'tier of the cluster': inCluster('"tier": "<tier>"'),
  'peering-only mode (privateIpMode)': inProject('"peeringOnly": <true or false>'),
  'custom DNS on AWS (awsCustomDNS)': inProject('"customDnsOnAws": <true or false>'),
  'regionalized private endpoints (regionalMode)': inProject('"regionalizedPrivateEndpoints": <true or false>'),
  'peering connections': inProject('"peering": ["<provider>"]'),
  'regions of the peering connections': `${PULL}add the saved answers of the API (peers, containers) to \`inventory\`.`,
  'private endpoint services': inProject('"endpoints": []'),
  'where the code of this file runs (overrides: network)': 'Set `overrides[].network`.',
  'API version of a call': 'Write the version date at the call.',
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
