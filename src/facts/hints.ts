import type { FactName } from './facts.ts';

const PULL = 'Run `connlint pull`, or ';
const inProject = (line: string): string => `${PULL}in the project: ${line}`;
const inCluster = (line: string): string => inProject(`"clusters": { "<name>": { ${line} } }`);

/** How to provide a fact, as one sentence, and that it is missing, as the end of one. */
const HINTS: Readonly<Partial<Record<FactName, readonly [how: string, missing?: string]>>> = {
  'cluster record': [`${PULL}add the cluster record to \`inventory\`.`, 'no cluster record'],
  'complete list of clusters': [`${PULL}save every page of the cluster list.`, 'the list of clusters is not complete'],
  'provider of the cluster': [inCluster('"provider": "<provider>"')],
  'creation date of the cluster': [inCluster('"createdAt": "<date>"')],
  'regions of the cluster': [inCluster('"regions": ["<region>"]'), 'the regions of the cluster are not known'],
  'cluster type': [inCluster('"sharded": <true or false>')],
  'database version': [inCluster('"version": "<version>"')],
  'tier of the cluster': [inCluster('"tier": "<tier>"')],
  'peering-only mode (privateIpMode)': [inProject('"peeringOnly": <true or false>')],
  'custom DNS on AWS (awsCustomDNS)': [inProject('"customDnsOnAws": <true or false>')],
  'regionalized private endpoints (regionalMode)': [
    inProject('"regionalizedPrivateEndpoints": <true or false>'),
    'whether private endpoints are regionalized is not known',
  ],
  'peering connections': [inProject('"peering": ["<provider>"]'), 'the peering connections are not known'],
  'regions of the peering connections': [
    `${PULL}add the saved answers of the API (peers, containers) to \`inventory\`.`,
    'the regions of the peering connections are not known',
  ],
  'private endpoint services': [inProject('"endpoints": []'), 'the private endpoint services are not known'],
  'where the code of this file runs (overrides: network)': [
    'Set `overrides[].network`.',
    'the network of the code is not known',
  ],
  'API version of a call': ['Write the version date at the call.'],
  'driver version': ['Add a manifest or lock file next to the code.'],
};

export const notKnown = (fact: FactName): string =>
  HINTS[fact]?.[1] ?? `the ${fact.replace(/ \(.*\)$/, '')} is not known`;

export const howToKnow = (fact: FactName): string => (HINTS[fact] ?? HINTS['cluster record']!)[0];
