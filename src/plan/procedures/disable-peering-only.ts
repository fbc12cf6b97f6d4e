import type { Procedure } from '../subject.ts';
import { apiCommand, PULL } from '../commands.ts';
import { changeStep, deployStep, replaceStep, step, mustAnswer, verifyStep } from '../steps.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';
/** The resource's only version (API reference, 2026-08). */

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
export const disablePeeringOnly: Procedure<'disable-peering-only'> = (subject) => {
  const mode = subject.facts.project.peeringOnly;
  const already = mode?.value === false ? ` According to ${mode.source}, the mode is already off.` : '';
  const replace = replaceStep(
    subject.left,
    {
      title: 'Replace legacy strings with Private IP for Peering strings',
      detail:
        'Legacy names of clusters on Azure and GCP resolve to the peered network only while peering-only mode is on. The Private IP for Peering string has -pri after the cluster name. Keep the database and the options.',
    },
    'private',
  );
  return [
    replace,
    deployStep('Keep peering-only mode on: the new strings work with and without it.'),
    verifyStep(
      subject,
      {
        title: 'Verify from inside the peered network',
        detail: (others) =>
          `${mustAnswer(others, ' from a host in the peered network')} Continue only when every application uses its new string.`,
      },
      replace.places,
      'private',
    ),
    changeStep(
      {
        title: 'Turn peering-only mode off',
        byHand: `In the project settings, set "${SETTING}" to Off. Or call the Administration API: its operation is deprecated (without a sunset date) and only turns the mode off.`,
        inCode: 'Set it to false.',
        detail: `The mode cannot be turned on again.${already}`,
      },
      apiCommand(subject, { method: 'PATCH', path: PATH, body: { enabled: false } }),
      null,
    ),
    step(
      {
        title: 'Verify that the mode is off',
        detail:
          'The answer must be {"enabled": false}. Legacy names now resolve to public addresses. Check the connections of the applications again, then update the facts.',
      },
      [apiCommand(subject, { method: 'GET', path: PATH }), PULL],
      [],
      'verify',
    ),
  ];
};
