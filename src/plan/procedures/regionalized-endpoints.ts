import type { Procedure, Step, StepPlace, PlanSubject } from '../subject.ts';
import type { PlannedChange } from '../../config/plan.ts';
import { apiCommand, ofProject, planCommand, PULL } from '../commands.ts';
import { acceptDowntime, changeStep, ENDPOINT_KINDS, placesOf, deployStep, step, verifyStep, named } from '../steps.ts';

type Subject = PlanSubject<Extract<PlannedChange, { change: 'regionalized-endpoints' }>>;

/** A placeholder for strings that exist only after the change. */
const NEW_STRING: StepPlace = { file: '', line: 1, column: 1, from: null, to: null, proven: false, recorded: false };

const CALL = { path: 'privateEndpoint/regionalMode' } as const;

/** Strings change at the toggle and exist only afterwards (vendor documentation and API reference, 2026-08). */
export const regionalizedEndpoints: Procedure<'regionalized-endpoints'> = (subject) => {
  const { enabled } = subject.change;
  const places = placesOf(subject, ENDPOINT_KINDS);
  return [
    ...(enabled ? allSharded(subject) : []),
    step({
      title: 'Announce a downtime',
      detail: `The strings of multi-region and global sharded clusters change at the toggle, and the new ones exist only afterwards. ${
        places.length > 0
          ? `${places.length} ${places.length === 1 ? 'place needs' : 'places need'} a new string in that window; make the string a setting that can be changed without a build. ${acceptDowntime(subject)}`.trim()
          : 'No endpoint string was found in the files that were read.'
      }`,
    }),
    toggle(subject),
    step(
      {
        title: 'Read the new strings',
        detail: `Update the facts, or open the connect dialog of each cluster. ${
          enabled
            ? 'Each region now has its own string, with the region after the number of the endpoint: an application uses the one of its region.'
            : 'One string now reaches all regions.'
        } With Terraform, the state may contain the new strings only after the next apply.`,
      },
      PULL,
    ),
    step(
      {
        title: 'Use the new strings in the applications',
        detail: 'Only hostnames and ports change. Keep user, database and options.',
      },
      null,
      places,
      'replace',
    ),
    deployStep(),
    verifyStep(
      subject,
      {
        title: 'Verify',
        detail:
          'Every application must connect with its new string from the network of its endpoint. Then remove the change from the config and check.',
      },
      places.length > 0 ? places : [NEW_STRING],
    ),
  ];
};

const isEndpoint = (kind: string | null): boolean => ENDPOINT_KINDS.some((own) => own === kind);

/** With the mode on, replica sets cannot be created, and all clusters must be sharded. */
function allSharded(subject: Subject): Step[] {
  const replicaSets = subject.clusters.filter(({ sharded }) => sharded?.value === false).map(({ name }) => name);
  const created = subject.left.filter(({ finding }) => !isEndpoint(finding.kind)).map(({ place }) => place);
  if (replicaSets.length === 0 && created.length === 0) return [];
  return [
    step(
      {
        title: 'Convert or move every replica set',
        detail: `The setting requires that every cluster of the project is sharded. No replica set can be created while it is on.${
          replicaSets.length > 0
            ? ` Replica sets: ${named(replicaSets)}. Convert them, or move them to another project.`
            : ''
        }`,
      },
      replicaSets.map((cluster) => planCommand({ ...ofProject(subject), change: 'shard', cluster })),
      created,
    ),
  ];
}

function toggle(subject: Subject): Step {
  const { enabled } = subject.change;
  const known = subject.facts.project.regionalizedPrivateEndpoints;
  const already = known?.value === enabled ? ` ${known.source} says that it already is.` : '';
  return changeStep(
    {
      title: `Turn regionalized private endpoints ${enabled ? 'on' : 'off'}`,
      byHand: 'Use the project settings or the Administration API: read the setting, then change it.',
      inCode: `Set it to ${enabled}.`,
      detail: `Connections through private endpoints may break until the applications have their new strings.${already}`,
    },
    [
      apiCommand(subject, { ...CALL, method: 'GET' }),
      apiCommand(subject, { ...CALL, method: 'PATCH', body: { enabled } }),
    ],
    enabled
      ? 'Turn the setting off, if at most one region has several endpoints. The strings change again.'
      : 'Turn the setting on. The strings change again.',
  );
}
