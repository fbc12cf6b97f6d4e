import type { Procedure } from '../subject.ts';
import { apiCommand, PULL } from '../commands.ts';
import { changeStep, deployStep, replaceStep, step, mustAnswer, verifyStep } from '../steps.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
export const disablePeeringOnly: Procedure<'disable-peering-only'> = (subject) => {
  const mode = subject.facts.project.peeringOnly;
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
    mode?.value === false
      ? deployStep()
      : deployStep('Keep peering-only mode on: the new strings work with and without it.'),
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
    mode?.value === false
      ? step({
          title: 'Nothing to turn off: peering-only mode is already off',
          detail: `According to ${mode.source}. Remove the planned change from the config when no legacy string is left.`,
        })
      : changeStep(
          {
            title: 'Turn peering-only mode off',
            byHand: `In the project settings, set "${SETTING}" to Off. Or call the Administration API: its operation is deprecated (without a sunset date) and only turns the mode off.`,
            inCode: 'Set it to false.',
            detail: 'The mode cannot be turned on again.',
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
