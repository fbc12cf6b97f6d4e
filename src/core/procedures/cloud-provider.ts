import type { ClusterFacts } from '../facts.ts';
import { KEEPS_STRING_SINCE, moveOf } from '../provider-move.ts';
import type { ProviderMove } from '../provider-move.ts';
import type { Procedure, Step } from '../step.ts';
import type { MoveSubject } from './after-move.ts';
import { PULL } from './commands.ts';
import { plainMove, sharedMove } from './plain-move.ts';
import { twoStepMove } from './two-step-move.ts';
import { placesOf, PRIVATE_KINDS } from './replacements.ts';
import { deployStep, step } from './usual-steps.ts';
import { named, PROVIDER_NAMES } from './words.ts';

/** In the order in which they are told when a plan means several clusters. */
const STEPS: Readonly<Record<ProviderMove, (subject: MoveSubject) => readonly Step[]>> = {
  unknown: (subject) => [...privatePaths(subject), whichProcedure(subject)],
  'two-step': (subject) => [...privatePaths(subject), ...twoStepMove(subject)],
  keeps: (subject) => [...privatePaths(subject), ...plainMove(subject)],
  shared: sharedMove,
  done: nothingToMove,
};

/** Provider, age and tier of a cluster decide (vendor FAQ on connection changes, 2026-08); clusters of one sort move alike. */
export const cloudProvider: Procedure<'cloud-provider'> = (subject) => {
  const groups = new Map<ProviderMove, ClusterFacts[]>();
  for (const cluster of subject.clusters) {
    const move = moveOf(cluster, subject.change.to);
    groups.set(move, [...(groups.get(move) ?? []), cluster]);
  }
  if (groups.size === 0) return [...STEPS.unknown(subject)];
  return (Object.keys(STEPS) as ProviderMove[]).flatMap((move) => {
    const clusters = groups.get(move);
    if (!clusters) return [];
    const prefix = groups.size > 1 ? `${named(clusters.map(({ name }) => name))}: ` : '';
    return STEPS[move](forClusters(subject, clusters)).map((one) => ({ ...one, title: `${prefix}${one.title}` }));
  });
};

/** The change for some of its clusters; a string that belongs to none for certain stays with each. */
function forClusters(subject: MoveSubject, clusters: readonly ClusterFacts[]): MoveSubject {
  const own = ({ cluster }: { cluster: ClusterFacts | undefined }): boolean => !cluster || clusters.includes(cluster);
  return { ...subject, clusters, used: subject.used.filter(own), left: subject.left.filter(own) };
}

/** Peering and endpoints end with the provider, whatever the age of the cluster (vendor documentation, 2026-08). */
function privatePaths(subject: MoveSubject): Step[] {
  const places = placesOf(subject, PRIVATE_KINDS, 'standard');
  if (places.length === 0) return [];
  return [
    step(
      {
        title: 'Leave the private path before the move',
        detail:
          'Peering connections and private endpoints end with the provider. Put the standard SRV string in the place of these strings for the time of the move, and allow the addresses of the applications in the IP access list.',
      },
      null,
      places,
    ),
    deployStep(),
  ];
}

function whichProcedure({ clusters }: MoveSubject): Step {
  const names = clusters.length > 0 ? ` of ${named(clusters.map(({ name }) => name))}` : '';
  return step(
    {
      title: 'Find out which procedure holds',
      detail: `Provider and creation date${names} decide. Made before ${KEEPS_STRING_SINCE} and running on GCP or Azure: the string changes twice, with read-only nodes in between. On AWS, or younger: the standard string does not change. Get the facts and plan again.`,
    },
    PULL,
  );
}

function nothingToMove({ change }: MoveSubject): Step[] {
  const detail = `The nodes run on ${PROVIDER_NAMES[change.to]} already. Take the planned change out of the config.`;
  return [step({ title: 'Nothing to move', detail })];
}
