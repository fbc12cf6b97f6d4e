import { hasEndpointIn } from '../fact-query.ts';
import type { Region } from '../facts.ts';
import { usedOf } from '../plan-subject.ts';
import type { Provider } from '../service.ts';
import type { Step } from '../step.ts';
import { apiCommand } from './commands.ts';
import { regionalizedAfter, regionsAfter, usesEndpoints } from './multi-region-subject.ts';
import type { RegionSubject } from './multi-region-subject.ts';
import { ENDPOINT_KINDS } from './replacements.ts';
import { step } from './usual-steps.ts';

/** The networks that the strings in use need in the regions of the plan. */
export function networkFirst(subject: RegionSubject): Step[] {
  return [
    ...(usesEndpoints(subject) ? [endpointsFirst(subject)] : []),
    ...(usesEndpoints(subject) && regionalizedAfter(subject) !== true ? [crossRegion(subject)] : []),
    ...(usedOf(subject, 'private').length > 0 ? [peeringFirst()] : []),
  ];
}

/** Without an endpoint in every region the record lists no endpoint string at all any more (API reference, 2026-08). */
function endpointsFirst(subject: RegionSubject): Step {
  const missing = regionsAfter(subject).filter(
    ({ name, provider }) => hasEndpointIn(subject.facts, name, provider) !== true,
  );
  return step(
    {
      title: 'Have a private endpoint in every planned region',
      detail: `The record lists endpoint strings only while each region of the cluster has an endpoint. ${state(subject, missing)}`,
    },
    missing.map(({ name, provider }) =>
      apiCommand(subject, {
        method: 'POST',
        path: 'privateEndpoint/endpointService',
        version: '2023-01-01',
        groupId: subject.clusters[0]?.groupId,
        body: { providerName: provider?.toUpperCase() ?? '{provider}', region: apiName(name, provider) },
      }),
    ),
    missing.length > 0 ? usedOf(subject, ...ENDPOINT_KINDS).map(({ place }) => place) : [],
  );
}

/** The API's own spelling, which for AWS follows from the provider's. */
function apiName(name: string, provider: Provider | null): string {
  return provider === 'aws' ? name.toUpperCase().replaceAll('-', '_') : name;
}

function state({ facts }: RegionSubject, missing: readonly Region[]): string {
  const list = missing.map(({ name }) => name).join(', ');
  if (!facts.endpoints) return `Which exist is not known; needed: ${list}.`;
  if (missing.length === 0) return `Every planned region has one according to ${facts.endpoints.source}.`;
  return `Missing: ${list}. Create the endpoint service there, then the endpoint in your own network, and add its id to the service.`;
}

/** One string for all regions leads to nodes of every region (vendor documentation, private endpoints, 2026-08). */
function crossRegion(subject: RegionSubject): Step {
  const providers = regionsAfter(subject).map(({ provider }) => provider);
  const how = [
    ...(providers.some((provider) => provider !== 'gcp')
      ? ['AWS and Azure: peer your networks of the regions with each other.']
      : []),
    ...(providers.includes('gcp') ? ['GCP: turn on global access for the private service connection.'] : []),
  ];
  return step({
    title: 'Let the networks of the regions reach each other',
    detail: `Without regionalized endpoints one string leads to nodes in every region. ${how.join(' ')} See from one region that the endpoint of another one answers.`,
  });
}

/** On AWS and Azure a peering connection is one of a region (vendor documentation, 2026-08). */
function peeringFirst(): Step {
  return step({
    title: 'Have a peering connection for every planned region',
    detail: 'AWS and Azure: one for each region. GCP: one covers all regions.',
  });
}
