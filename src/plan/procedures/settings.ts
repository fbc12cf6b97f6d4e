import words from './words.json' with { type: 'json' };
import { readsEndpoint, readsLegacy, type Procedure, type Runbook, type SubjectOf } from '../subject.ts';
import { apiCommand, planCommand, pull } from '../commands.ts';
import { afterwards, deployStep, gateStep, hasNoneOn, made, mayBeLegacy, named } from '../steps.ts';
import { readStep, refused, replacements, replaceSteps, step, verifyAfter } from '../steps.ts';
import type { OpenPoint, Step } from '../steps.ts';
import type { ClusterFacts, Facts, Known, ListedString } from '../../facts/facts.ts';
import { crowdedRegions, isMultiRegion, knowsEndpointsOn } from '../../facts/query.ts';
import { namesOf } from '../../facts/regions.ts';

// Planned changes of a setting of the project.

/** A cluster whose strings are not known may have any. */
const mayHave = ({ listed }: ClusterFacts, isSuch: (string: ListedString) => boolean): boolean =>
  listed.length === 0 || listed.some(isSuch);

/** Vendor FAQ on connection changes (2026-08): change the strings of applications, then turn the mode off. */
export const disablePeeringOnly: Procedure<'disable-peering-only'> = {
  toggles: 'peering-only mode (privateIpMode)',
  runbook(subject) {
    if (hasNoneOn(['azure', 'gcp'], subject))
      return made('Does not apply: all clusters are on AWS, where the mode does not exist.');
    const replace = replaceSteps(subject, subject.breaking, words['disable-peering-only'].replace);
    const known = subject.facts.project.peeringOnly;
    if (known?.value === false) return made(nothingToTurn('off', known, 'peering-only mode'), replace);
    const path = 'privateIpMode';
    return {
      about: 'Turning peering-only mode off, which cannot be undone.',
      steps: [
        replace,
        gateStep(subject, 'the mode is turned off'),
        step({
          kind: 'change',
          ...words['disable-peering-only'].change,
          commands: [apiCommand(subject, 'PATCH', path, { enabled: false })],
        }),
        verifyOff(subject, path, 'the mode'),
      ],
    };
  },
  concerns: (cluster) => mayBeLegacy(cluster) && !cluster.providers?.every((provider) => provider === 'aws'),
  spares: true,
  mayBreak: readsLegacy,
};

/** The `-pri` strings of AWS clusters exist only while the setting is on (vendor documentation, 2026-08). */
export const customDns: Procedure<'custom-dns'> = {
  toggles: 'custom DNS on AWS (awsCustomDNS)',
  runbook(subject) {
    if (hasNoneOn(['aws'], subject)) return made('Does not apply: no cluster is on AWS.');
    return subject.change.enabled ? dnsOn(subject) : dnsOff(subject);
  },
  concerns: (cluster, { change }) =>
    (change.enabled || mayHave(cluster, ({ kind }) => kind === 'private')) &&
    (cluster.providers?.includes('aws') ?? true),
  mayBreak: ({ kind }, { change }) => kind === (change.enabled ? 'standard' : 'private'),
};

const dnsOn = (subject: SubjectOf<'custom-dns'>): Runbook => ({
  about: 'Switching the peered networks to a custom DNS, where standard names lead to public addresses.',
  steps: [
    subject.facts.project.customDnsOnAws?.value !== true && [
      toggleDns(subject),
      readStep(subject, words['custom-dns'].read),
    ],
    replaceSteps(subject, subject.breaking, words['custom-dns'].replaceStandard),
    gateStep(subject, 'the networks use the custom DNS'),
    step({ kind: 'clean', ...words['custom-dns'].switch }),
  ],
});

function dnsOff(subject: SubjectOf<'custom-dns'>): Runbook {
  const known = subject.facts.project.customDnsOnAws;
  const replace = replaceSteps(subject, subject.breaking, words['custom-dns'].replacePrivate);
  if (known?.value === false) return made(nothingToTurn('off', known, 'custom DNS on AWS'), replace);
  const gate = gateStep(subject, 'the setting is turned off');
  const steps = [replace, gate, toggleDns(subject), verifyOff(subject, DNS_PATH, 'custom DNS')];
  return { about: 'Turning custom DNS on AWS off.', steps };
}

const DNS_PATH = 'awsCustomDNS';

function toggleDns(subject: SubjectOf<'custom-dns'>): Step {
  const { enabled } = subject.change;
  const commands = [apiCommand(subject, 'PATCH', DNS_PATH, { enabled })];
  return step(
    { kind: 'change', ...words['custom-dns'].toggle, commands },
    { is: onOff(enabled), was: onOff(!enabled) },
  );
}

const onOff = (enabled: boolean): 'on' | 'off' => (enabled ? 'on' : 'off');

const nothingToTurn = (wanted: 'on' | 'off', { source }: NonNullable<Known<boolean>>, name: string): string =>
  `Nothing to turn ${wanted}: ${name} is ${wanted} (${source}).`;

const verifyOff = (subject: SubjectOf<'custom-dns' | 'disable-peering-only'>, path: string, name: string): Step =>
  step(
    { kind: 'verify', ...words.setting.verifyOff, commands: [apiCommand(subject, 'GET', path), pull(subject)] },
    { name },
  );

/** Strings change at the toggle and exist only afterwards (vendor documentation and API reference, 2026-08). */
export const regionalizedEndpoints: Procedure<'regionalized-endpoints'> = {
  toggles: 'regionalized private endpoints (regionalMode)',
  runbook(subject) {
    const { enabled } = subject.change;
    const known = subject.facts.project.regionalizedPrivateEndpoints;
    const wanted = onOff(enabled);
    const places = replacements(subject.breaking.filter(({ string }) => string !== null));
    if (known?.value === enabled && places.length === 0) return made(nothingToTurn(wanted, known, 'it'));
    const path = 'privateEndpoint/regionalMode';
    return {
      about: `Turning regionalized private endpoints ${wanted}: strings change at once, and the new ones exist only afterwards.`,
      steps: [
        enabled && allSharded(subject),
        places.length > 0 && step(words['regionalized-endpoints'].announce),
        gateStep(subject, 'the toggle'),
        step({
          kind: 'change',
          ...words['regionalized-endpoints'][enabled ? 'turnOn' : 'turnOff'],
          commands: [apiCommand(subject, 'GET', path), apiCommand(subject, 'PATCH', path, { enabled })],
        }),
        places.length > 0 && [
          readStep(subject, words['regionalized-endpoints'][enabled ? 'readOn' : 'readOff']),
          step({ kind: 'replace', ...words['regionalized-endpoints'].replace, places }),
          deployStep(),
        ],
        verifyAfter(subject, 'Every application must connect from the network of its endpoint.', []),
      ],
    };
  },
  needs: ({ change, clusters, facts }) => [
    !change.enabled &&
      mayBeOn(facts) &&
      clusters.some(({ providers }) => !knowsEndpointsOn(facts, providers)) &&
      'private endpoint services',
  ],
  refusals: (subject) => [afterwards(subject), !subject.change.enabled && staysOn(subject.facts)],
  concerns: (cluster) => mayHave(cluster, ({ endpoint }) => endpoint !== null) && isMultiRegion(cluster) !== false,
  mayBreak: readsEndpoint,
};

const mayBeOn = ({ project }: Facts): boolean => project.regionalizedPrivateEndpoints?.value !== false;

/** The setting stays on while more than one region has several endpoints (vendor documentation, 2026-08). */
function staysOn(facts: Facts): OpenPoint | false {
  const several = mayBeOn(facts) ? crowdedRegions(facts) : [];
  const message = `The service refuses to turn the setting off: more than one private endpoint in each of ${namesOf(several)}.`;
  return several.length > 1 && refused(message, 'Delete endpoints until at most one region has several.');
}

/** With the mode on, replica sets cannot be created, and all clusters must be sharded. */
function allSharded(subject: SubjectOf<'regionalized-endpoints'>): Step | false {
  const unsharded = subject.clusters.filter(({ sharded }) => sharded === false);
  const names = unsharded.map(({ name }) => name);
  // Only a dedicated cluster can be converted.
  const convertible = unsharded.filter(({ tier }) => tier === undefined || tier === 'dedicated');
  const places = replacements(subject.breaking.filter(({ string }) => string === null));
  const { convert, move, create, title } = words['regionalized-endpoints'].sharded;
  const detail = names.length === 0 ? create : convertible.length === names.length ? convert : move;
  const { project } = subject.change;
  const commands = convertible.map(({ name }) => planCommand({ change: 'shard', cluster: name }, project));
  return names.length + places.length > 0 && step({ title, detail, commands, places }, { clusters: named(names) });
}
