import type { ChangeName, PlannedChange } from '../config/plan.ts';
import { adminApi } from './procedures/admin-api.ts';
import { cloudProvider } from './procedures/cloud-provider.ts';
import { customDns } from './procedures/custom-dns.ts';
import { disablePeeringOnly, leaveLegacyHostnames } from './procedures/legacy-hostnames.ts';
import { multiRegion } from './procedures/multi-region.ts';
import { portMappedEndpoints } from './procedures/port-mapped-endpoints.ts';
import { regionalizedEndpoints } from './procedures/regionalized-endpoints.ts';
import { shard } from './procedures/shard.ts';
import type { Procedure } from './subject.ts';

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

/** What a kind of change has of its own. Its functions take the subject of this very change. */
export const procedureOf = ({ change }: PlannedChange): Procedure<ChangeName> =>
  PROCEDURES[change] as unknown as Procedure<ChangeName>;
