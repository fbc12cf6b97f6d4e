import { nameOf } from '../lint/finding.ts';
import { distinctRegions } from '../facts/regions.ts';
import type { Region } from '../facts/facts.ts';
import { endpointRegions, hasEndpointIn } from '../facts/query.ts';
import { addedRegions, plannedRegions } from '../lint/string-hosts.ts';
import type { PlannedChange } from '../config/plan.ts';
import { named } from './steps.ts';
import { usedOf, type Condition, type PlanSubject } from './subject.ts';

type Change<C extends PlannedChange['change']> = Extract<PlannedChange, { change: C }>;

/** Statements that a fact contradicts, and changes that the service refuses or does not decide. */
export function refusals(subject: PlanSubject, earlier: readonly PlannedChange[]): readonly Condition[] {
  switch (subject.change.change) {
    case 'multi-region':
      return multiRegion(subject as PlanSubject<Change<'multi-region'>>, earlier);
    case 'regionalized-endpoints':
      return subject.change.enabled ? [] : turnedOff(subject);
    case 'port-mapped-endpoints':
      return offGoogleCloud(subject);
    case 'shard':
      return endpointDowntime(subject as PlanSubject<Change<'shard'>>);
    case 'disable-peering-only':
    case 'cloud-provider':
    case 'custom-dns':
    case 'admin-api':
    case 'leave-legacy-hostnames':
      return [];
  }
}

type RegionSubject = PlanSubject<Change<'multi-region'>>;

function multiRegion(subject: RegionSubject, earlier: readonly PlannedChange[]): Condition[] {
  const { change, clusters, facts } = subject;
  const each = clusters.length > 0 ? clusters : [undefined];
  const added = distinctRegions(each.flatMap((cluster) => addedRegions(change, cluster)));
  const all = distinctRegions([
    ...each.flatMap((cluster) => plannedRegions(change, cluster)),
    ...clusters.flatMap((cluster) => cluster.regions?.value ?? []),
  ]);
  const contradicted = contradiction(subject, earlier);
  if (added.length === 0) return contradicted;
  return [
    ...contradicted,
    ...shared(subject),
    ...leftMode(subject, earlier),
    ...coverage(all, subject),
    ...severalInOneRegion(subject),
    ...renamed(subject),
    ...(facts.endpoints ? [] : [missingServices()]),
  ];
}

/** The plan counts on a setting that the project does not have. */
function contradiction({ change, facts }: RegionSubject, earlier: readonly PlannedChange[]): Condition[] {
  const planned = change.regionalizedPrivateEndpoints;
  const known = facts.project.regionalizedPrivateEndpoints;
  if (planned === undefined || known === undefined || known.value === planned) return [];
  const state = `The plan says that regionalized private endpoints are ${onOff(planned)}, ${known.source} says ${onOff(known.value)}`;
  const first = earlier.some((one) => one.change === 'regionalized-endpoints' && one.enabled === planned);
  return first
    ? [
        {
          verdict: 'undecided',
          message: `${state}. An earlier change turns them ${onOff(planned)}: run the plan again after it.`,
          after: 'regionalized-endpoints',
        },
      ]
    : [{ verdict: 'blocked', message: `${state}. Change the setting first, or correct the plan.` }];
}

/** Peering-only mode blocks on Azure, until an earlier change of the config has switched it off. */
function leftMode({ left }: RegionSubject, earlier: readonly PlannedChange[]): Condition[] {
  const rule = 'change-refused/azure-peering-only';
  const after = 'disable-peering-only';
  if (!left.some(({ finding }) => nameOf(finding) === rule) || !earlier.some(({ change }) => change === after))
    return [];
  const message = 'Peering-only mode is on. An earlier change turns it off: run the plan again after it.';
  return [{ verdict: 'undecided', message, after, settles: [rule] }];
}

const onOff = (value: boolean): string => (value ? 'on' : 'off');

/**
 * The service refuses a region without an endpoint while others have one (vendor documentation, private endpoints,
 * 2026-08).
 */
function coverage(all: readonly Region[], { facts }: RegionSubject): Condition[] {
  const states = all.map((region) => ({ region, has: hasEndpointIn(facts, region.name, region.provider) }));
  const without = states.filter(({ has }) => has === false).map(({ region }) => region.name);
  if (without.length === 0 || !states.some(({ has }) => has === true)) return [];
  const message = `The service refuses the change: private endpoints exist in some of the planned regions but not in ${without.join(', ')}.`;
  return [{ verdict: 'blocked', message }];
}

/** Without regionalized endpoints: one endpoint per region, or several in one and none elsewhere. */
function severalInOneRegion({ change, facts }: RegionSubject): Condition[] {
  const regionalized = change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
  const several = endpointRegions(facts).filter(({ count }) => count > 1);
  if (regionalized === true || several.length === 0) return [];
  const names = several.map(({ region }) => region.name).join(', ');
  const message = `The service refuses the change: ${names} has more than one private endpoint. A project with endpoints in several regions has one per region. Remove the others first.`;
  return [{ verdict: 'blocked', message }];
}

/**
 * Regionalized strings name their region; what a cluster in one region has may be called otherwise after the change.
 */
function renamed(subject: RegionSubject): Condition[] {
  const { change, facts } = subject;
  const regionalized = change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
  if (regionalized !== true || change.downtime !== undefined) return [];
  const unnamed = usedOf(subject, 'private-endpoint', 'optimized').filter(({ string }) => string.region === null);
  if (unnamed.length === 0) return [];
  const message =
    'With regionalized endpoints, the strings of a multi-region cluster name their region. The new strings exist only after the change. Accept a downtime in the plan entry: `"downtime": "<reason>"`.';
  return [{ verdict: 'undecided', message }];
}

function missingServices(): Condition {
  const message = 'Which private endpoints the project has is not known.';
  return { verdict: 'undecided', message, missing: 'private endpoint services' };
}

/** The setting stays on while more than one region has several endpoints (vendor documentation, 2026-08). */
function turnedOff({ facts }: PlanSubject): Condition[] {
  if (facts.project.regionalizedPrivateEndpoints?.value === false) return [];
  const several = endpointRegions(facts).filter(({ count }) => count > 1);
  if (several.length > 1) {
    const names = several.map(({ region }) => region.name).join(', ');
    const message = `The service refuses to turn the setting off: more than one private endpoint in each of ${names}.`;
    return [{ verdict: 'blocked', message }];
  }
  return facts.endpoints ? [] : [missingServices()];
}

function offGoogleCloud({ clusters }: PlanSubject): Condition[] {
  const elsewhere = clusters.filter(({ providers }) => providers && !providers.value.includes('gcp'));
  if (elsewhere.length === 0) return [];
  const names = named(elsewhere.map(({ name }) => name));
  const message = `Port-mapped endpoints exist on Google Cloud only. The record of ${names} has no region there.`;
  return [{ verdict: 'blocked', message }];
}

/** Private endpoints are not available during the conversion (vendor procedure, 2026-08). */
function endpointDowntime(subject: PlanSubject<Change<'shard'>>): Condition[] {
  const isSharded = subject.clusters.length > 0 && subject.clusters.every(({ sharded }) => sharded?.value === true);
  if (isSharded) return [];
  if (subject.change.downtime !== undefined || usedOf(subject, 'private-endpoint', 'optimized').length === 0)
    return shared(subject);
  const message =
    'Private endpoints are down during the conversion. Accept it in the plan entry: `"downtime": "<reason>"`.';
  return [...shared(subject), { verdict: 'undecided', message }];
}

/** Free and Flex clusters have one region and one replica set (vendor documentation, cluster tiers, 2026-08). */
function shared({ clusters }: PlanSubject): Condition[] {
  const own = clusters.filter(({ tier }) => tier !== undefined && tier.value !== 'dedicated');
  if (own.length === 0) return [];
  const names = named(own.map(({ name }) => name));
  return [{ verdict: 'blocked', message: `The service refuses the change: ${names} is not a dedicated cluster.` }];
}
