import { ENDPOINT_KINDS, readsSrv, usedOf, uses } from '../subject.ts';
import type { PlannedFinding, Procedure, SubjectOf } from '../subject.ts';
import { named, refused, unlessDown, type OpenPoint, type Step, type Steps } from '../entry.ts';
import { clusterCall, endpointCalls, planCommand } from '../commands.ts';
import { afterwards, isLate, notDedicated, gateStep, NETWORK, replaceSteps, step, verifyAfter } from '../steps.ts';
import { crowdedRegions, hasEndpointIn } from '../../facts/query.ts';
import type { FactName, Region } from '../../facts/facts.ts';
import { distinctRegions, namesOf, regionsWithout } from '../../facts/regions.ts';
import { addedRegions, plannedRegions, regionalizedAfterPlan } from '../../lint/string-hosts.ts';

type RegionSubject = SubjectOf<'multi-region'>;

function settingsFirst(subject: RegionSubject): Steps {
  const { change, facts, clusters, breaking } = subject;
  const { peeringOnly, regionalizedPrivateEndpoints: regionalized } = facts.project;
  const ofOptimized = breaking.some(({ finding }) => finding.kind === 'optimized');
  const withoutSrv = clusters.filter(
    ({ listed }) =>
      listed.length > 0 && !listed.some(({ kind, form }) => kind === 'private-endpoint' && form === 'srv'),
  );
  return [
    // A cluster on Azure can have more regions only with the mode off (vendor FAQ on connection changes, 2026-08).
    peeringOnly?.value === true &&
      regionsAfter(subject).some(({ provider }) => provider === 'azure') &&
      step({
        title: 'Turn peering-only mode off',
        detail: 'A cluster on Azure cannot have another region while it is on.',
        commands: [planCommand({ change: 'disable-peering-only' }, change.project)],
      }),
    change.regionalizedPrivateEndpoints === true &&
      regionalized?.value !== true &&
      step({
        title: 'Turn regionalized private endpoints on',
        detail: 'The setting applies to the whole project and changes strings.',
        commands: [planCommand({ change: 'regionalized-endpoints', enabled: true }, change.project)],
      }),
    // Without a Legacy SRV string, support is needed before the conversion (vendor documentation, 2026-08).
    regionalizedAfterPlan(subject.change, subject) !== true &&
      ofOptimized &&
      withoutSrv.length > 0 &&
      step({
        title: 'Open a support ticket before the conversion',
        detail: `The record of ${named(withoutSrv.map(({ name }) => name))} lists no Legacy SRV string. Only support can turn the optimized string off.`,
      }),
  ];
}

function convert(subject: RegionSubject, added: readonly Region[]): Step {
  const specs = added.map(({ name, provider }) =>
    JSON.stringify({
      providerName: provider?.toUpperCase() ?? 'AWS',
      regionName: name,
      priority: 6,
      electableSpecs: { nodeCount: 2 },
    }),
  );
  const configs = specs.map((spec) => `.regionConfigs[0] * ${spec}`).join(', ');
  return step({
    kind: 'change',
    title: `Add ${namesOf(added)}`,
    detail:
      'In the cluster builder, or by the calls below. Adapt node counts and priorities in change.json: the electable nodes must be 3, 5 or 7.',
    commands: clusterCall(subject, `{replicationSpecs: [.replicationSpecs[] | .regionConfigs += [${configs}]]}`),
    undo: 'Remove the added regions.',
  });
}

/** On AWS, peering is lost with the region (vendor FAQ on clusters, 2026-08). */
function leaving({ change, clusters }: RegionSubject): string {
  const gone = clusters.flatMap((cluster) => regionsWithout(cluster.regions ?? [], plannedRegions(change, cluster)));
  if (gone.length === 0) return '';
  return ` The cluster keeps ${namesOf(gone)}. A move out of it is a change of its own afterwards: peering connections, endpoints and rules for peered addresses stay behind.`;
}

function networksFirst(subject: RegionSubject): Steps {
  const { facts } = subject;
  const regions = regionsAfter(subject);
  const hasEndpoints = uses(subject, ENDPOINT_KINDS);
  const without = regions.filter(({ name, provider }) => hasEndpointIn(facts, name, provider) !== true);
  const isPartly = without.length < regions.length;
  // On AWS and Azure, a peering connection belongs to one region (vendor documentation, 2026-08).
  const byRegion = regions.filter(({ provider }) => provider !== 'gcp');
  const unpeered = regionsWithout(byRegion, facts.project.peeringRegions ?? []);
  return [
    // Without an endpoint in every region the record no longer lists any endpoint string (API reference, 2026-08).
    (hasEndpoints || isPartly) &&
      without.length > 0 &&
      step({
        title: `Create a private endpoint in ${namesOf(without)}`,
        detail:
          'Resume paused clusters of the region first. Create the endpoint service, then the endpoint in your own network (ports 1024 to 65535), and add its id to the service (POST to endpointService/{id}/endpoint).',
        commands: endpointCalls(subject, without),
        role: NETWORK,
        undo: 'Delete the endpoint and its service.',
      }),
    hasEndpoints && regionalizedAfterPlan(subject.change, subject) !== true && crossRegion(regions),
    (uses(subject, ['private']) || subject.breaking.some(leadsThroughPeering)) &&
      unpeered.length > 0 &&
      step({
        title: `Create a peering connection in ${namesOf(unpeered)}`,
        detail: 'With a network container and a route in your own network.',
        role: NETWORK,
        undo: 'Delete the peering connection.',
      }),
  ];
}

/** Inside a peered network on AWS, a standard string does as well. */
const leadsThroughPeering = ({ finding, string }: PlannedFinding): boolean =>
  finding.rule === 'change-refused' && string?.kind === 'standard';

/** One string for all regions leads to nodes of every region (vendor documentation, private endpoints, 2026-08). */
function crossRegion(regions: readonly Region[]): Step {
  const providers = regions.map(({ provider }) => provider);
  const how = [
    providers.some((provider) => provider !== 'gcp') &&
      'AWS and Azure: peer your networks of the regions with each other.',
    providers.includes('gcp') && 'GCP: turn on global access for the private service connection.',
    new Set(providers).size > 1 && 'Between providers: connect your networks with a site-to-site VPN.',
  ];
  return step({
    title: 'Connect the networks of the regions',
    detail: `One string leads to nodes in every region. ${how.filter(Boolean).join(' ')}`,
  });
}

/** The regions of the plan with their providers, as far as names and clusters show them. */
const regionsAfter = (subject: RegionSubject): readonly Region[] => ofEach(subject, plannedRegions);

const newRegions = (subject: RegionSubject): readonly Region[] => ofEach(subject, addedRegions);

function ofEach({ change, clusters }: RegionSubject, regionsIn: typeof plannedRegions): readonly Region[] {
  const all = clusters.length > 0 ? clusters : [undefined];
  return distinctRegions(all.flatMap((cluster) => regionsIn(change, cluster)));
}

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function needs(subject: RegionSubject): readonly (FactName | false)[] {
  const { clusters, facts } = subject;
  if (clusters.length > 0 && newRegions(subject).length === 0) return [];
  const regions = clusters.length === 0 ? [] : regionsAfter(subject);
  const hasEndpoints =
    uses(subject, ENDPOINT_KINDS) || clusters.some(({ listed }) => listed.some(({ endpoint }) => endpoint !== null));
  return [
    hasEndpoints &&
      regionalizedAfterPlan(subject.change, subject) === undefined &&
      'regionalized private endpoints (regionalMode)',
    hasEndpoints &&
      (!facts.endpoints || regions.some(({ name, provider }) => hasEndpointIn(facts, name, provider) === undefined)) &&
      'private endpoint services',
    regions.some(({ provider }) => provider === null) && 'provider of the cluster',
    regions.some(({ provider }) => provider === 'azure') &&
      !facts.project.peeringOnly &&
      'peering-only mode (privateIpMode)',
  ];
}

function refusals(subject: RegionSubject): readonly (OpenPoint | false)[] {
  const contradicted = contradiction(subject);
  if (newRegions(subject).length === 0) return [contradicted];
  const several = crowdedRegions(subject.facts);
  const unnamed = usedOf(subject, ...ENDPOINT_KINDS)
    .filter(({ string }) => string.region === null)
    .map(({ place }) => place);
  const isRegionalized = regionalizedAfterPlan(subject.change, subject);
  return [
    contradicted,
    notDedicated(subject),
    // Without regionalized endpoints: one endpoint per region, or several in one and none elsewhere.
    isRegionalized === false &&
      several.length > 0 &&
      refused(
        `The service refuses the change: ${namesOf(several)} has more than one private endpoint.`,
        'Remove the others first.',
      ),
    // What a cluster in one region has may be called otherwise after the change.
    isRegionalized === true && unlessDown(subject.change.downtime, NEW_NAMES, unnamed),
    afterwards(subject),
  ];
}

const NEW_NAMES = 'With regionalized endpoints, the new strings name their region and exist only after the change.';

/** The plan counts on a setting that the project does not have. */
function contradiction({ change, facts }: RegionSubject): OpenPoint | false {
  const planned = change.regionalizedPrivateEndpoints;
  const known = facts.project.regionalizedPrivateEndpoints;
  if (planned === undefined || !known || known.value === planned) return false;
  const [wanted, is] = planned ? ['on', 'off'] : ['off', 'on'];
  return refused(
    `The plan says that regionalized private endpoints are ${wanted}, ${known.source} says ${is}.`,
    'Change the setting first, or correct the plan.',
  );
}

/** The steps before a cluster gets more regions, in this order (vendor documentation and FAQ, 2026-08). */
export const multiRegion: Procedure<'multi-region'> = {
  runbook(subject) {
    const { clusters, change, breaking } = subject;
    const added = newRegions(subject);
    // A fact against the plan is no string to replace.
    const early = breaking.filter(
      (one) => one.string !== null && !isLate(one) && one.finding.rule !== 'change-refused',
    );
    const replace = replaceSteps(subject, early, {
      title: 'Replace strings that fail with more regions',
      detail:
        'An optimized string (-lb) ends with the conversion: the Legacy SRV string stays. An endpoint string changes to index 0. A host list misses the new nodes.',
    });
    const kept = leaving(subject);
    if (clusters.length > 0 && added.length === 0)
      return {
        about: `Nothing to add: the cluster spans ${change.regions.join(', ')} already.${kept}`,
        steps: replace,
      };
    const names = namesOf(added);
    return {
      about: `Adding ${added.length === 1 ? 'the region' : 'the regions'} ${names}.${kept}`,
      steps: [
        settingsFirst(subject),
        replace,
        networksFirst(subject),
        gateStep(subject, 'the conversion'),
        convert(subject, added),
        replaceSteps(subject, breaking.filter(isLate), {
          title: 'Deploy the endpoint strings with index 0',
          detail:
            'They exist only now. Running clients go on with the hosts that they know; the old string fails at their next restart.',
        }),
        verifyAfter(
          subject,
          uses(subject, ENDPOINT_KINDS)
            ? 'The record must list an endpoint string for the cluster. Restart one application and see that it connects.'
            : '',
        ),
      ],
    };
  },
  needs,
  refusals,
  mayBreak: (string) => string.kind !== 'standard' || !readsSrv(string),
};
