import { readsLegacy, type Procedure } from '../subject.ts';
import { apiCommand, pull } from '../commands.ts';
import { mayBeLegacy, gateStep, hasNoneOn, replaceSteps, step, verifyOff } from '../steps.ts';
import { named } from '../entry.ts';

const SETTING = 'Connect via Peering Only (GCP and Azure)';
const PATH = 'privateIpMode';

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
export const disablePeeringOnly: Procedure<'disable-peering-only'> = {
  toggles: 'peering-only mode (privateIpMode)',
  runbook(subject) {
    const { facts, breaking } = subject;
    const mode = facts.project.peeringOnly;
    if (hasNoneOn(['azure', 'gcp'], subject))
      return { about: 'Does not apply: all clusters are on AWS, where the mode does not exist.', steps: [] };
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
        step({
          kind: 'change',
          title: 'Turn peering-only mode off',
          detail: `Project settings: set "${SETTING}" to Off. Or call the Administration API, whose operation is deprecated and can only turn it off.`,
          commands: [apiCommand(subject, 'PATCH', PATH, { enabled: false })],
        }),
        verifyOff(subject, PATH, 'Verify that the mode is off'),
      ],
    };
  },
  concerns: (cluster) => mayBeLegacy(cluster) && !cluster.providers?.every((provider) => provider === 'aws'),
  mayBreak: readsLegacy,
};

/** Strings with the names of before 31 March 2020 are replaced (vendor FAQ on connection changes, 2026-08). */
export const leaveLegacyHostnames: Procedure<'leave-legacy-hostnames'> = {
  runbook(subject) {
    const old = subject.clusters.filter(({ listed }) => listed.some(({ kind }) => kind === 'legacy'));
    return {
      about: 'The end of the legacy names.',
      steps: [
        subject.breaking.length > 0 && [
          old.length > 0 &&
            step({
              title: 'Read the current strings',
              detail: `The records of ${named(old.map(({ name }) => name))} list legacy names: read them with a current version of the Administration API, or open the connect dialog.`,
              commands: [pull(subject)],
            }),
          replaceSteps(subject, subject.breaking, {
            title: 'Replace legacy strings with the current strings of the cluster',
            detail:
              'A current name has a dot before the token, a legacy name has a hyphen. The record shows whether a provider label stays.',
          }),
          gateStep(subject, 'the names are given up'),
        ],
      ],
    };
  },
  concerns: mayBeLegacy,
  mayBreak: readsLegacy,
};
