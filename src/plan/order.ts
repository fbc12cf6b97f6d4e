import type { PlanEntry } from './plan.ts';
import { placeKey } from './subject.ts';
import type { Step, StepPlace } from './subject.ts';

/**
 * Plans of one config are carried out one after the other: a later one never offers another string for a place that an earlier
 * one replaces, and names the one that it waits for.
 */
export function inPlannedOrder(entries: readonly PlanEntry[]): PlanEntry[] {
  const planned = new Map<string, { readonly to: string; readonly entry: PlanEntry }>();
  return entries.map((entry) => {
    let after = entry.after;
    const settled = (place: StepPlace): StepPlace => {
      const known = planned.get(placeKey(place));
      if (place.to === null || !known || known.to === place.to || known.entry === entry) return place;
      after ??= known.entry.change;
      return { ...place, to: null, proven: false, recorded: false };
    };
    const steps = entry.steps.map((step): Step => ({ ...step, places: step.places.map(settled) }));
    for (const place of steps.flatMap(({ places }) => places)) {
      if (place.to !== null && !planned.has(placeKey(place))) planned.set(placeKey(place), { to: place.to, entry });
    }
    if (after === entry.after) return { ...entry, steps };
    const message = `The earlier change ${after ?? ''} replaces the same strings: plan this one again after it.`;
    const verdict = entry.verdict === 'ready' ? 'undecided' : entry.verdict;
    return { ...entry, steps, after, verdict, reasons: [...entry.reasons, { verdict: 'undecided', message }] };
  });
}
