import type { PlanSubject, Procedure, Step } from '../subject.ts';
import type { PlannedChange } from '../../config/plan.ts';
import { apiCommand, PULL } from '../commands.ts';
import { changeStep, placesOf, placesStep, deployStep, replaceStep, step, mustAnswer, verifyStep } from '../steps.ts';

type Subject = PlanSubject<Extract<PlannedChange, { change: 'custom-dns' }>>;

const SETTING = 'Using Custom DNS on AWS with VPC Peering';
const PATH = 'awsCustomDNS';

/** The `-pri` strings of AWS clusters exist only while the setting is on (vendor documentation, 2026-08). */
export const customDns: Procedure<'custom-dns'> = (subject) =>
  subject.change.enabled ? turnOn(subject) : turnOff(subject);

function turnOn(subject: Subject): Step[] {
  const replace = replaceStep(
    [...subject.left, ...subject.later],
    {
      title: 'Replace the standard strings of peered applications on AWS',
      detail:
        'A custom DNS resolves the standard names to public addresses. Applications in a peered network use the Private IP for Peering string (-pri); all others keep the standard string.',
    },
    'private',
  );
  return [
    toggle(subject),
    step(
      {
        title: 'Read the Private IP for Peering strings',
        detail:
          'They exist from now on: choose Private IP for Peering in the connect dialog of each cluster, or update the facts.',
      },
      PULL,
    ),
    replace,
    deployStep('The standard strings keep working, so applications can follow one after the other.'),
    verifyStep(
      subject,
      {
        title: 'Verify from inside the peered network',
        detail: (others) => mustAnswer(others, ' from a host that uses the custom DNS'),
      },
      replace.places,
      'private',
    ),
  ];
}

function turnOff(subject: Subject): Step[] {
  const { used, left } = subject;
  const onAws = { used: used.filter(({ cluster }) => cluster?.providers?.value.includes('aws') ?? true), left };
  const places = placesOf({ ...subject, ...onAws }, ['private'], 'standard');
  return [
    placesStep(
      {
        title: 'Replace the Private IP for Peering strings of clusters on AWS',
        detail:
          'With the setting off, the API no longer lists them. Use the standard strings: the DNS of a peered AWS network resolves them to private addresses, a custom DNS to public ones.',
      },
      places,
    ),
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify',
        detail: (others) => mustAnswer(others, ' from where the applications run'),
      },
      places,
      'standard',
    ),
    toggle(subject),
    step(
      {
        title: 'Verify that custom DNS is off',
        detail:
          'The answer must be {"enabled": false}, and the new records list no Private IP for Peering string of a cluster on AWS. Check the connections of the applications again.',
      },
      [apiCommand(subject, { method: 'GET', path: PATH }), PULL, 'connlint check'],
      [],
      'verify',
    ),
  ];
}

function toggle(subject: Subject): Step {
  const { enabled } = subject.change;
  const known = subject.facts.project.customDnsOnAws;
  const [wanted, other] = enabled ? ['on', 'off'] : ['off', 'on'];
  if (known?.value === enabled) {
    return step({
      title: `Nothing to turn ${wanted}: custom DNS on AWS is already ${wanted}`,
      detail: `According to ${known.source}.`,
    });
  }
  return changeStep(
    {
      title: `Turn custom DNS on AWS ${wanted}`,
      byHand: `In the project settings, set "${SETTING}" to ${enabled ? 'On' : 'Off'}, or call the Administration API.`,
      inCode: `Set it to ${enabled}.`,
      detail: '',
    },
    apiCommand(subject, { method: 'PATCH', path: PATH, body: { enabled } }),
    `Turn the setting ${other} again.`,
  );
}
