import type { Procedure } from '../subject.ts';
import { PULL } from '../commands.ts';
import { deployStep, replaceStep, step, usedClusters, mustAnswer, verifyStep, named } from '../steps.ts';

/** Vendor FAQ on connection changes (2026-08): legacy and standard names differ by the hyphen before the token. */
export const leaveLegacyHostnames: Procedure<'leave-legacy-hostnames'> = (subject) => {
  const legacyRecords = usedClusters(subject).filter(({ listed }) => listed.some(({ kind }) => kind === 'legacy'));
  const peered = subject.facts.project.peeringOnly?.value === true;
  const replace = replaceStep(
    subject.left,
    {
      title: 'Replace legacy strings with the current strings of the cluster',
      detail: `A current name has a dot before the token, a legacy name has a hyphen. The record shows whether a provider label stays.${
        peered
          ? ' Peering-only mode is on: applications inside a peered network on Azure or GCP need the Private IP for Peering string (-pri) instead of the standard one.'
          : ''
      }`,
    },
    subject.facts.project.peeringOnly ? 'standard' : null,
  );
  return [
    ...(legacyRecords.length > 0
      ? [
          step(
            {
              title: 'Read the current strings',
              detail: `The records of ${named(legacyRecords.map(({ name }) => name))} still list legacy names: read them with a current version of the Administration API, or open the connect dialog.`,
            },
            PULL,
          ),
        ]
      : []),
    replace,
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify',
        detail: (others) => mustAnswer(others, ' from where the applications run'),
      },
      replace.places,
    ),
  ];
};
