import type { PlannedChange } from './plan.ts';
import { grouped, oncePer } from '../text/source.ts';
import type { ConfigPlace } from './config.ts';

/** The indexes of planned changes that are judged together. */
export type PlanRound = readonly number[];

/**
 * Changes of one kind to one cluster are judged one at a time, because a rule would take the first for the other. Each
 * round has one of them, and all others. Usually there is one round.
 */
export const planRounds = oncePer((plan: readonly PlannedChange[]): readonly PlanRound[] => {
  const groups = [...grouped([...plan.keys()], (at) => keyOf(plan[at]!, plan)).values()];
  const count = Math.max(1, ...groups.map(({ length }) => length));
  return Array.from({ length: count }, (_, nth) =>
    groups.map((group) => group[Math.min(nth, group.length - 1)]!).sort((a, b) => a - b),
  );
});

/** A change of every cluster is one to each of them. */
function keyOf(one: PlannedChange, plan: readonly PlannedChange[]): string {
  const isOfAll = plan.some((other) => other.change === one.change && 'cluster' in other && other.cluster === '*');
  const cluster = 'cluster' in one && !isOfAll ? one.cluster.toLowerCase() : '';
  return JSON.stringify([one.change, one.project, cluster]);
}

/** The plan of a round, with the place of each of its changes. */
export function inRound<C extends { readonly plan: readonly PlannedChange[]; readonly home: ConfigPlace | null }>(
  context: C,
  round: PlanRound,
): C {
  const { plan, home } = context;
  if (round.length === plan.length) return context;
  const range: ConfigPlace['range'] = (keys) =>
    home!.range(keys.map((key, at) => (at === 1 && keys[0] === 'plan' && typeof key === 'number' ? round[key]! : key)));
  return { ...context, plan: round.map((at) => plan[at]!), home: home && { ...home, range } };
}
