import { usedOf, type Procedure, type PlannedFinding, type Runbook, type SubjectOf } from '../subject.ts';
import type { OpenPoint, Step } from '../entry.ts';
import { apiCommand, clusterCall, ofProject, planCommand } from '../commands.ts';
import {
  changeStep,
  ENDPOINT_KINDS,
  gateStep,
  named,
  NETWORK,
  readsSrv,
  replaceSteps,
  step,
  uses,
  verifyAfter,
} from '../steps.ts';
import { endpointRegions, hasEndpointIn } from '../../facts/query.ts';
import type { FactName, Region } from '../../facts/facts.ts';
import { apiRegion } from '../../classify/regions.ts';
import { distinctRegions, equalRegions } from '../../facts/regions.ts';
import { addedRegions, plannedRegions } from '../../lint/string-hosts.ts';
import { afterwards, DOWNTIME, isLate, notDedicated, open, refused } from '../points.ts';

type RegionSubject = SubjectOf<'multi-region'>;

/** The steps before a cluster gets more regions, in this order (vendor documentation and FAQ, 2026-08). */
function runbook(subject: RegionSubject): Runbook {
  const added = newRegions(subject);
  const replace = replaceSteps(subject, before(subject), {
    title: 'Replace strings that fail with more regions',
    detail:
      'An optimized string (-lb) ends with the conversion: the Legacy SRV string stays. An endpoint string gets the number 0. A host list misses the new nodes.',
  });
  if (subject.clusters.length > 0 && added.length === 0)
    return {
      about: `Nothing to add: the cluster spans ${subject.change.regions.join(', ')} already.${leaving(subject)}`,
      steps: replace,
    };
  const names = added.map(({ name }) => name).join(', ');
  return {
    about: `Adding ${added.length === 1 ? 'the region' : 'the regions'} ${names}.`,
    steps: [
      ...peeringOnlyFirst(subject),
      ...regionalizedFirst(subject),
      ...ticket(subject),
      ...replace,
      ...networkFirst(subject),
      gateStep(subject, 'the conversion'),
      convert(subject, names),
      ...indexAfterwards(subject),
      verifyAfter(
        subject,
        uses(subject, ENDPOINT_KINDS)
          ? 'The record must list an endpoint string for the cluster. Restart one application and see that it connects.'
          : '',
      ),
    ],
  };
}

/** What is replaced before the conversion; a fact against the plan is no string to replace. */
const before = ({ breaking }: RegionSubject): readonly PlannedFinding[] =>
  breaking.filter((one) => one.string !== null && !isLate(one) && one.finding.rule !== 'change-refused');

function indexAfterwards(subject: RegionSubject): Step[] {
  return replaceSteps(subject, subject.breaking.filter(isLate), {
    title: 'Put the endpoint strings with the number 0 into the applications',
    detail:
      'They exist only now. Running clients go on with the hosts that they know; the old string fails at their next restart.',
  });
}

/** A cluster on Azure can have more regions only with the mode off (vendor FAQ on connection changes, 2026-08). */
function peeringOnlyFirst(subject: RegionSubject): Step[] {
  const azure = regionsAfter(subject).some(({ provider }) => provider === 'azure');
  if (!azure || subject.facts.project.peeringOnly?.value !== true) return [];
  return [
    step(
      { title: 'Turn peering-only mode off', detail: 'A cluster on Azure cannot have another region while it is on.' },
      [planCommand({ ...ofProject(subject), change: 'disable-peering-only' })],
    ),
  ];
}

function regionalizedFirst(subject: RegionSubject): Step[] {
  const { change, facts } = subject;
  if (change.regionalizedPrivateEndpoints !== true || facts.project.regionalizedPrivateEndpoints?.value === true)
    return [];
  return [
    step(
      {
        title: 'Turn regionalized private endpoints on',
        detail: 'The setting applies to the whole project and changes strings.',
      },
      [planCommand({ ...ofProject(subject), change: 'regionalized-endpoints', enabled: true })],
    ),
  ];
}

/** A cluster that lists no Legacy SRV string needs support before the conversion (vendor documentation, 2026-08). */
function ticket(subject: RegionSubject): Step[] {
  if (regionalizedAfter(subject) === true || !subject.breaking.some(({ finding }) => finding.kind === 'optimized'))
    return [];
  const names = subject.clusters
    .filter(
      ({ listed }) =>
        listed.length > 0 && !listed.some(({ kind, form }) => kind === 'private-endpoint' && form === 'srv'),
    )
    .map(({ name }) => name);
  if (names.length === 0) return [];
  return [
    step({
      title: 'Open a support ticket before the conversion',
      detail: `The record of ${named(names)} lists no Legacy SRV string. Only support can turn the optimized string off.`,
    }),
  ];
}

function convert(subject: RegionSubject, names: string): Step {
  const added = newRegions(subject).map(({ name, provider }) => ({
    providerName: provider?.toUpperCase() ?? 'AWS',
    regionName: name,
    priority: 6,
    electableSpecs: { nodeCount: 2 },
  }));
  const filter = `{replicationSpecs: [.replicationSpecs[] | .regionConfigs += [${added.map((one) => `.regionConfigs[0] * ${JSON.stringify(one)}`).join(', ')}]]}`;
  const providers = new Set(regionsAfter(subject).flatMap(({ provider }) => provider ?? []));
  const reads =
    providers.size > 1 && subject.clusters.some(({ sharded }) => sharded?.value === false)
      ? ' Over a private path, a multi-cloud replica set shows only nodes of the same provider and region: allow secondaries with readPreference.'
      : '';
  return changeStep(
    {
      title: `Add ${names}`,
      detail: `In the cluster builder, or by the calls below. Adapt node counts and priorities in change.json: the electable nodes must be 3, 5 or 7.${reads}${leaving(subject)}`,
    },
    clusterCall(subject, filter),
    'Remove the added regions.',
  );
}

/** On AWS, peering is lost with the region (vendor FAQ on clusters, 2026-08). */
function leaving({ change, clusters }: RegionSubject): string {
  const gone = clusters.flatMap((cluster) => {
    const planned = plannedRegions(change, cluster);
    return (cluster.regions?.value ?? []).filter((region) => !planned.some((one) => equalRegions(one, region)));
  });
  if (gone.length === 0) return '';
  const names = [...new Set(gone.map(({ name }) => name))].join(', ');
  return ` The cluster keeps ${names}. A move out of it is a change of its own afterwards: peering connections, endpoints and rules for peered addresses stay behind.`;
}

/** The networks that the strings in use need in the planned regions. */
function networkFirst(subject: RegionSubject): Step[] {
  const hasEndpoints = uses(subject, ENDPOINT_KINDS);
  const has = regionsAfter(subject).map(({ name, provider }) => hasEndpointIn(subject.facts, name, provider));
  const isPartly = has.includes(true) && has.includes(false);
  return [
    ...(hasEndpoints || isPartly ? endpointsFirst(subject) : []),
    ...(hasEndpoints && regionalizedAfter(subject) !== true ? [crossRegion(subject)] : []),
    ...(uses(subject, ['private']) ? peeringFirst(subject) : []),
  ];
}

/** Without an endpoint in every region the record no longer lists any endpoint string (API reference, 2026-08). */
function endpointsFirst(subject: RegionSubject): Step[] {
  const missing = regionsAfter(subject).filter(
    ({ name, provider }) => hasEndpointIn(subject.facts, name, provider) !== true,
  );
  if (missing.length === 0) return [];
  return [
    step(
      {
        title: `Create a private endpoint in ${missing.map(({ name }) => name).join(', ')}`,
        detail:
          'Resume paused clusters of the region first. Create the endpoint service, then the endpoint in your own network (ports 1024 to 65535), and add its id to the service (POST to endpointService/{id}/endpoint).',
      },
      missing.map(({ name, provider }) =>
        apiCommand(subject, {
          method: 'POST',
          path: 'privateEndpoint/endpointService',
          groupId: subject.clusters[0]?.groupId,
          body: {
            providerName: provider?.toUpperCase() ?? '{provider}',
            region: apiRegion(name, provider) ?? '{region}',
          },
        }),
      ),
      { role: NETWORK, undo: 'Delete the endpoint and its service.' },
    ),
  ];
}

/** One string for all regions leads to nodes of every region (vendor documentation, private endpoints, 2026-08). */
function crossRegion(subject: RegionSubject): Step {
  const providers = regionsAfter(subject).map(({ provider }) => provider);
  const how = [
    ...(providers.some((provider) => provider !== 'gcp')
      ? ['AWS and Azure: peer your networks of the regions with each other.']
      : []),
    ...(providers.includes('gcp') ? ['GCP: turn on global access for the private service connection.'] : []),
    ...(new Set(providers).size > 1 ? ['Between providers: connect your networks with a site-to-site VPN.'] : []),
  ];
  return step({
    title: 'Connect the networks of the regions',
    detail: `One string leads to nodes in every region. ${how.join(' ')}`,
  });
}

/** On AWS and Azure, a peering connection belongs to one region (vendor documentation, 2026-08). */
function peeringFirst({ facts, ...subject }: RegionSubject): Step[] {
  const known = facts.project.peeringRegions?.value;
  const needed = regionsAfter({ ...subject, facts }).filter(({ provider }) => provider !== 'gcp');
  const missing = known ? needed.filter((region) => !known.some((one) => equalRegions(one, region))) : needed;
  if (missing.length === 0) return [];
  return [
    step(
      {
        title: `Create a peering connection in ${missing.map(({ name }) => name).join(', ')}`,
        detail: 'With a network container and a route in your own network.',
      },
      [],
      { role: NETWORK, undo: 'Delete the peering connection.' },
    ),
  ];
}

/** The regions of the plan with their providers, as far as names and clusters show them. */
function regionsAfter({ change, clusters }: RegionSubject): readonly Region[] {
  const each = clusters.flatMap((cluster) => plannedRegions(change, cluster));
  return clusters.length === 0 ? plannedRegions(change, undefined) : distinctRegions(each);
}

/** Those in which a cluster has no node yet. */
function newRegions({ change, clusters }: RegionSubject): readonly Region[] {
  const each = clusters.flatMap((cluster) => addedRegions(change, cluster));
  return clusters.length === 0 ? addedRegions(change, undefined) : distinctRegions(each);
}

/** Whether endpoints will be regionalized; `undefined` if neither plan nor project says so. */
const regionalizedAfter = ({ change, facts }: RegionSubject): boolean | undefined =>
  change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function needs(subject: RegionSubject): readonly FactName[] {
  const { clusters, facts } = subject;
  if (clusters.length > 0 && newRegions(subject).length === 0) return [];
  const regions = clusters.length === 0 ? [] : regionsAfter(subject);
  const hasEndpoints =
    uses(subject, ENDPOINT_KINDS) || clusters.some(({ listed }) => listed.some(({ endpoint }) => endpoint !== null));
  return [
    ...(hasEndpoints && regionalizedAfter(subject) === undefined
      ? (['regionalized private endpoints (regionalMode)'] as const)
      : []),
    ...(hasEndpoints && facts.endpoints === undefined ? (['private endpoint services'] as const) : []),
    ...(regions.some(({ provider }) => provider === null) ? (['provider of the cluster'] as const) : []),
    ...(regions.some(({ provider }) => provider === 'azure') && !facts.project.peeringOnly
      ? (['peering-only mode (privateIpMode)'] as const)
      : []),
  ];
}

function refusals(subject: RegionSubject): OpenPoint[] {
  const { clusters, facts, input } = subject;
  const contradicted = contradiction(subject);
  if (newRegions(subject).length === 0) return contradicted;
  const all = distinctRegions([
    ...regionsAfter(subject),
    ...clusters.flatMap((cluster) => cluster.regions?.value ?? []),
  ]);
  const isLeaving =
    input.earlier.some((one) => one.change === 'disable-peering-only') &&
    facts.project.peeringOnly?.value === true &&
    all.some(({ provider }) => provider === 'azure');
  const mode = 'Peering-only mode is on until the earlier change disable-peering-only is done.';
  return [
    ...contradicted,
    ...notDedicated(subject),
    ...(isLeaving ? [open(mode, 'Run the plan again after it.')] : []),
    ...coverage(all, subject),
    ...severalInOneRegion(subject),
    ...renamed(subject),
    ...afterwards(subject),
  ];
}

/** The plan counts on a setting that the project does not have. */
function contradiction(subject: RegionSubject): OpenPoint[] {
  const { change, facts, input } = subject;
  const planned = change.regionalizedPrivateEndpoints;
  const known = facts.project.regionalizedPrivateEndpoints;
  if (planned === undefined || known === undefined || known.value === planned) return [];
  const state = `The plan says that regionalized private endpoints are ${onOff(planned)}, ${known.source} says ${onOff(known.value)}.`;
  const isFirst = input.earlier.some((one) => one.change === 'regionalized-endpoints' && one.enabled === planned);
  return isFirst
    ? [open(state, 'Run the plan again after the earlier change regionalized-endpoints.')]
    : [refused(state, 'Change the setting first, or correct the plan.')];
}

const onOff = (value: boolean): string => (value ? 'on' : 'off');

/** The service refuses a region without an endpoint while others have one (vendor documentation, 2026-08). */
function coverage(all: readonly Region[], { facts }: RegionSubject): OpenPoint[] {
  const states = all.map((region) => ({ region, has: hasEndpointIn(facts, region.name, region.provider) }));
  const without = states.filter(({ has }) => has === false).map(({ region }) => region.name);
  if (without.length === 0 || !states.some(({ has }) => has === true)) return [];
  return [
    refused(
      `The service refuses the change: private endpoints exist in some of the planned regions but not in ${without.join(', ')}.`,
      'Create an endpoint there first.',
    ),
  ];
}

/** Without regionalized endpoints: one endpoint per region, or several in one and none elsewhere. */
function severalInOneRegion(subject: RegionSubject): OpenPoint[] {
  const several = endpointRegions(subject.facts).filter(({ count }) => count > 1);
  if (regionalizedAfter(subject) === true || several.length === 0) return [];
  const names = several.map(({ region }) => region.name).join(', ');
  return [
    refused(`The service refuses the change: ${names} has more than one private endpoint.`, 'Remove the others first.'),
  ];
}

/** Regionalized strings name their region; what a cluster in one region has may be called otherwise after the change. */
function renamed(subject: RegionSubject): OpenPoint[] {
  if (regionalizedAfter(subject) !== true || subject.change.downtime !== undefined) return [];
  const unnamed = usedOf(subject, ...ENDPOINT_KINDS).filter(({ string }) => string.region === null);
  if (unnamed.length === 0) return [];
  return [
    open(
      'With regionalized endpoints, the new strings name their region and exist only after the change.',
      DOWNTIME,
      unnamed.map(({ place }) => place),
    ),
  ];
}

export const multiRegion: Procedure<'multi-region'> = {
  runbook,
  needs,
  refusals,
  mayBreak: (string) => string.kind !== 'standard' || !readsSrv(string),
};
