import type { Procedure } from '../subject.ts';
import { apiCommand, PULL } from '../commands.ts';
import { changeStep, deployStep, replaceStep, step, verifyStep } from '../steps.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';
/** The resource's only version (API reference, 2026-08). */

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then switch the mode off. */
export const disablePeeringOnly: Procedure<'disable-peering-only'> = (subject) => {
  const mode = subject.facts.project.peeringOnly;
  const already =
    mode?.value === false ? ` It is off already according to ${mode.source}; then there is nothing to switch.` : '';
  const replace = replaceStep(
    subject.left,
    {
      title: 'Replace legacy strings of clusters on Azure and GCP by Private IP for Peering strings',
      detail:
        'Legacy names resolve to the peered network only while peering-only mode is on. The Private IP for Peering string has -pri behind the cluster name; database and options of the old string stay.',
    },
    'private',
  );
  return [
    replace,
    deployStep('Peering-only mode stays on meanwhile: the new strings work with it and without it.'),
    verifyStep(
      subject,
      {
        title: 'Verify from inside the peered network',
        detail:
          'The first command must say ready; the others must answer from a host in the peered network. Do not go on before every application runs on its new string.',
      },
      replace.places,
      'private',
    ),
    changeStep(
      {
        title: 'Switch peering-only mode off',
        detail: `In the project settings, set "${SETTING}" to Off. Or call the administration API, whose operation for it is deprecated (without a sunset date) and only switches off: the mode cannot be switched on again. The last step that can be undone is the one before.${already}`,
      },
      apiCommand(subject, { method: 'PATCH', path: PATH, body: { enabled: false } }),
      null,
    ),
    step(
      {
        title: 'Verify that the mode is off',
        detail:
          'The answer must be {"enabled": false}. Legacy names resolve to public addresses from now on. Look at the connections of the applications once more, then bring the facts up to date.',
      },
      [apiCommand(subject, { method: 'GET', path: PATH }), PULL],
      [],
      'verify',
    ),
  ];
};
