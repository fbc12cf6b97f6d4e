import type { Procedure, Step } from '../step.ts';
import { clusterCall } from './cluster-call.ts';
import { planCommand, PULL } from './commands.ts';
import { networkFirst } from './multi-region-network.ts';
import { newRegions, regionsAfter, usesEndpoints } from './multi-region-subject.ts';
import type { RegionSubject } from './multi-region-subject.ts';
import { optimizedFirst } from './optimized-first.ts';
import { replacements } from './replacements.ts';
import { deployStep, replaceStep, step, verifyStep } from './usual-steps.ts';

/** What has to be done before further regions, in this order (vendor documentation and FAQ, 2026-08). */
export const multiRegion: Procedure<'multi-region'> = (subject) => [
  ...peeringOnlyFirst(subject),
  ...regionalizedFirst(subject),
  ...optimizedFirst(subject),
  ...othersFirst(subject),
  deployStep('All of this comes before the conversion.'),
  ...networkFirst(subject),
  verifyBefore(subject),
  convert(subject),
  verifyAfter(subject),
];

function verifyBefore(subject: RegionSubject): Step {
  const detail =
    'Bring the facts up to date. Then the second command must say ready, and the others must answer from where the applications run.';
  const verify = verifyStep(subject, { title: 'Verify before the conversion', detail });
  return { ...verify, command: [PULL, verify.command].join('\n') };
}

/** Whatever else has to be replaced; told as well when nothing at all has. What lacks only an endpoint stays as it is. */
function othersFirst(subject: RegionSubject): Step[] {
  const others = subject.left.filter(
    ({ finding, place }) => finding.kind !== 'optimized' && (finding.kind !== 'private-endpoint' || place.to !== null),
  );
  if (replacements(others).length === 0 && optimizedFirst(subject).length > 0) return [];
  const unlisted = others.some(({ finding, place }) => finding.kind === 'private-endpoint' && !place.proven);
  return [
    replaceStep(others, {
      title: 'Replace strings that do not survive further regions',
      detail: `The endpoint string of a multi-region cluster always has the number 0: others stop resolving at the next restart. A list of hosts does not learn the new nodes: use the SRV string of the same kind.${
        unlisted
          ? ' A name that the record does not list yet may exist only after the conversion: deploy such a one in the same window.'
          : ''
      }`,
    }),
  ];
}

/** A cluster on Azure gets further regions only with the mode off (vendor FAQ on connection changes, 2026-08). */
function peeringOnlyFirst(subject: RegionSubject): Step[] {
  const mode = subject.facts.project.peeringOnly;
  const azure = regionsAfter(subject).some(({ provider }) => provider === 'azure');
  if (!azure || mode?.value === false) return [];
  return [
    step(
      {
        title: 'Leave peering-only mode',
        detail: `A cluster on Azure gets no further region while peering-only mode is on${
          mode ? `, and it is on according to ${mode.source}` : '; whether it is on is not known'
        }. That is a procedure of its own, and it comes first.`,
      },
      planCommand({ change: 'disable-peering-only' }),
    ),
  ];
}

function regionalizedFirst({ change, facts }: RegionSubject): Step[] {
  const now = facts.project.regionalizedPrivateEndpoints?.value;
  if (change.regionalizedPrivateEndpoints !== true || now === true) return [];
  return [
    step(
      {
        title: 'Turn regionalized private endpoints on',
        detail:
          'The plan counts on them. The setting is one of the whole project and changes strings: a procedure of its own, and it comes first.',
      },
      planCommand({ change: 'regionalized-endpoints', enabled: true }),
    ),
  ];
}

function convert(subject: RegionSubject): Step {
  const { change, clusters } = subject;
  const added = newRegions(subject).map(({ name }) => name);
  const providers = new Set(regionsAfter(subject).flatMap(({ provider }) => provider ?? []));
  const replicaSet = clusters.some(({ sharded }) => sharded?.value === false);
  const reads =
    providers.size > 1 && replicaSet
      ? ' Over a private path, a multi-cloud replica set shows only nodes of the same provider and region: allow secondaries with readPreference.'
      : '';
  const title =
    added.length > 0
      ? `Add ${added.length === 1 ? 'the region' : 'the regions'} ${added.join(', ')}`
      : `Nothing to add: the cluster spans ${change.regions.join(', ')}`;
  const detail = `Edit the cluster in the cluster builder, add the regions, and submit. Or through the administration API: read the record, keep only replicationSpecs, add the regions to it, and send it back.${reads}`;
  return step({ title, detail }, clusterCall(subject));
}

function verifyAfter(subject: RegionSubject): Step {
  const endpoints = usesEndpoints(subject)
    ? ' The record must list an endpoint string for the cluster. Restart one application and see that it connects.'
    : '';
  return step(
    {
      title: 'Verify after the conversion',
      detail: `Bring the facts up to date and check every string against them.${endpoints}`,
    },
    [PULL, 'connlint check'],
  );
}
