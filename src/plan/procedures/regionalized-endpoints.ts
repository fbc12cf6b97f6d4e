import { readsEndpoint, type Procedure, type SubjectOf } from '../subject.ts';
import { named, refused, type OpenPoint, type Step } from '../entry.ts';
import { apiCommand, planCommand, pull } from '../commands.ts';
import type { Facts } from '../../facts/facts.ts';
import { namesOf } from '../../facts/regions.ts';
import { crowdedRegions, isMultiRegion } from '../../facts/query.ts';
import { afterwards, deployStep, gateStep, replacements, step, verifyAfter } from '../steps.ts';

type Subject = SubjectOf<'regionalized-endpoints'>;

const PATH = 'privateEndpoint/regionalMode';

/** Strings change at the toggle and exist only afterwards (vendor documentation and API reference, 2026-08). */
export const regionalizedEndpoints: Procedure<'regionalized-endpoints'> = {
  toggles: 'regionalized private endpoints (regionalMode)',
  runbook(subject) {
    const { enabled } = subject.change;
    const known = subject.facts.project.regionalizedPrivateEndpoints;
    const [wanted, other] = enabled ? ['on', 'off'] : ['off', 'on'];
    const places = replacements(subject.breaking.filter(({ string }) => string !== null));
    if (known?.value === enabled && places.length === 0)
      return { about: `Nothing to turn ${wanted}: it is ${wanted} (${known.source}).`, steps: [] };
    return {
      about: `Turning regionalized private endpoints ${wanted}: strings change at once, and the new ones exist only afterwards.`,
      steps: [
        enabled && allSharded(subject),
        places.length > 0 &&
          step({
            title: 'Announce a downtime',
            detail: 'Make each string a setting that can be changed without a build.',
          }),
        gateStep(subject, 'the toggle'),
        step({
          kind: 'change',
          title: `Turn regionalized private endpoints ${wanted}`,
          detail: `${enabled ? 'While it is on, no replica set can be created in the project. ' : ''}The first answer must be {"enabled": ${!enabled}}. Connections through private endpoints may break until the applications have their new strings.`,
          commands: [apiCommand(subject, 'GET', PATH), apiCommand(subject, 'PATCH', PATH, { enabled })],
          undo: `Turn the setting ${other}${enabled ? ', if at most one region has several endpoints' : ''}. The strings change again.`,
        }),
        places.length > 0 && [
          step({
            title: 'Read the new strings',
            detail: `${enabled ? 'Each region has its own string: an application uses the one of its region.' : 'One string reaches all regions.'} With Terraform, the state may contain them only after the next apply.`,
            commands: [pull(subject)],
          }),
          step({
            kind: 'replace',
            title: 'Use the new strings in the applications',
            detail: 'Only hostnames and ports change.',
            places,
            undo: 'Turn the setting back; the strings change again.',
          }),
          deployStep(),
        ],
        verifyAfter(subject, 'Every application must connect from the network of its endpoint.', []),
      ],
    };
  },
  needs: ({ change, clusters, facts }) => [
    !change.enabled && mayBeOn(facts) && !facts.endpoints && 'private endpoint services',
    change.enabled &&
      clusters.some(({ sharded, tier }) => sharded === undefined && (tier ?? 'dedicated') === 'dedicated') &&
      'cluster type',
  ],
  refusals: (subject) => [afterwards(subject), !subject.change.enabled && turnedOff(subject)],
  concerns: (cluster) => cluster.listed.some(({ endpoint }) => endpoint !== null) && isMultiRegion(cluster) !== false,
  mayBreak: readsEndpoint,
};

const mayBeOn = ({ project }: Facts): boolean => project.regionalizedPrivateEndpoints?.value !== false;

/** The setting stays on while more than one region has several endpoints (vendor documentation, 2026-08). */
function turnedOff({ facts }: Subject): OpenPoint | false {
  const several = mayBeOn(facts) ? crowdedRegions(facts) : [];
  return (
    several.length > 1 &&
    refused(
      `The service refuses to turn the setting off: more than one private endpoint in each of ${namesOf(several)}.`,
    )
  );
}

/** With the mode on, replica sets cannot be created, and all clusters must be sharded. */
function allSharded(subject: Subject): Step | false {
  const names = subject.clusters.filter(({ sharded }) => sharded === false).map(({ name }) => name);
  const places = replacements(subject.breaking.filter(({ string }) => string === null));
  return (
    names.length + places.length > 0 &&
    step({
      title: 'Convert or move every replica set',
      detail:
        names.length > 0
          ? `Convert ${named(names)}, or move them to another project.`
          : 'Create a sharded cluster instead.',
      commands: names.map((cluster) => planCommand({ change: 'shard', cluster }, subject.change.project)),
      places,
    })
  );
}
