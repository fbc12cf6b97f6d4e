import type { PlannedChange } from '../config-plan.ts';
import { distinctRegions } from '../fact-region.ts';
import type { Region } from '../facts.ts';
import { addedRegions, plannedRegions } from '../plan-regions.ts';
import { usedOf } from '../plan-subject.ts';
import type { PlanSubject } from '../plan-subject.ts';
import { ENDPOINT_KINDS } from './replacements.ts';

export type RegionSubject = PlanSubject<Extract<PlannedChange, { change: 'multi-region' }>>;

/** The regions of the plan with their providers, as far as names and clusters tell. */
export function regionsAfter({ change, clusters }: RegionSubject): readonly Region[] {
  const each = clusters.flatMap((cluster) => plannedRegions(change, cluster));
  return clusters.length === 0 ? plannedRegions(change, undefined) : distinctRegions(each);
}

/** Those in which a cluster has no node yet. */
export function newRegions({ change, clusters }: RegionSubject): readonly Region[] {
  const each = clusters.flatMap((cluster) => addedRegions(change, cluster));
  return clusters.length === 0 ? addedRegions(change, undefined) : distinctRegions(each);
}

/** Whether endpoints will be regionalized; `undefined` when neither plan nor project tell. */
export function regionalizedAfter({ change, facts }: RegionSubject): boolean | undefined {
  return change.regionalizedPrivateEndpoints ?? facts.project.regionalizedPrivateEndpoints?.value;
}

export function usesEndpoints(subject: RegionSubject): boolean {
  return usedOf(subject, ...ENDPOINT_KINDS).length > 0;
}
