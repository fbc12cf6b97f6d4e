import type { ClusterFacts } from '../../facts/facts.ts';
import { isMultiCloud } from '../../facts/query.ts';
import type { Procedure, Step, PlanSubject } from '../subject.ts';
import type { PlannedChange } from '../../config/plan.ts';
import { apiRegion } from '../../classify/regions.ts';
import { apiCommand, PULL, readCall } from '../commands.ts';
import { changeStep, deployStep, named, OWNER, replaceStep, step, mustAnswer, verifyStep } from '../steps.ts';

type Subject = PlanSubject<Extract<PlannedChange, { change: 'port-mapped-endpoints' }>>;

/**
 * Legacy and port-mapped endpoints run side by side; the switch of the string is the migration (vendor Terraform guide,
 * 2026-08).
 */
export const portMappedEndpoints: Procedure<'port-mapped-endpoints'> = (subject) => {
  const elsewhere = subject.clusters.filter(({ providers }) => providers && !providers.value.includes('gcp'));
  if (elsewhere.length > 0 && elsewhere.length === subject.clusters.length) return [notOnGcp(elsewhere)];
  const crossCloud = subject.clusters.filter(isMultiCloud).map(({ name }) => name);
  const exception =
    crossCloud.length > 0
      ? ` Exception: ${named(crossCloud)} spans several providers and keeps -pl-0.`
      : ' A cluster that spans several providers keeps -pl-0.';
  const replace = replaceStep([...subject.left, ...subject.later], {
    title: 'Switch the strings from -pl- to -psc-0',
    detail:
      'Both endpoints work during the switch; the only downtime is the restart of an application with its new string.',
  });
  return [
    create(subject),
    step(
      {
        title: 'Read the new strings',
        detail: `The record lists them beside the old ones: -psc-0 where the old ones have -pl-0.${exception}`,
      },
      [PULL, ...readCall(subject)],
    ),
    replace,
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify from the network of the endpoint',
        detail: (others) => `${mustAnswer(others, '')} Allow every port from 1024 on: each node uses one.`,
      },
      replace.places,
      'private-endpoint',
    ),
    {
      ...step({
        title: 'Remove the endpoints of the old architecture',
        detail:
          'Only when every application uses its new string: remove the forwarding rules in your own network, then the endpoint service of the old architecture.',
      }),
      role: OWNER,
      irreversible: true,
    },
  ];
};

function notOnGcp(clusters: readonly ClusterFacts[]): Step {
  const names = named(clusters.map(({ name }) => name));
  return step({
    title: 'Nothing to do',
    detail: `Port-mapped endpoints exist on Google Cloud only. According to the record, ${names} is not there.`,
  });
}

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
  return changeStep(
    {
      title: 'Create the port-mapped endpoint beside the old one',
      byHand: '',
      inCode: '',
      detail: `In each region of the cluster: an endpoint service with port mapping enabled, one forwarding rule in your own network, and its endpoint added to the service. The old endpoint stays.${
        subject.facts.project.portMapping?.value === true ? ' One exists already according to the facts.' : ''
      }`,
    },
    calls,
    'Delete the new endpoint and its service; the old ones stay.',
  );
}
