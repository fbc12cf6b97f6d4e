import type { PlannedChange } from './config-plan.ts';

/** The version date to which the plan moves the clients of the administration API; `null` without such a plan. */
export function plannedVersion(plan: readonly PlannedChange[]): string | null {
  const dates = plan.flatMap((one) => (one.change === 'admin-api' ? [one.to] : []));
  return dates.sort().at(-1) ?? null;
}
