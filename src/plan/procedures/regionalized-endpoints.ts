import type { Procedure, Runbook, SubjectOf } from '../subject.ts';
import type { OpenPoint, Step } from '../entry.ts';
import { apiCommand, atlasCommand, ofProject, planCommand, pull } from '../commands.ts';
import { howToKnow } from '../../facts/hints.ts';
import { endpointRegions, isMultiRegion } from '../../facts/query.ts';
import { afterwards, open, refused } from '../points.ts';
import { changeStep, gateStep, named, readsEndpoint, replacements, step } from '../steps.ts';

type Subject = SubjectOf<'regionalized-endpoints'>;

const PATH = 'privateEndpoint/regionalMode';

/** Strings change at the toggle and exist only afterwards (vendor documentation and API reference, 2026-08). */
function runbook(subject: Subject): Runbook {
  const { enabled } = subject.change;
  const known = subject.facts.project.regionalizedPrivateEndpoints;
  const wanted = enabled ? 'on' : 'off';
  const places = replacements(subject.breaking.filter(({ string }) => string !== null));
  if (known?.value === enabled && places.length === 0)
    return { about: `Nothing to turn ${wanted}: it is ${wanted} (${known.source}).`, steps: [] };
  return {
    about: `Turning regionalized private endpoints ${wanted}: strings change at once, and the new ones exist only afterwards.`,
    steps: [
      ...(enabled ? allSharded(subject) : []),
      ...(places.length > 0
        ? [
            step({
              title: 'Announce a downtime',
              detail: 'Make each string a setting that can be changed without a build.',
            }),
          ]
        : []),
      gateStep(subject, 'the toggle'),
      toggle(subject),
      ...(places.length > 0 ? newStrings(subject, places) : []),
      step(
        {
          title: 'Verify after the change',
          detail: 'Every application must connect from the network of its endpoint.',
        },
        [pull(subject), 'connlint check'],
        { kind: 'verify' },
      ),
    ],
  };
}

export const regionalizedEndpoints: Procedure<'regionalized-endpoints'> = {
  runbook,
  needs: ({ change, clusters }) =>
    change.enabled && clusters.some(({ sharded, tier }) => !sharded && (!tier || tier.value === 'dedicated'))
      ? ['cluster type']
      : [],
  refusals: (subject) => [...afterwards(subject), ...(subject.change.enabled ? [] : turnedOff(subject))],
  concerns: (cluster) => cluster.listed.some(({ endpoint }) => endpoint !== null) && isMultiRegion(cluster) !== false,
  mayBreak: readsEndpoint,
};

/** The setting stays on while more than one region has several endpoints (vendor documentation, 2026-08). */
function turnedOff({ facts }: Subject): OpenPoint[] {
  if (facts.project.regionalizedPrivateEndpoints?.value === false) return [];
  if (!facts.endpoints)
    return [open('The private endpoint services are not known.', howToKnow('private endpoint services'))];
  const several = endpointRegions(facts).filter(({ count }) => count > 1);
  if (several.length < 2) return [];
  const names = several.map(({ region }) => region.name).join(', ');
  return [refused(`The service refuses to turn the setting off: more than one private endpoint in each of ${names}.`)];
}

function newStrings(subject: Subject, places: Step['places']): Step[] {
  const { enabled } = subject.change;
  const which = enabled
    ? 'Each region has its own string: an application uses the one of its region.'
    : 'One string reaches all regions.';
  return [
    step(
      {
        title: 'Read the new strings',
        detail: `${which} With Terraform, the state may contain them only after the next apply.`,
      },
      [pull(subject)],
    ),
    step({ title: 'Use the new strings in the applications', detail: 'Only hostnames and ports change.' }, [], {
      kind: 'replace',
      places,
      undo: 'Turn the setting back; the strings change again.',
    }),
    step({ title: 'Deploy and restart the applications' }, [], {
      kind: 'deploy',
      undo: 'Deploy the previous strings.',
    }),
  ];
}

/** With the mode on, replica sets cannot be created, and all clusters must be sharded. */
function allSharded(subject: Subject): Step[] {
  const names = subject.clusters.filter(({ sharded }) => sharded?.value === false).map(({ name }) => name);
  const places = replacements(subject.breaking.filter(({ string }) => string === null));
  if (names.length === 0 && places.length === 0) return [];
  const detail =
    names.length > 0
      ? `Convert ${named(names)}, or move them to another project.`
      : 'Create a sharded cluster instead.';
  return [
    step(
      { title: 'Convert or move every replica set', detail },
      names.map((cluster) => planCommand({ ...ofProject(subject), change: 'shard', cluster })),
      { places },
    ),
  ];
}

function toggle(subject: Subject): Step {
  const { enabled } = subject.change;
  const never = enabled ? 'While it is on, no replica set can be created in the project. ' : '';
  return changeStep(
    {
      title: `Turn regionalized private endpoints ${enabled ? 'on' : 'off'}`,
      detail: `${never}The first answer must be {"enabled": ${!enabled}}. Connections through private endpoints may break until the applications have their new strings.`,
    },
    [
      apiCommand(subject, { path: PATH, method: 'GET' }),
      apiCommand(subject, { path: PATH, method: 'PATCH', body: { enabled } }),
      atlasCommand(subject, `privateEndpoints regionalModes ${enabled ? 'enable' : 'disable'}`),
    ],
    enabled
      ? 'Turn the setting off, if at most one region has several endpoints. The strings change again.'
      : 'Turn the setting on. The strings change again.',
  );
}
