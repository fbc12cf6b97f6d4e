import WORDS from './words.json' with { type: 'json' };
import { ENDPOINT_KINDS, readsSrv, usedOf, uses } from '../subject.ts';
import type { PlannedFinding, Procedure, SubjectOf } from '../subject.ts';
import { afterwards, gateStep, impossible, isLate, made, named, NETWORK, notDedicated } from '../steps.ts';
import { refused, replaceSteps, step, unlessDown, verifyAfter } from '../steps.ts';
import type { OpenPoint, Step, Steps } from '../steps.ts';
import { apiRegion } from '../../classify/regions.ts';
import { clusterCall, endpointCalls, planCommand } from '../commands.ts';
import { crowdedRegions, hasEndpointIn, lacksPeeringIn } from '../../facts/query.ts';
import type { ClusterFacts, FactName, Region } from '../../facts/facts.ts';
import { distinctRegions, namesOf, regionsWithout } from '../../facts/regions.ts';
import { addedRegions, plannedRegions, regionalizedAfterPlan } from '../../lint/string-hosts.ts';

const words = WORDS['multi-region'];

type RegionSubject = SubjectOf<'multi-region'>;

/** The steps before a cluster gets more regions, in this order (vendor documentation and FAQ, 2026-08). */
export const multiRegion: Procedure<'multi-region'> = {
  runbook(subject) {
    const { clusters, change, breaking } = subject;
    const { added, hasEndpoints } = afterMove(subject);
    const none = impossible(subject);
    if (none) return none;
    // A fact against the plan is no string to replace.
    const early = breaking.filter((one) => one.string && !isLate(one) && one.finding.rule !== 'change-refused');
    const replace = replaceSteps(subject, early, words.replace);
    const kept = leaving(subject);
    if (clusters.length > 0 && added.length === 0)
      return made(`Nothing to add: the cluster spans ${change.regions.join(', ')} already.${kept}`, replace);
    return {
      about: `Adding ${added.length === 1 ? 'the region' : 'the regions'} ${namesOf(added)}.${kept}`,
      steps: [
        settingsFirst(subject),
        replace,
        networksFirst(subject),
        gateStep(subject, 'the conversion'),
        convert(subject, added),
        replaceSteps(subject, breaking.filter(isLate), words.deploy),
        verifyAfter(subject, hasEndpoints ? words.verify : ''),
      ],
    };
  },
  needs,
  refusals,
  mayBreak: (string) => string.kind !== 'standard' || !readsSrv(string),
};

/** What the change leads to, as far as names, clusters and settings show it. */
function afterMove(subject: RegionSubject) {
  const { change, clusters } = subject;
  const ofEach = (regionsIn: typeof plannedRegions): readonly Region[] =>
    distinctRegions((clusters.length > 0 ? clusters : [undefined]).flatMap((cluster) => regionsIn(change, cluster)));
  return {
    regions: ofEach(plannedRegions),
    // Those in which a cluster has no node yet.
    added: ofEach(addedRegions),
    isRegionalized: regionalizedAfterPlan(change, subject),
    hasEndpoints: uses(subject, ENDPOINT_KINDS),
  };
}

function settingsFirst(subject: RegionSubject): Steps {
  const { change, facts, clusters, breaking } = subject;
  const { regions, isRegionalized } = afterMove(subject);
  const { peeringOnly, regionalizedPrivateEndpoints } = facts.project;
  const isOnAzure = regions.some(({ provider }) => provider === 'azure');
  const isTurnedOn = change.regionalizedPrivateEndpoints === true && regionalizedPrivateEndpoints?.value !== true;
  const losesOptimized = isRegionalized !== true && breaking.some(({ finding }) => finding.kind === 'optimized');
  const withoutSrv = clusters.filter(
    ({ listed }) =>
      listed.length > 0 && !listed.some(({ kind, form }) => kind === 'private-endpoint' && form === 'srv'),
  );
  return [
    // A cluster on Azure can have more regions only with the mode off (vendor FAQ on connection changes, 2026-08).
    peeringOnly?.value === true &&
      isOnAzure &&
      step({ ...words.peeringOnlyOff, commands: [planCommand({ change: 'disable-peering-only' }, change.project)] }),
    isTurnedOn &&
      step({
        ...words.regionalizedOn,
        commands: [planCommand({ change: 'regionalized-endpoints', enabled: true }, change.project)],
      }),
    // Without a Legacy SRV string, support is needed before the conversion (vendor documentation, 2026-08).
    losesOptimized &&
      withoutSrv.length > 0 &&
      step(words.ticket, { clusters: named(withoutSrv.map(({ name }) => name)) }),
  ];
}

function convert(subject: RegionSubject, added: readonly Region[]): Step {
  const filterOf = (cluster?: ClusterFacts): string | null => {
    const configs = addedRegions(subject.change, cluster).map(({ name, provider }) => {
      const providerName = provider?.toUpperCase() ?? 'AWS';
      const regionName = apiRegion(name, provider) ?? '{region}';
      const own = { providerName, regionName, priority: 6, electableSpecs: { nodeCount: 2 } };
      return `.regionConfigs[0] * ${JSON.stringify(own)}`;
    });
    if (configs.length === 0) return null;
    return `{replicationSpecs: [.replicationSpecs[] | .regionConfigs += [${configs.join(', ')}]]}`;
  };
  const commands = clusterCall(subject, filterOf);
  return step({ kind: 'change', ...words.convert, commands }, { regions: namesOf(added) });
}

/** On AWS, peering is lost with the region (vendor FAQ on clusters, 2026-08). */
function leaving({ change, clusters }: RegionSubject): string {
  const gone = clusters.flatMap((cluster) => regionsWithout(cluster.regions ?? [], plannedRegions(change, cluster)));
  if (gone.length === 0) return '';
  return ` The cluster keeps ${namesOf(gone)}. A move out of it is a change of its own afterwards: peering connections, endpoints and rules for peered addresses stay behind.`;
}

function networksFirst(subject: RegionSubject): Steps {
  const { facts, breaking } = subject;
  const { regions, isRegionalized, hasEndpoints } = afterMove(subject);
  // Without an endpoint in every region the record no longer lists any endpoint string (API reference, 2026-08).
  const without = regions.filter(({ name, provider }) => hasEndpointIn(facts, name, provider) !== true);
  const needsEndpoints = without.length > 0 && (hasEndpoints || without.length < regions.length);
  const unpeered = regions.filter((region) => lacksPeeringIn(facts, region) !== false);
  const isPeered = uses(subject, ['private']) || breaking.some(leadsThroughPeering);
  return [
    needsEndpoints &&
      step(
        { ...words.endpoint, commands: endpointCalls(subject, without), role: NETWORK },
        { regions: namesOf(without) },
      ),
    hasEndpoints && isRegionalized !== true && crossRegion(regions),
    isPeered && unpeered.length > 0 && step({ ...words.peering, role: NETWORK }, { regions: namesOf(unpeered) }),
  ];
}

/** Inside a peered network on AWS, strings of the public path do as well. */
const leadsThroughPeering = ({ finding, string }: PlannedFinding): boolean =>
  finding.rule === 'change-refused' && /^(?:standard|legacy)$/.test(string?.kind ?? '');

/** One string for all regions leads to nodes of every region (vendor documentation, private endpoints, 2026-08). */
function crossRegion(regions: readonly Region[]): Step {
  const providers = new Set(regions.map(({ provider }) => provider));
  const { title, all, others, gcp, several } = words.connect;
  const how = [
    all,
    [...providers].some((provider) => provider !== 'gcp') && others,
    providers.has('gcp') && gcp,
    providers.size > 1 && several,
  ];
  return step({ title, detail: how.filter(Boolean).join(' ') });
}

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function needs(subject: RegionSubject): readonly (FactName | false)[] {
  const { clusters, facts } = subject;
  const { added, regions, isRegionalized, ...after } = afterMove(subject);
  if (impossible(subject) || (clusters.length > 0 && added.length === 0)) return [];
  const known = clusters.length === 0 ? [] : regions;
  const hasEndpoints =
    after.hasEndpoints || clusters.some(({ listed }) => listed.some(({ endpoint }) => endpoint !== null));
  const isOpen = known.some(({ name, provider }) => hasEndpointIn(facts, name, provider) === undefined);
  const isOnAzure = known.some(({ provider }) => provider === 'azure');
  return [
    hasEndpoints && isRegionalized === undefined && 'regionalized private endpoints (regionalMode)',
    hasEndpoints && (!facts.endpoints || isOpen) && 'private endpoint services',
    known.some(({ provider }) => provider === null) && 'provider of the cluster',
    isOnAzure && !facts.project.peeringOnly && 'peering-only mode (privateIpMode)',
  ];
}

function refusals(subject: RegionSubject): readonly (OpenPoint | false)[] {
  const { added, isRegionalized } = afterMove(subject);
  const contradicted = contradiction(subject);
  if (added.length === 0) return [contradicted];
  const several = crowdedRegions(subject.facts);
  const tooMany = `The service refuses the change: ${namesOf(several)} has more than one private endpoint.`;
  const unnamed = usedOf(subject, ...ENDPOINT_KINDS).filter(({ string }) => string.region === null);
  const places = unnamed.map(({ place }) => place);
  return [
    contradicted,
    notDedicated(subject),
    // Without regionalized endpoints: one endpoint per region, or several in one and none elsewhere.
    isRegionalized === false && several.length > 0 && refused(tooMany, 'Remove the others first.'),
    // What a cluster in one region has may be called otherwise after the change.
    isRegionalized === true && unlessDown(subject.change.downtime, words.newNames, places),
    afterwards(subject),
  ];
}

/** The plan counts on a setting that the project does not have. */
function contradiction({ change, facts }: RegionSubject): OpenPoint | false {
  const planned = change.regionalizedPrivateEndpoints;
  const known = facts.project.regionalizedPrivateEndpoints;
  if (planned === undefined || !known || known.value === planned) return false;
  const [wanted, is] = planned ? ['on', 'off'] : ['off', 'on'];
  const message = `The plan says that regionalized private endpoints are ${wanted}, ${known.source} says ${is}.`;
  return refused(message, 'Change the setting first, or correct the plan.');
}
