import type { ChangeName, PlannedChange } from './config-plan.ts';
import type { ClusterFacts } from './facts.ts';
import { plannedRegions } from './plan-regions.ts';
import { moveOf } from './provider-move.ts';
import { usedOf } from './plan-subject.ts';
import type { PlanSubject } from './plan-subject.ts';
import type { FactName } from './rule.ts';

type Needs<C extends ChangeName> = (subject: PlanSubject<Extract<PlannedChange, { change: C }>>) => readonly FactName[];

/** What a change needs to be judged and done besides what its rules ask for; each entry only where it decides something. */
const NEEDS: { readonly [C in ChangeName]: Needs<C> } = {
  'multi-region': (subject) => [...record(subject), ...endpointFacts(subject), ...peeringOnly(subject)],
  'disable-peering-only': () => [],
  'cloud-provider': (subject) => [...record(subject), ...subject.clusters.flatMap(moveFacts)],
  'regionalized-endpoints': (subject) => [
    ...record(subject),
    ...(subject.change.enabled ? subject.clusters.flatMap(typeFacts) : []),
  ],
  shard: (subject) => (subject.used.some(({ own }) => own) ? [] : record(subject)),
  'custom-dns': () => [],
  'port-mapped-endpoints': (subject) => [...record(subject), ...subject.clusters.flatMap(providerFacts)],
  'admin-api': () => [],
  'leave-legacy-hostnames': () => [],
};

/** The facts that are missing for the change itself, each once. */
export function missingFor(subject: PlanSubject): readonly FactName[] {
  const needs = NEEDS[subject.change.change] as (subject: PlanSubject) => readonly FactName[];
  return [...new Set(needs(subject))];
}

/** A change of a cluster that nothing is known of could as well name one that does not exist. */
function record({ clusters }: PlanSubject): readonly FactName[] {
  return clusters.length === 0 ? ['cluster record'] : [];
}

function providerFacts(cluster: ClusterFacts): readonly FactName[] {
  return cluster.providers ? [] : ['provider of the cluster'];
}

function typeFacts(cluster: ClusterFacts): readonly FactName[] {
  return cluster.sharded || (cluster.tier && cluster.tier.value !== 'dedicated') ? [] : ['cluster type'];
}

/** The age decides between the two procedures, but only off AWS. */
function moveFacts(cluster: ClusterFacts): readonly FactName[] {
  if (!cluster.providers) return ['provider of the cluster'];
  return moveOf(cluster, null) === 'unknown' ? ['creation date of the cluster'] : [];
}

type MultiRegion = PlanSubject<Extract<PlannedChange, { change: 'multi-region' }>>;

/** Endpoint strings survive only with the right mode and an endpoint in every region. */
function endpointFacts(subject: MultiRegion): readonly FactName[] {
  if (usedOf(subject, 'private-endpoint', 'optimized').length === 0) return [];
  const { change, facts } = subject;
  const regionalized = change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
  return [
    ...(regionalized === undefined ? (['regionalized private endpoints (regionalMode)'] as const) : []),
    ...(facts.endpoints === undefined ? (['private endpoint services'] as const) : []),
  ];
}

/** Peering-only mode stands in the way of further regions on Azure alone. */
function peeringOnly({ change, clusters, facts }: MultiRegion): readonly FactName[] {
  const regions = clusters.flatMap((cluster) => plannedRegions(change, cluster));
  if (regions.some(({ provider }) => provider === null)) return ['provider of the cluster'];
  const azure = regions.some(({ provider }) => provider === 'azure');
  return azure && !facts.project.peeringOnly ? ['peering-only mode (privateIpMode)'] : [];
}
