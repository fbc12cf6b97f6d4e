import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import { mayBeLegacy } from '../points.ts';
import { gateStep, named, readsLegacy, replaceSteps, settingStep, verifyOff } from '../steps.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
function runbook(subject: SubjectOf<'disable-peering-only'>): Runbook {
  const { clusters, facts, breaking } = subject;
  const mode = facts.project.peeringOnly;
  const onAws = clusters.every(({ providers }) => providers?.value.every((one) => one === 'aws'));
  if (clusters.length > 0 && facts.wholeLists.length > 0 && onAws) {
    const names = named(clusters.map(({ name }) => name));
    return { about: `Does not apply: ${names} on AWS only, where the mode does not exist.`, steps: [] };
  }
  const replace = replaceSteps(subject, breaking, {
    title: 'Replace legacy strings',
    detail:
      'Legacy names resolve to the peered network only while peering-only mode is on. Inside that network use the Private IP for Peering string (-pri), elsewhere the standard one. Keep database and options.',
    after: 'Keep peering-only mode on: the new strings work with and without it.',
  });
  // The planned change itself says that the mode is on.
  if (mode?.value === false)
    return { about: `Nothing to turn off: peering-only mode is off (${mode.source}).`, steps: replace };
  return {
    about: 'Turning peering-only mode off, which cannot be undone.',
    steps: [
      replace,
      gateStep(subject, 'the mode is turned off'),
      settingStep(subject, PATH, false, {
        title: 'Turn peering-only mode off',
        detail: `Project settings: set "${SETTING}" to Off. Or call the Administration API, whose operation is deprecated and can only turn it off.`,
      }),
      verifyOff(subject, PATH, 'Verify that the mode is off'),
    ],
  };
}

export const disablePeeringOnly: Procedure<'disable-peering-only'> = {
  runbook,
  concerns: (cluster) =>
    mayBeLegacy(cluster) && !(cluster.providers?.value.every((provider) => provider === 'aws') ?? false),
  mayBreak: readsLegacy,
};
