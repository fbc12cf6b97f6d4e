import { usedOf } from '../plan-subject.ts';
import type { Step, StepPlace } from '../step.ts';
import { rebuiltPaths, verifyAfter } from './after-move.ts';
import type { MoveSubject } from './after-move.ts';
import { pingOf } from './commands.ts';
import { PRIVATE_KINDS, replacements } from './replacements.ts';
import { deployStep, step } from './usual-steps.ts';
import { PROVIDER_NAMES } from './words.ts';

/** Clusters made before 3 November 2020 on GCP or Azure: the string changes twice (vendor FAQ, 2026-08). */
export function twoStepMove(subject: MoveSubject): Step[] {
  const to = PROVIDER_NAMES[subject.change.to];
  const from = [...new Set(subject.clusters.flatMap(({ providers }) => providers?.value ?? []))]
    .filter((provider) => provider !== subject.change.to)
    .map((provider) => PROVIDER_NAMES[provider])
    .join(' and ');
  const places = replacements(subject.left).map(unknownYet);
  return [
    step({
      title: `Add read-only nodes on ${to}`,
      detail: `Edit the cluster in the cluster builder, add read-only nodes on ${to}, as many as the cluster has electable nodes, and submit. With legacy backups, keep one node on ${from}.`,
    }),
    step(
      {
        title: 'Put the first new string into the applications',
        detail:
          'When the change is complete, copy the comma-delimited string that the connect dialog shows now. The facts cannot know it before. Keep user, database and own options.',
      },
      null,
      places,
    ),
    deployStep(),
    step(
      {
        title: 'Verify connectivity with the first new string',
        detail: 'Every application must run on it before the next step: the string changes once more.',
      },
      pingOf('<first new string>'),
    ),
    step({
      title: `Put electable nodes on ${to} in the place of those on ${from}`,
      detail: `In the cluster builder, remove all electable nodes on ${from}, remove the read-only nodes on ${to}, and add the same number of electable nodes on ${to}; submit. With legacy backups, wait for the new backups first and move the remaining node on ${from} last.`,
    }),
    step(
      {
        title: 'Put the second new string into the applications',
        detail:
          'When the change is complete, copy the new comma-delimited string from the connect dialog, in the same places as before.',
      },
      null,
      places,
    ),
    deployStep(),
    ...(usedOf(subject, ...PRIVATE_KINDS).length > 0 ? [rebuiltPaths(subject)] : []),
    verifyAfter(subject, pingOf('<second new string>')),
  ];
}

/** These strings are replaced twice by what no fact can tell yet. */
function unknownYet(place: StepPlace): StepPlace {
  return { ...place, to: null, proven: false };
}
