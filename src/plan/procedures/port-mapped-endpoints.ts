import WORDS from './words.json' with { type: 'json' };
import { readsEndpoint, type Procedure, type SubjectOf } from '../subject.ts';
import { endpointCalls } from '../commands.ts';
import { knowsEndpointsOn } from '../../facts/query.ts';
import { gateStep, made, named, NETWORK, readStep, refused, replaceSteps, step } from '../steps.ts';

const words = WORDS['port-mapped-endpoints'];

/** Of every cluster, those elsewhere have no such endpoint. */
const isElsewhere = ({ clusters }: SubjectOf<'port-mapped-endpoints'>): boolean =>
  clusters.length > 0 && clusters.every(({ providers }) => providers && !providers.includes('gcp'));

/** Whether the old architecture is in use: by the services, otherwise by a string of a record, which lists not all. */
function hasOld({ clusters, facts }: SubjectOf<'port-mapped-endpoints'>): boolean | undefined {
  if (knowsEndpointsOn(facts, ['gcp']))
    return facts.endpoints?.some(({ provider, portMapping }) => provider === 'gcp' && portMapping !== true) ?? false;
  const listed = clusters.flatMap((cluster) =>
    cluster.listed.filter(({ endpoint, form }) => endpoint && form === 'srv'),
  );
  return listed.some(({ text }) => !text.includes('-psc-')) || undefined;
}

/** Both architectures run side by side; removing the old endpoints is what breaks (vendor Terraform guide, 2026-08). */
export const portMappedEndpoints: Procedure<'port-mapped-endpoints'> = {
  runbook(subject) {
    const { clusters, breaking, facts } = subject;
    const names = named(clusters.map(({ name }) => name));
    if (isElsewhere(subject)) return made(`Does not apply: ${names} is not on Google Cloud.`);
    const replace = replaceSteps(subject, breaking, words.replace);
    if (hasOld(subject) === false)
      return made('Nothing to remove: no endpoint on Google Cloud has the old architecture.', replace);
    const regions = clusters.flatMap((cluster) => cluster.regions ?? []).filter(({ provider }) => provider === 'gcp');
    return {
      about: 'Removing the endpoints of the old architecture, which cannot be undone.',
      steps: [
        !facts.endpoints?.some(({ portMapping }) => portMapping) &&
          // The provider replaces an endpoint that is edited (ForceNew).
          step({
            ...words.create,
            commands: endpointCalls(subject, regions.length > 0 ? regions : [{ provider: 'gcp', name: '' }], {
              portMappingEnabled: true,
            }),
            role: NETWORK,
          }),
        readStep(subject, words.read),
        replace,
        gateStep(subject, 'the old endpoints are removed'),
        step({ kind: 'change', ...words.remove, role: NETWORK }),
      ],
    };
  },
  needs(subject) {
    if (!subject.clusters.every(({ providers }) => providers)) return ['provider of the cluster'];
    return [!isElsewhere(subject) && hasOld(subject) === undefined && 'private endpoint services'];
  },
  refusals(subject) {
    const names = named(subject.clusters.map(({ name }) => name));
    const message = `Port-mapped endpoints exist on Google Cloud only. ${names} is not there.`;
    return [isElsewhere(subject) && refused(message, 'Remove the change from the plan.')];
  },
  mayBreak: readsEndpoint,
};
