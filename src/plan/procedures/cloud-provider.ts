import type { ClusterFacts } from '../../facts/facts.ts';
import { PROVIDER_NAMES, KEEPS_STRING_SINCE, moveOf, type ProviderMove } from '../../lint/string-hosts.ts';
import { type Procedure, type Step, type StepPlace, type PlanSubject, usedOf } from '../subject.ts';
import { PULL, pingOf, pings, planCommand } from '../commands.ts';
import { changeStep, placesOf, placesStep, PRIVATE_KINDS, deployStep, step, named, replacements } from '../steps.ts';
import type { PlannedChange } from '../../config/plan.ts';

/** In the order of the report for a plan with several clusters. */
const STEPS: Readonly<Record<ProviderMove, (subject: MoveSubject) => readonly Step[]>> = {
  unknown: (subject) => [...privatePaths(subject), whichProcedure(subject)],
  'two-step': (subject) => [...privatePaths(subject), ...twoStepMove(subject)],
  keeps: (subject) => [...privatePaths(subject), ...plainMove(subject)],
  shared: sharedMove,
  done: nothingToMove,
};

/**
 * Provider, age and tier of a cluster decide (vendor FAQ on connection changes, 2026-08); clusters of one sort move
 * alike.
 */
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
    placesStep(
      {
        title: 'Leave the private path before the move',
        detail:
          'Peering connections and private endpoints belong to the old provider. Replace these strings with the standard SRV string during the move, and add the addresses of the applications to the IP access list.',
      },
      places,
    ),
    deployStep(),
  ];
}

function whichProcedure({ clusters }: MoveSubject): Step {
  const names = clusters.length > 0 ? ` of ${named(clusters.map(({ name }) => name))}` : '';
  return step(
    {
      title: 'Find out which procedure applies',
      detail: `Provider and creation date${names} decide. A cluster created before ${KEEPS_STRING_SINCE} on Google Cloud or Azure: the string changes twice, with read-only nodes in between. A newer cluster, or one on AWS: the standard string does not change. Get the facts and run the plan again.`,
    },
    PULL,
    [],
    'learn',
  );
}

function nothingToMove({ change }: MoveSubject): Step[] {
  const detail = `The nodes already run on ${PROVIDER_NAMES[change.to]}. Remove the planned change from the config.`;
  return [step({ title: 'Nothing to move', detail })];
}

/** On AWS, or made since 3 November 2020: the standard string stays, without downtime (vendor FAQ, 2026-08). */
function plainMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  return [
    step({
      title: `Prepare the network on ${to}`,
      detail:
        'The addresses of the nodes change: update the firewalls of the applications. If applications need a private path, prepare its networks.',
    }),
    changeStep(
      {
        title: `Move the cluster to ${to}`,
        byHand: `Edit the cluster in the cluster builder, choose ${to}, and submit.`,
        inCode: `The new provider is ${to}.`,
        detail: `The standard connection string does not change and there is no downtime.`,
      },
      null,
      'Move the cluster back to its provider the same way.',
    ),
    rebuiltPaths(subject),
    verifyAfter(subject),
  ];
}

/** Free and Flex clusters: a legacy string names the provider, so a move to or off Azure or Google Cloud may change it. */
function sharedMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  return [
    changeStep(
      {
        title: `Move the cluster to ${to}`,
        byHand: `Edit the cluster in the cluster builder, choose ${to}, and submit.`,
        inCode: `The new provider is ${to}.`,
        detail: `A legacy string names the provider (.gcp or .azure), so it may change with a move to or from Google Cloud or Azure.`,
      },
      null,
      'Move the cluster back to its provider the same way.',
    ),
    step(
      {
        title: 'Use the current string in the applications',
        detail: 'When the change is complete, the connect dialog of the cluster shows the current string.',
      },
      null,
      replacements(subject.left).map(unknownYet),
      'replace',
    ),
    deployStep(),
    verifyAfter(subject),
  ];
}

/** Clusters made before 3 November 2020 on Google Cloud or Azure: the string changes twice (vendor FAQ, 2026-08). */
function twoStepMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  const from = [...new Set(subject.clusters.flatMap(({ providers }) => providers?.value ?? []))]
    .filter((provider) => provider !== subject.change.to)
    .map((provider) => PROVIDER_NAMES[provider])
    .join(' and ');
  const places = replacements(subject.left).map(unknownYet);
  return [
    changeStep(
      {
        title: `Add read-only nodes on ${to}`,
        byHand: `Edit the cluster in the cluster builder, add read-only nodes on ${to}, as many as the cluster has electable nodes, and submit.`,
        inCode: `Add read-only nodes on ${to}, as many as the cluster has electable nodes.`,
        detail: `With legacy backups, keep one node on ${from}.`,
      },
      null,
      'Remove the read-only nodes again.',
    ),
    step(
      {
        title: 'Use the first new string in the applications',
        detail:
          'When the change is complete, copy the comma-delimited string from the connect dialog. No fact file contains it before. Keep user, database and options.',
      },
      null,
      places,
      'replace',
    ),
    deployStep(),
    step(
      {
        title: 'Verify connectivity with the first new string',
        detail: 'Every application must use it before the next step: the string changes again.',
      },
      pingOf('<first new string>'),
      [],
      'verify',
    ),
    changeStep(
      {
        title: `Replace the electable nodes on ${from} with nodes on ${to}`,
        byHand: `In the cluster builder, remove all electable nodes on ${from}, remove the read-only nodes on ${to}, and add the same number of electable nodes on ${to}; submit.`,
        inCode: `Remove all electable nodes on ${from} and the read-only nodes on ${to}, and add the same number of electable nodes on ${to}.`,
        detail: `With legacy backups, wait for the new backups first and move the remaining node on ${from} last.`,
      },
      null,
      null,
    ),
    step(
      {
        title: 'Use the second new string in the applications',
        detail:
          'When the change is complete, copy the new comma-delimited string from the connect dialog to the same places.',
      },
      null,
      places,
      'replace',
    ),
    deployStep(),
    ...(usedOf(subject, ...PRIVATE_KINDS).length > 0 ? [rebuiltPaths(subject)] : []),
    verifyAfter(subject, pingOf('<second new string>')),
  ];
}

/** These strings are replaced twice, with strings that no fact file contains yet. */
function unknownYet(place: StepPlace): StepPlace {
  return { ...place, to: null, proven: false, recorded: false };
}

type MoveSubject = PlanSubject<Extract<PlannedChange, { change: 'cloud-provider' }>>;

/** Private paths belong to a provider and must be created again on the new one. */
function rebuiltPaths({ change }: MoveSubject): Step {
  return step({
    title: 'Set up the private path again where it is needed',
    detail: `Create the peering connection or the private endpoint on ${PROVIDER_NAMES[change.to]}. The record then lists the new private strings: deploy them, and verify from the private network.`,
  });
}

/** @param ping reaches the cluster by its new string, if the facts do not contain that string yet */
function verifyAfter(subject: MoveSubject, ping?: string): Step {
  const words = {
    title: 'Verify after the move',
    detail: 'Update the facts: the record must name the new provider only. Then remove the change from the config.',
  };
  const reached = ping === undefined ? pings(subject, subject.clusters, ['standard']) : [ping];
  return step(words, [PULL, planCommand(subject.change), ...reached], [], 'verify');
}
