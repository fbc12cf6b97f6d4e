import type { ChangeName, PlannedChange } from './config-plan.ts';
import type { PlanSubject } from './plan-subject.ts';
import { adminApi } from './procedures/admin-api.ts';
import { cloudProvider } from './procedures/cloud-provider.ts';
import { customDns } from './procedures/custom-dns.ts';
import { disablePeeringOnly } from './procedures/disable-peering-only.ts';
import { leaveLegacyHostnames } from './procedures/leave-legacy-hostnames.ts';
import { multiRegion } from './procedures/multi-region.ts';
import { portMappedEndpoints } from './procedures/port-mapped-endpoints.ts';
import { regionalizedEndpoints } from './procedures/regionalized-endpoints.ts';
import { shard } from './procedures/shard.ts';
import type { Procedure, Step } from './step.ts';

/** What is to be done for each sort of change, in order. */
const PROCEDURES: { readonly [C in ChangeName]: Procedure<C> } = {
  'multi-region': multiRegion,
  'disable-peering-only': disablePeeringOnly,
  'cloud-provider': cloudProvider,
  'regionalized-endpoints': regionalizedEndpoints,
  shard,
  'custom-dns': customDns,
  'port-mapped-endpoints': portMappedEndpoints,
  'admin-api': adminApi,
  'leave-legacy-hostnames': leaveLegacyHostnames,
};

/** The ordered steps of a planned change. */
export function procedureOf<C extends PlannedChange>(subject: PlanSubject<C>): Step[] {
  const procedure = PROCEDURES[subject.change.change] as (subject: PlanSubject<C>) => Step[];
  return procedure(subject);
}
