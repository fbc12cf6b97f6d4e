import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import { mayBeLegacy } from '../points.ts';
import { apiCommand, pull } from '../commands.ts';
import { changeStep, gateStep, named, readsLegacy, replaceSteps, step } from '../steps.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
function runbook(subject: SubjectOf<'disable-peering-only'>): Runbook {
  const { clusters, facts, breaking } = subject;
  const mode = facts.project.peeringOnly;
  if (
    clusters.length > 0 &&
    facts.wholeLists.length > 0 &&
    clusters.every(({ providers }) => providers?.value.every((one) => one === 'aws'))
  )
    return {
      about: `Does not apply: ${named(clusters.map(({ name }) => name))} on AWS only, where the mode does not exist.`,
      steps: [],
    };
  const replace = replaceSteps(
    subject,
    breaking,
    {
      title: 'Replace legacy strings',
      detail:
        'Legacy names resolve to the peered network only while peering-only mode is on. Inside that network use the Private IP for Peering string (-pri), elsewhere the standard one. Keep database and options.',
    },
    { after: 'Keep peering-only mode on: the new strings work with and without it.' },
  );
  // The planned change itself says that the mode is on.
  if (mode?.value === false)
    return { about: `Nothing to turn off: peering-only mode is off (${mode.source}).`, steps: replace };
  return {
    about: 'Turning peering-only mode off, which cannot be undone.',
    steps: [
      ...replace,
      gateStep(subject, 'the mode is turned off'),
      changeStep(
        {
          title: 'Turn peering-only mode off',
          detail: `Project settings: set "${SETTING}" to Off. Or call the Administration API, whose operation is deprecated and can only turn it off.`,
        },
        [apiCommand(subject, { method: 'PATCH', path: PATH, body: { enabled: false } })],
        null,
      ),
      step(
        {
          title: 'Verify that the mode is off',
          detail: 'The answer must be {"enabled": false}. Check the connections of the applications again.',
        },
        [apiCommand(subject, { method: 'GET', path: PATH }), pull(subject)],
        { kind: 'verify' },
      ),
    ],
  };
}

export const disablePeeringOnly: Procedure<'disable-peering-only'> = {
  runbook,
  concerns: (cluster) =>
    mayBeLegacy(cluster) && !(cluster.providers?.value.every((provider) => provider === 'aws') ?? false),
  mayBreak: readsLegacy,
};
