import type { Step } from '../step.ts';
import { rebuiltPaths, verifyAfter } from './after-move.ts';
import type { MoveSubject } from './after-move.ts';
import { replacements } from './replacements.ts';
import { deployStep, step } from './usual-steps.ts';
import { PROVIDER_NAMES } from './words.ts';

/** On AWS, or made since 3 November 2020: the standard string stays, without downtime (vendor FAQ, 2026-08). */
export function plainMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  return [
    step({
      title: `Prepare the network on ${to}`,
      detail:
        'The addresses of the nodes change: bring the firewalls of the applications up to date. Where applications need a private path, prepare the networks for it.',
    }),
    step({
      title: `Move the cluster to ${to}`,
      detail: `Edit the cluster in the cluster builder, choose ${to}, and submit. The standard connection string does not change and there is no downtime.`,
    }),
    rebuiltPaths(subject),
    verifyAfter(subject),
  ];
}

/** Free and Flex clusters: a legacy string names the provider, so a move to or off Azure or GCP may change it. */
export function sharedMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  return [
    step({
      title: `Move the cluster to ${to}`,
      detail: `Edit the cluster in the cluster builder, choose ${to}, and submit. A legacy string names the provider (.gcp or .azure), so a move to or off GCP or Azure may change it.`,
    }),
    step(
      {
        title: 'Put the fresh string into the applications',
        detail:
          'When the change is complete, the connect dialog of the cluster shows the string that holds from now on.',
      },
      null,
      replacements(subject.left),
    ),
    deployStep(),
    verifyAfter(subject),
  ];
}
