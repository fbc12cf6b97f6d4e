import { nameOf, type Finding } from '../../lint/finding.ts';
import {
  type PlannedFinding,
  type Procedure,
  type Step,
  type StepPlace,
  type PlanSubject,
  usedOf,
} from '../subject.ts';
import { clusterCall, newPings, ofProject, planCommand, PULL, apiCommand } from '../commands.ts';
import {
  acceptDowntime,
  changeStep,
  replacements,
  deployStep,
  replaceStep,
  step,
  mustAnswer,
  verifyStep,
  ENDPOINT_KINDS,
  named,
} from '../steps.ts';
import { hasEndpointIn } from '../../facts/query.ts';
import type { Region } from '../../facts/facts.ts';
import type { Kind } from '../../classify/host-shapes.ts';
import { apiRegion } from '../../classify/regions.ts';
import type { PlannedChange } from '../../config/plan.ts';
import { distinctRegions, equalRegions } from '../../facts/regions.ts';
import { addedRegions, plannedRegions } from '../../lint/string-hosts.ts';

/** The steps before a cluster gets more regions, in this order (vendor documentation and FAQ, 2026-08). */
export const multiRegion: Procedure<'multi-region'> = (subject) =>
  subject.clusters.length > 0 && newRegions(subject).length === 0
    ? nothingToAdd(subject)
    : [
        ...peeringOnlyFirst(subject),
        ...regionalizedFirst(subject),
        ...optimizedFirst(subject),
        ...othersFirst(subject),
        deployStep('Do this before the conversion.'),
        ...networkFirst(subject),
        verifyBefore(subject),
        convert(subject),
        ...indexAfterwards(subject),
        verifyAfter(subject),
      ];

/** The cluster has every region of the plan. What fails with several regions fails today. */
function nothingToAdd(subject: RegionSubject): Step[] {
  const regions = subject.change.regions.join(', ');
  const detail = `${leaving(subject)} Remove the planned change from the config.`.trim();
  return [
    ...(subject.left.length > 0 ? [replaceStep(subject.left, FAILS_WITH_MORE), deployStep()] : []),
    step({ title: `Nothing to add: the cluster already spans ${regions}`, detail }),
  ];
}

/** An endpoint string gets the number 0 with the conversion; a record that lists it already has it before. */
const isRenamed = (finding: Finding, place: StepPlace): boolean =>
  nameOf(finding) === 'multi-region-endpoint-index' && !place.recorded;

function renamedIn({ left }: RegionSubject): readonly PlannedFinding[] {
  return left.filter(({ finding, place }) => isRenamed(finding, place));
}

function indexAfterwards(subject: RegionSubject): Step[] {
  const renamed = renamedIn(subject);
  if (renamed.length === 0) return [];
  return [
    replaceStep(renamed, {
      title: 'Put the endpoint strings with the number 0 into the applications',
      detail:
        `They exist only now. Running clients go on with the hosts that they know; the old string fails at their next restart, so keep this window short. ${acceptDowntime(subject)}`.trim(),
    }),
    deployStep(),
  ];
}

function verifyBefore(subject: RegionSubject): Step {
  const title = 'Verify before the conversion';
  const detail = (others: number): string =>
    `Update the facts. ${mustAnswer(others, ' from where the applications run', 'second')}`;
  const places = [...optimizedFirst(subject), ...othersFirst(subject)].flatMap((one) => one.places);
  // The string that goes with the conversion proves nothing, and its successor does not exist yet.
  if (places.length === 0 && renamedIn(subject).length > 0)
    return step({ title, detail: detail(0) }, [PULL, planCommand(subject.change)], [], 'verify');
  const verify = verifyStep(subject, { title, detail }, places);
  return { ...verify, command: [PULL, verify.command].join('\n') };
}

/** Everything else to replace; a step even if there is nothing. A string that lacks only an endpoint stays as it is. */
function othersFirst(subject: RegionSubject): Step[] {
  const others = subject.left.filter(
    ({ finding, place }) =>
      nameOf(finding) !== 'change-refused/endpoint-coverage' &&
      !isRenamed(finding, place) &&
      finding.kind !== 'optimized' &&
      (finding.kind !== 'private-endpoint' || place.to !== null),
  );
  if (replacements(others).length === 0 && optimizedFirst(subject).length > 0) return [];
  return [replaceStep(others, FAILS_WITH_MORE)];
}

const FAILS_WITH_MORE = {
  title: 'Replace strings that fail with more regions',
  detail:
    'The endpoint string of a multi-region cluster always has the number 0: others stop resolving at the next restart. A host list misses the new nodes: use the SRV string of the same kind.',
} as const;

/** A cluster on Azure can have more regions only with the mode off (vendor FAQ on connection changes, 2026-08). */
function peeringOnlyFirst(subject: RegionSubject): Step[] {
  const mode = subject.facts.project.peeringOnly;
  const azure = regionsAfter(subject).some(({ provider }) => provider === 'azure');
  if (!azure || mode?.value === false) return [];
  return [
    step(
      {
        title: 'Turn peering-only mode off',
        detail: `A cluster on Azure cannot have another region while peering-only mode is on${
          mode ? `, and it is on according to ${mode.source}` : '; whether it is on is not known'
        }. This is a procedure of its own and comes first.`,
      },
      planCommand({ ...ofProject(subject), change: 'disable-peering-only' }),
      subject.left
        .filter(({ finding }) => nameOf(finding) === 'change-refused/azure-peering-only')
        .map(({ place }) => place),
    ),
  ];
}

function regionalizedFirst(subject: RegionSubject): Step[] {
  const { change, facts } = subject;
  const now = facts.project.regionalizedPrivateEndpoints?.value;
  if (change.regionalizedPrivateEndpoints !== true || now === true) return [];
  return [
    step(
      {
        title: 'Turn regionalized private endpoints on',
        detail:
          'The plan requires them. The setting applies to the whole project and changes strings: this is a procedure of its own and comes first.',
      },
      planCommand({ ...ofProject(subject), change: 'regionalized-endpoints', enabled: true }),
    ),
  ];
}

function convert(subject: RegionSubject): Step {
  const added = newRegions(subject).map(({ name }) => name);
  const providers = new Set(regionsAfter(subject).flatMap(({ provider }) => provider ?? []));
  const replicaSet = subject.clusters.some(({ sharded }) => sharded?.value === false);
  const reads =
    providers.size > 1 && replicaSet
      ? ' Over a private path, a multi-cloud replica set shows only nodes of the same provider and region: allow secondaries with readPreference.'
      : '';
  const title = `Add ${added.length === 1 ? 'the region' : 'the regions'} ${added.join(', ')}`;
  const byHand =
    'Edit the cluster in the cluster builder, add the regions, and submit. Or use the Administration API: read the record, keep only replicationSpecs, add the regions to it, and send it back.';
  const inCode = 'Add the regions.';
  const detail = `${reads}${leaving(subject)}`.trim();
  return changeStep({ title, byHand, inCode, detail }, clusterCall(subject), 'Remove the added regions.');
}

function leaving(subject: RegionSubject): string {
  const left = leftRegions(subject);
  if (left.length === 0) return '';
  return ` The cluster keeps ${left.join(', ')}, which the plan does not name. To leave a region, remove it in a separate change afterwards: its peering connections and endpoints do not move.`;
}

/**
 * The present regions that the plan leaves out. On AWS, peering is lost with the region (vendor FAQ on clusters,
 * 2026-08).
 */
function leftRegions({ change, clusters }: RegionSubject): readonly string[] {
  const gone = clusters.flatMap((cluster) => {
    const planned = plannedRegions(change, cluster);
    return (cluster.regions?.value ?? []).filter((region) => !planned.some((one) => equalRegions(one, region)));
  });
  return [...new Set(gone.map(({ name }) => name))];
}

function verifyAfter(subject: RegionSubject): Step {
  const endpoints = usesEndpoints(subject)
    ? ' The record must list an endpoint string for the cluster. Restart one application and see that it connects.'
    : '';
  const renamed = replacements(renamedIn(subject)).map(({ to }) => to);
  return step(
    {
      title: 'Verify after the conversion',
      detail: `Update the facts and check every string against them.${endpoints}`,
    },
    [PULL, 'connlint check', ...newPings(renamed, subject.profile)],
    [],
    'verify',
  );
}

/** Whether Atlas refuses the change for lack of endpoints, also where no string uses one. */
function hasSomeEndpoints(subject: RegionSubject): boolean {
  const has = regionsAfter(subject).map(({ name, provider }) => hasEndpointIn(subject.facts, name, provider));
  return has.includes(true) && has.includes(false);
}

/** The networks that the strings in use need in the planned regions. */
function networkFirst(subject: RegionSubject): Step[] {
  return [
    ...(usesEndpoints(subject) || hasSomeEndpoints(subject) ? [endpointsFirst(subject)] : []),
    ...(usesEndpoints(subject) && regionalizedAfter(subject) !== true ? [crossRegion(subject)] : []),
    ...(usedOf(subject, 'private').length > 0 ? [peeringFirst(subject)] : []),
  ];
}

/** Without an endpoint in every region the record no longer lists any endpoint string (API reference, 2026-08). */
function endpointsFirst(subject: RegionSubject): Step {
  const missing = regionsAfter(subject).filter(
    ({ name, provider }) => hasEndpointIn(subject.facts, name, provider) !== true,
  );
  return step(
    {
      title: 'Create a private endpoint in every planned region',
      detail: `The service refuses a region without an endpoint if another region has one, and the record lists endpoint strings only if each region has one. ${state(subject, missing)}`,
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
    coverageFindings(subject, 'private-endpoint'),
  );
}

function state({ facts }: RegionSubject, missing: readonly Region[]): string {
  const list = missing.map(({ name }) => name).join(', ');
  const how =
    'Create the endpoint service there, then the endpoint in your own network, and add its id to the service (POST to endpointService/{id}/endpoint).';
  if (!facts.endpoints) return `Not all existing ones are known; needed: ${list}. ${how}`;
  if (missing.length === 0) return `Every planned region has one according to ${facts.endpoints.source}.`;
  return `Missing: ${list}. ${how}`;
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
    detail: `Without regionalized endpoints one string leads to nodes in every region. ${how.join(' ')} Check from one region that the endpoint of another one answers.`,
  });
}

/** On AWS and Azure, a peering connection belongs to one region (vendor documentation, 2026-08). */
function peeringFirst(subject: RegionSubject): Step {
  const known = subject.facts.project.peeringRegions?.value;
  const needed = regionsAfter(subject).filter(({ provider }) => provider !== 'gcp');
  const missing = known && needed.filter((region) => !known.some((one) => equalRegions(one, region)));
  const state = !missing
    ? ''
    : missing.length === 0
      ? ' All planned regions have one.'
      : ` None exists in ${missing.map(({ name }) => name).join(', ')}.`;
  const words = {
    title: 'Create a peering connection for every planned region',
    detail: `AWS and Azure: one for each region, with a network container and a route in your own network. GCP: one covers all regions.${state}`,
  };
  return step(words, null, coverageFindings(subject, 'private'));
}

function coverageFindings({ left }: RegionSubject, kind: Kind): readonly StepPlace[] {
  const own = left.filter(({ finding }) => nameOf(finding) === 'change-refused/endpoint-coverage');
  return own.filter(({ finding }) => (finding.kind === 'private') === (kind === 'private')).map(({ place }) => place);
}

export type RegionSubject = PlanSubject<Extract<PlannedChange, { change: 'multi-region' }>>;

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
function regionalizedAfter({ change, facts }: RegionSubject): boolean | undefined {
  return change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
}

function usesEndpoints(subject: RegionSubject): boolean {
  return usedOf(subject, ...ENDPOINT_KINDS).length > 0;
}

/**
 * There is no optimized record for a multi-region cluster without regionalized endpoints: the Legacy SRV string comes
 * first, and a cluster that lists none needs support before the conversion (vendor documentation, 2026-08).
 */
function optimizedFirst(subject: RegionSubject): Step[] {
  const left = subject.left.filter(({ finding }) => finding.kind === 'optimized');
  if (left.length === 0 || staysOptimized(subject)) return [];
  const without = subject.clusters
    .filter(({ listed, legacySrv }) => listed.length > 0 && !legacySrv)
    .map(({ name }) => name);
  const all = without.length > 0 && without.length === subject.clusters.length;
  return [
    ...(without.length > 0 ? [ticket(without)] : []),
    replaceStep(left, {
      title: `Switch optimized strings to the Legacy SRV string${all ? ', once support has provided one' : ''}`,
      detail:
        'The optimized string (-lb) stops working with the conversion; the Legacy SRV string of the private endpoint keeps working. The connect dialog shows it under Private Endpoint as Legacy SRV Connection.',
    }),
  ];
}

/** Regionalized endpoints keep the optimized strings of AWS regions. */
function staysOptimized(subject: RegionSubject): boolean {
  const onAws = regionsAfter(subject).every(({ provider }) => (provider ?? 'aws') === 'aws');
  return regionalizedAfter(subject) === true && onAws;
}

function ticket(names: readonly string[]): Step {
  return step({
    title: 'Open a support ticket before the conversion',
    detail: `The record of ${named(names)} lists no Legacy SRV string. Only support can turn the optimized string off; no setting and no API operation does. Name the project, the cluster and the planned regions, and wait for the answer.`,
  });
}
