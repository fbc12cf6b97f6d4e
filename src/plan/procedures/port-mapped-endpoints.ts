import { isMultiCloud } from '../../facts/query.ts';
import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import type { Step } from '../entry.ts';
import { apiRegion } from '../../classify/regions.ts';
import { apiCommand, pull } from '../commands.ts';
import { refused } from '../points.ts';
import { gateStep, named, NETWORK, readsEndpoint, replaceSteps, step } from '../steps.ts';

type Subject = SubjectOf<'port-mapped-endpoints'>;

/** Both architectures run side by side; removing the old endpoints is what breaks (vendor Terraform guide, 2026-08). */
function runbook(subject: Subject): Runbook {
  const { clusters, breaking, facts } = subject;
  const elsewhere = offGoogleCloud(subject);
  if (elsewhere.length > 0 && elsewhere.length === clusters.length)
    return { about: `Does not apply: ${named(elsewhere)} is not on Google Cloud.`, steps: [] };
  const kept = clusters.filter(isMultiCloud).map(({ name }) => name);
  const replace = replaceSteps(
    subject,
    breaking,
    {
      title: 'Switch the strings from -pl- to -psc-0',
      detail: `Both work during the switch.${kept.length > 0 ? ` ${named(kept)} spans several providers and keeps -pl-0.` : ''}`,
    },
    { from: ' from the network of the endpoint, on every port from 1024 on' },
  );
  return {
    about: 'Removing the endpoints of the old architecture, which cannot be undone.',
    steps: [
      ...(facts.project.portMapping?.value === true ? [] : [create(subject)]),
      step({ title: 'Read the new strings', detail: 'The record lists -psc-0 beside -pl-0.' }, [pull(subject)]),
      ...replace,
      gateStep(subject, 'the old endpoints are removed'),
      step(
        {
          title: 'Remove the endpoints of the old architecture',
          detail:
            'Remove the forwarding rules in your own network, then the old endpoint service, in the code that created them.',
        },
        [],
        { kind: 'change', role: NETWORK, irreversible: true },
      ),
    ],
  };
}

const offGoogleCloud = ({ clusters }: Subject): string[] =>
  clusters.filter(({ providers }) => providers && !providers.value.includes('gcp')).map(({ name }) => name);

export const portMappedEndpoints: Procedure<'port-mapped-endpoints'> = {
  runbook,
  needs: ({ clusters }) => (clusters.every(({ providers }) => providers) ? [] : ['provider of the cluster']),
  refusals(subject) {
    const names = offGoogleCloud(subject);
    if (names.length === 0) return [];
    return [refused(`Port-mapped endpoints exist on Google Cloud only. ${named(names)} is not there.`)];
  },
  mayBreak: readsEndpoint,
};

function create(subject: Subject): Step {
  const regions = subject.clusters
    .flatMap((cluster) => cluster.regions?.value ?? [])
    .filter(({ provider }) => provider === 'gcp');
  const names = [...new Set(regions.map(({ name }) => apiRegion(name, 'gcp') ?? '{region}'))];
  const calls = (names.length > 0 ? names : ['{region}']).map((region) =>
    apiCommand(subject, {
      method: 'POST',
      path: 'privateEndpoint/endpointService',
      groupId: subject.clusters[0]?.groupId,
      body: { providerName: 'GCP', region, portMappingEnabled: true },
    }),
  );
  return step(
    {
      title: 'Create the port-mapped endpoint beside the old one',
      detail:
        'In each region: an endpoint service with port mapping, one forwarding rule in your own network, and its endpoint added to the service. The old endpoint stays.',
    },
    calls,
    { role: NETWORK, undo: 'Delete the new endpoint and its service.' },
  );
}
