import type { PlannedChange } from '../config-plan.ts';
import type { PlanSubject } from '../plan-subject.ts';
import type { Step } from '../step.ts';
import { pings, planCommand, PULL } from './commands.ts';
import { step } from './usual-steps.ts';
import { PROVIDER_NAMES } from './words.ts';

export type MoveSubject = PlanSubject<Extract<PlannedChange, { change: 'cloud-provider' }>>;

/** Private paths belong to a provider and have to be built again on the new one. */
export function rebuiltPaths({ change }: MoveSubject): Step {
  return step({
    title: 'Build the private path again where it is needed',
    detail: `Create the peering connection or the private endpoint on ${PROVIDER_NAMES[change.to]}. The record then lists the new private strings: deploy them, and verify from the private network.`,
  });
}

/** @param ping reaches the cluster by its new string, where the facts cannot tell that string yet */
export function verifyAfter(subject: MoveSubject, ping?: string): Step {
  const words = {
    title: 'Verify after the move',
    detail:
      'Bring the facts up to date: the record must name the new provider only. Then nothing of this change is left, and it can be taken out of the config.',
  };
  const reached = ping === undefined ? pings(subject, subject.clusters, ['standard']) : [ping];
  return step(words, [PULL, planCommand(subject.change), ...reached]);
}
