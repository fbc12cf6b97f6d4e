import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import { apiCommand, pull } from '../commands.ts';
import { gateStep, hasNoneOn, replaceSteps, step, verifyOff } from '../steps.ts';

type Subject = SubjectOf<'custom-dns'>;

const PATH = 'awsCustomDNS';

/** The `-pri` strings of AWS clusters exist only while the setting is on (vendor documentation, 2026-08). */
export const customDns: Procedure<'custom-dns'> = {
  toggles: 'custom DNS on AWS (awsCustomDNS)',
  runbook(subject) {
    if (hasNoneOn(['aws'], subject)) return { about: 'Does not apply: no cluster is on AWS.', steps: [] };
    return subject.change.enabled ? turnOn(subject) : turnOff(subject);
  },
  concerns: ({ listed, providers }, { change }) =>
    !change.enabled && listed.some(({ kind }) => kind === 'private') && (providers?.includes('aws') ?? true),
  mayBreak: ({ kind }, { change }) => kind === (change.enabled ? 'standard' : 'private'),
};

const turnOn = (subject: Subject): Runbook => ({
  about: 'Switching the peered networks to a custom DNS, where standard names lead to public addresses.',
  steps: [
    subject.facts.project.customDnsOnAws?.value !== true && [
      toggle(subject, ['on', 'off']),
      step({
        title: 'Read the Private IP for Peering strings',
        detail: 'They exist from now on.',
        commands: [pull(subject)],
      }),
    ],
    replaceSteps(subject, subject.breaking, {
      title: 'Replace the standard strings of peered applications on AWS',
      detail:
        'A custom DNS resolves the standard names to public addresses. Applications in a peered network use the Private IP for Peering string (-pri).',
      from: ' from a host in the peered network',
      after: 'The standard strings keep working with the DNS of AWS.',
    }),
    gateStep(subject, 'the networks use the custom DNS'),
    step({
      kind: 'clean',
      title: 'Switch the peered networks to the custom DNS',
      detail: 'From then on, the standard names resolve to public addresses there.',
      undo: 'Use the DNS of AWS again.',
    }),
  ],
});

function turnOff(subject: Subject): Runbook {
  const known = subject.facts.project.customDnsOnAws;
  const replace = replaceSteps(subject, subject.breaking, {
    title: 'Replace the Private IP for Peering strings of clusters on AWS',
    detail:
      'With the setting off, the API no longer lists them. The DNS of a peered AWS network resolves standard names to private addresses, a custom DNS to public ones.',
  });
  if (known?.value === false)
    return { about: `Nothing to turn off: custom DNS on AWS is off (${known.source}).`, steps: replace };
  return {
    about: 'Turning custom DNS on AWS off.',
    steps: [
      replace,
      gateStep(subject, 'the setting is turned off'),
      toggle(subject, ['off', 'on']),
      verifyOff(subject, PATH, 'Verify that custom DNS is off'),
    ],
  };
}

const toggle = (subject: Subject, [wanted, other]: readonly [string, string]) =>
  step({
    kind: 'change',
    title: `Turn custom DNS on AWS ${wanted}`,
    detail: `Project settings: turn "Using Custom DNS on AWS with VPC Peering" ${wanted}, or call the Administration API.`,
    commands: [apiCommand(subject, 'PATCH', PATH, { enabled: subject.change.enabled })],
    undo: `Turn the setting ${other} again.`,
  });
